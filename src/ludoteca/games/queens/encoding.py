"""Queens and blocks for learners: whose pieces stand where, which cells are free, and a number for each piece and cell.

The seats have different goals, so the vector says which one the observer has. A piece of the third seat is a block
unless it is a hole. Cells are in the order of columns, and within a column of rows, as in `placed(own, x, y)`.
"""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.core.game import Game
from ludoteca.games.queens.rules import PASS, PUT_BLOCK, PUT_HOLE, PUT_QUEEN, cell_at, move_of
from ludoteca.rules.encoding import SEAT, Feature, Number


def features(game: Game) -> Iterator[Feature]:
    """The facts of a position."""
    side = range(4 * _n(game))
    yield Feature("turn", SEAT)
    yield Feature("over")
    yield Feature("me", game.seats)
    yield Feature("queens_left", SEAT, Number(2 * _n(game)))
    yield Feature("pieces_left", Number(_n(game)))
    yield Feature("placed", SEAT, side, side)
    yield Feature("free", side, side)
    if game.values["variant"] == "holes":
        yield Feature("hole", side, side)


def codes(game: Game) -> Iterator[int]:
    """The moves: a queen, a block and, where there are any, a hole on each cell, then the pass."""
    side = range(4 * _n(game))
    for kind in (PUT_QUEEN, PUT_BLOCK, *([PUT_HOLE] if game.values["variant"] == "holes" else [])):
        yield from (move_of(kind, cell_at(x, y)) for x in side for y in side)
    yield move_of(PASS, 0)


def _n(game: Game) -> int:
    n = game.values["n"]
    assert isinstance(n, int)
    return n
