"""The score sheet of Agricola's working day: the penalties."""

from __future__ import annotations

from ludoteca.core.game import Position, ScoreRow
from ludoteca.core.i18n import Message


def score_sheet(position: Position) -> tuple[ScoreRow, ...]:
    """The cost of all actions, which counts against a player."""
    return (ScoreRow(Message("games.agricola_planning.words.penalty"), position.scores()),)
