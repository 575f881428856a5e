"""Solving a game: its value with best play, proven."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ludoteca.core.game import Move
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.margin_search import Bounds, MarginSearch
from ludoteca.rules.kernel.solver.search_runner import Stopped

_GUESSING = 4_000_000  # positions looked at for a first guess at the value …
_SCOUT_MEMORY = 64  # … and MiB to remember them in


@dataclass(frozen=True, slots=True)
class Solution:
    """The final margin for the seat to move lies between low and high; `best` reach it, once it is proven."""

    low: int
    high: int
    best: tuple[str, ...]
    nodes: int
    seconds: float

    @property
    def proven(self) -> bool:
        return bool(self.best)


def solve(search: MarginSearch, position: KernelPosition, bounds: Bounds | None = None) -> Solution:
    """MarginSearch to the end; a search that is stopped says what is proven by then.

    `bounds`, from `search.bounds(position)`, are narrowed on the way for those who want to see that.

    A guess by iterative deepening comes first: questions asked near the true value are the cheapest. It has
    a table of its own, since what looks best to an estimate leads a proof astray (by half as many positions again).
    """
    started = time.monotonic()
    bounds = bounds if bounds is not None else search.bounds(position)
    scout = MarginSearch(search.kernel, _SCOUT_MEMORY)
    scout.going = search.going
    best: list[Move] = []
    try:
        value = search.value(position, None, _guess(scout, position), bounds)
        for move in position.moves:
            if move.code == value.best or search.reaches(position, move, value.margin):
                best.append(move)
    except Stopped:
        best = []
    texts = tuple(move.text for move in best)
    return Solution(bounds.low, bounds.high, texts, scout.nodes + search.nodes, time.monotonic() - started)


def _guess(scout: MarginSearch, position: KernelPosition) -> int:
    value, depth = scout.value(position, 1, 0), 1
    while not value.proven and scout.nodes < _GUESSING:
        depth += 1
        value = scout.value(position, depth, value.margin)
    return value.margin
