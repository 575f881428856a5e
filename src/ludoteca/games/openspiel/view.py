"""The board as a picture: the text that OpenSpiel shows, and a button for each move."""

from __future__ import annotations

from ludoteca.core.game import PlayedMove, Position
from ludoteca.core.seat_titles import seat_title
from ludoteca.games.openspiel import drawn_rows
from ludoteca.rules.fallback_view import draw_lines


def draw(
    position: Position, last: PlayedMove | None, language: str, narrow: bool, player_names: tuple[str, ...] = ()
) -> str:
    """The rows of the text, each with its fact."""
    titles = [seat_title(position.game, seat, language, player_names) for seat in range(len(player_names))]
    return draw_lines([(row, str(fact)) for row, fact in drawn_rows(position)], position, titles)
