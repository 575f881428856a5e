"""The rules of Nim: plain functions over a NumPy record, which searches run compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

MOST_HEAPS = 6
SEATS = 2
MOVES = MOST_HEAPS * MOST_HEAPS  # a move code is heap * MOST_HEAPS + number taken - 1
STATE = np.dtype([("turn", "i1"), ("over", "i1"), ("heaps", "i1", MOST_HEAPS)])

State = Any


def seats(s: State) -> int:
    return 2


def moves(s: State, out: Any) -> int:
    """Write the legal move codes; their number."""
    n = 0
    for heap in range(MOST_HEAPS):
        for taken in range(s.heaps[heap]):
            out[n] = heap * MOST_HEAPS + taken
            n += 1
    return n


def play(s: State, move: int, log: Any) -> None:
    """Take from a heap; the last object ends the game, and `turn` stays with the winner."""
    heap, taken = move // MOST_HEAPS, move % MOST_HEAPS + 1
    s.heaps[heap] -= taken
    if log is not None:
        log.append(("took", s.turn, heap, taken))
    if objects(s) == 0:
        s.over = 1
    else:
        s.turn = 1 - s.turn


def objects(s: State) -> int:
    """How many objects are left."""
    total = 0
    for heap in range(MOST_HEAPS):
        total += s.heaps[heap]
    return total


def score(s: State, seat: int) -> int:
    """One point for the winner."""
    return 1 if s.over and s.turn == seat else 0


def is_decided(s: State) -> bool:
    return bool(s.over)


def final_result(s: State, seat: int) -> float:
    return 1.0 if s.turn == seat else 0.0


def resample_hidden(s: State, rng: Any) -> None:
    """There is nothing hidden."""
