"""How things are measured here: in turns, on one core, the best of a few rounds."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ludoteca.rules.kernel.game import KernelGame


@dataclass(frozen=True, slots=True)
class Claim:
    """What was promised, what was measured, and whether it holds."""

    what: str
    promised: str
    measured: str
    holds: bool


def on_one_core() -> None:
    """Keep this process to one core, so that nobody gets more than another."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def random_games(game: KernelGame, games: int) -> Callable[[], int]:
    """Work to be measured: so many random games by a game's compiled rules."""
    kernel = game.kernel_for("playouts")
    options, rng = np.empty(kernel.rules.MOVES, np.int64), np.array([7], np.uint64)

    def run() -> int:
        kernel.playouts.random_games(
            game.start(0).states(2), games, options, rng, np.zeros(kernel.rules.SEATS, np.int64)
        )
        return games

    return run


def rates(*work: Callable[[], int], rounds: int = 3) -> list[float]:
    """For each piece of work, which says how much it did, the best rate a second; taken in turns."""
    best = [0.0] * len(work)
    for _ in range(rounds):
        for number, run in enumerate(work):
            started = time.perf_counter()
            done = run()
            best[number] = max(best[number], done / (time.perf_counter() - started))
    return best
