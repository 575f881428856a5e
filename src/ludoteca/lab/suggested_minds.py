"""The minds the lab suggests: to play against, to watch, and to ask for a hint."""

from __future__ import annotations

from ludoteca.core.game import Game
from ludoteca.minds import suggested_mind


def opponent_for(game: Game) -> str:
    """A mind to play against."""
    return suggested_mind(game, "opponent")


def sparring_for(game: Game) -> str:
    """A mind to be watched against itself."""
    return suggested_mind(game, "exhibition")


def adviser_for(game: Game) -> str:
    """A mind to ask for a hint."""
    return suggested_mind(game, "adviser")
