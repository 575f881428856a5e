"""What a game's `rules.py` defines: the law.

A state is a NumPy record with at least the fields `turn` (the seat to move) and `over`.
"""

from typing import Any

import numpy as np

STATE: np.dtype[Any]
SEATS: int  # at most
MOVES: int  # move codes run from 0 to MOVES - 1

def seats(s: Any) -> int:
    """How many play."""

def moves(s: Any, out: Any) -> int:
    """Write the legal move codes into `out`, in a stable order; their number."""

def play(s: Any, move: int, log: Any) -> None:
    """Make a legal move, in place.

    Unless `log` is None, append a note of each event, a tuple that starts with its kind; ("step",) is no
    event, only a moment that an animation should show.
    """

def score(s: Any, seat: int) -> int:
    """A seat's points so far."""

def is_decided(s: Any) -> bool:
    """Whether the winner can no longer change. True when the game is over."""

def final_result(s: Any, seat: int) -> float:
    """1 for the winner, 0 for a loser, a share for those who are level; asked only once the game is decided."""

def resample_hidden(s: Any, rng: Any) -> None:
    """Draw anew, from `rng`, what nobody at the table can know."""
