"""What a mind may lean on in Queens and blocks. None of it is law.

Whoever of the players takes the last free cell wins, white one queen ahead then and black level, unless the blocker
has held both down. So free cells are what everybody counts: the more a move takes away, the better it looks.
"""

from __future__ import annotations

from typing import Any

from ludoteca.rules.kernel.drivers.rng import draw

from .rules import (
    BLACK,
    BLOCK,
    EMPTY,
    PASS,
    PUT_BLOCK,
    PUT_QUEEN,
    THIRD,
    WAYS,
    WHITE,
    State,
    is_free,
    kind_of,
    most_queens,
    opposite,
    queen_in_sight,
    reach,
    standing,
    stride_of,
    target_of,
)

HORIZON = 1  # chance never steps in
VICTORY = 2000  # in cells: more than there are on any board


def tally(s: State, seat: int) -> int:
    """The free cells it has taken away, and a victory for whoever wins when there are none left.

    With no free cell left the game is not over yet while the third seat may free some.
    """
    if s.over or s.free == 0:
        return int(s.taken[seat]) + VICTORY * int(standing(s, seat))
    return int(s.taken[seat])


def share(s: State, seat: int) -> float:
    """For a player, half for being ahead and half for queens placed; for the third seat, queens that were not."""
    white = int(s.queens[WHITE])
    black = int(s.queens[BLACK])
    most = most_queens(s)
    if seat == THIRD:
        return 1.0 - (white + black) / (2.0 * most)
    mine = white if seat == WHITE else black
    ahead = (white > black) == (seat == WHITE)
    return (int(ahead) + mine / most) / 2.0


def epoch(s: State) -> int:
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


def promise(s: State, move: int) -> int:
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


def lean(s: State, options: Any, n: int, rng: Any) -> Any:
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


def weigh(s: State, move: int) -> float:
    """The more free cells it takes away, the likelier; a pass is as likely as a block on a free cell."""
    if kind_of(move) == PASS:
        return 2.0
    return 1.0 + max(0, promise(s, move))
