"""Commands of the protocol: lines such as ``4@2 state <3,0,0,3,3,3,3,3,3>``, read and written.

>>> parse('7@4 move 3')
Command(name='move', args=('3',), id=7, ref=4)
>>> parse('set "info:name" "the \\\\"best\\\\""').args
('info:name', 'the "best"')
>>> write("error", "not so", number=6, ref=4)
'6@4 error "not so"'
"""

from __future__ import annotations

import re
from dataclasses import dataclass

LONGEST = 16_384
"""Characters of a line."""

VERSION = (1, 0, 0)
_COMMAND = re.compile(r"\s*(?:(\d{1,18})?(?:@(\d{1,18}))?\s+)?([A-Za-z0-9]{1,64})(?:\s+(.*))?", re.S)
_ARGUMENT = re.compile(r'\s*(?:"((?:\\.|[^"\\])*)"|(<[\d,]*>)|([^\s"<>]+))', re.S)
_WORD = re.compile(r"[A-Za-z0-9:+.-]+|<[\d,]+>")
_ESCAPED = re.compile(r"\\(.)", re.S)
_ESCAPES = {"n": "\n", "t": "\t"}


class BadCommand(ValueError):
    """A line that is no command."""


@dataclass(frozen=True, slots=True)
class Command:
    """A command: its name, its arguments as texts, its id, and the id of the command that it refers to."""

    name: str
    args: tuple[str, ...] = ()
    id: int | None = None
    ref: int | None = None


def parse(line: str) -> Command:
    """The command of a line; raises `BadCommand`."""
    found = _COMMAND.fullmatch(line.strip()) if len(line) <= LONGEST else None
    if found is None:
        raise BadCommand(line[:80])
    number, ref, name, rest = found.groups()
    return Command(name, _arguments(rest or ""), _number(number), _number(ref))


def _number(text: str | None) -> int | None:
    return None if text is None else int(text)


def _arguments(text: str) -> tuple[str, ...]:
    args, place = list[str](), 0
    while text[place:].strip():
        found = _ARGUMENT.match(text, place)
        if found is None:
            raise BadCommand(text[:80])
        quoted, board, word = found.groups()
        args.append(board or word if quoted is None else _ESCAPED.sub(_unescaped, quoted))
        place = found.end()
    return tuple(args)


def _unescaped(found: re.Match[str]) -> str:
    return _ESCAPES.get(found[1], found[1])


def write(name: str, *args: str | int, number: int, ref: int | None = None) -> str:
    """The line of a command, without its end. The public Python client reads a reference only after an id."""
    numbers = str(number) if ref is None else f"{number}@{ref}"
    return " ".join((numbers, name, *map(_written, args)))


def _written(arg: str | int) -> str:
    if isinstance(arg, int) or _WORD.fullmatch(arg):
        return str(arg)
    plain = "".join(letter if letter.isprintable() else " " for letter in arg)
    return '"' + plain.replace("\\", "\\\\").replace('"', '\\"') + '"'
