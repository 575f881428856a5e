"""The board in the terminal: the text that OpenSpiel shows."""

from __future__ import annotations

from rich.text import Text

from ludoteca.core.game import PlayedMove, Position
from ludoteca.games.openspiel import drawn_rows


def draw(position: Position, last: PlayedMove | None, language: str) -> Text:
    """The rows of the text."""
    return Text("\n".join(row for row, _ in drawn_rows(position)))
