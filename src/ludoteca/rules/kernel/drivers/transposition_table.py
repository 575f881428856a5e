"""What searches with a table have in common: buckets of two, the price of an entry, the next move to try."""

from __future__ import annotations

from typing import Any

import numpy as np


def find(table: Any, code: Any) -> Any:
    """The row of a key, or -1."""
    row = np.int64(code & np.uint64(table.size - 1))
    if table[row].key == code:
        return row
    if table[row ^ 1].key == code:
        return row ^ 1
    return -1


def cheaper(table: Any, code: Any) -> Any:
    """The row of a key's bucket that may be written over: an empty one, or the one that took less work."""
    row = np.int64(code & np.uint64(table.size - 1))
    if table[row].key != 0 and table[row ^ 1].work < table[row].work:
        row ^= 1
    return row


def price(nodes: int) -> int:
    """log2 of the nodes spent: of two entries the dearer stays."""
    cost = 0
    while nodes > 1:
        nodes >>= 1
        cost += 1
    return cost


def next_move(frame: Any) -> Any:
    """The most promising of the moves not tried yet."""
    top = frame.tried
    for i in range(frame.tried + 1, frame.count):
        if frame.ranks[i] > frame.ranks[top]:
            top = i
    move = frame.moves[top]
    frame.moves[top] = frame.moves[frame.tried]
    frame.ranks[top] = frame.ranks[frame.tried]
    frame.tried += 1
    return move
