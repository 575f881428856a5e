"""Boards with few seeds, numbered without gaps, for endgame tables.

A board is two rows of pits, that of the seat to move first; a row is packed into an integer, 8 bits a pit. Boards are
numbered by the seeds on them, then by the sums of pairs of pits (one of each row, as far from their owners' stores, the
farthest pair first), then by the share of the first row in each sum.

A move that takes no seed off the board brings seeds nearer to a store, so that its board has a lower number: a table
that is filled in the order of the numbers reads only values that it has written. The boards with at most n seeds come
first: a table of them is the beginning of every larger one.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import hints

MAX_ROW = 8  # pits in a row
BITS = 8  # of a pit
PIT = (1 << BITS) - 1
MAX_SEEDS = 200  # of a game: less than fit in a pit, so that no sowing overflows one
MAX_LEFT = 31  # seeds on a numbered board


def _number_of_boards() -> Any:
    """The number of boards, by pits in a row and seeds on the board."""
    boards = np.zeros((MAX_ROW + 1, MAX_LEFT + 1), np.int64)
    boards[0, 0] = 1
    for row in range(MAX_ROW):
        once = np.cumsum(boards[row])  # one more pit
        boards[row + 1] = np.cumsum(once)
    return np.minimum(boards, np.iinfo(np.int32).max)  # tables are smaller; products of these must not overflow


def _number_below() -> Any:
    """The number of boards whose first pair has fewer seeds, by pits in a row, seeds on the board and in that pair."""
    below = np.zeros((MAX_ROW + 1, MAX_LEFT + 1, MAX_LEFT + 1), np.int64)
    for row in range(1, MAX_ROW + 1):
        for left in range(1, MAX_LEFT + 1):
            pairs = np.arange(1, left + 1) * BOARDS[row - 1, left:0:-1]
            below[row, left, 1 : left + 1] = np.cumsum(pairs)
    return np.minimum(below, np.iinfo(np.int32).max)


BOARDS = _number_of_boards()
FEWER = np.concatenate([np.zeros((MAX_ROW + 1, 1), np.int64), np.cumsum(BOARDS, axis=1)], axis=1)
BELOW = _number_below()


def _no_row(s: Any) -> int:
    """For games without endgame tables: no pits."""
    return 0


def _no_seeds(s: Any, row: int, pit: int) -> int:
    """For games without endgame tables: no seeds."""
    return 0


def _too_many(s: Any) -> int:
    """For games without endgame tables: too many seeds."""
    return MAX_SEEDS + 1


pits_in_row = getattr(hints, "pits_in_row", _no_row)
seeds_in = getattr(hints, "seeds_in", _no_seeds)
seeds_left = getattr(hints, "seeds_left", _too_many)


def packed_row(s: Any, row: int) -> Any:
    """A row of a state, packed: that of the seat to move (0) or the other one (1)."""
    seeds = np.int64(0)
    for pit in range(pits_in_row(s)):
        seeds |= np.int64(seeds_in(s, row, pit)) << (BITS * pit)
    return seeds


def board_number(own: Any, both: Any, left: Any, pits: int) -> Any:
    """The number of a board by its first row, the sum of both rows, its seeds, and the pits in a row."""
    number = FEWER[pits, left]
    shares = 1
    share = 0
    for pit in range(pits):
        pair = (both >> (BITS * pit)) & PIT
        number += shares * BELOW[pits - pit, left, pair]
        shares *= pair + 1
        share = share * (pair + 1) + ((own >> (BITS * pit)) & PIT)
        left -= pair
    return number + share


def number_of(s: Any) -> Any:
    """The number of the board of a state."""
    own = packed_row(s, 0)
    both = own + packed_row(s, 1)
    pits = pits_in_row(s)
    return board_number(own, both, seeds_of(both, pits), pits)


def seeds_of(packed: Any, pits: int) -> Any:
    """The seeds in a packed row."""
    seeds = 0
    for pit in range(pits):
        seeds += (packed >> (BITS * pit)) & PIT
    return seeds


def board_at(number: Any, pits: int) -> tuple[Any, Any]:
    """The first row and the sum of both rows of the board with a number."""
    left = 0
    while FEWER[pits, left + 1] <= number:
        left += 1
    number -= FEWER[pits, left]
    both = np.int64(0)
    shares = 1
    for pit in range(pits):
        pair = 0
        while pair < left and (pit == pits - 1 or shares * BELOW[pits - pit, left, pair + 1] <= number):
            pair += 1
        number -= shares * BELOW[pits - pit, left, pair]
        shares *= pair + 1
        both |= np.int64(pair) << (BITS * pit)
        left -= pair
    own = np.int64(0)
    for pit in range(pits - 1, -1, -1):
        choices = ((both >> (BITS * pit)) & PIT) + 1
        own |= np.int64(number % choices) << (BITS * pit)
        number //= choices
    return own, both


def next_board(own: Any, both: Any, pits: int) -> tuple[Any, Any]:
    """The first row and the sum of both rows of the board with the next number."""
    for pit in range(pits - 1, -1, -1):
        mask = PIT << (BITS * pit)
        if own & mask < both & mask:
            return own + (1 << (BITS * pit)), both
        own &= ~mask
    last = pits - 1
    while last > 0 and both >> (BITS * last) == 0:
        last -= 1
    seeds = both >> (BITS * last)
    both -= seeds << (BITS * last)
    if last == 0:
        return own, (seeds + 1) << (BITS * (pits - 1))
    return own, both + (1 << (BITS * (last - 1))) + ((seeds - 1) << (BITS * (pits - 1)))
