"""Plans, the events that trigger them and the formulas of their bodies."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ludoteca.minds.agentspeak.agent.format import format_short
from ludoteca.minds.agentspeak.agent.logical_formulas import Bindings, LogicalFormula
from ludoteca.minds.agentspeak.agent.terms import (
    Failure,
    GoalType,
    Literal,
    Scope,
    Term,
    Trigger,
    Variable,
    ground_of,
    literal_of,
    undo,
    unify,
    value_of,
)

if TYPE_CHECKING:
    from ludoteca.minds.agentspeak.agent.intentions import Frame, Intention
    from ludoteca.minds.agentspeak.agent.reasoner import Reasoner

EventKind = tuple[Trigger, GoalType, str, int]  # with functor and arity: what plans are found by


@dataclass(frozen=True, slots=True)
class Event:
    """A belief or goal that is added or removed."""

    trigger: Trigger
    goal_type: GoalType
    literal: Term

    @property
    def kind(self) -> EventKind:
        return self.trigger, self.goal_type, self.literal.functor, len(self.literal.args)

    @property
    def is_goal(self) -> bool:
        return self.goal_type is not GoalType.BELIEF

    def __str__(self) -> str:
        return f"{self.trigger.value}{self.goal_type.value}{format_short(self.literal)}"


def achieve(goal: Term) -> Event:
    """The event that an achievement goal is adopted."""
    return Event(Trigger.ADDITION, GoalType.ACHIEVEMENT, goal)


def believe(belief: Term) -> Event:
    """The event that a belief is added."""
    return Event(Trigger.ADDITION, GoalType.BELIEF, belief)


def forget(belief: Term) -> Event:
    """The event that a belief is removed."""
    return Event(Trigger.REMOVAL, GoalType.BELIEF, belief)


@dataclass(eq=False, slots=True)
class Condition:
    """A part of a context: its formula and its text; and its term, where that shows the values of its variables."""

    formula: LogicalFormula
    text: str
    term: Term | None = None

    def instantiated(self, scope: Scope) -> str:
        """The text with the values of its variables."""
        try:
            return self.text if self.term is None else format_short(value_of(self.term, scope))
        except Failure:
            return self.text


@dataclass(eq=False, slots=True)
class Plan:
    """A plan: what to do about an event, and in which context, which is a conjunction of conditions."""

    event: Event
    context: LogicalFormula
    conditions: Sequence[Condition]
    body: Sequence[BodyFormula]
    line: int
    text: str  # its event and context, as they are written
    atomic: bool = False


@dataclass(eq=False, slots=True)
class BodyFormula(ABC):
    """One step of a plan's body."""

    line: int
    text: str

    @abstractmethod
    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        """Take the step; raises `Failure` when it cannot be done."""

    def instantiated(self, scope: Scope) -> str:
        """The text of the step with the values of its variables."""
        return self.text


@dataclass(eq=False, slots=True)
class LiteralFormula(BodyFormula):
    """A step about one literal, perhaps after a sign."""

    term: Term
    sign: str = ""

    def instantiated(self, scope: Scope) -> str:
        try:
            return f"{self.sign}{format_short(value_of(self.term, scope))}"
        except Failure:
            return self.text


@dataclass(eq=False, slots=True)
class AchieveGoal(LiteralFormula):
    """``!goal``, or ``!!goal`` in an intention of its own."""

    detached: bool = False

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        event = achieve(literal_of(self.term, frame.scope))
        if self.detached:
            agent.post(event)
        else:
            agent.pursue(event, intention, self)


@dataclass(eq=False, slots=True)
class TestGoal(LiteralFormula):
    """``?goal``: the beliefs answer it, or else a plan does."""

    formula: LogicalFormula | None = None

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        assert self.formula is not None
        for _ in self.formula.solve(agent, frame):
            return
        event = Event(Trigger.ADDITION, GoalType.TEST, literal_of(self.term, frame.scope))
        if event.kind not in agent.plans:
            raise Failure("not_believed", term=event.literal)
        agent.pursue(event, intention, self)


@dataclass(eq=False, slots=True)
class AddBelief(LiteralFormula):
    """``+belief``."""

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        agent.believe(ground_of(self.term, frame.scope), intention, self)


@dataclass(eq=False, slots=True)
class RemoveBelief(LiteralFormula):
    """``-belief``."""

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        event = agent.forget(literal_of(self.term, frame.scope), frame)
        if event is not None:
            agent.react(event, intention, self)


@dataclass(eq=False, slots=True)
class ReplaceBelief(LiteralFormula):
    """``-+belief``: the old belief of that functor goes, whatever its arguments; a plan for that is a new intention."""

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        belief = ground_of(self.term, frame.scope)
        anything = Literal(belief.functor, [Variable() for _ in belief.args])
        gone = agent.forget(anything, Bindings())
        agent.believe(belief, intention, self)
        if gone is not None:
            agent.post(gone)


@dataclass(eq=False, slots=True)
class ExternalAction(LiteralFormula):
    """An action in the world."""

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        agent.act(ground_of(self.term, frame.scope), intention, self)


@dataclass(eq=False, slots=True)
class Constraint(BodyFormula):
    """An internal action or a condition that must hold; its bindings stay."""

    formula: LogicalFormula
    term: Term | None = None  # of an internal action, to be shown

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        for _ in self.formula.solve(agent, frame):
            return
        raise Failure("does_not_hold", text=self.instantiated(frame.scope))

    def instantiated(self, scope: Scope) -> str:
        try:
            return self.text if self.term is None else format_short(value_of(self.term, scope))
        except Failure:
            return self.text


@dataclass(eq=False, slots=True)
class If(BodyFormula):
    """``if (condition) { … } else { … }``."""

    condition: LogicalFormula
    then: Sequence[BodyFormula]
    otherwise: Sequence[BodyFormula]

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        for _ in self.condition.solve(agent, frame):
            frame.blocks.append(Block(self.then))
            return
        frame.blocks.append(Block(self.otherwise))


@dataclass(eq=False, slots=True)
class For(BodyFormula):
    """``for (condition) { … }``: all answers are found first, then the body runs once for each."""

    condition: LogicalFormula
    body: Sequence[BodyFormula]

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        mark, answers = len(frame.trail), []
        for _ in self.condition.solve(agent, frame):
            answers.append([(variable, frame.scope[variable]) for variable in frame.trail[mark:]])
            agent.check_size(len(answers))
        undo(frame.scope, frame.trail, mark)
        if answers:
            frame.blocks.append(ForBlock(self.body, len(self.body), self.line, mark, iter(answers)))


@dataclass(eq=False, slots=True)
class While(BodyFormula):
    """``while (condition) { … }``."""

    condition: LogicalFormula
    body: Sequence[BodyFormula]

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        frame.blocks.append(WhileBlock(self.body, len(self.body), self.line, len(frame.trail), self.condition))


@dataclass(slots=True)
class Block:
    """A sequence of formulas being carried out; a loop knows its line."""

    formulas: Sequence[BodyFormula]
    at: int = 0
    line: int = 0

    def repeats(self, agent: Reasoner, frame: Frame) -> bool:
        """Begin again at the end of the block, if it is a loop that goes on; whether it does."""
        return False


@dataclass(slots=True)
class ForBlock(Block):
    """A `for` being carried out: the bindings of one round are undone before the next."""

    mark: int = 0
    answers: Iterator[list[tuple[Any, Term]]] = field(default_factory=lambda: iter(()))

    def repeats(self, agent: Reasoner, frame: Frame) -> bool:
        undo(frame.scope, frame.trail, self.mark)
        for answer in self.answers:
            for variable, value in answer:
                frame.scope[variable] = value
                frame.trail.append(variable)
            self.at = 0
            return True
        return False


@dataclass(slots=True)
class WhileBlock(Block):
    """A `while` being carried out."""

    mark: int = 0
    condition: LogicalFormula | None = None

    def repeats(self, agent: Reasoner, frame: Frame) -> bool:
        assert self.condition is not None
        undo(frame.scope, frame.trail, self.mark)
        for _ in self.condition.solve(agent, frame):
            self.at = 0
            return True
        return False


def bind(term: Term, value: Term, at: Bindings) -> bool:
    """Unify a term with a value, or change nothing; whether they are equal now."""
    mark = len(at.trail)
    if unify(term, value, at.scope, at.trail):
        return True
    undo(at.scope, at.trail, mark)
    return False
