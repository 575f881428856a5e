"""Endgame tables: the exact remaining margin of every board with few seeds, from the view of the seat to move.

A table is an array of bytes, filled in the order of the boards' numbers.
"""

from __future__ import annotations

from typing import Any

from .boards import BITS, PIT, board_at, board_number, next_board, number_of, pits_in_row, seeds_of
from .hints import put_seeds, settled_margin
from .rules import moves, play
from .sowings import sow

NOT_WRITTEN = -128  # the value of a board that was not reached yet
CHECKED = 4096  # one board in so many is also valued by the rules alone


def after_move(stack: Any, move: int, values: Any) -> Any:
    """The remaining margin of the state at stack[0] if a move is made, or NOT_WRITTEN."""
    stack[1] = stack[0]
    before = stack[0]
    after = stack[1]
    play(after, move, None)
    gain = (settled_margin(after) - settled_margin(before)) * (1 - 2 * before.turn)
    if after.over:
        return gain
    rest = values[number_of(after)]
    if rest == NOT_WRITTEN:
        return NOT_WRITTEN
    return gain + rest if after.turn == before.turn else gain - rest


def best_move(stack: Any, options: Any, values: Any) -> Any:
    """The first of the best moves at stack[0] and its remaining margin; the margin of a board without moves is 0."""
    best = -1
    most = 0
    for i in range(moves(stack[0], options)):
        margin = after_move(stack, options[i], values)
        if margin == NOT_WRITTEN:
            return options[i], NOT_WRITTEN
        if best < 0 or margin > most:
            best = options[i]
            most = margin
    return best, most


def put_board(s: Any, own: Any, other: Any) -> None:
    """Put a board into a state."""
    for pit in range(pits_in_row(s)):
        put_seeds(s, 0, pit, (own >> (BITS * pit)) & PIT)
        put_seeds(s, 1, pit, (other >> (BITS * pit)) & PIT)


def margin_of(stack: Any, own: Any, other: Any, left: Any, values: Any, sowings: Any, pits: int) -> Any:
    """The remaining margin of a board by those after its moves, or NOT_WRITTEN; it may be put into stack[0]."""
    best = NOT_WRITTEN
    for pit in range(pits):
        hand = (own >> (BITS * pit)) & PIT
        if hand == 0:
            continue
        sowing = sowings[pit, hand]
        own_after, other_after, gain = sow(sowing, own, other)
        if sowing.is_known and own_after != 0 and other_after != 0:
            mover = own_after if sowing.again else other_after
            rest = values[board_number(mover, own_after + other_after, left - gain, pits)]
            margin = gain + rest if sowing.again else gain - rest
            if rest == NOT_WRITTEN:
                return NOT_WRITTEN
        else:
            put_board(stack[0], own, other)
            margin = after_move(stack, pit, values)
            if margin == NOT_WRITTEN:
                return NOT_WRITTEN
        best = max(best, margin)
    return 0 if best == NOT_WRITTEN else best


def fill_rows(stack: Any, options: Any, values: Any, sowings: Any, first: int, last: int, pits: int) -> int:
    """See `fill`."""
    own, both = board_at(first, pits)
    for number in range(first, last):
        other = both - own
        margin = margin_of(stack, own, other, seeds_of(both, pits), values, sowings, pits)
        if margin == NOT_WRITTEN:
            return number
        if number % CHECKED == 0:
            put_board(stack[0], own, other)
            if margin != best_move(stack, options, values)[1]:
                return number
        values[number] = margin
        own, both = next_board(own, both, pits)
    return last


def fill(stack: Any, options: Any, values: Any, sowings: Any, first: int, last: int) -> int:
    """Write the values of the boards from `first` to before `last`. Those before `first` must be written.

    The state at stack[0] has the options of the game, with the first seat to move. Returns `last`, or the number of a
    board that the driver values in another way than the rules.
    """
    pits = pits_in_row(stack[0])
    if pits == 6:  # compiled for this number, it is faster
        return fill_rows(stack, options, values, sowings, first, last, 6)
    return fill_rows(stack, options, values, sowings, first, last, pits)
