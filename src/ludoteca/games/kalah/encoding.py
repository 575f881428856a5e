"""Kalah for learners: seeds in pits and stores, and a number for each pit.

Only where the pie rule is played does it matter which seat one has: the second one may swap.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.core.game import Game
from ludoteca.games.kalah.rules import SWAP
from ludoteca.rules.encoding import SEAT, Feature, Number


def features(game: Game) -> Iterator[Feature]:
    """The facts of a position; pits count from their owner's left."""
    pits, seeds = _number(game, "pits"), _number(game, "seeds")
    held = Number(2 * pits * seeds)
    yield Feature("turn", SEAT)
    yield Feature("over")
    yield Feature("pit", SEAT, range(1, pits + 1), held)
    yield Feature("store", SEAT, held)
    yield Feature("swap_offered")
    if game.values["pie"]:
        yield Feature("me", game.seats)


def codes(game: Game) -> list[int]:
    """The moves: one for each pit, and the swap where there is one."""
    return [*range(_number(game, "pits")), *([SWAP] if game.values["pie"] else [])]


def _number(game: Game, option: str) -> int:
    value = game.values[option]
    assert isinstance(value, int)
    return value
