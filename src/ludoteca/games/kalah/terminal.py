"""Draws the board of Kalah in the terminal."""

from __future__ import annotations

from typing import Any

from rich.console import Group
from rich.text import Text

from ludoteca.core.game import PlayedMove, Position
from ludoteca.core.i18n import phrase
from ludoteca.games.kalah.facts import SEATS, sown_pit
from ludoteca.rules.kernel.game import KernelPosition

COLOURS = ("dark_orange", "deep_sky_blue1")
_WIDE, _NARROW = 5, 3  # columns of a pit; narrow ones let 12 pits fit a terminal


def _cell_width(s: Any) -> int:
    """The width of a pit, in columns."""
    return _WIDE if s.width <= 8 else _NARROW


def draw(position: Position, last: PlayedMove | None, language: str) -> Group:
    """The board, seen from the south, with the last move marked and an arrow at the seat to move."""
    assert isinstance(position, KernelPosition)
    s = position.state
    marked = sown_pit(last)
    width = int(s.width)
    inner = "┬".join("─" * _cell_width(s) for _ in range(width))
    indent = " " * 8
    return Group(
        _numbers(s, 1, indent, language),
        Text(f"{indent}╭{inner}╮", "dim"),
        _row(s, 1, marked, indent),
        _stores(s, width),
        _row(s, 0, marked, indent),
        Text(f"{indent}╰{inner.replace('┬', '┴')}╯", "dim"),
        _numbers(s, 0, indent, language),
    )


def _order(s: Any, seat: int) -> range:
    """The pits of a row from left to right, seen from the south."""
    return range(s.width) if seat == 0 else range(s.width - 1, -1, -1)


def _numbers(s: Any, seat: int, indent: str, language: str) -> Text:
    """The line with the numbers of a row's pits and the name of its seat."""
    to_move = not s.over and s.turn == seat
    style = f"bold {COLOURS[seat]}" if to_move else COLOURS[seat]
    line = Text(indent + " ")
    for pit in _order(s, seat):
        playable = to_move and s.pits[seat, pit] > 0
        line.append(f"{pit + 1:^{_cell_width(s)}} ", style if playable else "dim")
    name = phrase(f"games.kalah.seat.{SEATS[seat]}", language)
    line.append(f"  {'▶ ' if to_move else ''}{name}", style)
    return line


def _row(s: Any, seat: int, marked: tuple[int, int] | None, indent: str) -> Text:
    """The line with the seeds in a row's pits."""
    line = Text(indent)
    for pit in _order(s, seat):
        seeds = int(s.pits[seat, pit])
        style = "dim" if seeds == 0 else f"bold {COLOURS[seat]}"
        if marked == (seat, pit):
            style = f"reverse {style}"
        line.append("│", "dim").append(f"{seeds or '·':^{_cell_width(s)}}", style)
    return line.append("│", "dim")


def _stores(s: Any, width: int) -> Text:
    """The line with the two stores."""
    line = Text()
    line.append(f"{int(s.stores[1]):>6}  ", f"bold {COLOURS[1]}")
    line.append("├" + "┼".join("─" * _cell_width(s) for _ in range(width)) + "┤", "dim")
    return line.append(f"  {int(s.stores[0]):<6}", f"bold {COLOURS[0]}")
