"""Proof search of one seat against the coalition of all others: whether the seat can force its win.

With three seats or more a position has no single value: a seat's result depends on whom the others help. A win that
no play of the others can prevent can still be proven; this is a game of two sides with two results (an AND/OR tree).
At a turn of the seat one winning move is enough; at any other turn every move must leave the win.

The table holds proven answers only, for all seats. At most one seat can force its win, so YES for one is NO for the
others.

As in alpha-beta, an explicit stack of frames replaces recursion, and the search can pause after any number of nodes
and resume with the same result.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .hints import coalition_order, forced_result, key
from .move_ordering import next_move
from .rules import MOVES, moves, play
from .transposition_table import find, log2_work, replacement_row

NO_HORIZON = 127  # a depth: searched to the end of the game
NO, YES, PROVEN, UNKNOWN = 0, 1, 2, 4  # an answer is NO or YES, with the bit PROVEN or without; UNKNOWN: not found yet
NODES, LIMIT, PLY, SEAT = 0, 1, 2, 3  # indices of the counters shared with the caller

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("wins", np.uint8),  # one bit for each seat that is proven to force its win
        ("fails", np.uint8),  # one bit for each seat that is proven unable to
        ("work", np.int8),  # log2 of the nodes searched for this entry
    ],
    align=True,
)
FRAME = np.dtype(
    [
        ("key", np.uint64),
        ("start", np.int64),  # the count of nodes when the frame was opened
        ("ranks", np.int32, (MOVES,)),
        ("moves", np.int16, (MOVES,)),
        ("count", np.int16),
        ("tried", np.int16),
        ("depth", np.int8),
        ("own_turn", np.int8),  # whether the seat that tries to win is to move
        ("proven", np.int8),  # PROVEN while every refutation so far is proven
    ],
    align=True,
)


def lookup(table: Any, code: Any, seat: int) -> int:
    """The proven answer in the table for a key and a seat, or UNKNOWN."""
    row = find(table, code)
    if row < 0:
        return UNKNOWN
    if (table[row].wins >> seat) & 1:
        return YES | PROVEN
    return NO | PROVEN if (table[row].fails >> seat) & 1 else UNKNOWN


def store_answer(frame: Any, answer: int, seat: int, table: Any, nodes: int) -> int:
    """Store the answer of a frame in the table if it is proven, and return it."""
    if not answer & PROVEN:
        return answer
    row = find(table, frame.key)
    if row < 0:
        row = replacement_row(table, frame.key)
        table[row].key = frame.key
        table[row].wins = 0
        table[row].fails = 0
        table[row].work = 0
    entry = table[row]
    if answer & YES:
        entry.wins = 1 << seat
        entry.fails = 255 ^ (1 << seat)
    else:
        entry.fails |= 1 << seat
    entry.work = max(entry.work, log2_work(nodes - frame.start))
    return answer


def open_node(s: Any, frame: Any, seat: int, at_horizon: bool, table: Any, nodes: int) -> int:
    """The answer of a frame by the game's hints or by the table; UNKNOWN if its moves, now generated, decide."""
    answer = forced_result(s, seat)
    if answer >= 0:
        return answer | PROVEN
    frame.key = key(s)
    answer = lookup(table, frame.key, seat)
    if answer != UNKNOWN:
        return answer
    if at_horizon or frame.depth == 0:
        return NO  # not proven: no win was found before the horizon
    frame.count = moves(s, frame.moves)
    for i in range(frame.count):
        frame.ranks[i] = coalition_order(s, frame.moves[i], seat)
    frame.tried = 0
    frame.own_turn = s.turn == seat
    frame.proven = PROVEN
    frame.start = nodes
    return UNKNOWN


def try_next_move(stack: Any, frames: Any, ply: int, answer: int, seat: int, table: Any, nodes: int) -> int:
    """Use the answer for the move being tried, if there is one, and make the next move.

    Returns the answer of the frame, or UNKNOWN when the frame of the next move must be searched first.
    """
    frame = frames[ply]
    if answer != UNKNOWN:
        if (answer & YES) == frame.own_turn:  # a winning move of the seat, or a refutation by another
            return store_answer(frame, answer, seat, table, nodes)
        frame.proven &= answer
    if frame.tried == frame.count:
        return store_answer(frame, (NO if frame.own_turn else YES) | frame.proven, seat, table, nodes)
    stack[ply + 1] = stack[ply]
    play(stack[ply + 1], next_move(frame), None)
    frames[ply + 1].depth = frame.depth if frame.depth == NO_HORIZON else frame.depth - 1
    return UNKNOWN


def start_search(frames: Any, seat: int, depth: int, counters: Any) -> None:
    """Set up a search: whether `seat` can force its win from stack[0] within `depth` moves."""
    frames[0].depth = depth
    counters[PLY] = 0
    counters[SEAT] = seat


def search(stack: Any, frames: Any, table: Any, counters: Any) -> int:
    """Start or resume the search. Returns UNKNOWN when counters[NODES] reaches counters[LIMIT] first."""
    ply = counters[PLY]
    seat = counters[SEAT]
    while counters[NODES] < counters[LIMIT]:
        counters[NODES] += 1
        answer = open_node(stack[ply], frames[ply], seat, ply + 1 == stack.size, table, counters[NODES])
        if answer == UNKNOWN:
            answer = try_next_move(stack, frames, ply, UNKNOWN, seat, table, counters[NODES])
        while answer != UNKNOWN:
            if ply == 0:
                return answer
            ply -= 1
            answer = try_next_move(stack, frames, ply, answer, seat, table, counters[NODES])
        ply += 1
    counters[PLY] = ply
    return UNKNOWN
