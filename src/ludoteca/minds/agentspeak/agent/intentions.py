"""Intentions: what an agent is about to do, and how far it has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ludoteca.minds.agentspeak.agent.plans import Block, Event, Formula, Plan
from ludoteca.minds.agentspeak.agent.queries import Bindings
from ludoteca.minds.agentspeak.agent.terms import Term

_USED = 6  # beliefs worth naming


@dataclass(slots=True)
class Note:
    """What is remembered of a step: how often it was taken, what it rested on, what came of it."""

    formula: Formula
    count: int = 0
    bound: int = 0  # how many variables of the plan were bound when it was taken, or its goal reached
    used: tuple[Term, ...] = ()
    below: Frame | None = None
    failed: bool = False


@dataclass(slots=True)
class Candidate:
    """A plan that is about such an event; whether its context holds, if that was looked at."""

    plan: Plan
    applicable: bool | None


class Frame(Bindings):
    """A plan being carried out for an event."""

    __slots__ = ("asked_by", "blocks", "caller", "candidates", "event", "notes", "plan", "used")

    def __init__(self, event: Event, plan: Plan) -> None:
        super().__init__()
        self.event = event
        self.plan = plan
        self.blocks: list[Block] = [Block(plan.body)]
        self.caller: Term | None = None  # the literal that asked for it, in the frame below
        self.asked_by: Note | None = None  # the step there
        self.candidates: list[Candidate] = []
        self.used: tuple[Term, ...] = ()  # beliefs its context rests on
        self.notes: dict[Formula, Note] = {}

    def note(self, formula: Formula) -> Note:
        found = self.notes.get(formula)
        if found is None:
            found = self.notes[formula] = Note(formula)
        return found


def worth_naming(used: list[Term]) -> tuple[Term, ...]:
    """The first few beliefs that something rests on."""
    return tuple(used[:_USED])


@dataclass(slots=True)
class Wait:
    """What an intention waits for: a time, an event, an answer; or else the world's word on an action."""

    since: float
    until: float | None = None
    event: Event | None = None
    elapsed: Term | None = None  # is told how long it was
    fails: bool = False  # when the time is up
    reply: int | None = None  # the question whose answer is awaited …
    answer: Term | None = None  # … and what it is bound to


@dataclass(eq=False, slots=True)
class Intention:
    """Frames on top of each other: the top one is at work, those below wait for it."""

    frames: list[Frame] = field(default_factory=list)
    waiting: Wait | None = None
    root: Event | None = None

    @property
    def top(self) -> Frame:
        return self.frames[-1]

    @property
    def atomic(self) -> bool:
        return any(frame.plan.atomic for frame in self.frames)

    def mentions(self, wanted: Callable[[Event], bool]) -> bool:
        """Whether it is about such a goal, at any height."""
        return any(wanted(frame.event) for frame in self.frames)
