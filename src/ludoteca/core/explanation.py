"""Explanations: why a move was chosen, as data with evidence and source."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from ludoteca.core.game import Event, Fact
from ludoteca.core.i18n import Message
from ludoteca.core.strict_json import LONGEST_TEXT, Refused, check_json
from ludoteca.core.traces import Trace

MOST_BYTES = 256 << 10
"""Bytes of an explanation as JSON."""

MOST_TRACE_BYTES = 128 << 10
"""Bytes that a trace is cut to; the rest is for reasons and rejected moves."""

MOST_REASONS = 2_000
"""Reasons of an explanation, those of rejected moves and those behind other reasons included."""


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
    ``rejected_omitted`` is how many more rejected moves there were, if not all of them are listed.
    """

    reason: Reason
    rejected: tuple[Rejected, ...] = ()
    trace: Trace | None = None
    effort: int | None = None
    value: float | None = None
    rejected_omitted: int | None = None


def check_explanation(data: Any) -> None:
    """Raise `Refused` for an explanation, as plain JSON data, that is larger than the limits."""
    check_json(data)
    size = _bytes(data)
    if size > MOST_BYTES:
        raise Refused(Message("core.explanation.bytes", {"size": size, "most": MOST_BYTES}))
    reasons = _reasons(data)
    if reasons > MOST_REASONS:
        raise Refused(Message("core.explanation.reasons", {"size": reasons, "most": MOST_REASONS}))


def cut_to_limits(why: Explanation, about: str | None = None) -> Explanation:
    """The explanation with as much of its trace and of its rejected moves as the limits allow.

    The reason against the move `about` is the last to be left out.
    """
    from ludoteca.core.record import to_json

    data = to_json(why)
    if _bytes(data) <= MOST_BYTES and _reasons(data) <= MOST_REASONS:
        return why
    why = replace(why, rejected=tuple(sorted(why.rejected, key=lambda each: each.move != about)))
    trace, most = why.trace, 512
    while trace is not None and most > 1 and _bytes(to_json(trace)) > MOST_TRACE_BYTES:
        most //= 2
        trace = trace.cut(most)
    bare = to_json(replace(why, trace=trace, rejected=()))
    size, reasons, kept = _bytes(bare) + _MARGIN, _reasons(bare), 0
    for rejected in to_json(why.rejected):
        size, reasons = size + _bytes(rejected) + 1, reasons + _reasons(rejected)
        if size > MOST_BYTES or reasons > MOST_REASONS:
            break
        kept += 1
    omitted = len(why.rejected) - kept + (why.rejected_omitted or 0)
    return replace(why, trace=trace, rejected=why.rejected[:kept], rejected_omitted=omitted or None)


_MARGIN = 100  # bytes for the names of the fields


def _bytes(data: Any) -> int:
    return len(json.dumps(data, ensure_ascii=False, separators=(",", ":")).encode(errors="replace"))


def _reasons(data: Any) -> int:
    """The number of claims in plain data."""
    found, pending = 0, [data]
    while pending:
        value = pending.pop()
        if isinstance(value, dict):
            found += "claim" in value
            pending += value.values()
        elif isinstance(value, list):
            pending += value
    return found


def left_out(count: int) -> str:
    """The mark where so many parts, or characters of a text, are left out.

    >>> left_out(3)
    '… +3'
    """
    return f"… +{count}"


def shortened(text: str, most: int = LONGEST_TEXT) -> str:
    """A text of at most so many characters; what is cut off is counted.

    >>> shortened("a" * 50, 20)
    'aaaaaaaaaaaaaaa… +35'
    """
    if len(text) <= most:
        return text
    kept = most
    while kept > 0 and len(left_out(len(text) - kept)) + kept > most:
        kept -= 1
    return text[:kept] + left_out(len(text) - kept)


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
