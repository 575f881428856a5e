"""Queens and blocks as a network sees it, compiled: the vector of `encoding.py`, written straight from a state.

The components are those of the largest board; on all boards the lower left corner is the first cell.
"""

from __future__ import annotations

from typing import Any

from .rules import (
    BLACK,
    CELLS,
    EMPTY,
    HOLE,
    LARGEST_N,
    SEATS,
    STRIDE,
    WHITE,
    WHITE_QUEEN,
    State,
    cell_at,
    is_free,
    max_queens,
)

LARGEST = {"n": LARGEST_N, "variant": "holes"}
ME = SEATS + 1  # after the turn and the end
QUEENS_LEFT = ME + SEATS
PIECES_LEFT = QUEENS_LEFT + SEATS
PLACED = PIECES_LEFT + 1
FREE = PLACED + SEATS * CELLS
HOLES = FREE + CELLS
COMPONENTS = HOLES + CELLS


def observe(s: State, seat: int, places: Any, values: Any) -> int:
    """Write the components other than 0 that a seat observes: their places and values. Returns their number."""
    places[0] = SEATS if s.over else (s.turn + SEATS - seat) % SEATS
    values[0] = 1
    places[1] = ME + seat
    values[1] = 1
    n = 2
    for player in (WHITE, BLACK):
        if s.queens[player] < max_queens(s):
            places[n] = QUEENS_LEFT + (player + SEATS - seat) % SEATS
            values[n] = max_queens(s) - s.queens[player]
            n += 1
    if s.used < s.n:
        places[n] = PIECES_LEFT
        values[n] = s.n - s.used
        n += 1
    for x in range(s.side):
        for y in range(s.side):
            cell = cell_at(x, y)
            thing = int(s.cells[cell])  # int8 is too small for a place
            at = x * STRIDE + y  # by columns, as facts name cells
            if thing != EMPTY:
                owner = min(thing - WHITE_QUEEN, SEATS - 1)
                places[n] = PLACED + (owner + SEATS - seat) % SEATS * CELLS + at
                values[n] = 1
                n += 1
            elif is_free(s, cell):
                places[n] = FREE + at
                values[n] = 1
                n += 1
            if thing == HOLE:
                places[n] = HOLES + at
                values[n] = 1
                n += 1
    return n
