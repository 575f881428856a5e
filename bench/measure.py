"""How things are measured here: in turns, on one core, the best of a few rounds."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass


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


def rates(*work: Callable[[], int], rounds: int = 3) -> list[float]:
    """For each piece of work, which says how much it did, the best rate a second; taken in turns."""
    best = [0.0] * len(work)
    for _ in range(rounds):
        for number, run in enumerate(work):
            started = time.perf_counter()
            done = run()
            best[number] = max(best[number], done / (time.perf_counter() - started))
    return best
