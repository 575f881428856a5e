"""The headline of an explanation, its reasons and its trace tell one story: where they contradict each other."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Iterator
from typing import Any

from ludoteca.core.explanation import Explanation, Reason, Source
from ludoteca.core.i18n import Message


def with_story(
    found: list[Message] | None, why: Explanation, prefix: str, places: Iterable[Source] | None = None
) -> list[Message] | None:
    """What is wrong with a trace; and if that is nothing, what is wrong with the reasons next to it.

    `prefix` begins the keys of the messages: `against`, and `reason_source` with the arguments `file` and `line`.
    Reasons against other moves may name the places given, or if these are not known any place.
    """
    if found:
        return found
    if why.reason.claim.key in {rejected.reason.claim.key for rejected in why.rejected}:
        return [Message(f"{prefix}.against")]
    strange = strange_source(why, None if places is None else set(places))
    if strange is not None:
        return [Message(f"{prefix}.reason_source", {"file": strange.file, "line": strange.line})]
    return found


def strange_source(why: Explanation, places: set[Source] | None) -> Source | None:
    """The first source of a reason that is not in the trace; or of one against another move that is not a place."""
    known, others = set(_sources(why.trace)), [rejected.reason for rejected in why.rejected]
    strange = [source for source in _reason_sources([why.reason]) if source not in known]
    if places is not None:
        strange += [source for source in _reason_sources(others) if source not in places]
    return strange[0] if strange else None


def _reason_sources(reasons: Iterable[Reason]) -> Iterator[Source]:
    pending = list(reasons)
    while pending:
        one = pending.pop()
        if one.source is not None:
            yield one.source
        pending += one.because


def _sources(trace: Any) -> Iterator[Source]:
    """Every source within a trace, whatever its type."""
    pending = [trace]
    while pending:
        item = pending.pop()
        if isinstance(item, Source):
            yield item
        elif isinstance(item, tuple | list):
            pending += item
        elif dataclasses.is_dataclass(item):
            pending += [getattr(item, field.name) for field in dataclasses.fields(item)]
