"""What a search may lean on in Kalah: bounds, keys and guesses. None of it is law."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.rules.kernel.drivers.rng import draw

from .rules import MOST_SEEDS, SEATS, SWAP, WIDEST, State


def _scrambled() -> Any:
    """A word of 64 random bits for each hollow and number of seeds in it, the same in every process.

    The last hollow of a side is its store.
    """
    seeds = 2 * WIDEST * MOST_SEEDS + 1
    words = np.random.Generator(np.random.PCG64(20001)).bytes(8 * SEATS * (WIDEST + 1) * seeds)
    return np.frombuffer(words, np.uint64).reshape(SEATS, WIDEST + 1, seeds).copy()


HORIZON = 1  # chance never steps in
SCRAMBLED = _scrambled()
NORTH = np.uint64(0x9E3779B97F4A7C15)
PIE = np.uint64(0xD6E8FEB86659FD93)


def on_board(s: State) -> int:
    """The seeds not in a store."""
    return int(2 * s.half - s.stores[0] - s.stores[1])


def expected_score(s: State, seat: int) -> int:
    """What is in the store."""
    return int(s.stores[seat])


def win_estimate(s: State, seat: int) -> float:
    """Half and half when even, all of it with every seed in the own store."""
    return float(0.5 + (s.stores[seat] - s.stores[1 - seat]) / (4.0 * s.half))


def chance_events(s: State) -> int:
    """Chance never steps in."""
    return 0


def playout_move(s: State, options: Any, n: int, rng: Any) -> Any:
    """Any of the moves."""
    return options[draw(rng, n)]


def prior(s: State, move: int) -> float:
    """Extra turns are five times as likely to be best as a quiet move, captures three times."""
    if again(s, move):
        return 5.0
    return 3.0 if captures(s, move) else 1.0


def settled_margin(s: State) -> int:
    """South's store less north's."""
    return int(s.stores[0] - s.stores[1])


def max_remaining(s: State) -> int:
    """All the seeds on the board; a swap also turns what is banked around."""
    if s.pie:
        return on_board(s) + 2 * abs(settled_margin(s))
    return on_board(s)


def margin_step(s: State) -> int:
    """Each seed on the board goes one way or the other, unless some are left to nobody."""
    return 2 if s.sweep else 1


def key(s: State) -> Any:
    """Rows and turn; what is banked matters only while it could be swapped."""
    code = NORTH if s.turn else np.uint64(0)
    for pit in range(s.width):
        code ^= SCRAMBLED[0, pit, s.pits[0, pit]] ^ SCRAMBLED[1, pit, s.pits[1, pit]]
    if s.pie:
        code ^= PIE ^ SCRAMBLED[0, WIDEST, s.stores[0]] ^ SCRAMBLED[1, WIDEST, s.stores[1]]
    return code


def estimate(s: State) -> int:
    """Seeds on the own side tend to come home in the end."""
    mine = 0
    theirs = 0
    for pit in range(s.width):
        mine += s.pits[s.turn, pit]
        theirs += s.pits[1 - s.turn, pit]
    return (mine - theirs) // 4


def again(s: State, move: int) -> bool:
    """Whether the last seed would fall in the own store."""
    return bool(move != SWAP and s.pits[s.turn, move] % (2 * s.width + 1) == s.width - move)


def captures(s: State, move: int) -> bool:
    """Whether the last seed would capture on the way out, within the own row."""
    if move == SWAP:
        return False
    last = move + s.pits[s.turn, move]
    return bool(last < s.width and s.pits[s.turn, last] == 0 and s.pits[1 - s.turn, s.width - 1 - last] > 0)


def move_order(s: State, move: int) -> int:
    """Extra turns first, then captures, then what brings a seed home; within a kind, pits from the right.

    The order is worth a factor of fifty to the solver: of those tried, this one needs the fewest positions.
    """
    if move == SWAP:
        return 0
    if again(s, move):
        return 2000 + move
    if captures(s, move):
        return 1000 + move
    return move if move + s.pits[s.turn, move] < s.width else 100 + move
