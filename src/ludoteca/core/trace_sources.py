"""The sources in a trace: the reason for a move names no others."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any

from ludoteca.core.explanation import Explanation, Reason, Source
from ludoteca.core.i18n import Message


def with_sources(found: list[Message] | None, why: Explanation, key: str) -> list[Message] | None:
    """What is wrong with a trace; and if that is nothing, the first source of a reason that the trace does not have.

    `key` is the message for the latter, with the arguments `file` and `line`.
    """
    strange = None if found else strange_source(why)
    return found if strange is None else [Message(key, {"file": strange.file, "line": strange.line})]


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
