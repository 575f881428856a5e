"""Intentions: each is a stack of plans being carried out, and says how far it has come."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from ludoteca.minds.agentspeak.agent.logical_formulas import Bindings
from ludoteca.minds.agentspeak.agent.plans import Block, BodyFormula, Event, Plan
from ludoteca.minds.agentspeak.agent.terms import Term

_USED = 6  # beliefs worth showing


@dataclass(slots=True)
class StepRecord:
    """What is known of a step: how often it was taken, the beliefs it used, and what came of it."""

    formula: BodyFormula
    count: int = 0
    bound: int = 0  # how many variables of the plan were bound when it was taken, or its goal reached
    used: tuple[Term, ...] = ()
    below: Frame | None = None
    failed: bool = False


@dataclass(slots=True)
class RelevantPlan:
    """A plan whose event unifies with the one at hand; and whether it is applicable, if its context was looked at."""

    plan: Plan
    applicable: bool | None


class Frame(Bindings):
    """A plan being carried out for an event: one level of an intention."""

    __slots__ = ("blocks", "caller", "event", "plan", "records", "relevant", "step_below", "used")

    def __init__(self, event: Event, plan: Plan) -> None:
        super().__init__()
        self.event = event
        self.plan = plan
        self.blocks: list[Block] = [Block(plan.body)]
        self.caller: Term | None = None  # the literal of the goal, in the frame below
        self.step_below: StepRecord | None = None  # the step of that frame
        self.relevant: list[RelevantPlan] = []
        self.used: tuple[Term, ...] = ()  # beliefs its context rests on
        self.records: dict[BodyFormula, StepRecord] = {}

    def record_of(self, formula: BodyFormula) -> StepRecord:
        """The record of one of its steps."""
        found = self.records.get(formula)
        if found is None:
            found = self.records[formula] = StepRecord(formula)
        return found


def worth_showing(used: list[Term]) -> tuple[Term, ...]:
    """The first few of the beliefs that a formula used."""
    return tuple(used[:_USED])


@dataclass(slots=True)
class Wait:
    """What an intention waits for: a time, an event, an answer, or else the result of an action."""

    since: float
    until: float | None = None
    event: Event | None = None
    elapsed: Term | None = None  # bound to how long it took
    fails: bool = False  # when the time is up
    reply: int | None = None  # the question whose answer is awaited …
    answer: Term | None = None  # … and what it is bound to
    suspended: bool = False  # whether it waits for `.resume` …
    before: Wait | None = None  # … and for what it waited before


@dataclass(eq=False, slots=True)
class Intention:
    """A stack of frames: the top one is carried out, those below wait for it."""

    frames: list[Frame] = field(default_factory=list)
    waiting: Wait | None = None
    root: Event | None = None

    @property
    def top(self) -> Frame:
        return self.frames[-1]

    @property
    def atomic(self) -> bool:
        return any(frame.plan.atomic for frame in self.frames)

    def pursues(self, wanted: Callable[[Event], bool]) -> bool:
        """Whether any of its frames is about such an event."""
        return any(wanted(frame.event) for frame in self.frames)
