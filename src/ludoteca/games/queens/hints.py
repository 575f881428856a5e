"""Hints for search in Queens and blocks: playout policy, priors, move ordering, evaluation, and the table key.

The player who takes the last free cell wins, unless the blocker's goal is met. So the hints count free cells: a move
ranks higher the more of them it takes away.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.rules.kernel.drivers.rng import draw

from .rules import (
    BLACK,
    BLACK_QUEEN,
    BLOCK,
    CELLS,
    DIRECTIONS,
    EMPTY,
    HOLE,
    PASS,
    PUT_BLOCK,
    PUT_QUEEN,
    THIRD,
    WHITE,
    WHITE_QUEEN,
    State,
    blocker_goal_met,
    cell_at,
    cells_to_edge,
    is_free,
    kind_of,
    max_queens,
    offset_of,
    opposite,
    queen_in_sight,
    target_of,
    winner,
)

PASS_PRIOR = 10.0  # of the third seat; its pieces on free cells have 1
CLOSED_PRIOR = 0.05  # of a piece on a cell that is not free

FREE = EMPTY  # the row of Zobrist keys for free cells; other empty cells have none
COUNTS = HOLE + 1  # the row of Zobrist keys for the number of queens
THIRD_TURN = CELLS - 1  # in that row, the key for the third seat's turn


def _zobrist_keys() -> Any:
    """Zobrist keys, the same in every process: 64 random bits for each content of each cell, then for counts."""
    words = np.random.Generator(np.random.PCG64(20003)).bytes(8 * (COUNTS + 1) * CELLS)
    return np.frombuffer(words, np.uint64).reshape(COUNTS + 1, CELLS).copy()


HORIZON = 1  # without effect, since there are no chance events
UNKNOWN = -1  # a forced result that is not known
SYMMETRIES = 8  # rotations and reflections of the board
SYMMETRY_PIECES = 4  # with more pieces symmetric positions are rare, and keys ignore symmetry
ZOBRIST = _zobrist_keys()


def expected_score(s: State, seat: int) -> int:
    """The free cells a seat has taken away minus those it has freed."""
    return int(s.taken[seat])


def win_estimate(s: State, seat: int) -> float:
    """The evaluation for a seat: a player's lead and share of queens placed; for the third seat, queens not placed."""
    white = int(s.queens[WHITE])
    black = int(s.queens[BLACK])
    most = max_queens(s)
    if seat == THIRD:
        return 1.0 - (white + black) / (2.0 * most)
    mine = white if seat == WHITE else black
    ahead = (white > black) == (seat == WHITE)
    return (int(ahead) + mine / most) / 2.0


def chance_events(s: State) -> int:
    """The number of chance events: always 0."""
    return 0


def count_cells_seen_by(s: State, cell: int, direction: int, queens: int) -> int:
    """The number of empty cells in a direction, up to the edge or a block, that `queens` queens see."""
    count = 0
    at = cell
    for _ in range(cells_to_edge(s, cell, direction)):
        at += offset_of(direction)
        thing = s.cells[at]
        if thing == BLOCK:
            break
        if thing == EMPTY and s.seen[at] == queens:
            count += 1
    return count


def move_order(s: State, move: int) -> int:
    """Move ordering: the free cells a move takes away minus those it frees."""
    kind = kind_of(move)
    if kind == PASS:
        return 0
    cell = target_of(move)
    count = int(is_free(s, cell))
    if kind == PUT_QUEEN:
        for direction in range(DIRECTIONS):
            count += count_cells_seen_by(s, cell, direction, 0)
    elif kind == PUT_BLOCK and s.seen[cell] > 0:
        for direction in range(DIRECTIONS):
            if queen_in_sight(s, cell, direction):
                count -= count_cells_seen_by(s, cell, opposite(direction), 1)
    return count


def playout_move(s: State, options: Any, n: int, rng: Any) -> Any:
    """The playout policy: a random free cell; for the third seat a random piece on a free cell, or the pass.

    Playouts leave out blocks on cells that are not free: there are many, and few are good.
    """
    if s.turn != THIRD:
        return options[draw(rng, n)]
    index = draw(rng, (1 + s.holes) * s.free + 1)
    for i in range(n - 1):
        if is_free(s, target_of(options[i])):
            if index == 0:
                return options[i]
            index -= 1
    return options[n - 1]


def prior(s: State, move: int) -> float:
    """The prior of a move: 1 plus the free cells that a queen takes away; for the third seat mostly the pass.

    Pieces on cells that are not free are many, and few are good: with the prior of others they would take most of the
    simulations from the search for the last queen.
    """
    if s.turn != THIRD:
        return 1.0 + max(0, move_order(s, move))
    if kind_of(move) == PASS:
        return PASS_PRIOR
    return 1.0 if is_free(s, target_of(move)) else CLOSED_PRIOR


# Proofs: one seat against the two others


def forced_result(s: State, seat: int) -> int:
    """1 when a seat wins in any case, 0 when it can no longer win, UNKNOWN otherwise."""
    if s.over:
        return int(winner(s) == seat)
    return 0 if seat == THIRD and not blocker_can_win(s) else UNKNOWN


def blocker_can_win(s: State) -> bool:
    """Whether the blocker can still win: the queens its goal allows might take away all free cells.

    On a board of even side S a queen takes away at most 4 S - 4 cells, including its own.
    """
    if s.holes or not blocker_goal_met(s):
        return False
    most = (4 * s.n - 1) // 3  # the most queens its goal allows, of each player or of both
    queens = int(s.queens[WHITE]) + int(s.queens[BLACK])
    more = (most if s.total else 2 * most) - queens
    return bool(s.free <= more * (4 * int(s.side) - 4) + s.n - s.used)


def key(s: State) -> Any:
    """The Zobrist key of a state: board, number of queens, and whether the third seat is to move.

    The queens of both players have the same key, since their number determines the next turn. With few pieces all eight
    symmetric boards have one key: for white with n = 2 that saves six of seven positions. Once the third seat has no
    pieces left, only free cells, blocks and the number of queens count.
    """
    queens = int(s.queens[WHITE]) + int(s.queens[BLACK])
    code = board_key(s, 0)
    if queens + s.used <= SYMMETRY_PIECES:
        for symmetry in range(1, SYMMETRIES):
            code = min(code, board_key(s, symmetry))
    return code ^ ZOBRIST[COUNTS, THIRD_TURN if s.turn == THIRD else queens]


def board_key(s: State, symmetry: int) -> Any:
    """The Zobrist key of the board under one of its eight symmetries; the queens of both players are the same."""
    code = np.uint64(0)
    no_pieces_left = s.used == s.n
    last = s.side - 1
    for y in range(s.side):
        for x in range(s.side):
            cell = cell_at(x, y)
            thing = s.cells[cell]
            if no_pieces_left and thing != BLOCK:
                if not is_free(s, cell):
                    continue
                thing = FREE
            elif thing == EMPTY:
                continue
            elif thing == WHITE_QUEEN:
                thing = BLACK_QUEEN
            column = last - x if symmetry & 1 else x
            row = last - y if symmetry & 2 else y
            code ^= ZOBRIST[thing, cell_at(row, column) if symmetry & 4 else cell_at(column, row)]
    return code


def coalition_order(s: State, move: int, seat: int) -> int:
    """Move ordering in proofs: moves that leave fewest free cells first, since they end the game soonest."""
    return move_order(s, move)
