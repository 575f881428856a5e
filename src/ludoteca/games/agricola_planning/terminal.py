"""The board in a terminal of 80 columns."""

from __future__ import annotations

from rich.console import Group

from ludoteca.core.game import PlayedMove, Position
from ludoteca.games.agricola_planning.board_from_state import board_of
from ludoteca.games.shared.agricola.terminal_board import draw_board
from ludoteca.rules.planning.game import PlanningPosition


def draw(position: Position, last: PlayedMove | None, language: str) -> Group:
    """The board as text."""
    assert isinstance(position, PlanningPosition)
    return draw_board(board_of(position, last, language))
