"""Transposition table in buckets of two rows: lookup by key, and replacement by the work an entry took."""

from __future__ import annotations

from typing import Any

import numpy as np


def find(table: Any, code: Any) -> Any:
    """The row that holds a key, or -1."""
    row = np.int64(code & np.uint64(table.size - 1))
    if table[row].key == code:
        return row
    if table[row ^ 1].key == code:
        return row ^ 1
    return -1


def replacement_row(table: Any, code: Any) -> Any:
    """The row of a key's bucket to overwrite: an empty one, or the one whose entry took less work."""
    row = np.int64(code & np.uint64(table.size - 1))
    if table[row].key != 0 and table[row ^ 1].work < table[row].work:
        row ^= 1
    return row


def log2_work(nodes: int) -> int:
    """The binary logarithm, rounded down, of the nodes searched for an entry."""
    work = 0
    while nodes > 1:
        nodes >>= 1
        work += 1
    return work
