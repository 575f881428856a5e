"""Agricola's working day in a terminal."""

from __future__ import annotations

from rich.text import Text

from ludoteca.core.game import Played, Position


def draw(position: Position, last: Played | None, language: str) -> Text:
    """What is known of the table."""
    return Text(" ".join(str(fact) for fact in position.facts()))
