"""The score sheet of Queens and blocks: the queens on the board."""

from __future__ import annotations

from ludoteca.core.game import Position, ScoreRow
from ludoteca.core.i18n import Message


def score_sheet(position: Position) -> tuple[ScoreRow, ...]:
    """The queens that each player has put."""
    return (ScoreRow(Message("games.queens.words.queens"), position.scores()),)
