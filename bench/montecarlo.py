"""Simulations of Monte Carlo tree search a second on Kalah(6, 4): our compiled search against OpenSpiel's in C++.

Both run their own compiled loop from the initial position, with one random playout for each simulation. Ours selects by
PUCT with priors, OpenSpiel's by UCT.
"""

from __future__ import annotations

import pyspiel

from bench.measure import Claim, rates
from ludoteca.games.kalah import Kalah
from ludoteca.minds.montecarlo.kernel_tree import KernelTree

SIMULATIONS = 50_000


def measure() -> list[Claim]:
    """The claim about tree search."""
    game = Kalah({})
    kernel = game.kernel_for("tree_search")
    their_game = pyspiel.load_game("mancala")

    def ours_run() -> int:
        tree = KernelTree(kernel, 1.5, seed=1, capacity=SIMULATIONS * kernel.rules.MOVES)
        tree.set_root(game.start(0), [])
        tree.run(SIMULATIONS)
        return SIMULATIONS

    def theirs_run() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(1, 1)
        # 1000 MB, twice the memory it needs, and without its solver, which ours does not have.
        bot = pyspiel.MCTSBot(their_game, evaluator, 1.4, SIMULATIONS, 1000, False, 1, False)
        bot.step(their_game.new_initial_state())
        return SIMULATIONS

    ours, theirs = rates(ours_run, theirs_run, rounds=5)
    return [
        Claim(
            "MCTS simulations on Kalah: our compiled search, OpenSpiel's C++ MCTS",
            "≥ 1.2 × (aim: 2 ×)",
            f"{ours / theirs:.2f} × ({ours:,.0f} against {theirs:,.0f} simulations/s)",
            ours >= 1.2 * theirs,
        )
    ]
