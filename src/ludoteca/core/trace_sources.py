"""The sources in a trace: the reason for a move names no others."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from ludoteca.core.explanation import Explanation, Reason, Source


def strange_source(why: Explanation) -> Source | None:
    """The first source of a reason, or of one behind it, that is not in the trace."""
    known = set(_sources(why.trace))
    return next((source for source in _reason_sources(why.reason) if source not in known), None)


def _reason_sources(reason: Reason) -> Iterator[Source]:
    pending = [reason]
    while pending:
        one = pending.pop()
        if one.source is not None:
            yield one.source
        pending += reversed(one.because)


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
