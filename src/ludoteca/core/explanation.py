"""An explanation is why: data with evidence and source, built from the mind's own trace."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from ludoteca.core.game import Event, Fact
from ludoteca.core.language import Message

Bound = Literal["exact", "at_least", "at_most"]


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


# Each school adds its own picture here: proof, intentions, rules fired, plan.
Trace = SearchTree


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
    """Every claim in an explanation."""
    pending = [why.reason, *(rejected.reason for rejected in why.rejected)]
    while pending:
        reason = pending.pop()
        yield reason.claim
        pending.extend(reason.because)


def happening(event: Event, evidence: tuple[Fact, ...] = ()) -> Reason:
    """An event as a reason: replay can check it against the referee."""
    return Reason(Message(event.key, event.args), evidence)
