"""Queens and blocks for learners: whose pieces stand where, which cells are free, and a number for each piece and cell.

The seats have different goals, so the vector says which one the observer has. A piece of the third seat is a block
unless it is a hole. Cells are in the order of columns, and within a column of rows, as in `placed(own, x, y)`. The free
cells are counted, since the last one decides. The board may be turned and mirrored.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from ludoteca.core.game import Fact, Game
from ludoteca.games.queens.rules import (
    PASS,
    PUT_BLOCK,
    PUT_HOLE,
    PUT_QUEEN,
    cell_at,
    column_of,
    kind_of,
    move_of,
    row_of,
    target_of,
)
from ludoteca.rules.encoding import ANY, SEAT, Count, Feature, Number, Symmetry


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
    yield Count("free", ANY, ANY, most=len(side) ** 2)


def codes(game: Game) -> Iterator[int]:
    """The moves: a queen, a block and, where there are any, a hole on each cell, then the pass."""
    side = range(4 * _n(game))
    for kind in (PUT_QUEEN, PUT_BLOCK, *([PUT_HOLE] if game.values["variant"] == "holes" else [])):
        yield from (move_of(kind, cell_at(x, y)) for x in side for y in side)
    yield move_of(PASS, 0)


def symmetries(game: Game) -> Iterator[Symmetry]:
    """The turns and reflections of the board."""
    for turned in product((False, True), repeat=3):
        if any(turned):
            yield _Reflection(4 * _n(game), *turned).symmetry


@dataclass(frozen=True, slots=True)
class _Reflection:
    """Columns and rows of a board exchanged, then each counted from the other end."""

    side: int
    exchanged: bool
    columns: bool
    rows: bool

    @property
    def symmetry(self) -> Symmetry:
        return Symmetry(self._fact, self._move)

    def _cell(self, x: int, y: int) -> tuple[int, int]:
        x, y = (y, x) if self.exchanged else (x, y)
        return self.side - 1 - x if self.columns else x, self.side - 1 - y if self.rows else y

    def _fact(self, fact: Fact) -> Fact:
        match fact.args:
            case (*others, int(x), int(y)):
                return replace(fact, args=(*others, *self._cell(x, y)))
        return fact

    def _move(self, code: int) -> int:
        if kind_of(code) == PASS:
            return code
        cell = target_of(code)
        return move_of(kind_of(code), cell_at(*self._cell(column_of(cell), row_of(cell))))


def _n(game: Game) -> int:
    n = game.values["n"]
    assert isinstance(n, int)
    return n
