"""The builder of the syntax tree: takes the parser's tree and works out sums of numbers on the way."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any

from lark import Token, v_args
from lark.tree import Meta
from lark.visitors import Transformer_NonRecursive

from ludoteca.minds.agentspeak.agent import syntax_tree as tree
from ludoteca.minds.agentspeak.agent.diagnostics import Diagnostic
from ludoteca.minds.agentspeak.agent.operators import AND, BINARY, FUNCTIONS, RANDOM, UNARY, Kind, Operator
from ludoteca.minds.agentspeak.agent.terms import GoalType, Trigger

_NUMBERS = (int, float)
_DEFAULT_NAMESPACE = re.compile(r"^(~?)(?:default|this_ns)?::")
Children = Sequence[Any]


def unquote(text: str) -> str:
    """The string that a quoted text stands for; raises `UnicodeDecodeError` for an escape there is not."""
    return text[1:-1].encode("latin-1", "backslashreplace").decode("unicode_escape")


@v_args(meta=True)
class TreeBuilder(Transformer_NonRecursive[Token, Any]):
    """One method for each rule of the grammar; `diagnostics` are the sums that have no result."""

    def __init__(self) -> None:
        super().__init__(visit_tokens=False)
        self.diagnostics: list[Diagnostic] = []

    # Statements

    def program(self, meta: Meta, statements: Children) -> tree.Program:
        program = tree.Program()
        for statement in statements:
            match statement:
                case tree.Literal():
                    program.beliefs.append(statement)
                case tree.RuleNode():
                    program.rules.append(statement)
                case tree.GoalNode():
                    program.goals.append(statement)
                case tree.PlanNode():
                    program.plans.append(statement)
                case tree.Directive():
                    program.directives.append(statement)
        return program

    def literal_text(self, meta: Meta, children: Children) -> Any:
        return children[0]

    def event_text(self, meta: Meta, children: Children) -> Any:
        return children[0]

    def directive(self, meta: Meta, children: Children) -> tree.Directive:
        return tree.Directive(meta.line, " ".join(children[0].split()))

    def belief(self, meta: Meta, children: Children) -> Any:
        return children[0]

    def rule(self, meta: Meta, children: Children) -> tree.RuleNode:
        return tree.RuleNode(*children)

    def goal(self, meta: Meta, children: Children) -> tree.GoalNode:
        return tree.GoalNode(meta.line, children[1])

    def plan(self, meta: Meta, children: Children) -> tree.PlanNode:
        label, event, context, *body = children
        return tree.PlanNode(event, label, context, *body)

    def label(self, meta: Meta, children: Children) -> Any:
        return children[0]

    def context(self, meta: Meta, children: Children) -> Any:
        return children[0]

    def event(self, meta: Meta, children: Children) -> tree.EventNode:
        trigger, goal, head = children
        return tree.EventNode(meta.line, Trigger(str(trigger)), GoalType(str(goal or "")), head)

    # Plan bodies

    def body(self, meta: Meta, steps: Children) -> Children:
        return tuple(steps)

    def braces(self, meta: Meta, steps: Children) -> Children:
        return tuple(steps)

    def signed_step(self, meta: Meta, children: Children) -> tree.SimpleStep:
        sign, term = children
        return tree.SimpleStep(meta.line, tree.Sign(str(sign)), term)

    def plain_step(self, meta: Meta, children: Children) -> tree.SimpleStep:
        return tree.SimpleStep(meta.line, None, children[0])

    def if_step(self, meta: Meta, children: Children) -> tree.IfStep:
        _, condition, then, otherwise = children
        if isinstance(otherwise, tree.IfStep):
            otherwise = (otherwise,)
        return tree.IfStep(meta.line, condition, then, otherwise or ())

    elif_step = if_step

    def for_step(self, meta: Meta, children: Children) -> tree.ForStep:
        return tree.ForStep(meta.line, *children[1:])

    def while_step(self, meta: Meta, children: Children) -> tree.WhileStep:
        return tree.WhileStep(meta.line, *children[1:])

    # Terms

    def binary(self, meta: Meta, children: Children) -> tree.Expression:
        left: tree.Expression = children[0]
        for sign, right in zip(children[1::2], children[2::2], strict=True):
            left = self._binary(sign, left, right)
        return left

    def comparison(self, meta: Meta, children: Children) -> tree.Expression:
        """``1 < X < 3`` is ``1 < X & X < 3``."""
        whole: tree.Expression | None = None
        for left, sign, right in zip(children[::2], children[1::2], children[2::2], strict=False):
            part = self._binary(sign, left, right)
            whole = part if whole is None else self._folded(tree.Binary(sign.line, AND, whole, part), whole, part)
        assert whole is not None
        return whole

    def unary(self, meta: Meta, children: Children) -> tree.Expression:
        sign, operand = children
        return self._folded(tree.Unary(sign.line, UNARY[sign], operand), operand)

    def literal(self, meta: Meta, children: Children) -> tree.Literal:
        functor, args, annots = children
        return tree.Literal(functor.line, _DEFAULT_NAMESPACE.sub(r"\1", functor), args or (), annots or ())

    def literal_or_function(self, meta: Meta, children: Children) -> tree.Expression:
        literal: tree.Literal = children[0]
        function = None if literal.annots else FUNCTIONS.get((literal.functor, len(literal.args)))
        if function is None:
            return literal
        return self._function(literal.line, function, literal.args or (tree.Constant(literal.line, 1.0),))

    def _function(self, line: int, function: Operator, args: Children) -> tree.Expression:
        """A function of numbers: an operator that is written before its operands."""
        if len(args) == 1:
            return self._folded(tree.Unary(line, function, args[0]), args[0])
        return self._folded(tree.Binary(line, function, *args), *args)

    def arguments(self, meta: Meta, terms: Children) -> Children:
        return tuple(terms)

    annotations = arguments

    def event_term(self, meta: Meta, children: Children) -> tree.EventNode:
        event: tree.EventNode = children[0]
        event.in_braces = True
        return event

    def list(self, meta: Meta, members: Children) -> tree.ListNode:
        return tree.ListNode(meta.line, tuple(members))

    def list_with_tail(self, meta: Meta, children: Children) -> tree.ListNode:
        return tree.ListNode(meta.line, tuple(children[:-1]), children[-1])

    def tail(self, meta: Meta, children: Children) -> Any:
        return children[0]

    def variable(self, meta: Meta, children: Children) -> tree.Variable:
        return tree.Variable(meta.line, str(children[0]))

    def number(self, meta: Meta, children: Children) -> tree.Constant:
        value = float(children[0])
        if not math.isfinite(value):
            self.diagnostics.append(Diagnostic(meta.line, "syntax.number"))
        return tree.Constant(meta.line, value)

    def string(self, meta: Meta, children: Children) -> tree.Constant:
        return tree.Constant(meta.line, unquote(children[0]))

    def true(self, meta: Meta, children: Children) -> tree.Constant:
        return tree.Constant(meta.line, True)

    def false(self, meta: Meta, children: Children) -> tree.Constant:
        return tree.Constant(meta.line, False)

    def _binary(self, sign: Token, left: tree.Expression, right: tree.Expression) -> tree.Expression:
        return self._folded(tree.Binary(sign.line or 0, BINARY[sign], left, right), left, right)

    def _folded(self, node: tree.Unary | tree.Binary, *operands: tree.Expression) -> tree.Expression:
        """A node, or the constant it stands for."""
        values = [operand.value for operand in operands if isinstance(operand, tree.Constant)]
        if node.operator is RANDOM or len(values) < len(operands) or not _computable(node.operator, values):
            return node
        assert node.operator.compute is not None
        try:
            result = node.operator.compute(*values)
        except (ArithmeticError, ValueError) as error:
            zero = isinstance(error, ZeroDivisionError)
            self.diagnostics.append(Diagnostic(node.line, "syntax.zero" if zero else "syntax.number"))
            return node
        if isinstance(result, complex) or (isinstance(result, float) and not math.isfinite(result)):
            self.diagnostics.append(Diagnostic(node.line, "syntax.number"))
            return node
        return tree.Constant(node.line, result)


def _computable(operator: Operator, values: Sequence[object]) -> bool:
    """Whether constants are what an operator computes with."""
    truths = [isinstance(value, bool) for value in values]
    if operator.kind is Kind.LOGICAL:
        return all(truths)
    numbers = all(isinstance(value, _NUMBERS) for value in values) and not any(truths)
    if operator.kind is Kind.NUMERIC:
        return numbers
    alike = numbers or all(truths) or all(isinstance(value, str) for value in values)
    return operator.kind is Kind.COMPARISON and alike
