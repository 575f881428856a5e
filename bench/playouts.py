"""Random games of Kalah(6, 4): ours against OpenSpiel's, both driven from Python."""

from __future__ import annotations

import random

import numpy as np
import pyspiel

from bench.measure import Claim, rates
from ludoteca.games.kalah import Kalah


def measure() -> list[Claim]:
    game = Kalah({})
    kernel = game.kernel_for("playouts")
    options, rng = np.empty(kernel.rules.MOVES, np.int64), np.array([7], np.uint64)
    theirs = pyspiel.load_game("mancala")
    lot = random.Random(7)

    def ours_run(games: int = 200_000) -> int:
        kernel.playouts.random_games(game.start(0).states(2), games, options, rng, np.zeros(2, np.int64))
        return games

    def theirs_run(games: int = 10_000) -> int:
        for _ in range(games):
            state = theirs.new_initial_state()
            while not state.is_terminal():
                state.apply_action(lot.choice(state.legal_actions()))
        return games

    ours, oracle = rates(ours_run, theirs_run)
    return [
        Claim(
            "random games of Kalah, against OpenSpiel from Python",
            "≥ 10 ×",
            f"{ours / oracle:.1f} × ({ours:,.0f} against {oracle:,.0f} games/s)",
            ours >= 10 * oracle,
        )
    ]
