"""The score sheet of Kalah: only seeds in the stores count."""

from __future__ import annotations

from ludoteca.core.game import Position, ScoreRow
from ludoteca.core.i18n import Message


def score_sheet(position: Position) -> tuple[ScoreRow, ...]:
    """The seeds in the stores."""
    return (ScoreRow(Message("games.kalah.words.stores"), position.scores()),)
