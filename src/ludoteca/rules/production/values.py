"""Values of slots and variables in working memory."""

from __future__ import annotations

Value = int | float | str | tuple["int | float | str", ...]
"""A number, or text as CLIPS writes it (a string in quotes, an instance name in []), or a list of these."""


def value_text(value: Value) -> str:
    """A value in one line.

    >>> value_text(("1", "two"))
    '1 two'
    """
    return " ".join(str(part) for part in value) if isinstance(value, tuple) else str(value)
