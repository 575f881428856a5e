"""Random games of Kalah(6, 4): ours against OpenSpiel's, both driven from Python."""

from __future__ import annotations

import random

import pyspiel

from bench.measure import Claim, random_games, rates
from ludoteca.games.kalah import Kalah


def measure() -> list[Claim]:
    theirs = pyspiel.load_game("mancala")
    lot = random.Random(7)

    def theirs_run(games: int = 10_000) -> int:
        for _ in range(games):
            state = theirs.new_initial_state()
            while not state.is_terminal():
                state.apply_action(lot.choice(state.legal_actions()))
        return games

    ours, oracle = rates(random_games(Kalah({}), 200_000), theirs_run)
    return [
        Claim(
            "random games of Kalah, against OpenSpiel from Python",
            "≥ 10 ×",
            f"{ours / oracle:.1f} × ({ours:,.0f} against {oracle:,.0f} games/s)",
            ours >= 10 * oracle,
        )
    ]
