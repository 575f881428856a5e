"""The interface of a game's `vector.py`, for learners that play compiled."""

from typing import Any

def encode(s: Any, seat: int, out: Any) -> None:
    """Write the vector of the game's `encoding.py`, as a seat sees the state, into all of `out`."""

def move_class(s: Any, move: int) -> int:
    """The class of a legal move, as in the game's `encoding.py`: its code, if the game has no classes of moves."""
