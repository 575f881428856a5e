"""One seat against all the others together, asked one question at a time: can it force its win?

With three seats or more a position has no value: what a seat gets depends on whom the others help. What can be
proven is what it gets whatever they do, and that is a game of two sides with two results. At its own turns one move
that wins is enough; at all other turns every move has to leave the win.

The table holds proven answers only, for every seat. Of several seats at most one can force its win, so that a yes
for one is a no for the rest.

There is no recursion, as in alpha-beta: the line under way lies in `frames`, and a search can pause after any number
of nodes and go on as if nothing had been.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .hints import coalition_order, forced_result, key
from .rules import MOVES, moves, play
from .transposition_table import cheaper, find, next_move, price

PROVEN = 127  # as a depth: to the end of the game
NO, YES, SURE, OPEN = 0, 1, 2, 4  # an answer is NO or YES, and SURE or not; OPEN is none yet
NODES, LIMIT, PLY, SEAT = 0, 1, 2, 3  # counters shared with the caller

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("wins", np.uint8),  # one bit for each seat that can force its win
        ("fails", np.uint8),  # and for each that cannot
        ("work", np.int8),
    ],
    align=True,
)
FRAME = np.dtype(
    [
        ("key", np.uint64),
        ("start", np.int64),  # the count of nodes when it was entered
        ("ranks", np.int32, (MOVES,)),
        ("moves", np.int16, (MOVES,)),
        ("count", np.int16),
        ("tried", np.int16),
        ("depth", np.int8),
        ("own", np.int8),  # whether the seat asked about is to move
        ("sure", np.int8),  # SURE while every move turned down was proven so
    ],
    align=True,
)


def known(table: Any, code: Any, seat: int) -> int:
    """The proven answer for a key, or OPEN."""
    row = find(table, code)
    if row < 0:
        return OPEN
    if (table[row].wins >> seat) & 1:
        return YES | SURE
    return NO | SURE if (table[row].fails >> seat) & 1 else OPEN


def conclude(frame: Any, answer: int, seat: int, table: Any, nodes: int) -> int:
    """Remember the answer to a frame's question, if it is proven."""
    if not answer & SURE:
        return answer
    row = find(table, frame.key)
    if row < 0:
        row = cheaper(table, frame.key)
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
    entry.work = max(entry.work, price(nodes - frame.start))
    return answer


def enter(s: Any, frame: Any, seat: int, horizon: bool, table: Any, nodes: int) -> int:
    """Answer a frame's question at once, by the game's own bounds or from memory; or get its moves ready."""
    answer = forced_result(s, seat)
    if answer >= 0:
        return answer | SURE
    frame.key = key(s)
    answer = known(table, frame.key, seat)
    if answer != OPEN:
        return answer
    if horizon or frame.depth == 0:
        return NO  # not that it is known: no win has been found
    frame.count = moves(s, frame.moves)
    for i in range(frame.count):
        frame.ranks[i] = coalition_order(s, frame.moves[i], seat)
    frame.tried = 0
    frame.own = s.turn == seat
    frame.sure = SURE
    frame.start = nodes
    return OPEN


def advance(stack: Any, frames: Any, ply: int, reply: int, seat: int, table: Any, nodes: int) -> int:
    """Take the reply to the move being tried, if there is one, and go on to the next.

    OPEN means that the question now stands, about that move, in the frame below.
    """
    frame = frames[ply]
    if reply != OPEN:
        if (reply & YES) == frame.own:  # a win at its own turn, or the way out of it at another's
            return conclude(frame, reply, seat, table, nodes)
        frame.sure &= reply
    if frame.tried == frame.count:
        return conclude(frame, (NO if frame.own else YES) | frame.sure, seat, table, nodes)
    stack[ply + 1] = stack[ply]
    play(stack[ply + 1], next_move(frame), None)
    frames[ply + 1].depth = frame.depth if frame.depth == PROVEN else frame.depth - 1
    return OPEN


def ask(frames: Any, seat: int, depth: int, counters: Any) -> None:
    """Put a question: can `seat` force its win from stack[0], in `depth` moves?"""
    frames[0].depth = depth
    counters[PLY] = 0
    counters[SEAT] = seat


def search(stack: Any, frames: Any, table: Any, counters: Any) -> int:
    """Go on with the question put; OPEN when counters[NODES] reaches counters[LIMIT] first."""
    ply = counters[PLY]
    seat = counters[SEAT]
    while counters[NODES] < counters[LIMIT]:
        counters[NODES] += 1
        answer = enter(stack[ply], frames[ply], seat, ply + 1 == stack.size, table, counters[NODES])
        if answer == OPEN:
            answer = advance(stack, frames, ply, OPEN, seat, table, counters[NODES])
        while answer != OPEN:
            if ply == 0:
                return answer
            ply -= 1
            answer = advance(stack, frames, ply, answer, seat, table, counters[NODES])
        ply += 1
    counters[PLY] = ply
    return OPEN
