"""What the rewards of a tree search have in common with those of the other seat."""

from __future__ import annotations

from ludoteca.core.game import Game
from ludoteca.rules.kernel.game import KernelGame


def add_up(game: Game, max_points: int | None) -> bool:
    """Whether the rewards of two seats add up to 1, so that one gains what the other loses.

    Points do not, and neither do the estimates of a game whose hints say so.
    """
    if len(game.seats) != 2 or max_points is not None:
        return False
    return not isinstance(game, KernelGame) or bool(getattr(game.hints, "ZERO_SUM", True))
