"""Move ordering: the moves of a search frame are tried from the highest rank to the lowest.

The ranks come from the hints `move_order` and `coalition_order` of a game.
"""

from __future__ import annotations

from typing import Any


def next_move(frame: Any) -> Any:
    """The untried move with the highest rank, which then counts as tried (one step of a selection sort)."""
    top = frame.tried
    for i in range(frame.tried + 1, frame.count):
        if frame.ranks[i] > frame.ranks[top]:
            top = i
    move = frame.moves[top]
    frame.moves[top] = frame.moves[frame.tried]
    frame.ranks[top] = frame.ranks[frame.tried]
    frame.tried += 1
    return move
