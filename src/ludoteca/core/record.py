"""Records of games: one JSON object a line, so that a record that breaks off can still be read."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, TextIO, TypeVar

from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Explanation, check_explanation, claims_of
from ludoteca.core.game import Fact, Game
from ludoteca.core.i18n import Message, can_say, quoted
from ludoteca.core.options import Value
from ludoteca.core.strict_json import Refused, check_json, read_json

MOST_BYTES = 256 << 20
"""Bytes of a record."""

MOST_LINES = 20_000
"""Lines of a record."""

LONGEST_LINE = 512 << 10
"""Characters of a line of a record."""

_Noun = TypeVar("_Noun")


@dataclass(frozen=True, slots=True)
class Header:
    """The header of a record: game, options, seed and minds, one mind for each seat.

    `start` are the facts of the position that the game started from, if that was set up.
    """

    game: str
    options: Mapping[str, Value]
    seed: int
    seats: tuple[str, ...]
    minds: tuple[str, ...]
    version: str
    limit: float | None = None
    start: tuple[Fact, ...] = ()
    kind: Literal["header"] = "header"


@dataclass(frozen=True, slots=True)
class Turn:
    """A move in a record: seat, text, explanation and seconds.

    A move of the `opening` was drawn at random, or taken over from another game. `anew` says that the mind's player was
    made anew just before, with nothing but the position and the history: after moves were taken back, or a restart.
    `interrupted` says that a person asked the mind to answer at once, so that its search may have been cut short.
    """

    seat: str
    text: str
    why: Explanation
    seconds: float = 0.0
    opening: bool = False
    anew: bool = False
    interrupted: bool = False
    kind: Literal["move"] = "move"


@dataclass(frozen=True, slots=True)
class Forfeit:
    """A game lost by a fault of the mind, not on the board."""

    seat: str
    reason: Message


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a game: points, and 1, ½ or 0 for each seat; ``winner`` is None for a shared win.

    After the ``forfeit`` of a seat, ``more_forfeits`` are those of seats that could not play either.
    """

    scores: tuple[float, ...]
    result: tuple[float, ...]
    winner: str | None
    forfeit: Forfeit | None = None
    more_forfeits: tuple[Forfeit, ...] = ()
    kind: Literal["result"] = "result"

    @property
    def forfeits(self) -> tuple[Forfeit, ...]:
        """All forfeits."""
        return () if self.forfeit is None else (self.forfeit, *self.more_forfeits)


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record; ``result`` is None when it breaks off."""

    header: Header
    turns: tuple[Turn, ...]
    result: Result | None

    @property
    def lines(self) -> tuple[Line, ...]:
        """The record line by line, as it is written."""
        return (self.header, *self.turns, *((self.result,) if self.result is not None else ()))

    @property
    def text(self) -> str:
        """The text of the record's file."""
        return "".join(f"{to_line(line)}\n" for line in self.lines)

    @property
    def line(self) -> tuple[str, ...]:
        """The moves alone."""
        return tuple(turn.text for turn in self.turns)


Line = Header | Turn | Result


def header_of(game: Game, seed: int, minds: tuple[str, ...], version: str, limit: float | None = None) -> Header:
    """The header of a game about to be played."""
    return Header(game.name, dict(game.values), seed, game.seats, minds, version, limit, game.start_facts)


def winner_of(seats: tuple[str, ...], result: tuple[float, ...]) -> str | None:
    """The seat that won alone, if one did."""
    return seats[result.index(1.0)] if 1.0 in result else None


def to_json(item: Any) -> Any:
    """A value as plain JSON data; fields that are empty by default, and are, are left out."""
    if dataclasses.is_dataclass(item) and not isinstance(item, type):
        pairs = ((field, getattr(item, field.name)) for field in dataclasses.fields(item))
        return {
            field.name: to_json(value)
            for field, value in pairs
            if not ((value is None or value == ()) and value == field.default)
        }
    if isinstance(item, Mapping):
        return {name: to_json(value) for name, value in item.items()}
    if isinstance(item, tuple | list):
        return [to_json(value) for value in item]
    return item


def to_line(item: Any) -> str:
    """A value as one line of JSON."""
    return json.dumps(to_json(item), ensure_ascii=False, separators=(",", ":"))


def new_file(path: Path) -> TextIO:
    """A new text file, open for writing; raises `BadInput` where there is one already."""
    try:
        return path.open("x", encoding="utf-8")
    except FileExistsError:
        key = "core.record.folder" if path.is_dir() else "core.record.exists"
        raise BadInput(key, path=str(path)) from None
    except OSError as error:
        raise BadInput("core.record.not_writable", path=str(path), reason=error.strerror or "") from None


class Recorder:
    """Writes a record while the game goes on, line by line."""

    def __init__(self, path: Path) -> None:
        """Begins a new file; raises `BadInput` where there is one already."""
        self._file = new_file(path)
        self._kept: list[Line] = []

    def keep(self, lines: Sequence[Line]) -> None:
        """Write the lines that are new; after moves were taken back, write all of them again."""
        if lines[: len(self._kept)] != self._kept:
            self._file.seek(0)
            self._file.truncate()
            self._kept = []
        for line in lines[len(self._kept) :]:
            self._file.write(to_line(line) + "\n")
        self._file.flush()
        self._kept = list(lines)

    def close(self) -> None:
        self._file.close()


def read_record(path: Path) -> Record:
    """A record from its file. A last line cut short is left out; anything else wrong is `BadInput`."""
    try:
        size = path.stat().st_size
        if size > MOST_BYTES:
            raise BadInput("core.record.too_large", path=str(path), size=size, most=MOST_BYTES)
        data = path.read_bytes()
    except OSError as error:
        raise BadInput("core.record.no_file", path=str(path), reason=error.strerror or "") from None
    whole = data[: data.rfind(b"\n") + 1]
    try:
        # A last line may be cut anywhere, in the middle of a character too.
        text = whole.decode() + data[len(whole) :].decode(errors="replace")
    except UnicodeDecodeError:
        raise BadInput("core.record.no_file", path=str(path), reason="UTF-8") from None
    return parse_record(text, str(path))


def parse_record(text: str, name: str = "record") -> Record:
    """A record from its text; ``name`` is what errors call it."""
    count = text.count("\n")
    if count > MOST_LINES:
        raise BadInput("core.record.too_many_lines", path=name, lines=count, most=MOST_LINES)
    lines = text.split("\n")
    whole, cut = lines[:-1], lines[-1]
    if cut and _is_json(cut):
        whole.append(cut)
    items = [read_line(line, number, name) for number, line in enumerate(whole, 1)]
    if not items or not isinstance(items[0], Header):
        raise BadInput("core.record.no_header", path=name)
    turns = [item for item in items[1:] if isinstance(item, Turn)]
    last = items[-1] if isinstance(items[-1], Result) else None
    if 1 + len(turns) + (last is not None) != len(items):
        wrong = next(n for n, item in enumerate(items[1:], 2) if not isinstance(item, Turn))
        raise BadInput("core.record.order", path=name, line=wrong)
    return Record(items[0], tuple(turns), last)


def _is_json(text: str) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _read_data(line: str, number: int, name: str) -> dict[str, Any]:
    """A line as plain data within the limits; raises `BadInput`."""
    if len(line) > LONGEST_LINE:
        raise BadInput("core.record.line_too_long", path=name, line=number, size=len(line), most=LONGEST_LINE)
    try:
        data = read_json(line)
        if isinstance(data, dict):
            check_json({**data, "why": None})
            check_explanation(data.get("why"))
            return data
    except Refused as refused:
        if refused.message.key != "core.json.not_json":
            raise BadInput("core.record.refused", path=name, line=number, why=quoted(refused.message)) from None
    raise BadInput("core.record.not_json", path=name, line=number)


def _unknown_field(item: Any, data: Any) -> str | None:
    """A field in plain data that the value made of it does not have."""
    pending = [(item, data)]
    while pending:
        item, data = pending.pop()
        if isinstance(item, tuple):
            pending += [pair for pair in zip(item, data, strict=False) if isinstance(pair[1], dict | list)]
        elif isinstance(data, dict) and (known := _field_names(item.__class__)):
            if not data.keys() <= known:
                return str(min(data.keys() - known))
            pending += [(getattr(item, name), value) for name, value in data.items() if isinstance(value, dict | list)]
    return None


@cache
def _field_names(noun: Any) -> frozenset[str]:
    """The names of the fields of a type; none if it is not a dataclass."""
    return (
        frozenset(field.name for field in dataclasses.fields(noun)) if dataclasses.is_dataclass(noun) else frozenset()
    )


def read_line(line: str, number: int, name: str) -> Line:
    """One line of a record; raises `BadInput`, which names the record and the number of the line."""
    from pydantic import ValidationError

    data = _read_data(line, number, name)
    kind = str(data.get("kind"))
    noun = {"header": Header, "move": Turn, "result": Result}.get(kind)
    if noun is None:
        if number == 1:
            raise BadInput("core.record.no_header", path=name)
        raise BadInput("core.record.bad_kind", path=name, line=number, given=kind)
    try:
        item: Line = from_line(noun, line)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"])
        raise BadInput("core.record.bad_field", path=name, line=number, field=where, reason=first["msg"]) from None
    unknown = _unknown_field(item, data)
    if unknown is not None:
        raise BadInput("core.record.unknown_field", path=name, line=number, field=unknown)
    for message in _messages(item):
        if not can_say(message):
            raise BadInput("core.record.no_words", path=name, line=number, given=message.key)
    return item


def _messages(item: Line) -> Iterable[Message]:
    if isinstance(item, Turn):
        return claims_of(item.why)
    return [forfeit.reason for forfeit in item.forfeits] if isinstance(item, Result) else ()


def from_data(noun: type[_Noun], data: Any) -> _Noun:
    """Plain JSON data as a value of a type; raises pydantic's ``ValidationError``."""
    reader: Any = reader_of
    found: _Noun = reader(noun).validate_python(data)
    return found


def from_line(noun: Any, line: str | bytes) -> Any:
    """One line of JSON as a value of a type; raises pydantic's ``ValidationError``."""
    return reader_of(noun).validate_json(line, strict=True)


@cache
def reader_of(noun: Any) -> Any:
    """What reads values of a type; making it imports pydantic."""
    from pydantic import TypeAdapter

    return TypeAdapter(noun)
