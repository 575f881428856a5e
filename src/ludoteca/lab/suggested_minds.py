"""Whom the lab suggests to play against, to watch, and to ask: minds that answer in the time people wait."""

from __future__ import annotations

from ludoteca.core.game import Game
from ludoteca.minds import school
from ludoteca.rules.kernel.game import KernelGame

_SEARCHES = ("montecarlo:seconds=0.4", "greedy")
_BETWEEN_TWO = ("alphabeta:seconds=0.4", *_SEARCHES)  # among more, alpha-beta looks for a win against all others only
_RULES = ("clips", "planner", "greedy")  # where every simulation takes a while, knowledge or a plan answers sooner


def opponent_for(game: Game) -> str:
    """A strong one, for somebody who comes to play."""
    return _first_of(_RULES, game) if not isinstance(game, KernelGame) else "montecarlo:simulations=20000"


def sparring_for(game: Game) -> str:
    """One to be watched against itself."""
    return _first_of(_RULES, game) if not isinstance(game, KernelGame) else "montecarlo"


def adviser_for(game: Game) -> str:
    """One to ask for a hint."""
    if not isinstance(game, KernelGame):
        return _first_of(_RULES, game)
    return _first_of(_BETWEEN_TWO if len(game.seats) == 2 else _SEARCHES, game)


def _first_of(minds: tuple[str, ...], game: Game) -> str:
    return next(name for name in minds if school(name.partition(":")[0]).with_defaults().refuses(game) is None)
