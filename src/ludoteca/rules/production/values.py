"""Values of slots and variables in working memory."""

from __future__ import annotations

import re

Value = int | float | str | tuple["int | float | str", ...]
"""A number, or text as CLIPS writes it (a string in quotes, an instance name in []), or a list of these."""

DELIMITER = re.compile(r'[\s()&|~;"]|^[?$]')
"""What a symbol cannot contain when it is written down; `(sym-cat)` can make such symbols."""
_NOT_IN_NAME = re.compile(r'[\s()&|~;"\[\],]')  # nor what sets names in a list apart


class Unstorable(str):
    """A value that no position can store, as a text: an address, or a symbol that looks like another kind of value."""

    __slots__ = ()


def value_text(value: Value) -> str:
    """A value in one line.

    >>> value_text(("1", "two"))
    '1 two'
    """
    return " ".join(map(_text, value)) if isinstance(value, tuple) else _text(value)


def string_value(text: str) -> str:
    """A string as CLIPS writes it.

    >>> print(string_value('say "a"'))
    "say \\"a\\""
    """
    escaped = text.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def string_text(value: str) -> str:
    """The text of a string that is written as CLIPS writes it.

    >>> string_text(string_value('a "b" c'))
    'a "b" c'
    """
    return re.sub(r"\\(.)", r"\1", value[1:-1], flags=re.S)


def _text(part: float | str) -> str:
    """A value in one line that cannot be taken for another one.

    >>> print(_text("a) (b"), _text('"two\\nlines"'))
    (sym-cat "a) (b") "two\\nlines"
    """
    if not isinstance(part, str) or isinstance(part, Unstorable):
        return str(part)
    if part[:1] == "[" and _NOT_IN_NAME.search(part, 1, len(part) - 1):
        part = f"[(sym-cat {string_value(part[1:-1])})]"
    elif part[:1] not in ('"', "[") and DELIMITER.search(part):
        part = f"(sym-cat {string_value(part)})"
    return part if part.isprintable() else "".join(map(_printable, part))


def _printable(character: str) -> str:
    return character if character.isprintable() else repr(character)[1:-1]
