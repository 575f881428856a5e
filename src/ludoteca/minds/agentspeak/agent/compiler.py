"""The compiler: from the syntax tree of a program to beliefs, rules, goals and plans that an agent can use."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from ludoteca.minds.agentspeak.agent import all_actions as actions
from ludoteca.minds.agentspeak.agent import syntax_tree as tree
from ludoteca.minds.agentspeak.agent.diagnostics import Diagnostic, ParseError
from ludoteca.minds.agentspeak.agent.logical_formulas import (
    And,
    BeliefQuery,
    Comparison,
    Decomposition,
    FalseFormula,
    InternalActionCall,
    LogicalFormula,
    Not,
    Or,
    Rule,
    TrueFormula,
    Unification,
)
from ludoteca.minds.agentspeak.agent.operators import AND, DECOMPOSE, NOT, OR, UNIFY, Kind
from ludoteca.minds.agentspeak.agent.parser import parse_event
from ludoteca.minds.agentspeak.agent.plans import (
    AchieveGoal,
    AddBelief,
    BodyFormula,
    Condition,
    Constraint,
    Event,
    ExternalAction,
    For,
    If,
    LiteralFormula,
    Plan,
    RemoveBelief,
    ReplaceBelief,
    TestGoal,
    While,
    achieve,
)
from ludoteca.minds.agentspeak.agent.reasoner import Reasoner
from ludoteca.minds.agentspeak.agent.terms import (
    SELF,
    BinaryExpression,
    Failure,
    GoalType,
    LinkedList,
    Literal,
    Term,
    UnaryExpression,
    Variable,
    annotated,
    is_ground,
    sources_of,
    value_of,
)
from ludoteca.minds.agentspeak.agent.validation import QUERY_ARGUMENTS

Signature = tuple[str, int]  # functor and arity
_BELIEF_CHANGES: dict[tree.Sign, Callable[..., LiteralFormula]] = {
    tree.Sign.ADD: AddBelief,
    tree.Sign.REMOVE: RemoveBelief,
    tree.Sign.REPLACE: ReplaceBelief,
}


@dataclass(slots=True)
class Program:
    """A compiled program."""

    beliefs: list[Term] = field(default_factory=list)
    rules: list[Rule] = field(default_factory=list)
    goals: list[Event] = field(default_factory=list)
    plans: list[Plan] = field(default_factory=list)

    def load_into(self, agent: Reasoner) -> None:
        """Give an agent its initial beliefs and goals, its rules and its plans."""
        for rule in self.rules:
            agent.rules.setdefault((rule.head.functor, len(rule.head.args)), []).append(rule)
        for plan in self.plans:
            agent.plans.setdefault(plan.event.kind, []).append(plan)
            agent.has_atomic_plans = agent.has_atomic_plans or plan.atomic
        for belief in self.beliefs:
            agent.beliefs.add(belief if sources_of(belief) else annotated(belief, SELF))
        agent.events.extend(self.goals)


@dataclass(slots=True)
class References:
    """The signatures a program uses, by use, some with the line of their first use; the linter compares them."""

    queried: dict[Signature, int] = field(default_factory=dict)
    believed: set[Signature] = field(default_factory=set)
    goals: dict[Signature, int] = field(default_factory=dict)
    planned: set[Signature] = field(default_factory=set)
    belief_events: dict[Signature, int] = field(default_factory=dict)
    actions: dict[Signature, int] = field(default_factory=dict)


class Compiler:
    """Compiles one program, and keeps its references and what is wrong with it."""

    def __init__(self) -> None:
        self.references = References()
        self.diagnostics: list[Diagnostic] = []

    def program(self, source: tree.Program) -> Program:
        """The compiled program; only to be used if there are no diagnostics."""
        program = Program()
        for node in source.beliefs:
            self.references.believed.add(_signature(node))
            belief = compile_term(node)
            if is_ground(belief):
                program.beliefs.append(value_of(belief, {}))
            else:  # it holds whatever its variables stand for
                program.rules.append(Rule(belief, TrueFormula()))
        for rule in source.rules:
            self.references.believed.add(_signature(rule.head))
            scope = PlanCompiler(self)
            program.rules.append(Rule(scope.term(rule.head), scope.formula(rule.body)))
        for goal in source.goals:
            self.references.goals.setdefault(_signature(goal.literal), goal.line)
            program.goals += self._goal(goal)
        program.plans += [self._plan(node) for node in source.plans]
        for directive in source.directives:
            self.diagnostics.append(Diagnostic(directive.line, "directive", {"text": directive.text}, warning=True))
        return program

    def _goal(self, node: tree.GoalNode) -> list[Event]:
        try:
            return [achieve(value_of(compile_term(node.literal), {}))]
        except Failure:
            self.complain(node.line, "syntax.belief", given=str(node.literal))
            return []

    def _plan(self, node: tree.PlanNode) -> Plan:
        scope, event = PlanCompiler(self), node.event
        signature = _signature(event.head)
        if event.goal_type is not GoalType.BELIEF:
            self.references.planned.add(signature)
        else:
            self.references.belief_events.setdefault(signature, event.line)
        trigger = scope.event(event)
        conditions = [] if node.context is None else [scope.condition(part) for part in _conjuncts(node.context)]
        formulas = [condition.formula for condition in conditions]
        context = And(formulas) if formulas[1:] else formulas[0] if formulas else TrueFormula()
        text = str(event) if node.context is None else f"{event} : {tree.bare(node.context)}"
        atomic = node.label is not None and any(str(annot) == "atomic" for annot in node.label.annots)
        return Plan(trigger, context, conditions, scope.body(node.body), event.line, text, atomic)

    def complain(self, line: int, kind: str, **args: str | int) -> None:
        """Add a diagnostic."""
        self.diagnostics.append(Diagnostic(line, kind, args))


class TermCompiler:
    """Compiles terms that share their variables: those of one plan, rule or belief."""

    def __init__(self) -> None:
        self._variables: dict[str, Variable] = {}

    def term(self, node: tree.Expression) -> Term:
        match node:
            case tree.Constant():
                return node.value
            case tree.Variable():
                return Variable() if node.name == "_" else self._variables.setdefault(node.name, Variable())
            case tree.Literal():
                return Literal(node.functor, map(self.term, node.args), map(self.term, node.annots))
            case tree.ListNode():
                return self._list(node)
            case tree.Unary():
                return UnaryExpression(node.operator, self.term(node.operand))
            case tree.Binary():
                return BinaryExpression(node.operator, self.term(node.left), self.term(node.right))
            case tree.EventNode():
                return self.event(node)

    def event(self, node: tree.EventNode) -> Event:
        return Event(node.trigger, node.goal_type, self.term(node.head))

    def _list(self, node: tree.ListNode) -> Term:
        members = [self.term(member) for member in node.members]
        if node.tail is None:
            return tuple(members)
        whole = self.term(node.tail)
        for member in reversed(members):
            whole = LinkedList(member, whole)
        return whole


def compile_term(node: tree.Expression) -> Term:
    """A term with variables of its own."""
    return TermCompiler().term(node)


class PlanCompiler(TermCompiler):
    """Compiles the formulas of one plan or rule."""

    def __init__(self, compiler: Compiler) -> None:
        super().__init__()
        self._compiler = compiler
        self._references = compiler.references

    # Logical formulas

    def formula(self, node: tree.Expression) -> LogicalFormula:
        match node:
            case tree.Literal():
                return self._literal(node)
            case tree.Constant():
                return TrueFormula() if node.value is True else FalseFormula()
            case tree.Variable():
                return BeliefQuery(self.term(node))
            case tree.Unary() if node.operator is NOT:
                return Not(self.formula(node.operand))
            case tree.Binary() if node.operator.kind is not Kind.NUMERIC:
                return self._binary(node)
        self._compiler.complain(node.line, "no_query", text=tree.bare(node))
        return FalseFormula()

    def condition(self, node: tree.Expression) -> Condition:
        """A part of a context."""
        term = self.term(node) if isinstance(node, tree.Literal) and node.functor not in QUERY_ARGUMENTS else None
        return Condition(self.formula(node), tree.bare(node), term)

    def _literal(self, node: tree.Literal) -> LogicalFormula:
        if node.is_internal_action:
            return self._call(node)
        self._references.queried.setdefault(_signature(node), node.line)
        return BeliefQuery(self.term(node))

    def _call(self, node: tree.Literal, is_step: bool = False) -> LogicalFormula:
        functor, arity = _signature(node)
        found = actions.find(functor, arity)
        if actions.suspends(functor, arity) and not is_step:
            self._compiler.complain(node.line, "only_step", text=functor)
        if found is None:
            self._compiler.complain(node.line, "no_internal", text=f"{functor}/{arity}")
            return FalseFormula()
        question = QUERY_ARGUMENTS.get(functor)
        args = tuple(
            self.formula(arg) if place == question else self._argument(node, place, arg)
            for place, arg in enumerate(node.args)
        )
        return InternalActionCall(found, args, actions.is_pure(functor))

    def _argument(self, node: tree.Literal, place: int, arg: tree.Expression) -> Term:
        """A term; the first argument of `.wait` may be an event written as a string."""
        is_event = node.functor == ".wait" and place == 0
        if is_event and isinstance(arg, tree.Constant) and isinstance(arg.value, str):
            try:
                return self.event(parse_event(arg.value))
            except ParseError:
                self._compiler.complain(arg.line, "syntax.event", given=arg.value)
        return self.term(arg)

    def _binary(self, node: tree.Binary) -> LogicalFormula:
        if node.operator is AND:
            return And([self.formula(part) for part in _conjuncts(node)])
        if node.operator is OR:
            return Or(self.formula(node.left), self.formula(node.right))
        left, right = self.term(node.left), self.term(node.right)
        if node.operator is UNIFY:
            return Unification(left, right)
        if node.operator is DECOMPOSE:
            return Decomposition(left, right)
        return Comparison(node.operator, left, right)

    # Plan bodies

    def body(self, steps: Sequence[tree.StepNode]) -> tuple[BodyFormula, ...]:
        return tuple(map(self._step, steps))

    def _step(self, node: tree.StepNode) -> BodyFormula:
        match node:
            case tree.SimpleStep(sign=None):
                return self._unsigned(node.term, node.line)
            case tree.SimpleStep():
                return self._signed(node)
        condition, text = self.formula(node.condition), tree.bare(node.condition)
        match node:
            case tree.IfStep():
                then, otherwise = self.body(node.then), self.body(node.otherwise)
                return If(node.line, f"if ({text})", condition, then, otherwise)
            case tree.ForStep():
                return For(node.line, f"for ({text})", condition, self.body(node.body))
            case tree.WhileStep():
                return While(node.line, f"while ({text})", condition, self.body(node.body))

    def _signed(self, node: tree.SimpleStep) -> BodyFormula:
        assert node.sign is not None
        line, sign, term = node.line, node.sign.value, self.term(node.term)
        text = f"{sign}{node.term}"
        if node.sign in (tree.Sign.ACHIEVE, tree.Sign.ACHIEVE_LATER):
            if isinstance(node.term, tree.Literal):
                self._references.goals.setdefault(_signature(node.term), line)
            return AchieveGoal(line, text, term, sign, node.sign is tree.Sign.ACHIEVE_LATER)
        if node.sign is tree.Sign.TEST:
            return TestGoal(line, text, term, sign, self.formula(node.term))
        if isinstance(node.term, tree.Literal) and node.sign is not tree.Sign.REMOVE:
            self._references.believed.add(_signature(node.term))
        return _BELIEF_CHANGES[node.sign](line, text, term, sign)

    def _unsigned(self, node: tree.Expression, line: int) -> BodyFormula:
        """A step without a sign: an external or internal action, or a condition that must hold."""
        match node:
            case tree.Literal() if not node.is_internal_action:
                self._references.actions.setdefault(_signature(node), line)
                return ExternalAction(line, str(node), self.term(node))
            case tree.Variable():
                return ExternalAction(line, str(node), self.term(node))
            case tree.Literal():
                shown = self.term(node) if node.functor not in QUERY_ARGUMENTS else None
                return Constraint(line, str(node), self._call(node, is_step=True), shown)
        return Constraint(line, tree.bare(node), self.formula(node))


def _conjuncts(node: tree.Expression) -> list[tree.Expression]:
    """The parts of ``a & b & c``, which is ``(a & b) & c``."""
    if isinstance(node, tree.Binary) and node.operator is AND:
        return [*_conjuncts(node.left), *_conjuncts(node.right)]
    return [node]


def _signature(node: tree.Literal) -> Signature:
    return node.functor, len(node.args)
