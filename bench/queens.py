"""Queens and blocks: random games a second."""

from __future__ import annotations

import numpy as np

from bench.measure import Claim, rates
from ludoteca.games.queens import Queens


def measure() -> list[Claim]:
    game = Queens({})
    kernel = game.kernel_for("playouts")
    options, rng = np.empty(kernel.rules.MOVES, np.int64), np.array([7], np.uint64)

    def run(games: int = 100_000) -> int:
        kernel.playouts.random_games(game.start(0).states(2), games, options, rng, np.zeros(3, np.int64))
        return games

    (rate,) = rates(run)
    return [Claim("random games of Queens, 8 × 8", "≥ 100,000 games/s", f"{rate:,.0f} games/s", rate >= 100_000)]
