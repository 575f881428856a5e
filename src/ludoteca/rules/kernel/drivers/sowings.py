"""What moves change on a board, learned from the rules: a sowing adds the same to any board, and may then capture.

For each pit and number of seeds in it, the rules make the move on a few boards. A sowing that foretells all of them can
be made by additions; any other move is left to the rules.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .boards import BITS, PIT, packed_row, pits_in_row, seeds_in
from .hints import put_seeds, settled_margin
from .rules import play

SOWING = np.dtype(
    [
        ("own", np.int64),  # what it adds to the row of the seat that moves
        ("other", np.int64),  # what it adds to the other row
        ("gain", np.int64),  # the seeds that it brings to the store
        ("trigger", np.int8),  # the position of the bits of the pit that must be empty for a capture, or -1
        ("target", np.int8),  # the position of the bits of the pit that is captured
        ("needs_prize", np.int8),  # 1 if nothing is captured when the target is empty
        ("again", np.int8),  # 1 if the same seat moves again
        ("is_known", np.int8),  # 0 if the rules must make the move
    ],
    align=True,
)


def sow(sowing: Any, own: Any, other: Any) -> tuple[Any, Any, Any]:
    """Both rows after a move, and the seeds gained."""
    own_after = own + sowing.own
    other_after = other + sowing.other
    gain = sowing.gain
    if sowing.trigger >= 0 and (own >> sowing.trigger) & PIT == 0:
        prize = (other_after >> sowing.target) & PIT
        if prize > 0 or not sowing.needs_prize:
            last = (own_after >> sowing.trigger) & PIT
            own_after -= last << sowing.trigger
            other_after -= prize << sowing.target
            gain += last + prize
    return own_after, other_after, gain


def set_up(s: Any, pit: int, hand: int, others: int, empty: int, also_empty: int) -> None:
    """Set up a board to try a move on: a hand in the pit to sow, other seeds elsewhere except in two empty pits.

    The empty pits are numbered along both rows; -1 is none.
    """
    pits = pits_in_row(s)
    for cell in range(2 * pits):
        put_seeds(s, cell // pits, cell % pits, others)
    if empty >= 0:
        put_seeds(s, empty // pits, empty % pits, 0)
    if also_empty >= 0:
        put_seeds(s, also_empty // pits, also_empty % pits, 0)
    put_seeds(s, 0, pit, hand)


def make(stack: Any, pit: int) -> tuple[Any, Any, Any, Any]:
    """Both rows after the rules make a move at stack[0], the margin gained, and whether the same seat moves again."""
    stack[1] = stack[0]
    after = stack[1]
    play(after, pit, None)
    again = after.turn == stack[0].turn
    after.turn = stack[0].turn
    return packed_row(after, 0), packed_row(after, 1), settled_margin(after) - settled_margin(stack[0]), again


def foretells(sowing: Any, stack: Any, pit: int) -> bool:
    """Whether a sowing gives what the rules give at stack[0]. The end of the game is left to the rules."""
    own, other, gain = sow(sowing, packed_row(stack[0], 0), packed_row(stack[0], 1))
    own_made, other_made, gain_made, again = make(stack, pit)
    if own == 0 or other == 0:
        return bool(stack[1].over)
    same = own == own_made and other == other_made and gain == gain_made and again == sowing.again
    return bool(same and not stack[1].over)


def learn_sowing(sowing: Any, stack: Any, pit: int, hand: int) -> None:
    """Learn from the rules what a move of a hand from a pit changes."""
    pits = pits_in_row(stack[0])
    set_up(stack[0], pit, hand, 2, -1, -1)
    own, other, gain, again = make(stack, pit)
    sowing.own = own - packed_row(stack[0], 0)
    sowing.other = other - packed_row(stack[0], 1)
    sowing.gain = gain
    sowing.again = again
    sowing.trigger = -1
    for i in range(pits):
        set_up(stack[0], pit, hand, 2, i, -1)
        if i != pit and sowing.trigger < 0 and not foretells(sowing, stack, pit):
            learn_capture(sowing, stack, pit, hand, i)
    sowing.is_known = is_right(sowing, stack, pit, hand)


def learn_capture(sowing: Any, stack: Any, pit: int, hand: int, trigger: int) -> None:
    """Learn which pit is captured when the last seed falls in an empty one, and whether it must hold seeds."""
    pits = pits_in_row(stack[0])
    target = 0
    after = stack[1]
    while target < pits - 1 and seeds_in(after, 1, target) > 0:
        target += 1
    sowing.trigger = BITS * trigger
    sowing.target = BITS * target
    sowing.needs_prize = 1
    set_up(stack[0], pit, hand, 2, trigger, pits + target)
    if not foretells(sowing, stack, pit):
        sowing.needs_prize = 0


def is_right(sowing: Any, stack: Any, pit: int, hand: int) -> bool:
    """Whether a sowing foretells the move on boards with any two pits empty and one or two seeds in the others."""
    cells = 2 * pits_in_row(stack[0])
    for others in range(1, 3):
        for empty in range(-1, cells):
            for also_empty in range(empty, cells):
                set_up(stack[0], pit, hand, others, empty, also_empty)
                if not foretells(sowing, stack, pit):
                    return False
    return True


def learn_sowings(sowings: Any, stack: Any) -> None:
    """Learn the sowings of every pit and hand in the array; the board of the state at stack[0] is overwritten."""
    for pit in range(pits_in_row(stack[0])):
        for hand in range(1, sowings.shape[1]):
            learn_sowing(sowings[pit, hand], stack, pit, hand)
