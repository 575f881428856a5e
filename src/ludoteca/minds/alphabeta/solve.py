"""Solving a game: its value with best play, proven."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ludoteca.core.game import Move
from ludoteca.minds.alphabeta.search import Bounds, Search, Stopped
from ludoteca.rules.kernel.game import KernelPosition

_GUESSING = 4_000_000  # nodes spent on a first guess at the value


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


def solve(search: Search, position: KernelPosition, bounds: Bounds) -> Solution:
    """Search to the end, with what is proven so far in `bounds`; a search that is stopped says that much.

    A guess by iterative deepening comes first: questions asked near the true value are the cheapest.
    """
    started = time.monotonic()
    best: list[Move] = []
    try:
        guess = _guess(search, position)
        value = search.value(position, None, guess, bounds)
        for move in position.moves:
            if move.code == value.best or search.reaches(position, move, value.margin):
                best.append(move)
    except Stopped:
        best = []
    texts = tuple(move.text for move in best)
    return Solution(bounds.low, bounds.high, texts, search.nodes, time.monotonic() - started)


def _guess(search: Search, position: KernelPosition) -> int:
    value, depth = search.value(position, 1, 0), 1
    while not value.proven and search.nodes < _GUESSING:
        depth += 1
        value = search.value(position, depth, value.margin)
    return value.margin
