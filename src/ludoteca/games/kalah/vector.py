"""The vector of `encoding.py` from a state of Kalah, for learners that play compiled."""

from __future__ import annotations

from typing import Any

from .rules import SEATS, State


def encode(s: State, seat: int, out: Any) -> None:
    """Write the vector of `encoding.py`, as a seat sees the state."""
    width = s.width
    for at in range(out.size):
        out[at] = 0
    if s.over:
        out[2] = 1
    else:
        out[0 if s.turn == seat else 1] = 1
        out[5 + 2 * width] = s.pie
    for side in range(SEATS):
        owner = seat if side == 0 else 1 - seat
        for pit in range(width):
            out[3 + side * width + pit] = s.pits[owner, pit]
        out[3 + 2 * width + side] = s.stores[owner]
    if out.size > 6 + 2 * width:  # the pie rule is played
        out[6 + 2 * width + seat] = 1


def move_class(s: State, move: int) -> int:
    """The class of a move: each is one of its own."""
    return move
