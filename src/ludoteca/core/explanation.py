"""Explanations: why a move was chosen, as data with evidence and source."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ludoteca.core.game import Event, Fact
from ludoteca.core.i18n import Message
from ludoteca.core.traces import Trace


@dataclass(frozen=True, slots=True)
class Source:
    """File and line of the knowledge a reason comes from."""

    file: str
    line: int


@dataclass(frozen=True, slots=True)
class Reason:
    """A claim with its evidence (facts of the position), its source, and the reasons behind it."""

    claim: Message
    evidence: tuple[Fact, ...] = ()
    source: Source | None = None
    because: tuple[Reason, ...] = ()


@dataclass(frozen=True, slots=True)
class Rejected:
    """A legal move that was not chosen, and why."""

    move: str
    reason: Reason


@dataclass(frozen=True, slots=True)
class Explanation:
    """Why a move was chosen: its reason, the rejected moves, and the school's own trace.

    ``effort`` is the work done, in the mind's own count; given the same count again the mind
    must choose the same. ``value`` is what the mind expects for itself, from 0 (lost) to 1 (won).
    """

    reason: Reason
    rejected: tuple[Rejected, ...] = ()
    trace: Trace | None = None
    effort: int | None = None
    value: float | None = None


def claims_of(why: Explanation) -> Iterator[Message]:
    """Every message in an explanation: claims of its reasons, and what its trace says."""
    if why.trace is not None:
        yield from why.trace.messages()
    pending = [why.reason, *(rejected.reason for rejected in why.rejected)]
    while pending:
        reason = pending.pop()
        yield reason.claim
        pending.extend(reason.because)


def happening(event: Event, evidence: tuple[Fact, ...] = ()) -> Reason:
    """An event as a reason; replay checks it against the referee."""
    return Reason(Message(event.key, event.args), evidence)
