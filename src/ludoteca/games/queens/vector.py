"""The vector of `encoding.py` from a state of Queens and blocks, for learners that play compiled."""

from __future__ import annotations

from typing import Any

from .rules import BLACK, BLACK_QUEEN, EMPTY, HOLE, SEATS, THIRD, WHITE, WHITE_QUEEN, State, cell_at, max_queens


def encode(s: State, seat: int, out: Any) -> None:
    """Write the vector of `encoding.py`, as a seat sees the state."""
    side = int(s.side)
    for at in range(out.size):
        out[at] = 0
    if s.over:
        out[SEATS] = 1
    else:
        out[(s.turn - seat) % SEATS] = 1
    out[SEATS + 1 + seat] = 1
    for player in (WHITE, BLACK):
        out[2 * SEATS + 1 + (player - seat) % SEATS] = max_queens(s) - s.queens[player]
    out[3 * SEATS + 1] = s.n - s.used
    first = 3 * SEATS + 2
    area = side * side
    for x in range(side):
        for y in range(side):
            cell = cell_at(x, y)
            at = first + x * side + y
            thing = s.cells[cell]
            if thing != EMPTY:
                owner = WHITE if thing == WHITE_QUEEN else BLACK if thing == BLACK_QUEEN else THIRD
                out[at + (owner - seat) % SEATS * area] = 1
            elif s.seen[cell] == 0:
                out[at + SEATS * area] = 1
            if thing == HOLE:
                out[at + (SEATS + 1) * area] = 1
    out[out.size - 1] = s.free


def move_class(s: State, move: int) -> int:
    """The class of a move: each is one of its own."""
    return move
