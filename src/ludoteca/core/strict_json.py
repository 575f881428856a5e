"""JSON from outside: no number, text or nesting beyond these limits, and no name twice in one object."""

from __future__ import annotations

import json
import math
from collections import Counter
from typing import Any

from ludoteca.core.i18n import Message

LONGEST_TEXT = 2_000
"""Characters of a text."""

LONGEST_NAME = 200
"""Characters of a name in an object, and of a message key."""

LARGEST_NUMBER = 2**64
"""The size of a number, positive or negative: seeds have 64 bits."""

DEEPEST = 100
"""Lists and objects within each other; pydantic reads 200."""


class Refused(ValueError):
    """A JSON text or value that is refused, with the reason as a message."""

    def __init__(self, message: Message) -> None:
        super().__init__(message)
        self.message = message


def read_json(text: str) -> Any:
    """A JSON text as plain data; raises `Refused`."""
    try:
        return json.loads(text, object_pairs_hook=_object)
    except Refused:
        raise
    except (ValueError, RecursionError):  # no JSON, or a number of thousands of digits
        raise Refused(Message("core.json.not_json")) from None


def check_json(data: Any) -> None:
    """Raise `Refused` for plain data that has a number, a text or a nesting beyond the limits."""
    level, depth = [data], 0
    while level:
        inner: list[Any] = []
        for value in level:
            if isinstance(value, str):
                if len(value) > LONGEST_TEXT:
                    raise _refused("text", size=len(value), most=LONGEST_TEXT)
            elif isinstance(value, dict):
                _check_names(value)
                inner += value.values()
            elif isinstance(value, list | tuple):
                inner += value
            elif isinstance(value, int | float):
                _check_number(value)
        depth += bool(inner)
        if depth > DEEPEST:
            raise _refused("depth", most=DEEPEST)
        level = inner


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise _refused("twice", name=twice[:LONGEST_NAME])
    return found


def _check_names(data: dict[str, Any]) -> None:
    for name in data:
        if len(name) > LONGEST_NAME:
            raise _refused("name", size=len(name), most=LONGEST_NAME)


def _check_number(value: float) -> None:
    if isinstance(value, float) and not math.isfinite(value):
        raise _refused("not_finite")
    if abs(value) > LARGEST_NUMBER:
        raise _refused("number", most=LARGEST_NUMBER)


def _refused(reason: str, **args: int | str) -> Refused:
    return Refused(Message(f"core.json.{reason}", args))
