"""Simulations of Monte Carlo tree search from the first position of Kalah(6, 4): ours against OpenSpiel's in C++."""

from __future__ import annotations

import pyspiel

from bench.measure import Claim, rates
from ludoteca.games.kalah import Kalah
from ludoteca.minds.montecarlo.search import Search

SIMULATIONS = 50_000


def measure() -> list[Claim]:
    game = Kalah({})
    kernel = game.kernel_for("tree_search")
    oracle_game = pyspiel.load_game("mancala")

    def ours_run() -> int:
        search = Search(kernel, 1.5, seed=1, capacity=SIMULATIONS * kernel.rules.MOVES)
        search.stand_at(game.start(0), [])
        search.run(SIMULATIONS)
        return SIMULATIONS

    def theirs_run() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        # Twice the memory it needs, and no time for proving endings: nothing but the search itself.
        bot = pyspiel.MCTSBot(oracle_game, evaluator, 1.4, SIMULATIONS, 1000, False, 1, False)
        bot.step(oracle_game.new_initial_state())
        return SIMULATIONS

    ours, oracle = rates(ours_run, theirs_run, rounds=5)
    return [
        Claim(
            "montecarlo simulations, against OpenSpiel's C++ MCTS on mancala",
            "≥ 1.2 × (aim: 2 ×)",
            f"{ours / oracle:.2f} × ({ours:,.0f} against {oracle:,.0f} simulations/s)",
            ours >= 1.2 * oracle,
        )
    ]
