"""The rules of Queens and blocks: legal moves, lines of sight, pieces, the end of the game and the result.

Each function is plain Python over a record; `rules.kernel` compiles the same source. Columns and rows count from 0, and
a cell is one number, `cell_at(x, y)`, the same on boards of all sizes. A queen is placed only where no queen sees it,
so no two queens see each other, and a cell has at most one queen in sight in each direction.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

SEATS = 3
WHITE, BLACK, THIRD = 0, 1, 2  # the third seat is the blocker, or the configurer where holes are allowed
LARGEST_N = 8
STRIDE = 4 * LARGEST_N  # from row to row, on boards of all sizes
CELLS = STRIDE * STRIDE
EMPTY, WHITE_QUEEN, BLACK_QUEEN, BLOCK, HOLE = 0, 1, 2, 3, 4  # contents of a cell
PUT_QUEEN, PUT_BLOCK, PUT_HOLE, PASS = 0, 1, 2, 3  # kinds of moves
MOVES = PASS * CELLS + 1

# The eight directions of a queen; direction i is opposite to direction 7 - i.
DX = np.array([-1, 0, 1, -1, 1, -1, 0, 1], np.int64)
DY = np.array([-1, -1, -1, 0, 0, 1, 1, 1], np.int64)
DIRECTIONS = 8

STATE = np.dtype(
    [
        ("cells", np.int8, (CELLS,)),  # contents
        ("seen", np.int8, (CELLS,)),  # number of queens that see the cell; 0 under a block
        ("taken", np.int16, (SEATS,)),  # free cells a seat has taken away minus those it has freed
        ("free", np.int16),  # cells without a piece that no queen sees
        ("queens", np.int8, (2,)),
        ("used", np.int8),  # pieces of the third seat
        ("turn", np.int8),
        ("over", np.int8),
        ("side", np.int8),
        # The options of the game.
        ("n", np.int8),
        ("holes", np.int8),
        ("total", np.int8),  # 1 when the blocker's limit is for both players together
    ],
    align=True,
)


class State(Protocol):
    """The fields of a state, for type checkers."""

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
    """The number of seats: always three."""
    return SEATS


def begin(s: State) -> None:
    """Set up a new game in a zeroed record with the options set."""
    s.side = 4 * s.n
    s.free = int(s.side) ** 2  # int8 is too small for the product


# Cells and moves as numbers


def cell_at(x: int, y: int) -> int:
    """The cell in a column and a row."""
    return y * STRIDE + x


def column_of(cell: int) -> int:
    """The column of a cell, from 0 at the left."""
    return cell % STRIDE


def row_of(cell: int) -> int:
    """The row of a cell, from 0 at the bottom."""
    return cell // STRIDE


def move_of(kind: int, cell: int) -> int:
    """The code of a move; the cell of a pass is 0."""
    return kind * CELLS + cell


def kind_of(move: int) -> int:
    """The kind of a move."""
    return move // CELLS


def target_of(move: int) -> int:
    """The cell of a move."""
    return move % CELLS


# Legal moves


def max_queens(s: State) -> int:
    """The number of queens a player may place."""
    return 2 * s.n


def is_free(s: State, cell: int) -> bool:
    """Whether a cell is empty and no queen sees it."""
    return bool(s.cells[cell] == EMPTY and s.seen[cell] == 0)


def moves(s: State, out: Any) -> int:
    """Write the legal moves to `out`, by row and column: queens, or blocks, then holes, then the pass.

    Returns their number.
    """
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
    """Write a queen on each free cell to `out`. Returns the number of moves."""
    n = 0
    for y in range(s.side):
        for x in range(s.side):
            cell = cell_at(x, y)
            if is_free(s, cell):
                out[n] = move_of(PUT_QUEEN, cell)
                n += 1
    return n


def piece_moves(s: State, kind: int, out: Any, n: int) -> int:
    """Append a piece on each empty cell to the n moves in `out`. Returns the number of moves."""
    for y in range(s.side):
        for x in range(s.side):
            cell = cell_at(x, y)
            if s.cells[cell] == EMPTY:
                out[n] = move_of(kind, cell)
                n += 1
    return n


def play(s: State, move: int, log: Any) -> None:
    """Make a legal move, in place."""
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
    end_turn(s, log)


# Lines


def steps_to_edge(at: int, step: int, side: int) -> int:
    """The number of steps from a coordinate to the edge; for a step of 0 the whole side."""
    if step == 0:
        return side
    return side - 1 - at if step > 0 else at


def cells_to_edge(s: State, cell: int, direction: int) -> int:
    """The number of cells between a cell and the edge in a direction."""
    across = steps_to_edge(column_of(cell), DX[direction], s.side)
    return min(across, steps_to_edge(row_of(cell), DY[direction], s.side))


def offset_of(direction: int) -> int:
    """The difference between the numbers of neighbouring cells in a direction."""
    return cell_at(DX[direction], DY[direction])


def opposite(direction: int) -> int:
    """The opposite direction."""
    return DIRECTIONS - 1 - direction


def add_sight(s: State, cell: int, direction: int, queens: int) -> int:
    """Add to the number of queens that see the cells in a direction, up to the edge or a block.

    Returns the change in the number of free cells.
    """
    gained = 0
    at = cell
    for _ in range(cells_to_edge(s, cell, direction)):
        at += offset_of(direction)
        thing = s.cells[at]
        if thing == BLOCK:
            break
        before = int(s.seen[at])
        after = before + queens
        s.seen[at] = after
        if thing == EMPTY:
            gained += int(after == 0) - int(before == 0)
    return gained


def queen_in_sight(s: State, cell: int, direction: int) -> bool:
    """Whether a queen sees the cell from a direction."""
    at = cell
    for _ in range(cells_to_edge(s, cell, direction)):
        at += offset_of(direction)
        thing = s.cells[at]
        if thing == BLOCK:
            return False
        if thing in (WHITE_QUEEN, BLACK_QUEEN):
            return True
    return False


# Pieces


def put_queen(s: State, cell: int, log: Any) -> None:
    """Place a queen of the seat to move on a free cell."""
    me = s.turn
    s.cells[cell] = WHITE_QUEEN if me == WHITE else BLACK_QUEEN
    s.queens[me] += 1
    gained = 0
    for direction in range(DIRECTIONS):
        gained += add_sight(s, cell, direction, 1)
    s.free += gained - 1
    s.taken[me] += 1 - gained
    if log is not None:
        log.append(("put_queen", me, cell))
        log.append(("took_away", me, -gained))


def put_block(s: State, cell: int, log: Any) -> None:
    """Place a block, which stops all lines of sight through its cell."""
    lost = int(is_free(s, cell))
    was_seen = s.seen[cell] > 0
    s.cells[cell] = BLOCK
    s.seen[cell] = 0
    gained = 0
    if was_seen:
        for direction in range(DIRECTIONS):
            if queen_in_sight(s, cell, direction):
                gained += add_sight(s, cell, opposite(direction), -1)
    s.used += 1
    s.free += gained - lost
    s.taken[THIRD] += lost - gained
    if log is not None:
        log.append(("put_block", THIRD, cell))
        if gained > 0:
            log.append(("freed", THIRD, gained))


def put_hole(s: State, cell: int, log: Any) -> None:
    """Place a hole, which occupies a cell and stops no line."""
    lost = int(is_free(s, cell))
    s.cells[cell] = HOLE
    s.used += 1
    s.free -= lost
    s.taken[THIRD] += lost
    if log is not None:
        log.append(("put_hole", THIRD, cell))


def end_turn(s: State, log: Any) -> None:
    """Pass the turn to the next seat, or end the game."""
    if s.queens[BLACK] == max_queens(s):
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
    """The number of queens a player has placed; 0 for the third seat."""
    return 0 if seat == THIRD else int(s.queens[seat])


def blocker_goal_met(s: State) -> bool:
    """Whether the blocker's goal is met: fewer than 4N/3 queens of each player, or of both together."""
    white = int(s.queens[WHITE])
    black = int(s.queens[BLACK])
    if s.total:
        return 3 * (white + black) < 4 * s.n
    return 3 * white < 4 * s.n and 3 * black < 4 * s.n


def winner(s: State) -> int:
    """The seat that wins if the game ends now."""
    if not s.holes and blocker_goal_met(s):
        return THIRD
    return WHITE if s.queens[WHITE] > s.queens[BLACK] else BLACK


def is_decided(s: State) -> bool:
    """Whether the game is over: the last free cell decides."""
    return bool(s.over)


def final_result(s: State, seat: int) -> float:
    """A seat's result: 1 for the winner, 0 for the others."""
    return 1.0 if winner(s) == seat else 0.0


def resample_hidden(s: State, rng: Any) -> None:
    """Do nothing: the game has no hidden information."""
