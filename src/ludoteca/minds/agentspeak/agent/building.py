"""From the library's tree of a program to plans that can be carried out."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from agentspeak import BinaryOp, FormulaType, GoalType, UnaryOp, Var
from agentspeak.parser import AstBinaryOp, AstConst, AstLiteral, AstUnaryOp, AstVariable
from agentspeak.runtime import BuildTermVisitor

from ludoteca.minds.agentspeak.agent import actions
from ludoteca.minds.agentspeak.agent.plans import (
    Achieve,
    Act,
    Add,
    Check,
    Event,
    For,
    Formula,
    If,
    Plan,
    Remove,
    Replace,
    Test,
    While,
    achieve,
)
from ludoteca.minds.agentspeak.agent.queries import (
    All,
    Always,
    Believed,
    Called,
    Compared,
    Either,
    Equal,
    Never,
    Not,
    Query,
    Rule,
    Taken,
)
from ludoteca.minds.agentspeak.agent.reading import Found, Reader
from ludoteca.minds.agentspeak.agent.reasoner import Reasoner
from ludoteca.minds.agentspeak.agent.terms import (
    SELF,
    Failure,
    Term,
    annotated,
    is_ground,
    literal,
    sources_of,
    value_of,
)

Name = tuple[str, int]
# Internal actions that ask a question, and which of their arguments it is.
_ASKING = {".findall": 1, ".setof": 1, ".count": 0}
_BELIEFS: dict[Any, Callable[..., Formula]] = {
    FormulaType.add: Add,
    FormulaType.remove: Remove,
    FormulaType.replace: Replace,
}


@dataclass(slots=True)
class Program:
    """What a file says."""

    beliefs: list[Term] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    goals: list[Event] = field(default_factory=list)
    plans: list[Plan] = field(default_factory=list)

    def given_to(self, agent: Reasoner) -> None:
        """Let an agent know it all."""
        for rule in self.rules:
            agent.rules.setdefault((rule.head.functor, len(rule.head.args)), []).append(rule)
        for plan in self.plans:
            agent.plans.setdefault(plan.event.kind, []).append(plan)
            agent.patient = agent.patient or plan.atomic
        for belief in self.beliefs:
            agent.beliefs.add(belief if sources_of(belief) else annotated(belief, SELF))
        agent.events.extend(self.goals)


@dataclass(slots=True)
class Mentions:
    """What a program speaks of, and where first: typing errors show in what nobody else speaks of."""

    asked: dict[Name, int] = field(default_factory=dict)
    believed: set[Name] = field(default_factory=set)
    pursued: dict[Name, int] = field(default_factory=dict)
    planned: set[Name] = field(default_factory=set)
    heard: dict[Name, int] = field(default_factory=dict)
    done: dict[Name, int] = field(default_factory=dict)


class Builder:
    """Turns trees into terms, queries, formulas and plans; complaints go to the reader's log."""

    def __init__(self, reader: Reader) -> None:
        self.reader = reader
        self.mentions = Mentions()

    def program(self, tree: Any) -> Program:
        program = Program()
        for node in tree.beliefs:
            self.mentions.believed.add(_name(node))
            belief = Variables(self).term(node)
            if is_ground(belief):
                program.beliefs.append(belief)
            else:  # it is so whatever the variables stand for
                program.rules.append(Rule(belief, Always()))
        for node in tree.rules:
            self.mentions.believed.add(_name(node.head))
            scope = Variables(self)
            program.rules.append(Rule(scope.term(node.head), scope.query(node.consequence)))
        for node in tree.goals:
            self.mentions.pursued.setdefault(_name(node.atom), node.loc.lineno)
            program.goals += self._goal(node)
        program.plans += [self.plan(node) for node in tree.plans]
        return program

    def _goal(self, node: Any) -> list[Event]:
        try:
            return [achieve(value_of(Variables(self).term(node.atom), {}))]
        except Failure:
            self.complain(node.loc.lineno, "syntax.belief")
            return []

    def plan(self, node: Any) -> Plan:
        scope, event = Variables(self), node.event
        if event.goal_type is not GoalType.belief:
            self.mentions.planned.add(_name(event.head))
        else:
            self.mentions.heard.setdefault(_name(event.head), event.loc.lineno)
        head = scope.term(event.head)
        context = scope.query(node.context) if node.context else Always()
        body = scope.body(node.body) if node.body else ()
        text = f"{event}{f' : {_bare(node.context)}' if node.context else ''}"
        atomic = node.annotation is not None and any(str(annot) == "atomic" for annot in node.annotation.annotations)
        built = Event(event.trigger, event.goal_type, head)
        return Plan(built, context, body, event.loc.lineno, text, atomic)

    def complain(self, line: int, kind: str, **args: str | int) -> None:
        self.reader.log.found.append(Found(line, kind, args))


class Terms(BuildTermVisitor):
    """The library's own way to build terms, and events in braces."""

    def __init__(self, scope: Variables) -> None:
        super().__init__(scope.named)
        self._scope = scope

    def visit_const(self, node: Any) -> Term:
        if isinstance(node.value, complex):
            self._scope.builder.complain(node.loc.lineno, "syntax.number")
        event = self._scope.builder.reader.folded(node.value)
        return node.value if event is None else Event(event.trigger, event.goal_type, event.head.accept(self))

    def visit_literal(self, node: Any) -> Term:
        args = [term.accept(self) for term in node.terms]
        return literal(node.functor, args, [annot.accept(self) for annot in node.annotations])

    def visit_variable(self, node: Any) -> Term:
        """Each `_` is a variable of its own."""
        return Var() if node.name == "_" else self.variables.setdefault(node.name, Var())


class Variables:
    """The variables of one plan, rule or belief."""

    def __init__(self, builder: Builder) -> None:
        self.builder = builder
        self.named: dict[str, Any] = {}

    def term(self, node: Any) -> Term:
        return node.accept(Terms(self))

    def body(self, node: Any) -> Sequence[Formula]:
        return tuple(self.formula(formula) for formula in node.formulas) if node is not None else ()

    # Queries

    def query(self, node: Any) -> Query:
        if isinstance(node, AstLiteral):
            return self._literal(node)
        if isinstance(node, AstConst):
            return Always() if node.value is True else Never()
        if isinstance(node, AstUnaryOp) and node.operator is UnaryOp.op_not:
            return Not(self.query(node.operand))
        if isinstance(node, AstBinaryOp):
            return self._binary(node)
        if isinstance(node, AstVariable):
            return Believed(self.term(node))
        self.builder.complain(node.loc.lineno, "no_query", text=str(node))
        return Never()

    def _literal(self, node: Any) -> Query:
        if node.functor.startswith("."):
            return self._call(node)
        self.builder.mentions.asked.setdefault(_name(node), node.loc.lineno)
        return Believed(self.term(node))

    def _call(self, node: Any, step: bool = False) -> Query:
        found = actions.find(node.functor, len(node.terms))
        if actions.is_step(node.functor, len(node.terms)) and not step:
            self.builder.complain(node.loc.lineno, "only_step", text=node.functor)
        if found is None:
            self.builder.complain(node.loc.lineno, "no_internal", text=f"{node.functor}/{len(node.terms)}")
            return Never()
        asking = _ASKING.get(node.functor)
        args = tuple(
            self.query(arg) if place == asking else self._argument(node, place, arg)
            for place, arg in enumerate(node.terms)
        )
        return Called(found, args, actions.is_calm(node.functor))

    def _argument(self, node: Any, place: int, arg: Any) -> Term:
        """A term; the first argument of `.wait` may be an event written as a string."""
        if node.functor == ".wait" and place == 0 and isinstance(arg, AstConst) and isinstance(arg.value, str):
            event = self.builder.reader.folded(arg.value) or self.builder.reader.quoted(arg.value)
            if event is None:
                self.builder.complain(arg.loc.lineno, "syntax.event", given=str(arg.value))
                return arg.value
            return Event(event.trigger, event.goal_type, self.term(event.head))
        return self.term(arg)

    def _binary(self, node: Any) -> Query:
        sign = node.operator
        if sign is BinaryOp.op_and:
            return All([self.query(part) for part in _conjuncts(node)])
        if sign is BinaryOp.op_or:
            return Either(self.query(node.left), self.query(node.right))
        left, right = self.term(node.left), self.term(node.right)
        if sign is BinaryOp.op_unify:
            return Equal(left, right)
        if sign is BinaryOp.op_decompose:
            return Taken(left, right)
        if sign.value.comp_op:
            return Compared(sign, left, right)
        self.builder.complain(node.loc.lineno, "no_query", text=_bare(node))
        return Never()

    # Formulas

    def formula(self, node: Any) -> Formula:
        line = node.loc.lineno
        if hasattr(node, "formula_type"):
            return self._simple(node, line)
        if hasattr(node, "if_body"):
            query = self.query(node.condition)
            return If(line, f"if ({_bare(node.condition)})", query, self.body(node.if_body), self.body(node.else_body))
        if hasattr(node, "generator"):
            return For(line, f"for ({_bare(node.generator)})", self.query(node.generator), self.body(node.body))
        return While(line, f"while ({_bare(node.condition)})", self.query(node.condition), self.body(node.body))

    def _simple(self, node: Any, line: int) -> Formula:
        kind, inner = node.formula_type, node.term
        if kind is FormulaType.term:
            return self._plain(inner, line)
        sign, text = kind.value, f"{kind.value}{_bare(inner)}"
        if not isinstance(inner, (AstLiteral, AstVariable)):
            self.builder.complain(line, "no_literal", text=text)
            return Check(line, text, Never())
        term = self.term(inner)
        named = isinstance(inner, AstLiteral)
        mentions = self.builder.mentions
        if kind in (FormulaType.achieve, FormulaType.achieve_later):
            if named:
                mentions.pursued.setdefault(_name(inner), line)
            return Achieve(line, text, term, sign, kind is FormulaType.achieve_later)
        if kind is FormulaType.test:
            return Test(line, text, term, sign, self.query(inner))
        if named and kind is not FormulaType.remove:
            mentions.believed.add(_name(inner))
        return _BELIEFS[kind](line, text, term, sign)

    def _plain(self, node: Any, line: int) -> Formula:
        """A step without a sign: something to do, inside or out, or a condition that must hold."""
        if isinstance(node, AstLiteral) and not node.functor.startswith("."):
            self.builder.mentions.done.setdefault(_name(node), line)
            return Act(line, _bare(node), self.term(node))
        if isinstance(node, AstVariable):
            return Act(line, str(node), self.term(node))
        shown = self.term(node) if isinstance(node, AstLiteral) and node.functor not in _ASKING else None
        called = isinstance(node, AstLiteral)
        return Check(line, _bare(node), self._call(node, step=True) if called else self.query(node), shown)


def _conjuncts(node: Any) -> list[Any]:
    """The parts of ``a & b & c``, which the library reads as ``(a & b) & c``."""
    if isinstance(node, AstBinaryOp) and node.operator is BinaryOp.op_and:
        return [*_conjuncts(node.left), *_conjuncts(node.right)]
    return [node]


def _name(node: Any) -> Name:
    return node.functor, len(node.terms)


def _bare(node: Any) -> str:
    """A node as it is written, without the brackets around the whole."""
    text = str(node)
    return text[1:-1] if text.startswith("(") and text.endswith(")") else text
