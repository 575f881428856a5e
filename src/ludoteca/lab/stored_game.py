"""Stored games. What another version or a plugin that is gone has written may be unreadable; the moves are kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import quoted
from ludoteca.core.record import Header, Line, Record, Result, Turn, read_line, to_line

_Kind = TypeVar("_Kind", Header, Turn, Result)


@dataclass(frozen=True, slots=True)
class Undo:
    """What one undo took back: the moves from number `start` on, and the result if there was one."""

    start: int
    turns: tuple[Turn, ...]
    result: Result | None

    @property
    def lines(self) -> str:
        """The moves and the result as lines of a record, after a line with the number of the first one."""
        kept = (*self.turns, *(() if self.result is None else (self.result,)))
        return "\n".join((str(self.start), *map(to_line, kept)))


@dataclass(frozen=True, slots=True)
class LinkSeat:
    """A seat of a person in a game that is played by link: who sits there, or the code of the invitation."""

    seat: int
    person: str | None = None
    name: str = ""
    code: str | None = None


@dataclass(frozen=True, slots=True)
class StoredGame:
    """A game as the lines of its record, and what was undone, the latest last.

    `owner` is the member of the class to whom it belongs; `seats` are there if it is played by link.
    """

    id: str
    header: str
    turns: tuple[str, ...]
    result: str | None
    undone: tuple[str, ...] = ()
    owner: str | None = None
    seats: tuple[LinkSeat, ...] = ()

    def record(self) -> Record:
        """The game as a record; raises `BadInput`.

        A trace and rejected moves that cannot be read are left out; a reason that cannot be read is replaced by one
        that says so.
        """
        try:
            return Record(
                _read(Header, self.header, 1, self.id),
                tuple(_read(Turn, line, number, self.id) for number, line in enumerate(self.turns, 2)),
                None if self.result is None else _read(Result, self.result, len(self.turns) + 2, self.id),
            )
        except BadInput as error:
            raise BadInput("lab.store.bad_game", id=self.id, why=quoted(error.message)) from error

    def undos(self) -> list[Undo]:
        """What was undone and follows the moves of the game, the latest last; up to what cannot be read."""
        undos: list[Undo] = []
        following = len(self.turns)
        for lines in reversed(self.undone):
            undo = _undo(lines, self.id)
            if undo is None or undo.start != following:
                break
            following += len(undo.turns)
            undos.insert(0, undo)
        return undos


def _undo(lines: str, name: str) -> Undo | None:
    first, *rest = lines.split("\n")
    try:
        items = [_first_readable(line, number, name) for number, line in enumerate(rest, 2)]
        turns = tuple(item for item in items if isinstance(item, Turn))
        results = [item for item in items if isinstance(item, Result)]
        return Undo(int(first), turns, results[0] if results else None)
    except (BadInput, ValueError):
        return None


def _read(kind: type[_Kind], line: str, number: int, name: str) -> _Kind:
    item = _first_readable(line, number, name)
    if not isinstance(item, kind):
        raise BadInput("core.record.order", path=name, line=number)
    return item


def _first_readable(line: str, number: int, name: str) -> Line:
    """The line as it is or, if that cannot be read, with as much of its explanation as can be."""
    try:
        return read_line(line, number, name)
    except BadInput as unreadable:
        for reduced in _reduced(line):
            try:
                return read_line(json.dumps(reduced), number, name)
            except BadInput:
                continue
        raise unreadable


def _reduced(line: str) -> Iterator[Mapping[str, Any]]:
    """The line with less and less of what another version may have written differently."""
    try:
        data = json.loads(line)
    except (ValueError, RecursionError):
        return
    match data:
        case {"kind": "move", "why": {**why}}:
            why.pop("trace", None)
            yield {**data, "why": why}
            why.pop("rejected", None)
            yield {**data, "why": why}
            unreadable = {"reason": {"claim": _claim("lab.unreadable.why")}}
            yield {**data, "why": why | unreadable}
            yield {**data, "why": unreadable}
        case {"kind": "result", "forfeit": {**forfeit}}:
            yield {**data, "forfeit": {**forfeit, "reason": _claim("lab.unreadable.forfeit")}}


def _claim(key: str) -> dict[str, Any]:
    return {"key": key, "args": {}}
