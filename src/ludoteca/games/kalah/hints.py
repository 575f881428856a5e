"""Hints for search in Kalah: playout policy, priors, move ordering, evaluation, table keys, and endgame tables."""

from __future__ import annotations

from typing import Any

import numpy as np

from ludoteca.rules.kernel.drivers.rng import draw

from .rules import MAX_PITS, MAX_SEEDS, SEATS, SWAP, State


def _zobrist_keys() -> Any:
    """Zobrist keys: 64 random bits for each hollow and number of seeds in it, the same in every process.

    The last hollow of a side is its store.
    """
    seeds = 2 * MAX_PITS * MAX_SEEDS + 1
    words = np.random.Generator(np.random.PCG64(20001)).bytes(8 * SEATS * (MAX_PITS + 1) * seeds)
    return np.frombuffer(words, np.uint64).reshape(SEATS, MAX_PITS + 1, seeds).copy()


HORIZON = 1  # without effect, since there are no chance events
ZOBRIST = _zobrist_keys()
NORTH_TO_MOVE = np.uint64(0x9E3779B97F4A7C15)
SWAP_OFFERED = np.uint64(0xD6E8FEB86659FD93)


def seeds_on_board(s: State) -> int:
    """The number of seeds in pits."""
    return int(2 * s.half - s.stores[0] - s.stores[1])


def expected_score(s: State, seat: int) -> int:
    """The seeds in a seat's store."""
    return int(s.stores[seat])


def max_score(s: State) -> int:
    """The number of seeds in the game."""
    return int(2 * s.half)


def win_estimate(s: State, seat: int) -> float:
    """The evaluation for a seat, linear in the margin: 0.5 when even, 1 with all seeds in its store."""
    return float(0.5 + (s.stores[seat] - s.stores[1 - seat]) / (4.0 * s.half))


def chance_events(s: State) -> int:
    """The number of chance events: always 0."""
    return 0


def playout_move(s: State, options: Any, n: int, rng: Any) -> Any:
    """The playout policy: a uniformly random move."""
    return options[draw(rng, n)]


def prior(s: State, move: int) -> float:
    """The prior of a move: 5 for an extra turn, 3 for a capture, 1 for any other."""
    if gives_extra_turn(s, move):
        return 5.0
    return 3.0 if is_capture(s, move) else 1.0


def settled_margin(s: State) -> int:
    """The seeds in south's store minus those in north's."""
    return int(s.stores[0] - s.stores[1])


def max_remaining(s: State) -> int:
    """The number of seeds on the board; while the swap is offered, also twice the settled margin."""
    if s.pie:
        return seeds_on_board(s) + 2 * abs(settled_margin(s))
    return seeds_on_board(s)


def margin_step(s: State) -> int:
    """The step between final margins: 2 if each seed ends in a store, 1 without the sweep."""
    return 2 if s.sweep else 1


def key(s: State) -> Any:
    """The Zobrist key of rows and turn; stores count only while the swap is offered."""
    code = NORTH_TO_MOVE if s.turn else np.uint64(0)
    for pit in range(s.width):
        code ^= ZOBRIST[0, pit, s.pits[0, pit]] ^ ZOBRIST[1, pit, s.pits[1, pit]]
    if s.pie:
        code ^= SWAP_OFFERED ^ ZOBRIST[0, MAX_PITS, s.stores[0]] ^ ZOBRIST[1, MAX_PITS, s.stores[1]]
    return code


def estimate(s: State) -> int:
    """The evaluation at the horizon: a quarter of the difference of seeds between the own row and the other."""
    mine = 0
    theirs = 0
    for pit in range(s.width):
        mine += s.pits[s.turn, pit]
        theirs += s.pits[1 - s.turn, pit]
    return (mine - theirs) // 4


def gives_extra_turn(s: State, move: int) -> bool:
    """Whether the last seed of a move falls in the own store."""
    if move == SWAP:
        return False
    beyond = s.pits[s.turn, move] - (s.width - move)  # seeds that are left when the store is reached
    return bool(beyond == 0 or (beyond > 2 * s.width and beyond % (2 * s.width + 1) == 0))


def is_capture(s: State, move: int) -> bool:
    """Whether the last seed of a move captures without leaving the own row."""
    if move == SWAP:
        return False
    last = move + s.pits[s.turn, move]
    return bool(last < s.width and s.pits[s.turn, last] == 0 and s.pits[1 - s.turn, s.width - 1 - last] > 0)


def move_order(s: State, move: int) -> int:
    """Move ordering: extra turns, then captures, then moves that reach the store; within a kind, pits from the right.

    It makes the solver fifty times as fast; of the orderings tried it needs the fewest positions.
    """
    if move == SWAP:
        return 0
    if gives_extra_turn(s, move):
        return 2000 + move
    if is_capture(s, move):
        return 1000 + move
    return move if move + s.pits[s.turn, move] < s.width else 100 + move


def endgame_options(s: State) -> int:
    """A number for the options that endgame tables depend on."""
    return int(s.bank_single + 2 * s.sweep + 4 * s.one_lap)


def seeds_left(s: State) -> int:
    """The seeds on the board; while the swap is offered, more than any table has."""
    return seeds_on_board(s) + (2 * MAX_PITS * MAX_SEEDS if s.pie else 0)


def pits_in_row(s: State) -> int:
    """The pits in a row."""
    return int(s.width)


def seeds_in(s: State, row: int, pit: int) -> int:
    """The seeds in a pit of the seat to move (row 0) or of the other one (row 1), counted from its owner's left."""
    return int(s.pits[row ^ s.turn, pit])


def put_seeds(s: State, row: int, pit: int, seeds: int) -> None:
    """Put seeds into a pit, which is numbered as in `seeds_in`."""
    s.pits[row ^ s.turn, pit] = seeds
