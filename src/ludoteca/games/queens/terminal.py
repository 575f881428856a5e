"""Queens and blocks in a terminal: the board, then a line that counts."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.text import Text

from ludoteca.core.game import PlayedMove, Position
from ludoteca.core.i18n import phrase
from ludoteca.games.queens.facts import column_name, put_cell, seats_of
from ludoteca.games.queens.rules import (
    BLACK_QUEEN,
    BLOCK,
    EMPTY,
    HOLE,
    WHITE_QUEEN,
    cell_at,
    is_free,
    most_queens,
)
from ludoteca.rules.kernel.game import KernelPosition

# Queens bring their own ground: they look the same in a dark terminal and in a light one.
_SIGNS = {
    WHITE_QUEEN: ("♕", "bold black on grey93"),
    BLACK_QUEEN: ("♛", "bold white on grey15"),
    BLOCK: ("■", "bold dark_orange3"),
    HOLE: ("○", "bold deep_sky_blue3"),
}
_FREE, _SEEN, _LAST = ("·", "green3"), (" ", ""), "◂"
_MARGIN = "   "  # where the rows' numbers stand


def draw(position: Position, last: PlayedMove | None, language: str) -> Group:
    """The board with row 1 at the bottom; the last move is pointed at, an arrow shows whose turn it is."""
    assert isinstance(position, KernelPosition)
    s: Any = position.state
    marked = put_cell(last)
    rows = [_row(s, y, marked) for y in reversed(range(s.side))]
    return Group(*rows, *_letters(int(s.side)), Text(), _status(s, language))


def _row(s: Any, y: int, marked: int | None) -> Text:
    line = Text(f"{y + 1:>2} ", "dim")
    for x in range(s.side):
        cell = cell_at(x, y)
        sign, style = _sign(s, cell)
        line.append(f"{sign}{_LAST if cell == marked else ' '}", f"not dim {style}")
    return line


def _sign(s: Any, cell: int) -> tuple[str, str]:
    if s.cells[cell] != EMPTY:
        return _SIGNS[int(s.cells[cell])]
    return _FREE if is_free(s, cell) else _SEEN


def _letters(side: int) -> list[Text]:
    """The columns' names; letters of one name stand below each other, so that columns stay as wide as a queen."""
    names = [column_name(x) for x in range(side)]
    height = max(map(len, names))
    lines = zip(*(name.rjust(height) for name in names), strict=True)
    return [Text(_MARGIN + " ".join(line), "dim") for line in lines]


def _status(s: Any, language: str) -> Text:
    """What each seat has put, of what it may put, and how many cells are free."""
    put, most = (*s.queens, s.used), (most_queens(s), most_queens(s), s.n)
    line = Text()
    for seat, name in enumerate(seats_of(s)):
        to_move = not s.over and s.turn == seat
        told = f"{phrase(f'games.queens.seat.{name}', language)} {put[seat]}/{most[seat]}"
        line.append(f"{'▶ ' if to_move else ''}{told}   ", "bold" if to_move else "")
    return line.append(phrase("games.queens.view.free_cells", language, cells=int(s.free)), "green3")
