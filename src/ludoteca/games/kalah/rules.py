"""The rules of Kalah: legal moves, sowing, captures, the end of the game and the score.

Each function is plain Python over a record; `rules.kernel` compiles the same source. Pits are numbered from 0 at their
owner's left, so the pit opposite to `i` is `width - 1 - i`.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

MAX_PITS = 12
MAX_SEEDS = 12
SEATS = 2
SWAP = MAX_PITS  # the code of the swap; lower codes are pits
MOVES = MAX_PITS + 1
STEP = ("step",)  # in a log: an intermediate state for the animation, not an event

STATE = np.dtype(
    [
        ("pits", np.int16, (SEATS, MAX_PITS)),
        ("stores", np.int16, (SEATS,)),
        ("half", np.int16),  # half of all seeds: a store with more wins
        ("turn", np.int8),
        ("over", np.int8),
        # The options of the game.
        ("width", np.int8),
        ("bank_single", np.int8),
        ("sweep", np.int8),
        ("one_lap", np.int8),
        ("pie", np.int8),  # 1 while the swap is still on offer
    ],
    align=True,
)


class State(Protocol):
    """The fields of a state, for type checkers."""

    pits: Any
    stores: Any
    half: int
    turn: int
    over: int
    width: int
    bank_single: int
    sweep: int
    one_lap: int
    pie: int


def seats(s: State) -> int:
    """The number of seats: always two."""
    return SEATS


def moves(s: State, out: Any) -> int:
    """Write the legal moves to `out`: pits with seeds from left to right, then the swap. Returns their number."""
    if s.over:
        return 0
    n = 0
    for pit in range(s.width):
        if s.pits[s.turn, pit] > 0:
            out[n] = pit
            n += 1
    if s.pie and s.turn == 1:
        out[n] = SWAP
        n += 1
    return n


def play(s: State, move: int, log: Any) -> None:
    """Make a legal move, in place."""
    if move == SWAP:
        swap(s, log)
        return
    if s.turn == 1:
        s.pie = 0
    again = sow(s, move, log)
    if not row_empty(s):
        if again:
            if log is not None:
                log.append(("extra_turn", s.turn))
        else:
            s.turn = 1 - s.turn
        return
    s.over = 1
    if s.sweep:
        sweep(s, log)


def swap(s: State, log: Any) -> None:
    """Swap sides by the pie rule: rows and stores change owners, and the first seat moves."""
    for pit in range(s.width):
        mine = s.pits[0, pit]
        s.pits[0, pit] = s.pits[1, pit]
        s.pits[1, pit] = mine
    store = s.stores[0]
    s.stores[0] = s.stores[1]
    s.stores[1] = store
    s.pie = 0
    s.turn = 0
    if log is not None:
        log.append(("swapped", 1))


def sow(s: State, pit: int, log: Any) -> bool:
    """Sow the seeds of a pit, with a capture by the last one if there is one. Returns whether it fell in the store."""
    me = s.turn
    hand = s.pits[me, pit]
    s.pits[me, pit] = 0
    if log is not None:
        log.append(("sown", me, pit, hand))
    side = me
    first = pit + 1
    while True:
        stop = min(s.width, first + hand)
        for i in range(first, stop):
            s.pits[side, i] += 1
            if log is not None:
                log.append(STEP)
        hand -= stop - first
        if hand == 0:
            if side == me:
                capture(s, stop - 1, log)
            return False
        if side != me and s.one_lap:
            s.stores[me] += hand
            if log is not None:
                log.append(("rest_stored", me, hand))
            return False
        if side == me:
            s.stores[me] += 1
            hand -= 1
            if log is not None:
                log.append(STEP)
            if hand == 0:
                return True
        side = 1 - side
        first = 0


def capture(s: State, last: int, log: Any) -> None:
    """Capture if the last seed fell in an empty own pit: it and the seeds opposite go to the store."""
    me = s.turn
    across = s.width - 1 - last
    prize = s.pits[1 - me, across]
    if s.pits[me, last] != 1 or (prize == 0 and not s.bank_single):
        return
    s.pits[me, last] = 0
    s.pits[1 - me, across] = 0
    s.stores[me] += prize + 1
    if log is not None:
        log.append(("captured", me, last, prize + 1))


def row_empty(s: State) -> bool:
    """Whether either row has no seeds left."""
    south = 0
    north = 0
    for pit in range(s.width):
        south += s.pits[0, pit]
        north += s.pits[1, pit]
    return south == 0 or north == 0


def sweep(s: State, log: Any) -> None:
    """Move the seeds left on the board to the stores of their owners, at the end of the game."""
    for seat in range(SEATS):
        left = 0
        for pit in range(s.width):
            left += s.pits[seat, pit]
            s.pits[seat, pit] = 0
        s.stores[seat] += left
        if log is not None and left > 0:
            log.append(("swept", seat, left))


def score(s: State, seat: int) -> int:
    """The seeds in a seat's store."""
    return int(s.stores[seat])


def is_decided(s: State) -> bool:
    """Whether the game is over or a store holds more than half of all seeds."""
    return bool(s.over) or s.stores[0] > s.half or s.stores[1] > s.half


def final_result(s: State, seat: int) -> float:
    """A seat's result in a decided game: 1 for more seeds, 0 for fewer, 0.5 for a draw."""
    mine = s.stores[seat]
    theirs = s.stores[1 - seat]
    if mine == theirs:
        return 0.5
    return 1.0 if mine > theirs else 0.0


def resample_hidden(s: State, rng: Any) -> None:
    """Do nothing: Kalah has no hidden information."""
