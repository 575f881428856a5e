"""The vocabulary of Azul: facts of positions, texts and facts of moves, and events."""

from __future__ import annotations

from typing import Any

from ludoteca.core.game import Event, Fact, Move, Relation
from ludoteca.games.azul.rules import (
    CENTRE,
    COLOURS,
    FLOOR,
    MARKER,
    NOTHING,
    SIZE,
    TO_FLOOR,
    colour_of,
    column_of,
    source_of,
    target_of,
)

COLOUR_NAMES = ("blue", "yellow", "red", "black", "white")
# In turn order.
SEATS = {2: ("south", "north"), 3: ("south", "west", "north"), 4: ("south", "west", "north", "east")}

# The arguments after the seat in a log entry of the rules, by the kind of event.
_DETAILS = {
    "took": ("tiles", "colour", "factory"),
    "took_centre": ("tiles", "colour"),
    "marker": (),
    "laid": ("tiles", "colour", "line"),
    "filled": ("tiles", "colour", "line"),
    "fell": ("tiles", "colour"),
    "tiled": ("colour", "row", "column", "points"),
    "paid": ("spaces", "points"),
    "refilled": ("tiles",),
    "round": ("round",),
    "no_tiles": (),
    "bonus": ("rows", "columns", "colours", "points"),
}
_FROM_ONE = ("line", "row", "column")  # counted from 0 in the rules, from 1 in events


def _relation(name: str, *args: str, kind: Any = "position") -> Relation:
    return Relation(name, args, f"games.azul.relation.{name}", kind)


VOCABULARY = (
    _relation("turn", "seat"),
    _relation("over"),
    _relation("round_number", "round"),
    _relation("starts_next", "seat"),
    _relation("marker_in_centre"),
    _relation("tiles", "source", "colour", "count"),
    _relation("line", "seat", "line", "colour", "count"),
    _relation("wall", "seat", "row", "column", "colour"),
    _relation("floor", "seat", "space", "thing"),
    _relation("score", "seat", "points"),
    _relation("bag", "colour", "count"),
    _relation("lid", "colour", "count"),
    _relation("pattern", "row", "column", "colour"),
    _relation("takes", "move", "source", "colour", "count", "line", kind="move"),
    *(_relation(name, "move", "seat", *details, kind="event") for name, details in _DETAILS.items()),
)

ACTIONS = (_relation("take", "source", "colour", "line", kind="action"),)


def source_name(source: int) -> str | int:
    """The name of a source in facts: `centre` or the number of a factory."""
    return "centre" if source == CENTRE else source


def target_name(target: int) -> str | int:
    """The name of a target in facts: `floor` or the number of a line, from 1."""
    return "floor" if target == TO_FLOOR else target + 1


def thing_name(thing: int) -> str:
    """The name of a tile or the marker on the floor."""
    return "marker" if thing == MARKER else COLOUR_NAMES[thing - 1]


def facts_of(s: Any) -> tuple[Fact, ...]:
    """The facts of a state; rows, columns, lines and spaces count from 1. Empty places have no facts, except lines."""
    names = SEATS[int(s.players)]
    facts = [Fact("over", ()) if s.over else Fact("turn", (names[s.turn],))]
    facts += [Fact("round_number", (int(s.rounds),)), Fact("starts_next", (names[s.starter],))]
    if s.marked:
        facts.append(Fact("marker_in_centre", ()))
    for source in range(2 * int(s.players) + 2):
        facts += [tiles_fact(s, source, colour) for colour in range(COLOURS) if s.tiles[source, colour] > 0]
    for seat, name in enumerate(names):
        facts += [line_fact(s, seat, line) for line in range(SIZE)]
        facts += [
            Fact("wall", (name, row + 1, column_of(row, colour) + 1, COLOUR_NAMES[colour]))
            for row in range(SIZE)
            for colour in range(COLOURS)
            if s.wall[seat, row, column_of(row, colour)]
        ]
        facts += [floor_fact(s, seat, space) for space in range(FLOOR) if s.floor[seat, space] != NOTHING]
        facts.append(Fact("score", (name, int(s.scores[seat]))))
    for place, counts in (("bag", s.bag), ("lid", s.lid)):
        facts += [Fact(place, (COLOUR_NAMES[colour], int(counts[colour]))) for colour in range(COLOURS)]
    return (*facts, *_PATTERN)


def tiles_fact(s: Any, source: int, colour: int) -> Fact:
    """The fact of the tiles of a colour at a source."""
    return Fact("tiles", (source_name(source), COLOUR_NAMES[colour], int(s.tiles[source, colour])))


def line_fact(s: Any, seat: int, line: int) -> Fact:
    """The fact of a line: its colour, `none` if empty, and its number of tiles."""
    count = int(s.counts[seat, line])
    colour = COLOUR_NAMES[s.colours[seat, line]] if count else "none"
    return Fact("line", (SEATS[int(s.players)][seat], line + 1, colour, count))


def floor_fact(s: Any, seat: int, space: int) -> Fact:
    """The fact of a filled space of the floor."""
    return Fact("floor", (SEATS[int(s.players)][seat], space + 1, thing_name(int(s.floor[seat, space]))))


_PATTERN = tuple(
    Fact("pattern", (row + 1, column_of(row, colour) + 1, COLOUR_NAMES[colour]))
    for row in range(SIZE)
    for colour in range(COLOURS)
)


def move_text(s: Any, code: int) -> str:
    """The text of a move: source, colour and line."""
    return f"{source_name(source_of(code))} {COLOUR_NAMES[colour_of(code)]} {target_name(target_of(code))}"


def move_facts_of(s: Any, move: Move) -> tuple[Fact, ...]:
    """The fact of a move: source, colour, number of tiles and line."""
    source, colour = source_of(move.code), colour_of(move.code)
    count = int(s.tiles[source, colour])
    target = target_name(target_of(move.code))
    return (Fact("takes", (move.text, source_name(source), COLOUR_NAMES[colour], count, target)),)


def action_of(s: Any, move: Move) -> Fact:
    """The action of a move, for agents."""
    source, colour, target = source_of(move.code), colour_of(move.code), target_of(move.code)
    return Fact("take", (source_name(source), COLOUR_NAMES[colour], target_name(target)))


def event_of(entry: tuple[Any, ...], seats: tuple[str, ...]) -> Event:
    """The event of a log entry of the rules: kind, seat, details."""
    kind, seat, *details = entry
    named: dict[str, int | str] = dict(zip(_DETAILS[kind], map(int, details), strict=True))
    for name in _FROM_ONE:
        if name in named:
            named[name] = int(named[name]) + 1
    if "colour" in named:
        named["colour"] = f"games.azul.colour.{COLOUR_NAMES[int(named['colour'])]}"
    return Event(f"games.azul.event.{kind}", {"seat": f"games.azul.seat.{seats[seat]}", **named})
