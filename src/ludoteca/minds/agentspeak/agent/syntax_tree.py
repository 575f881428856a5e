"""The syntax tree of a program; `str` of a node is its text, with the brackets that show its structure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum

from ludoteca.minds.agentspeak.agent.format import format_constant
from ludoteca.minds.agentspeak.agent.operators import Operator
from ludoteca.minds.agentspeak.agent.terms import GoalType, Trigger

# Terms and logical formulas


@dataclass(slots=True)
class Constant:
    """A number, a string, `true` or `false`; a sum of numbers is worked out when it is read."""

    line: int
    value: float | str | bool

    def __str__(self) -> str:
        return format_constant(self.value)


@dataclass(slots=True)
class Variable:
    """A variable; each `_` is a variable of its own."""

    line: int
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(slots=True)
class Literal:
    """A functor with its arguments and annotations."""

    line: int
    functor: str
    args: Sequence[Expression] = ()
    annots: Sequence[Expression] = ()

    @property
    def is_internal_action(self) -> bool:
        return self.functor.startswith(".")

    def __str__(self) -> str:
        args = f"({_joined(self.args)})" if self.args else ""
        return f"{self.functor}{args}{f'[{_joined(self.annots)}]' if self.annots else ''}"


@dataclass(slots=True)
class ListNode:
    """A list: its members, and perhaps the term that stands for all the others."""

    line: int
    members: Sequence[Expression]
    tail: Expression | None = None

    def __str__(self) -> str:
        return f"[{_joined(self.members)}{'' if self.tail is None else f'|{self.tail}'}]"


@dataclass(slots=True)
class Unary:
    """An operator and its operand."""

    line: int
    operator: Operator
    operand: Expression

    def __str__(self) -> str:
        symbol = self.operator.symbol
        return f"{symbol}({bare(self.operand)})" if self.operator.is_function else f"({symbol} {self.operand})"


@dataclass(slots=True)
class Binary:
    """An operator between two operands; its line is the operator's."""

    line: int
    operator: Operator
    left: Expression
    right: Expression

    def __str__(self) -> str:
        if self.operator.is_function:
            return f"{self.operator.symbol}({bare(self.left)}, {bare(self.right)})"
        first: Expression = self
        rest = list[str]()
        while (
            isinstance(first, Binary) and not first.operator.is_function
        ):  # a loop, since long sums are deep to the left
            rest.append(f" {first.operator.symbol} {first.right})")
            first = first.left
        return "".join(("(" * len(rest), str(first), *reversed(rest)))


@dataclass(slots=True)
class EventNode:
    """An event: what triggers a plan, or in braces what `.wait` waits for."""

    line: int
    trigger: Trigger
    goal_type: GoalType
    head: Literal
    in_braces: bool = False

    def __str__(self) -> str:
        text = f"{self.trigger.value}{self.goal_type.value}{self.head}"
        return f"{{{text}}}" if self.in_braces else text


Expression = Constant | Variable | Literal | ListNode | Unary | Binary | EventNode


def bare(node: Expression) -> str:
    """The text of a node, without brackets around the whole."""
    text = str(node)
    return text[1:-1] if isinstance(node, (Unary, Binary)) and not node.operator.is_function else text


def _joined(nodes: Sequence[Expression]) -> str:
    return ", ".join(map(str, nodes))


# Steps of plan bodies


class Sign(Enum):
    """What stands before the literal of a step."""

    ACHIEVE = "!"
    ACHIEVE_LATER = "!!"
    TEST = "?"
    ADD = "+"
    REMOVE = "-"
    REPLACE = "-+"


@dataclass(slots=True)
class SimpleStep:
    """An action or a condition, or after a sign a goal or a belief."""

    line: int
    sign: Sign | None
    term: Expression


@dataclass(slots=True)
class IfStep:
    line: int
    condition: Expression
    then: Sequence[StepNode]
    otherwise: Sequence[StepNode] = ()


@dataclass(slots=True)
class ForStep:
    line: int
    condition: Expression
    body: Sequence[StepNode]


@dataclass(slots=True)
class WhileStep:
    line: int
    condition: Expression
    body: Sequence[StepNode]


StepNode = SimpleStep | IfStep | ForStep | WhileStep

# Statements


@dataclass(slots=True)
class Directive:
    """A directive, such as ``{ include("more.asl") }``, which is read and not carried out."""

    line: int
    text: str


@dataclass(slots=True)
class GoalNode:
    """An initial goal."""

    line: int
    literal: Literal


@dataclass(slots=True)
class RuleNode:
    head: Literal
    body: Expression


@dataclass(slots=True)
class PlanNode:
    event: EventNode
    label: Literal | None = None
    context: Expression | None = None
    body: Sequence[StepNode] = ()


@dataclass(slots=True)
class Program:
    """A whole program: its statements by kind, each in the order of the text."""

    beliefs: list[Literal] = field(default_factory=list)
    rules: list[RuleNode] = field(default_factory=list)
    goals: list[GoalNode] = field(default_factory=list)
    plans: list[PlanNode] = field(default_factory=list)
    directives: list[Directive] = field(default_factory=list)
