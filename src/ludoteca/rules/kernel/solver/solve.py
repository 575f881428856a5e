"""Solves a game: the proven value of a position with best play."""

from __future__ import annotations

import time
from dataclasses import dataclass

from ludoteca.core.game import Move
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.margin_search import Bounds, MarginSearch
from ludoteca.rules.kernel.solver.search_runner import Stopped

_GUESS_NODES = 1_000_000  # positions searched by iterative deepening for a first guess at the value
_GUESS_MEMORY = 64  # MiB for the table of that search


@dataclass(frozen=True, slots=True)
class SolvedPosition:
    """Bounds of the final margin for the seat to move; once it is proven, `best` are the moves that reach it."""

    low: int
    high: int
    best: tuple[str, ...]
    nodes: int
    seconds: float

    @property
    def proven(self) -> bool:
        return bool(self.best)


def solve(search: MarginSearch, position: KernelPosition, bounds: Bounds | None = None) -> SolvedPosition:
    """Search a position to the end of the game. If the search is stopped, the bounds proven so far are returned.

    `bounds`, from `search.bounds(position)`, are narrowed during the search, so that a caller can show them.

    Iterative deepening guesses the value first, since zero-window searches near the true value are the fastest. It uses
    its own table: best moves by evaluation order a proof badly (half as many positions again).
    """
    started = time.monotonic()
    bounds = bounds if bounds is not None else search.bounds(position)
    guesser = MarginSearch.of(position.game, _GUESS_MEMORY, search.endgame)
    guesser.should_continue = search.should_continue
    best: list[Move] = []
    try:
        value = search.value(position, None, _guess(guesser, position), bounds)
        for move in position.moves:
            if move.code == value.best or search.reaches(position, move, value.margin):
                best.append(move)
    except Stopped:
        best = []
    texts = tuple(move.text for move in best)
    return SolvedPosition(bounds.low, bounds.high, texts, guesser.nodes + search.nodes, time.monotonic() - started)


def _guess(search: MarginSearch, position: KernelPosition) -> int:
    """The value of a position by iterative deepening, within a budget of nodes."""
    value, depth = search.value(position, 1, 0), 1
    while not value.proven and search.nodes < _GUESS_NODES:
        depth += 1
        value = search.value(position, depth, value.margin)
    return value.margin
