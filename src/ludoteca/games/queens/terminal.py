"""Draws Queens and blocks in the terminal: the board, and a status line."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.text import Text

from ludoteca.core.game import PlayedMove, Position
from ludoteca.core.i18n import phrase
from ludoteca.games.queens.facts import column_name, last_cell, seats_of
from ludoteca.games.queens.rules import (
    BLACK_QUEEN,
    BLOCK,
    EMPTY,
    HOLE,
    WHITE_QUEEN,
    cell_at,
    is_free,
    max_queens,
)
from ludoteca.rules.kernel.game import KernelPosition

# Queens have a background colour, so that they look the same in dark and light terminals.
_SIGNS = {
    WHITE_QUEEN: ("♕", "bold black on grey93"),
    BLACK_QUEEN: ("♛", "bold white on grey15"),
    BLOCK: ("■", "bold dark_orange3"),
    HOLE: ("○", "bold deep_sky_blue3"),
}
_FREE, _SEEN, _LAST = ("·", "green3"), (" ", ""), "◂"
_MARGIN = "   "  # as wide as the numbers of the rows


def draw(position: Position, last: PlayedMove | None, language: str) -> Group:
    """The board with row 1 at the bottom, the last move marked, and an arrow at the seat to move."""
    assert isinstance(position, KernelPosition)
    s: Any = position.state
    marked = last_cell(last)
    rows = [_row(s, y, marked) for y in reversed(range(s.side))]
    return Group(*rows, *_letters(int(s.side)), Text(), _status(s, language))


def _row(s: Any, y: int, marked: int | None) -> Text:
    """A row of the board with its number."""
    line = Text(f"{y + 1:>2} ", "dim")
    for x in range(s.side):
        cell = cell_at(x, y)
        sign, style = _sign(s, cell)
        line.append(f"{sign}{_LAST if cell == marked else ' '}", f"not dim {style}")
    return line


def _sign(s: Any, cell: int) -> tuple[str, str]:
    """The sign of a cell and its style."""
    if s.cells[cell] != EMPTY:
        return _SIGNS[int(s.cells[cell])]
    return _FREE if is_free(s, cell) else _SEEN


def _letters(side: int) -> list[Text]:
    """The names of the columns, the letters of a name one below the other so that columns keep their width."""
    names = [column_name(x) for x in range(side)]
    height = max(map(len, names))
    lines = zip(*(name.rjust(height) for name in names), strict=True)
    return [Text(_MARGIN + " ".join(line), "dim") for line in lines]


def _status(s: Any, language: str) -> Text:
    """The pieces each seat has placed, the most it may place, and the number of free cells."""
    put, most = (*s.queens, s.used), (max_queens(s), max_queens(s), s.n)
    line = Text()
    for seat, name in enumerate(seats_of(s)):
        to_move = not s.over and s.turn == seat
        count = f"{phrase(f'games.queens.seat.{name}', language)} {put[seat]}/{most[seat]}"
        line.append(f"{'▶ ' if to_move else ''}{count}   ", "bold" if to_move else "")
    return line.append(phrase("games.queens.view.free_cells", language, cells=int(s.free)), "green3")
