"""Moves and facts of Azul, and the end of a game, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ludoteca.core.game import Event, Fact, Move, Position, seat_key
from ludoteca.core.i18n import Argument, Message, quoted, quoted_all, sentence, sentences
from ludoteca.games.azul.facts import COLOUR_NAMES
from ludoteca.games.azul.rules import (
    CENTRE,
    TO_FLOOR,
    colour_of,
    column_of,
    full_rows,
    row_finished,
    source_of,
    target_of,
    tile_score,
)
from ludoteca.rules.kernel.game import KernelPosition

_WORDS = "games.azul.words"
_FACTS = "games.azul.words.fact"
_TURN = (
    "took",
    "took_centre",
    "marker",
    "laid",
    "filled",
    "fell",
)  # events of the seat that moves; then the round ends


def move_name(position: Position, move: Move) -> Message:
    """The tiles that a move takes, their source and where they go."""
    assert isinstance(position, KernelPosition)
    source, colour, target = source_of(move.code), colour_of(move.code), target_of(move.code)
    args: dict[str, Argument] = {"tiles": tiles_words(int(position.state.tiles[source, colour]), colour)}
    args["source"] = quoted(source_words(source))
    if target == TO_FLOOR:
        return Message(f"{_WORDS}.take_to_floor", args)
    return Message(f"{_WORDS}.take", {**args, "line": target + 1})


def tiles_words(count: int, colour: int) -> tuple[str, ...]:
    """So many tiles of a colour, as an argument."""
    return quoted(Message(f"{_WORDS}.tiles.{COLOUR_NAMES[colour]}", {"n": count}))


def source_words(source: int) -> Message:
    if source == CENTRE:
        return Message(f"{_WORDS}.from_centre")
    return Message(f"{_WORDS}.from_factory", {"factory": source})


def move_sentence(position: Position, move: Move) -> Message:
    """What a move does, and what the seats score if it ends the round."""
    assert isinstance(position, KernelPosition)
    events = [(event.key.rpartition(".")[2], event) for event in position.events(move)]
    own = [(kind, event) for kind, event in events if kind in _TURN]
    said = sentence(*_clauses(position, move, own))
    after = position.after(move)
    if len(own) == len(events):
        return said
    key = "game_ends" if after.turn is None else "round_ends"
    gains = zip(position.scores(), after.scores(), strict=True)
    changes = [
        Message(f"{_WORDS}.gain", {"seat": seat_key(position.game, seat), "points": round(now - before)})
        for seat, (before, now) in enumerate(gains)
    ]
    return sentences(said, Message(f"{_WORDS}.{key}", {"gains": quoted_all(changes)}))


def _clauses(position: KernelPosition, move: Move, events: Sequence[tuple[str, Event]]) -> Iterator[Message]:
    source, colour = source_of(move.code), colour_of(move.code)
    for kind, event in events:
        match kind:
            case "took" | "took_centre":
                tiles = tiles_words(int(str(event.args["tiles"])), colour)
                yield Message(f"{_WORDS}.takes", {"tiles": tiles, "source": quoted(source_words(source))})
            case "filled":
                points = _least_points(position, move)
                yield Message(f"{_WORDS}.fills", {"line": event.args["line"], "points": points})
            case _:
                yield Message(f"{_WORDS}.{kind}", {name: event.args[name] for name in event.args if name != "seat"})


def _least_points(position: KernelPosition, move: Move) -> int:
    """What the tile of a line that a move fills will score at least, with the lines above it that are full now."""
    s, seat = position.state, position.turn
    line, colour = target_of(move.code), colour_of(move.code)
    wall: Any = s.wall[seat].copy()
    for row in range(line):
        if s.counts[seat, row] > row:
            wall[row, column_of(row, int(s.colours[seat, row]))] = 1
    column = column_of(line, colour)
    wall[line, column] = 1
    return int(tile_score(wall, line, column))


def fact_words(fact: Fact) -> Message | None:
    """The tiles at a place."""
    match fact.relation, fact.args:
        case "tiles", (source, str(colour), int(count)):
            place = "in_centre" if source == "centre" else "in_factory"
            return Message(f"{_FACTS}.{place}", {"tiles": _count(colour, count), "factory": source})
        case "line", (seat, line, "none", _):
            return Message(f"{_FACTS}.empty_line", {"seat": _seat(seat), "line": line})
        case "line", (seat, line, str(colour), int(count)):
            return Message(f"{_FACTS}.line", {"seat": _seat(seat), "line": line, "tiles": _count(colour, count)})
        case "wall", (seat, row, column, str(colour)):
            cell: dict[str, Argument] = {"seat": _seat(seat), "row": row, "column": column}
            return Message(f"{_FACTS}.wall", {**cell, "tiles": _count(colour, 1)})
        case "floor", (seat, space, "marker"):
            return Message(f"{_FACTS}.marker", {"seat": _seat(seat), "space": space})
        case "floor", (seat, space, str(colour)):
            return Message(f"{_FACTS}.floor", {"seat": _seat(seat), "space": space, "tiles": _count(colour, 1)})
        case ("bag" | "lid") as box, (str(colour), int(count)):
            return Message(f"{_FACTS}.{box}", {"tiles": _count(colour, count)})
    return None


def _seat(name: object) -> str:
    return f"games.azul.seat.{name}"


def _count(colour: str, count: int) -> tuple[str, ...]:
    return tiles_words(count, COLOUR_NAMES.index(colour))


def ending(position: Position) -> Message:
    """A full row, or no more tiles or rounds; and the full rows, where they decide between equal points."""
    assert isinstance(position, KernelPosition)
    s, seats = position.state, range(len(position.game.seats))
    if row_finished(s):
        full = [Message(seat_key(position.game, seat)) for seat in seats if full_rows(s.wall[seat])]
        said = sentence(
            Message(f"{_WORDS}.row_{'full' if len(full) == 1 else 'full_many'}", {"seats": quoted_all(full)})
        )
    else:
        said = Message(f"{_WORDS}.{'no_rounds' if any(s.bag) or any(s.lid) else 'no_tiles'}")
    scores, result = position.scores(), position.result()
    level = [seat for seat in seats if scores[seat] == max(scores)]
    if len(level) > sum(share > 0 for share in result):
        return sentences(said, Message(f"{_WORDS}.rows_decide"))
    return said
