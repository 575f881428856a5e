"""The rules of Queens and blocks: two players put queens where no queen sees them, a third blocks lines.

Every function here is plain Python over a record; `rules.kernel` compiles the same source. Columns and rows count
from 0, and a cell is one number, `cell_at(x, y)`, the same on boards of every size. A queen goes only where no queen
sees it, so no two queens ever see each other: from any cell there is at most one queen in sight each way.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

SEATS = 3
WHITE, BLACK, THIRD = 0, 1, 2  # the third seat is the blocker, or the configurer where holes are allowed
LARGEST_N = 8
STRIDE = 4 * LARGEST_N  # from row to row, on boards of every size
CELLS = STRIDE * STRIDE
EMPTY, WHITE_QUEEN, BLACK_QUEEN, BLOCK, HOLE = 0, 1, 2, 3, 4  # on a cell
PUT_QUEEN, PUT_BLOCK, PUT_HOLE, PASS = 0, 1, 2, 3  # kinds of moves
MOVES = PASS * CELLS + 1

# The eight ways a queen looks, each opposite to the one as far from the other end.
ACROSS = np.array([-1, 0, 1, -1, 1, -1, 0, 1], np.int64)
ALONG = np.array([-1, -1, -1, 0, 0, 1, 1, 1], np.int64)
WAYS = 8

STATE = np.dtype(
    [
        ("cells", np.int8, (CELLS,)),  # what is there
        ("seen", np.int8, (CELLS,)),  # by how many queens; 0 under a block
        ("taken", np.int16, (SEATS,)),  # free cells a seat has taken away, less those it has freed
        ("free", np.int16),  # cells without a piece that no queen sees
        ("queens", np.int8, (2,)),
        ("used", np.int8),  # pieces of the third seat
        ("turn", np.int8),
        ("over", np.int8),
        ("side", np.int8),
        # The options: a position knows the rules it is played by.
        ("n", np.int8),
        ("holes", np.int8),
        ("total", np.int8),  # 1 when the blocker has to hold down both players together
    ],
    align=True,
)


class State(Protocol):
    """The record, as type checkers see it."""

    cells: Any
    seen: Any
    taken: Any
    free: int
    queens: Any
    used: int
    turn: int
    over: int
    side: int
    n: int
    holes: int
    total: int


def seats(s: State) -> int:
    """Always three."""
    return SEATS


def begin(s: State) -> None:
    """A new game, in a zeroed record that knows its options."""
    s.side = 4 * s.n
    s.free = int(s.side) ** 2  # a field of its own is too small for it


# Cells and moves as numbers


def cell_at(x: int, y: int) -> int:
    """The cell in a column and a row."""
    return y * STRIDE + x


def column_of(cell: int) -> int:
    """How far from the left a cell is."""
    return cell % STRIDE


def row_of(cell: int) -> int:
    """How far from the bottom a cell is."""
    return cell // STRIDE


def move_of(kind: int, cell: int) -> int:
    """The code of a move; a pass is made nowhere, at cell 0."""
    return kind * CELLS + cell


def kind_of(move: int) -> int:
    """What a move does."""
    return move // CELLS


def target_of(move: int) -> int:
    """The cell a move goes to."""
    return move % CELLS


# What a turn offers


def most_queens(s: State) -> int:
    """How many queens a player may place."""
    return 2 * s.n


def is_free(s: State, cell: int) -> bool:
    """Whether a queen may go there."""
    return bool(s.cells[cell] == EMPTY and s.seen[cell] == 0)


def moves(s: State, out: Any) -> int:
    """By row, then column: queens where it is free; or blocks, then holes, where there is no piece, then the pass."""
    if s.over:
        return 0
    if s.turn != THIRD:
        return queen_moves(s, out)
    n = piece_moves(s, PUT_BLOCK, out, 0)
    if s.holes:
        n = piece_moves(s, PUT_HOLE, out, n)
    out[n] = move_of(PASS, 0)
    return n + 1


def queen_moves(s: State, out: Any) -> int:
    """Every free cell."""
    n = 0
    for y in range(s.side):
        for x in range(s.side):
            cell = cell_at(x, y)
            if is_free(s, cell):
                out[n] = move_of(PUT_QUEEN, cell)
                n += 1
    return n


def piece_moves(s: State, kind: int, out: Any, n: int) -> int:
    """Every cell without a piece, after the first n moves; how many moves there are then."""
    for y in range(s.side):
        for x in range(s.side):
            cell = cell_at(x, y)
            if s.cells[cell] == EMPTY:
                out[n] = move_of(kind, cell)
                n += 1
    return n


def play(s: State, move: int, log: Any) -> None:
    """Make a legal move."""
    kind = kind_of(move)
    cell = target_of(move)
    if kind == PUT_QUEEN:
        put_queen(s, cell, log)
    elif kind == PUT_BLOCK:
        put_block(s, cell, log)
    elif kind == PUT_HOLE:
        put_hole(s, cell, log)
    elif log is not None:
        log.append(("passed", THIRD))
    hand_on(s, log)


# Lines


def room(at: int, step: int, side: int) -> int:
    """How many steps there are from a coordinate to the edge; as good as no end of them for steps of nothing."""
    if step == 0:
        return side
    return side - 1 - at if step > 0 else at


def reach(s: State, cell: int, way: int) -> int:
    """How many cells there are from a cell to the edge, one way."""
    return min(room(column_of(cell), ACROSS[way], s.side), room(row_of(cell), ALONG[way], s.side))


def stride_of(way: int) -> int:
    """From a cell to the next one, one way."""
    return cell_at(ACROSS[way], ALONG[way])


def opposite(way: int) -> int:
    """The other way."""
    return WAYS - 1 - way


def shade(s: State, cell: int, way: int, queens: int) -> int:
    """So many queens more see the cells beyond one, up to the edge or a block; how many cells become free by it."""
    gained = 0
    at = cell
    for _ in range(reach(s, cell, way)):
        at += stride_of(way)
        thing = s.cells[at]
        if thing == BLOCK:
            break
        before = int(s.seen[at])
        after = before + queens
        s.seen[at] = after
        if thing == EMPTY:
            gained += int(after == 0) - int(before == 0)
    return gained


def queen_in_sight(s: State, cell: int, way: int) -> bool:
    """Whether a queen sees the cell from there."""
    at = cell
    for _ in range(reach(s, cell, way)):
        at += stride_of(way)
        thing = s.cells[at]
        if thing == BLOCK:
            return False
        if thing in (WHITE_QUEEN, BLACK_QUEEN):
            return True
    return False


# Pieces


def put_queen(s: State, cell: int, log: Any) -> None:
    """A queen of the seat to move goes on a free cell and sees along all its lines."""
    me = s.turn
    s.cells[cell] = WHITE_QUEEN if me == WHITE else BLACK_QUEEN
    s.queens[me] += 1
    gained = 0
    for way in range(WAYS):
        gained += shade(s, cell, way, 1)
    s.free += gained - 1
    s.taken[me] += 1 - gained
    if log is not None:
        log.append(("put_queen", me, cell))
        log.append(("took_away", me, -gained))


def put_block(s: State, cell: int, log: Any) -> None:
    """A block stops every line that went over its cell."""
    lost = int(is_free(s, cell))
    watched = s.seen[cell] > 0
    s.cells[cell] = BLOCK
    s.seen[cell] = 0
    gained = 0
    if watched:
        for way in range(WAYS):
            if queen_in_sight(s, cell, way):
                gained += shade(s, cell, opposite(way), -1)
    s.used += 1
    s.free += gained - lost
    s.taken[THIRD] += lost - gained
    if log is not None:
        log.append(("put_block", THIRD, cell))
        if gained > 0:
            log.append(("freed", THIRD, gained))


def put_hole(s: State, cell: int, log: Any) -> None:
    """A hole takes a cell and stops nothing."""
    lost = int(is_free(s, cell))
    s.cells[cell] = HOLE
    s.used += 1
    s.free -= lost
    s.taken[THIRD] += lost
    if log is not None:
        log.append(("put_hole", THIRD, cell))


def hand_on(s: State, log: Any) -> None:
    """The turn passes on, or the game is over."""
    if s.queens[BLACK] == most_queens(s):
        s.over = 1
        if log is not None:
            log.append(("all_placed", BLACK))
        return
    if s.turn != THIRD and s.used < s.n:
        s.turn = THIRD
        return
    s.turn = WHITE if s.queens[WHITE] == s.queens[BLACK] else BLACK
    if s.free == 0:
        s.over = 1
        if log is not None:
            log.append(("stuck", s.turn))


# The result


def score(s: State, seat: int) -> int:
    """Queens placed; the third seat has no points to count, since its pieces are worth nothing by themselves."""
    return 0 if seat == THIRD else int(s.queens[seat])


def held_down(s: State) -> bool:
    """Whether so few queens were placed that the blocker wins: fewer than 4N/3, each player or both together."""
    white = int(s.queens[WHITE])
    black = int(s.queens[BLACK])
    if s.total:
        return 3 * (white + black) < 4 * s.n
    return 3 * white < 4 * s.n and 3 * black < 4 * s.n


def winner(s: State) -> int:
    """The seat that wins if it ends like this."""
    if not s.holes and held_down(s):
        return THIRD
    return WHITE if s.queens[WHITE] > s.queens[BLACK] else BLACK


def is_decided(s: State) -> bool:
    """Only the end decides: whoever finds the last free cell."""
    return bool(s.over)


def final_result(s: State, seat: int) -> float:
    """One seat wins, and wins alone."""
    return 1.0 if winner(s) == seat else 0.0


def resample_hidden(s: State, rng: Any) -> None:
    """Nothing is hidden."""
