"""What a mind may lean on in Queens and blocks. None of it is law.

Whoever of the players takes the last free cell wins, white one queen ahead then and black level, unless the blocker
has held both down. So free cells are what everybody counts: the more a move takes away, the better it looks.
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
    EMPTY,
    HOLE,
    PASS,
    PUT_BLOCK,
    PUT_QUEEN,
    THIRD,
    WAYS,
    WHITE,
    WHITE_QUEEN,
    State,
    cell_at,
    held_down,
    is_free,
    kind_of,
    most_queens,
    opposite,
    queen_in_sight,
    reach,
    stride_of,
    target_of,
    winner,
)

FREE = EMPTY  # what a key says of a free cell; of other cells without a piece it says nothing
COUNTS = HOLE + 1  # the row of words for the number of queens, and for the third seat's turn …
THIRD_TURN = CELLS - 1  # … the last of them


def _scrambled() -> Any:
    """Words of 64 random bits, the same in every process: for each thing on each cell, and then for counts."""
    words = np.random.Generator(np.random.PCG64(20003)).bytes(8 * (COUNTS + 1) * CELLS)
    return np.frombuffer(words, np.uint64).reshape(COUNTS + 1, CELLS).copy()


HORIZON = 1  # chance never steps in
OPEN = -1  # not decided yet
IMAGES = 8  # of a board, turned and mirrored …
LIKE = 4  # … which are one and the same to a search up to so many pieces: with more they hardly ever meet
SCRAMBLED = _scrambled()


def expected_score(s: State, seat: int) -> int:
    """The free cells it has taken away, less those it has freed."""
    return int(s.taken[seat])


def win_estimate(s: State, seat: int) -> float:
    """For a player, half for being ahead and half for queens placed; for the third seat, queens that were not."""
    white = int(s.queens[WHITE])
    black = int(s.queens[BLACK])
    most = most_queens(s)
    if seat == THIRD:
        return 1.0 - (white + black) / (2.0 * most)
    mine = white if seat == WHITE else black
    ahead = (white > black) == (seat == WHITE)
    return (int(ahead) + mine / most) / 2.0


def chance_events(s: State) -> int:
    """Chance never steps in."""
    return 0


def cells_beyond(s: State, cell: int, way: int, queens: int) -> int:
    """How many cells without a piece, one way up to the edge or a block, are seen by so many queens."""
    count = 0
    at = cell
    for _ in range(reach(s, cell, way)):
        at += stride_of(way)
        thing = s.cells[at]
        if thing == BLOCK:
            break
        if thing == EMPTY and s.seen[at] == queens:
            count += 1
    return count


def move_order(s: State, move: int) -> int:
    """How many free cells a move takes away, less those it frees."""
    kind = kind_of(move)
    if kind == PASS:
        return 0
    cell = target_of(move)
    count = int(is_free(s, cell))
    if kind == PUT_QUEEN:
        for way in range(WAYS):
            count += cells_beyond(s, cell, way, 0)
    elif kind == PUT_BLOCK and s.seen[cell] > 0:
        for way in range(WAYS):
            if queen_in_sight(s, cell, way):
                count -= cells_beyond(s, cell, opposite(way), 1)
    return count


def playout_move(s: State, options: Any, n: int, rng: Any) -> Any:
    """For a player, any free cell; for the third seat too, for every kind of piece it has, or the pass.

    Blocks in lines are left to the tree: there are many of them, and hardly one is any good.
    """
    if s.turn != THIRD:
        return options[draw(rng, n)]
    lot = draw(rng, (1 + s.holes) * s.free + 1)
    for i in range(n - 1):
        if is_free(s, target_of(options[i])):
            if lot == 0:
                return options[i]
            lot -= 1
    return options[n - 1]


def prior(s: State, move: int) -> float:
    """The more free cells it takes away, the likelier; a pass is as likely as a block on a free cell."""
    if kind_of(move) == PASS:
        return 2.0
    return 1.0 + max(0, move_order(s, move))


# Proofs: one seat against the two others


def forced_result(s: State, seat: int) -> int:
    """1 when a seat wins however the game goes on, 0 when it cannot any more, OPEN otherwise."""
    if s.over:
        return int(winner(s) == seat)
    return 0 if seat == THIRD and not may_hold(s) else OPEN


def may_hold(s: State) -> bool:
    """Whether the blocker may yet win: as many queens as it can bear might take every free cell.

    On a board of even side no queen takes more than 4 S - 4 cells, its own included.
    """
    if s.holes or not held_down(s):
        return False
    most = (4 * s.n - 1) // 3  # the most queens it can bear, of each player or of both
    queens = int(s.queens[WHITE]) + int(s.queens[BLACK])
    more = (most if s.total else 2 * most) - queens
    return bool(s.free <= more * (4 * int(s.side) - 4) + s.n - s.used)


def key(s: State) -> Any:
    """What is on the board, whoever's queens they are, since their count tells whose turn is next.

    With few pieces all eight images of a board have one key: for white with n = 2 that spares six of seven.
    Once the third seat has used its pieces nothing matters but free cells, blocks, and how many queens there are.
    """
    queens = int(s.queens[WHITE]) + int(s.queens[BLACK])
    code = image(s, 0)
    if queens + s.used <= LIKE:
        for way in range(1, IMAGES):
            code = min(code, image(s, way))
    return code ^ SCRAMBLED[COUNTS, THIRD_TURN if s.turn == THIRD else queens]


def image(s: State, way: int) -> Any:
    """What is on the board, turned or mirrored one way."""
    code = np.uint64(0)
    settled = s.used == s.n
    last = s.side - 1
    for y in range(s.side):
        for x in range(s.side):
            cell = cell_at(x, y)
            thing = s.cells[cell]
            if settled and thing != BLOCK:
                if not is_free(s, cell):
                    continue
                thing = FREE
            elif thing == EMPTY:
                continue
            elif thing == WHITE_QUEEN:
                thing = BLACK_QUEEN
            across = last - x if way & 1 else x
            along = last - y if way & 2 else y
            code ^= SCRAMBLED[thing, cell_at(along, across) if way & 4 else cell_at(across, along)]
    return code


def coalition_order(s: State, move: int, seat: int) -> int:
    """Whatever leaves the fewest free cells comes first: it is decided soonest."""
    return move_order(s, move)
