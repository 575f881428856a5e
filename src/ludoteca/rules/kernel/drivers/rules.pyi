"""The interface of a game's `rules.py`: state, legal moves, effects of moves, score and result.

A state is a NumPy record with at least the fields `turn` (the seat to move) and `over`.
"""

from typing import Any

import numpy as np

STATE: np.dtype[Any]
SEATS: int  # the largest number of seats
MOVES: int  # move codes run from 0 to MOVES - 1

def seats(s: Any) -> int:
    """The number of seats in this game."""

def moves(s: Any, out: Any) -> int:
    """Write the legal move codes into `out`, in a stable order. Returns their number."""

def play(s: Any, move: int, log: Any) -> None:
    """Make a legal move, in place.

    Unless `log` is None, append a tuple for each event, starting with its kind; ("step",) is not an event
    but an intermediate state for the animation.
    """

def score(s: Any, seat: int) -> int:
    """A seat's points so far."""

def is_decided(s: Any) -> bool:
    """Whether the winner can no longer change. True when the game is over."""

def final_result(s: Any, seat: int) -> float:
    """A seat's result in a decided game: 1 for the winner, 0 for a loser, an equal share for tied winners."""

def resample_hidden(s: Any, rng: Any) -> None:
    """Redraw hidden information at random, in place (a determinization)."""
