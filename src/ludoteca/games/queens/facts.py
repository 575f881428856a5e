"""The vocabulary of Queens and blocks: facts of positions, texts and facts of moves, and events."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from ludoteca.core.game import Event, Fact, Move, PlayedMove, Relation
from ludoteca.games.queens.rules import (
    BLACK,
    BLACK_QUEEN,
    BLOCK,
    EMPTY,
    HOLE,
    PASS,
    PUT_BLOCK,
    PUT_HOLE,
    PUT_QUEEN,
    THIRD,
    WHITE,
    WHITE_QUEEN,
    cell_at,
    column_of,
    is_free,
    kind_of,
    max_queens,
    row_of,
    target_of,
)

SEATS = {"blocks": ("white", "black", "blocker"), "holes": ("white", "black", "configurer")}
PIECES = {WHITE_QUEEN: "queen", BLACK_QUEEN: "queen", BLOCK: "block", HOLE: "hole"}
OWNERS = {WHITE_QUEEN: WHITE, BLACK_QUEEN: BLACK, BLOCK: THIRD, HOLE: THIRD}
PUT_WORDS = {PUT_QUEEN: "queen", PUT_BLOCK: "block", PUT_HOLE: "hole", PASS: "pass"}

# The arguments after the seat of an event, by its kind. In a log entry of the rules a cell is one number.
_DETAILS = {
    "put_queen": ("x", "y"),
    "put_block": ("x", "y"),
    "put_hole": ("x", "y"),
    "took_away": ("cells",),
    "freed": ("cells",),
    "passed": (),
    "stuck": (),
    "all_placed": (),
}


def _relation(name: str, *args: str, kind: Any = "position", derived: bool = False) -> Relation:
    """A relation of the vocabulary with its message key."""
    return Relation(name, args, f"games.queens.relation.{name}", kind, derived)


def _action(name: str, *args: str) -> Relation:
    """An action; its messages are separate, since some actions have the name of a relation."""
    return Relation(name, args, f"games.queens.action.{name}", "action")


VOCABULARY = (
    _relation("turn", "seat"),
    _relation("over"),
    _relation("size", "side"),
    _relation("player", "player"),
    _relation("playAs", "player"),
    _relation("queen", "x", "y", derived=True),
    _relation("block", "x", "y", derived=True),
    _relation("hole", "x", "y", derived=True),
    _relation("placed", "seat", "x", "y"),
    _relation("free", "x", "y", derived=True),
    _relation("queens_left", "seat", "count", derived=True),
    _relation("pieces_left", "count", derived=True),
    _relation("puts_queen", "move", "x", "y", kind="move"),
    _relation("puts_block", "move", "x", "y", kind="move"),
    _relation("puts_hole", "move", "x", "y", kind="move"),
    _relation("passes", "move", kind="move"),
    *(_relation(name, "move", "seat", *details, kind="event") for name, details in _DETAILS.items()),
)

ACTIONS = (_action("queen", "x", "y"), _action("block", "x", "y"), _action("hole", "x", "y"), _action("pass"))


def seats_of(s: Any) -> tuple[str, ...]:
    """The names of the seats in the variant of a state."""
    return SEATS["holes" if s.holes else "blocks"]


def column_name(x: int) -> str:
    """The letters of a column: a to z, then aa, ab and so on.

    >>> column_name(3), column_name(25), column_name(26), column_name(31)
    ('d', 'z', 'aa', 'af')
    """
    turns, letter = divmod(x, 26)
    return ("" if turns == 0 else column_name(turns - 1)) + chr(ord("a") + letter)


@cache
def cell_name(cell: int) -> str:
    """The name of a cell: the letters of its column and its row, from 1.

    >>> cell_name(cell_at(3, 4))
    'd5'
    """
    return f"{column_name(column_of(cell))}{row_of(cell) + 1}"


def place_of(cell: int) -> tuple[int, int]:
    """The column and the row of a cell, both from 0."""
    return column_of(cell), row_of(cell)


def board_cells(s: Any) -> Iterator[int]:
    """The cells of the board, row by row."""
    return (cell_at(x, y) for y in range(s.side) for x in range(s.side))


def piece_fact(s: Any, cell: int) -> Fact:
    """The fact of the piece on a cell."""
    return Fact(PIECES[int(s.cells[cell])], place_of(cell))


def owner_of(s: Any, cell: int) -> str:
    """The seat that placed the piece on a cell."""
    return seats_of(s)[OWNERS[int(s.cells[cell])]]


def facts_of(s: Any) -> tuple[Fact, ...]:
    """The facts of a state; columns and rows count from 0 at the lower left corner."""
    names = seats_of(s)
    facts = [Fact("over", ()) if s.over else Fact("turn", (names[s.turn],)), Fact("size", (int(s.side),))]
    if not s.over and s.turn != THIRD and s.queens[WHITE] > 0:
        facts.append(Fact("player", (int(s.turn),)))
    pieces = [cell for cell in board_cells(s) if s.cells[cell] != EMPTY]
    facts += [piece_fact(s, cell) for cell in pieces]
    facts += [Fact("placed", (owner_of(s, cell), *place_of(cell))) for cell in pieces]
    facts += [Fact("free", place_of(cell)) for cell in board_cells(s) if is_free(s, cell)]
    facts += [queens_left_fact(s, seat) for seat in (WHITE, BLACK)]
    return (*facts, pieces_left_fact(s))


def queens_left_fact(s: Any, seat: int) -> Fact:
    """The fact of the queens a player may still place."""
    return Fact("queens_left", (seats_of(s)[seat], int(max_queens(s) - s.queens[seat])))


def pieces_left_fact(s: Any) -> Fact:
    """The fact of the pieces the third seat may still place."""
    return Fact("pieces_left", (int(s.n - s.used),))


def private_facts(seat: int) -> tuple[Fact, ...]:
    """The facts only one seat is told: the number of a player, 0 or 1; none for the third seat."""
    return () if seat == THIRD else (Fact("playAs", (seat,)),)


def move_text(s: Any, code: int) -> str:
    """The text of a move: the piece and the cell, or `pass`."""
    return _text(code)


@cache
def _text(code: int) -> str:
    verb = PUT_WORDS[kind_of(code)]
    return verb if kind_of(code) == PASS else f"{verb} {cell_name(target_of(code))}"


def move_facts_of(s: Any, move: Move) -> tuple[Fact, ...]:
    """The fact of a move: the piece and the cell, or the pass."""
    kind = kind_of(move.code)
    if kind == PASS:
        return (Fact("passes", (move.text,)),)
    return (Fact(f"puts_{PUT_WORDS[kind]}", (move.text, *place_of(target_of(move.code)))),)


def action_of(s: Any, move: Move) -> Fact:
    """The action of a move, for agents."""
    kind = kind_of(move.code)
    return Fact(PUT_WORDS[kind], () if kind == PASS else place_of(target_of(move.code)))


def event_of(entry: tuple[Any, ...], seats: tuple[str, ...]) -> Event:
    """The event of a log entry of the rules: kind, seat, then a cell or a number of cells."""
    kind, seat, *details = entry
    args: dict[str, str | int] = {"seat": f"games.queens.seat.{seats[seat]}"}
    if "x" in _DETAILS[kind]:
        cell = int(details[0])
        args |= {"x": column_of(cell), "y": row_of(cell), "cell": cell_name(cell)}
    elif details:
        args["cells"] = int(details[0])
    return Event(f"games.queens.event.{kind}", args)


def last_cell(last: PlayedMove | None) -> int | None:
    """The cell of the last move; None before the first move and after a pass."""
    if last is None or kind_of(last.move.code) == PASS:
        return None
    return target_of(last.move.code)
