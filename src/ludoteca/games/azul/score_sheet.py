"""The score sheet of Azul: the points of the rounds, then the bonuses of the end."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ludoteca.core.game import Position, ScoreRow
from ludoteca.core.i18n import Message
from ludoteca.games.azul.rules import (
    COLOUR_BONUS,
    COLUMN_BONUS,
    ROW_BONUS,
    bonus,
    full_colours,
    full_columns,
    full_rows,
)
from ludoteca.rules.kernel.game import KernelPosition

_BONUSES: dict[str, tuple[Callable[[Any], int], int]] = {
    "rows": (full_rows, ROW_BONUS),
    "columns": (full_columns, COLUMN_BONUS),
    "colours": (full_colours, COLOUR_BONUS),
}


def score_sheet(position: Position) -> tuple[ScoreRow, ...]:
    """The points of the rounds (tiles less floors) and each kind of bonus; bonuses count when the game is over."""
    assert isinstance(position, KernelPosition)
    s, over, scores = position.state, position.turn is None, position.scores()
    rounds = tuple(points - (int(bonus(s.wall[seat])) if over else 0) for seat, points in enumerate(scores))
    rows = [ScoreRow(Message("games.azul.words.sheet.rounds"), rounds)]
    for name, (count, each) in _BONUSES.items():
        points = tuple(each * int(count(s.wall[seat])) if over else 0 for seat in range(len(scores)))
        rows.append(ScoreRow(Message(f"games.azul.words.sheet.{name}", {"each": each}), points))
    return tuple(rows)
