"""Whom the lab suggests to play against, to watch, and to ask: minds that answer in the time people wait."""

from __future__ import annotations

from ludoteca.core.game import Game
from ludoteca.minds import school
from ludoteca.rules.production.game import ProductionGame

_SEARCHES = ("montecarlo:seconds=0.4", "greedy")
_BETWEEN_TWO = ("alphabeta:seconds=0.4", *_SEARCHES)  # among more, alpha-beta looks for a win against all others only
_ONE_LOOK = ("greedy",)


def opponent_for(game: Game) -> str:
    """A strong one, for somebody who comes to play."""
    return "montecarlo:seconds=2" if isinstance(game, ProductionGame) else "montecarlo:simulations=20000"


def sparring_for(game: Game) -> str:
    """One to be watched against itself."""
    return "greedy" if isinstance(game, ProductionGame) else "montecarlo"


def adviser_for(game: Game) -> str:
    """One to ask for a hint: where every simulation takes a while, a look at each move says more."""
    advisers = _ONE_LOOK if isinstance(game, ProductionGame) else _BETWEEN_TWO if len(game.seats) == 2 else _SEARCHES
    return next(name for name in advisers if school(name.partition(":")[0]).with_defaults().refuses(game) is None)
