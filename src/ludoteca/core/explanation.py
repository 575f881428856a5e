"""An explanation is why: data with evidence and source, built from the mind's own trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ludoteca.core.game import Event, Fact
from ludoteca.core.i18n import Message

Bound = Literal["exact", "at_least", "at_most"]
How = Literal["rule", "given", "called", "not", "more"]


@dataclass(frozen=True, slots=True)
class Source:
    """Where the knowledge that spoke is written."""

    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Reason:
    """A claim, the facts of the position it rests on, who says so, and the reasons behind it."""

    claim: Message
    evidence: tuple[Fact, ...] = ()
    source: Source | None = None
    because: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    """A move turned down, and why."""

    move: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Branch:
    """A move in a search tree, as seen by the seat that would make it."""

    move: str
    seat: str
    value: float
    bound: Bound = "exact"
    visits: int | None = None
    children: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchTree:
    """The trace of a search: what it looked at first, and the line it expects."""

    branches: tuple[Branch, ...]
    expected: tuple[str, ...]
    kind: Literal["tree"] = "tree"


@dataclass(frozen=True, slots=True)
class Step:
    """A goal of a proof and how it was shown.

    By a `rule`, which is a clause of the knowledge, its own words above it and its goals below; `given`, a fact of
    the game; `called`, Prolog's own doing; `not`, because it cannot be shown. `more` stands for what was left out.
    """

    goal: str
    how: How
    source: Source | None = None
    words: str | None = None
    because: tuple[Step, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof:
    """The trace of a logic program: the goals and clauses that led to the move."""

    root: Step
    kind: Literal["proof"] = "proof"


@dataclass(frozen=True, slots=True)
class Alternative:
    """A plan that is about an event; whether its context held, if that was looked at, and whether it was taken."""

    plan: str
    source: Source | None
    applicable: bool | None
    chosen: bool


@dataclass(frozen=True, slots=True)
class Deed:
    """A step of a plan: as it is written, and as it was when taken; how often; how far it has come.

    It rests on beliefs, and a goal was reached by the plan below it.
    """

    text: str
    now: str | None
    source: Source | None
    indent: int
    count: int
    state: Literal["done", "now", "failed", "open"]
    beliefs: tuple[str, ...] = ()
    below: Intended | None = None


@dataclass(frozen=True, slots=True)
class Intended:
    """A plan under way: the event it answers, the plans there were for it, the beliefs that spoke for it, its steps."""

    event: str
    plan: str
    source: Source | None
    words: str | None
    alternatives: tuple[Alternative, ...]
    beliefs: tuple[str, ...]
    steps: tuple[Deed, ...]


@dataclass(frozen=True, slots=True)
class Pending:
    """An intention that was not at work: its event, the plan on top, and the event it waits for, if it does."""

    event: str
    source: Source | None
    waits: str | None


@dataclass(frozen=True, slots=True)
class Noted:
    """Something that happened while an agent thought."""

    claim: Message
    source: Source | None
    kind: str


@dataclass(frozen=True, slots=True)
class Intentions:
    """The trace of an agent: the stack of plans that acted, first cause first, the other intentions, the notes."""

    stack: tuple[Intended, ...]
    others: tuple[Pending, ...]
    notes: tuple[Noted, ...]
    kind: Literal["intentions"] = "intentions"


@dataclass(frozen=True, slots=True)
class Fired:
    """A rule that fired: on what it matched, and how it changed working memory; its own words, if it has any."""

    rule: str
    source: Source | None
    salience: int
    matched: tuple[str, ...]
    asserted: tuple[str, ...] = ()
    retracted: tuple[str, ...] = ()
    words: str | None = None
    number: int = 0  # of this firing among all; 0: not counted


@dataclass(frozen=True, slots=True)
class Waiting:
    """A rule that could have fired next, and on what; it was left on the agenda."""

    rule: str
    source: Source | None
    salience: int
    matched: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulesFired:
    """The trace of a production system: what fired, the last firing last, and the agenda that was left.

    Of very many firings those that matter most are kept, and `more` left out; of a long agenda the first activations
    are kept, and `left_more` come after them.
    """

    fired: tuple[Fired, ...]
    left: tuple[Waiting, ...] = ()
    more: int = 0
    left_more: int = 0
    kind: Literal["rules"] = "rules"

    def support(self) -> tuple[int, ...]:
        """The places of the firings that the last one rests on, itself among them: those that asserted what it
        matched, those that asserted what these matched, and so on.

        >>> begins = Fired("begin", None, 0, (), asserted=("(a)",))
        >>> chance, ends = Fired("chance", None, 0, (), asserted=("(b)",)), Fired("end", None, 0, ("(a)",))
        >>> RulesFired((begins, chance, ends)).support()
        (0, 2)
        """
        wanted, found = set[str](), list[int]()
        for place in reversed(range(len(self.fired))):
            firing = self.fired[place]
            if not found or not wanted.isdisjoint(firing.asserted):
                wanted = (wanted - set(firing.asserted)) | set(firing.matched)
                found.insert(0, place)
        return tuple(found)


@dataclass(frozen=True, slots=True)
class PlanStep:
    """A step of a plan: in words and as its engine writes it; whose it is and in which turn, if that can be said;
    what it costs, and the cost with all before it. `said` is the step in any language, where there are words for it.
    """

    text: str
    action: str
    cost: float
    total: float
    seat: str | None = None
    turn: int | None = None
    source: Source | None = None
    said: Message | None = None


@dataclass(frozen=True, slots=True)
class PlanMade:
    """The trace of a planner: the plan from here on, the first step first, and how good it is known to be.

    `status` is the planner's word for it: optimal, gap, plan. `again` says why the last plan was given up, if one was.
    """

    planner: str
    status: str
    steps: tuple[PlanStep, ...]
    cost: float
    bound: float | None
    states: int
    again: Message | None = None
    kind: Literal["plan"] = "plan"

    @property
    def counts_on_others(self) -> bool:
        """Whether it has steps of more than one seat: it is as good as it says if the others keep to theirs."""
        return len({step.seat for step in self.steps if step.seat is not None}) > 1


# Each school adds its own picture here.
Trace = SearchTree | Proof | Intentions | RulesFired | PlanMade


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move was chosen: its reason, the moves turned down, the school's own trace.

    ``effort`` is the work done, in the mind's own count; given the same count again the mind
    must choose the same. ``value`` is what the mind expects for itself, from 0 (lost) to 1 (won).
    """

    reason: Reason
    rejected: tuple[Rejected, ...] = ()
    trace: Trace | None = None
    effort: int | None = None
    value: float | None = None


def claims_of(why: Explanation) -> Iterator[Message]:
    """Every claim in an explanation, and what the steps of its plan say."""
    if isinstance(why.trace, PlanMade):
        said = (why.trace.again, *(step.said for step in why.trace.steps))
        yield from (message for message in said if message is not None)
    pending = [why.reason, *(rejected.reason for rejected in why.rejected)]
    while pending:
        reason = pending.pop()
        yield reason.claim
        pending.extend(reason.because)


def happening(event: Event, evidence: tuple[Fact, ...] = ()) -> Reason:
    """An event as a reason: replay can check it against the referee."""
    return Reason(Message(event.key, event.args), evidence)
