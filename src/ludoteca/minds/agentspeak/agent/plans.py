"""Plans and the formulas their bodies are made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from agentspeak import GoalType, Trigger, Var

from ludoteca.minds.agentspeak.agent.queries import Bindings, Query
from ludoteca.minds.agentspeak.agent.terms import (
    Failure,
    Scope,
    Term,
    ground_of,
    literal,
    literal_of,
    undo,
    unify,
    value_of,
)
from ludoteca.minds.agentspeak.agent.writing import shown

if TYPE_CHECKING:
    from ludoteca.minds.agentspeak.agent.intentions import Frame, Intention
    from ludoteca.minds.agentspeak.agent.reasoner import Reasoner

Kind = tuple[Any, Any, str, int]  # trigger, kind of goal, name, length: what a plan is filed under


@dataclass(frozen=True, slots=True)
class Event:
    """A belief or goal that came or went."""

    trigger: Any
    goal: Any
    literal: Term

    @property
    def kind(self) -> Kind:
        return self.trigger, self.goal, self.literal.functor, len(self.literal.args)

    @property
    def is_goal(self) -> bool:
        return self.goal is not GoalType.belief

    def __str__(self) -> str:
        return f"{self.trigger.value}{self.goal.value}{shown(self.literal)}"


def achieve(goal: Term) -> Event:
    return Event(Trigger.addition, GoalType.achievement, goal)


def believe(belief: Term) -> Event:
    return Event(Trigger.addition, GoalType.belief, belief)


def forget(belief: Term) -> Event:
    return Event(Trigger.removal, GoalType.belief, belief)


@dataclass(eq=False, slots=True)
class Plan:
    """What to do about an event, and when."""

    event: Event
    context: Query
    body: Sequence[Formula]
    line: int
    text: str  # its head, as it is written
    atomic: bool = False


@dataclass(eq=False, slots=True)
class Formula(ABC):
    """One step of a body."""

    line: int
    text: str

    @abstractmethod
    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        """Take the step; raises `Failure` when it cannot be done."""

    def now(self, scope: Scope) -> str:
        """The step with what its variables stand for."""
        return self.text


@dataclass(eq=False, slots=True)
class Stated(Formula):
    """A step about one literal."""

    term: Term
    sign: str = ""

    def now(self, scope: Scope) -> str:
        try:
            return f"{self.sign}{shown(value_of(self.term, scope))}"
        except Failure:
            return self.text


@dataclass(eq=False, slots=True)
class Achieve(Stated):
    later: bool = False

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        event = achieve(literal_of(self.term, frame.scope))
        if self.later:
            agent.post(event)
        else:
            agent.pursue(event, intention, self)


@dataclass(eq=False, slots=True)
class Test(Stated):
    """A question: the beliefs answer it, or else a plan does."""

    query: Query | None = None

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        assert self.query is not None
        for _ in self.query.solve(agent, frame):
            return
        event = Event(Trigger.addition, GoalType.test, literal_of(self.term, frame.scope))
        if event.kind not in agent.plans:
            raise Failure("not_believed", term=event.literal)
        agent.pursue(event, intention, self)


@dataclass(eq=False, slots=True)
class Add(Stated):
    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        agent.believe(ground_of(self.term, frame.scope), intention, self)


@dataclass(eq=False, slots=True)
class Remove(Stated):
    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        event = agent.forget(literal_of(self.term, frame.scope), frame)
        if event is not None:
            agent.react(event, intention, self)


@dataclass(eq=False, slots=True)
class Replace(Stated):
    """The old belief of that name goes, whatever its arguments were; plans for that are intentions of their own."""

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        belief = ground_of(self.term, frame.scope)
        anything = literal(belief.functor, [Var() for _ in belief.args])
        gone = agent.forget(anything, Bindings())
        agent.believe(belief, intention, self)
        if gone is not None:
            agent.post(gone)


@dataclass(eq=False, slots=True)
class Act(Stated):
    """Something done in the world."""

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        agent.act(ground_of(self.term, frame.scope), intention, self)


@dataclass(eq=False, slots=True)
class Check(Formula):
    """A query that must hold; what it binds stays bound."""

    query: Query
    term: Term | None = None  # of an internal action, to be shown

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        for _ in self.query.solve(agent, frame):
            return
        raise Failure("does_not_hold", text=self.now(frame.scope))

    def now(self, scope: Scope) -> str:
        try:
            return self.text if self.term is None else shown(value_of(self.term, scope))
        except Failure:
            return self.text


@dataclass(eq=False, slots=True)
class If(Formula):
    query: Query
    then: Sequence[Formula]
    otherwise: Sequence[Formula]

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        for _ in self.query.solve(agent, frame):
            frame.blocks.append(Block(self.then))
            return
        frame.blocks.append(Block(self.otherwise))


@dataclass(eq=False, slots=True)
class For(Formula):
    """All answers are found first; then the body runs once for each."""

    query: Query
    body: Sequence[Formula]

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        mark, answers = len(frame.trail), []
        for _ in self.query.solve(agent, frame):
            answers.append([(variable, frame.scope[variable]) for variable in frame.trail[mark:]])
            agent.weigh(len(answers))
        undo(frame.scope, frame.trail, mark)
        if answers:
            frame.blocks.append(Rounds(self.body, len(self.body), self.line, mark, iter(answers)))


@dataclass(eq=False, slots=True)
class While(Formula):
    query: Query
    body: Sequence[Formula]

    def run(self, agent: Reasoner, intention: Intention, frame: Frame) -> None:
        frame.blocks.append(Repeat(self.body, len(self.body), self.line, len(frame.trail), self.query))


@dataclass(slots=True)
class Block:
    """Formulas under way; a loop knows its line."""

    formulas: Sequence[Formula]
    at: int = 0
    line: int = 0

    def again(self, agent: Reasoner, frame: Frame) -> bool:
        """Whether it starts once more, now that its end is reached."""
        return False


@dataclass(slots=True)
class Rounds(Block):
    """A `for` under way: what one round binds is forgotten in the next."""

    mark: int = 0
    answers: Iterator[list[tuple[Any, Term]]] = field(default_factory=lambda: iter(()))

    def again(self, agent: Reasoner, frame: Frame) -> bool:
        undo(frame.scope, frame.trail, self.mark)
        for answer in self.answers:
            for variable, value in answer:
                frame.scope[variable] = value
                frame.trail.append(variable)
            self.at = 0
            return True
        return False


@dataclass(slots=True)
class Repeat(Block):
    """A `while` under way."""

    mark: int = 0
    query: Query | None = None

    def again(self, agent: Reasoner, frame: Frame) -> bool:
        assert self.query is not None
        undo(frame.scope, frame.trail, self.mark)
        for _ in self.query.solve(agent, frame):
            self.at = 0
            return True
        return False


def binds(term: Term, value: Term, at: Bindings) -> bool:
    """Make a term equal to a value, or change nothing."""
    mark = len(at.trail)
    if unify(term, value, at.scope, at.trail):
        return True
    undo(at.scope, at.trail, mark)
    return False
