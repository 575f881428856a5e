"""Measurement: pieces of work run in turns on one core, and the best rate of a few rounds counts; processor time."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ludoteca.core.clock import Clock
from ludoteca.rules.kernel.game import KernelGame


@dataclass(frozen=True, slots=True)
class Claim:
    """A claim about speed: what is measured, the promised and the measured figure, and whether it holds."""

    what: str
    promised: str
    measured: str
    holds: bool


class ProcessorClock(Clock):
    """A clock of this process's processor time: other work on the machine takes nothing from a mind."""

    def __init__(self, seconds: float) -> None:
        super().__init__(seconds)
        self._end = time.process_time() + seconds

    @property
    def left(self) -> float:
        return max(0.0, self._end - time.process_time())


def on_one_core() -> None:
    """Restrict this process to one core, so that all sides have the same resources."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})


def random_games(game: KernelGame, games: int) -> Callable[[], int]:
    """Work to measure: random playouts of a game in one compiled loop."""
    kernel = game.kernel_for("playouts")
    options, rng = np.empty(kernel.rules.MOVES, np.int64), np.array([7], np.uint64)

    def run() -> int:
        kernel.playouts.random_games(
            game.start(0).states(2), games, options, rng, np.zeros(kernel.rules.SEATS, np.int64)
        )
        return games

    return run


def rates(*work: Callable[[], int], rounds: int = 3) -> list[float]:
    """The best rate a second of each piece of work, which returns its amount; they run in turns."""
    best = [0.0] * len(work)
    for _ in range(rounds):
        for number, run in enumerate(work):
            started = time.perf_counter()
            done = run()
            best[number] = max(best[number], done / (time.perf_counter() - started))
    return best
