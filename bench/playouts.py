"""Random playouts of Kalah(6, 4) a second, ours against OpenSpiel's mancala.

Our side always runs one compiled loop over all games. OpenSpiel is measured twice: in a Python loop with one call for
each move, as its users write it, and in its own C++ loop, the rollouts of its MCTS evaluator. The second row compares
like with like.
"""

from __future__ import annotations

import random
from collections.abc import Callable

import pyspiel

from bench.measure import Claim, random_games, rates
from ludoteca.games.kalah import Kalah

GAMES = 200_000
PYTHON_GAMES = 10_000
ROLLOUTS = 50_000


def measure() -> list[Claim]:
    """The claims about random playouts."""
    ours, python_loop, cpp_loop = rates(random_games(Kalah({}), GAMES), _python_loop(), _cpp_loop())
    return [
        _claim(
            "random playouts of Kalah: our compiled loop, OpenSpiel called from a Python loop", ours, python_loop, 10
        ),
        _claim("random playouts of Kalah: our compiled loop, OpenSpiel's C++ loop", ours, cpp_loop, 1.2),
    ]


def _claim(what: str, ours: float, theirs: float, factor: float) -> Claim:
    """The claim that our rate is a multiple of OpenSpiel's."""
    measured = f"{ours / theirs:.1f} × ({ours:,.0f} against {theirs:,.0f} games/s)"
    return Claim(what, f"≥ {factor:g} ×", measured, ours >= factor * theirs)


def _python_loop() -> Callable[[], int]:
    """Work for OpenSpiel: random games in a Python loop, one call for the legal actions and one for each move."""
    game, rng = pyspiel.load_game("mancala"), random.Random(7)

    def run() -> int:
        for _ in range(PYTHON_GAMES):
            state = game.new_initial_state()
            while not state.is_terminal():
                state.apply_action(rng.choice(state.legal_actions()))
        return PYTHON_GAMES

    return run


def _cpp_loop() -> Callable[[], int]:
    """Work for OpenSpiel: the random rollouts of one MCTS simulation, all from the initial state in one C++ loop."""
    game = pyspiel.load_game("mancala")

    def run() -> int:
        evaluator = pyspiel.RandomRolloutEvaluator(ROLLOUTS, 7)
        bot = pyspiel.MCTSBot(game, evaluator, 1.4, 1, 1000, False, 7, False)  # 1 simulation
        bot.step(game.new_initial_state())
        return ROLLOUTS

    return run
