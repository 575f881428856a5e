"""The interface of a game's `vector.py`, for learners that play compiled."""

from typing import Any

def encode(s: Any, seat: int, out: Any) -> None:
    """Write the vector of the game's `encoding.py`, as a seat sees the state, into all of `out`."""
