"""Validation: checks that every term and formula fits the place where it stands.

The grammar has one syntax for terms and logical formulas. A condition must be something that can hold, an operand of
a sum a number, and the head of a plan or rule a pattern without sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ludoteca.minds.agentspeak.agent import syntax_tree as tree
from ludoteca.minds.agentspeak.agent.diagnostics import Diagnostic
from ludoteca.minds.agentspeak.agent.operators import Kind

QUERY_ARGUMENTS = {".findall": 1, ".setof": 1, ".count": 0}
"""Internal actions that ask the beliefs, and which of their arguments is the question."""


def validate(program: tree.Program) -> list[Diagnostic]:
    """What is wrong with a program, line by line."""
    found: list[Diagnostic] = []
    for belief in program.beliefs:
        found += _head(belief, "syntax.belief")
    for rule in program.rules:
        found += [*_head(rule.head, "syntax.head"), *_condition(rule.body)]
    for goal in program.goals:
        found += _terms(goal.literal)
    for plan in program.plans:
        found += _head(plan.event.head, "syntax.head")
        if plan.label is not None:
            found += _terms(plan.label)
        if plan.context is not None:
            found += _condition(plan.context)
        found += _steps(plan.body)
    return sorted(found, key=lambda diagnostic: diagnostic.line)


def _steps(steps: Sequence[tree.StepNode]) -> Iterator[Diagnostic]:
    for step in steps:
        match step:
            case tree.SimpleStep(sign=None):
                yield from _condition(step.term)
            case tree.SimpleStep():
                yield from _signed(step)
            case tree.IfStep():
                yield from _condition(step.condition)
                yield from _steps(step.then)
                yield from _steps(step.otherwise)
            case tree.ForStep() | tree.WhileStep():
                yield from _condition(step.condition)
                yield from _steps(step.body)


def _signed(step: tree.SimpleStep) -> Iterator[Diagnostic]:
    """A sign stands before a literal, or before a variable that will be bound to one."""
    assert step.sign is not None
    if isinstance(step.term, tree.Literal):
        yield from _terms(step.term)
    elif not isinstance(step.term, tree.Variable):
        yield Diagnostic(step.line, "no_literal", {"text": f"{step.sign.value}{tree.bare(step.term)}"})


def _head(head: tree.Literal, kind: str) -> Iterator[Diagnostic]:
    """The head of a plan or rule, or a belief: a pattern without sums."""
    yield from _terms(head)
    for node in _operations(head):
        yield Diagnostic(node.line, kind, {"given": tree.bare(node)})


def _operations(node: tree.Expression) -> Iterator[tree.Unary | tree.Binary]:
    """The outermost operators in a term."""
    match node:
        case tree.Unary() | tree.Binary():
            yield node
        case tree.Literal():
            for part in (*node.args, *node.annots):
                yield from _operations(part)
        case tree.ListNode():
            for part in (*node.members, *([] if node.tail is None else [node.tail])):
                yield from _operations(part)


def _condition(node: tree.Expression) -> Iterator[Diagnostic]:
    """A formula that holds or not: the context of a plan, the body of a rule, a step."""
    match node:
        case tree.Literal():
            yield from _terms(node)
        case tree.Unary() | tree.Binary():
            yield from _formula(node)
        case tree.Variable() | tree.Constant(value=bool()):
            pass
        case _:
            yield Diagnostic(node.line, "no_query", {"text": str(node)})


def _formula(node: tree.Unary | tree.Binary, unifies: bool = True) -> Iterator[Diagnostic]:
    """A formula made with an operator; inside terms no unification is possible."""
    kind = node.operator.kind
    if kind is Kind.NUMERIC or (kind is Kind.UNIFICATION and not unifies):
        yield Diagnostic(node.line, "no_query", {"text": tree.bare(node)})
    elif kind is Kind.LOGICAL:
        for operand in _operands(node):
            if isinstance(operand, (tree.Unary, tree.Binary)):
                yield from _formula(operand, unifies)
            else:
                yield from _condition(operand)
    else:
        for operand in _operands(node):
            yield from _term(operand)


def _term(node: tree.Expression) -> Iterator[Diagnostic]:
    """A term: an argument, a member of a list, one side of a comparison."""
    match node:
        case tree.Literal() | tree.ListNode() | tree.EventNode():
            yield from _terms(node)
        case tree.Unary() | tree.Binary():
            yield from _number(node) if node.operator.kind is Kind.NUMERIC else _formula(node, unifies=False)


def _terms(node: tree.Literal | tree.ListNode | tree.EventNode) -> Iterator[Diagnostic]:
    """The terms inside a term; the question of an internal action is a formula."""
    match node:
        case tree.EventNode():
            yield from _terms(node.head)
        case tree.ListNode():
            for part in (*node.members, *([] if node.tail is None else [node.tail])):
                yield from _term(part)
        case tree.Literal():
            question = QUERY_ARGUMENTS.get(node.functor)
            for place, part in enumerate((*node.args, *node.annots)):
                asks = place == question and isinstance(part, (tree.Unary, tree.Binary))
                yield from _condition(part) if asks else _term(part)


def _number(node: tree.Expression) -> Iterator[Diagnostic]:
    """An operand of a sum."""
    match node:
        case tree.Unary() | tree.Binary() if node.operator.kind is Kind.NUMERIC:
            for operand in _operands(node):
                yield from _number(operand)
        case tree.Variable():
            pass
        case tree.Constant() if not isinstance(node.value, (str, bool)):
            pass
        case _:
            yield Diagnostic(node.line, "no_number", {"text": tree.bare(node)})


def _operands(node: tree.Unary | tree.Binary) -> tuple[tree.Expression, ...]:
    return (node.operand,) if isinstance(node, tree.Unary) else (node.left, node.right)
