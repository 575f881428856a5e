"""Alpha-beta for two seats, asked one question at a time: can the seat to move get at least so much?

A zero window is all there is: the answer is yes or no, and proven or resting on an estimate at the
horizon. The memory, a transposition table in buckets of two, lets a series of such questions become a
value, and a series of values iterative deepening or, with no horizon, a solver.

There is no recursion: the line under way lies in `frames`, so that a search can pause after any number
of nodes and go on as if nothing had been. (Nor does numba load recursive functions safely from its cache.)

Margins are those still to come, as the seat to move sees them. What is banked is left out, so that one
entry serves every way of reaching the same board.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .hints import estimate, key, margin_step, max_remaining, move_order, settled_margin
from .rules import MOVES, moves, play
from .transposition_table import cheaper, find, next_move, price

PROVEN = 127  # as a depth: nothing below rests on an estimate
NO, YES, SURE, OPEN = 0, 1, 2, 4  # an answer is NO or YES, and SURE or not; OPEN is none yet
NODES, LIMIT, PLY = 0, 1, 2  # counters shared with the caller
FIRST = 1 << 30  # the rank of the move the table remembers

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("low", np.int16),  # at least this much …
        ("high", np.int16),  # … and at most this
        ("low_depth", np.int8),
        ("high_depth", np.int8),
        ("best", np.int8),
        ("work", np.int8),  # log2 of the nodes spent: of two entries the dearer stays
    ]
)
FRAME = np.dtype(
    [
        ("key", np.uint64),
        ("start", np.int64),  # the count of nodes when it was entered
        ("wanted", np.int32),
        ("most", np.int32),
        ("step", np.int32),
        ("ranks", np.int32, (MOVES,)),
        ("moves", np.int16, (MOVES,)),
        ("count", np.int16),
        ("tried", np.int16),
        ("best", np.int16),
        ("depth", np.int8),
        ("sure", np.int8),  # SURE while every move turned down was proven so
        ("flip", np.int8),  # YES when the opponent answers for the move being tried: its yes is our no
    ],
    align=True,
)


def recall(table: Any, s: Any) -> Any:
    """The row of a state, or -1."""
    return find(table, key(s))


def room(table: Any, code: Any, most: int) -> Any:
    """The row to write a key to: its own, or the cheaper one of its bucket, wiped."""
    row = find(table, code)
    if row >= 0:
        return row
    row = cheaper(table, code)
    entry = table[row]
    entry.key = code
    entry.low = -most
    entry.high = most
    entry.low_depth = 0
    entry.high_depth = 0
    entry.best = -1
    entry.work = 0
    return row


def conclude(frame: Any, answer: int, table: Any, nodes: int) -> int:
    """Remember the answer to a frame's question; a proven bound gives way only to a proven one."""
    depth = PROVEN if answer & SURE else min(frame.depth, PROVEN - 1)
    entry = table[room(table, frame.key, frame.most)]
    if answer & YES:
        if depth == PROVEN or entry.low_depth != PROVEN:
            entry.best = frame.best  # the move that reaches `low`, and no other
            entry.low = frame.wanted
            entry.low_depth = depth
    elif depth == PROVEN or entry.high_depth != PROVEN:
        entry.high = frame.wanted - frame.step
        entry.high_depth = depth
    entry.work = max(entry.work, price(nodes - frame.start))
    return answer


def enter(s: Any, frame: Any, horizon: bool, table: Any, nodes: int) -> int:
    """Answer a frame's question at once, by bounds, memory or estimate; or get its moves ready."""
    frame.most = max_remaining(s)
    frame.step = margin_step(s)
    frame.wanted += (frame.most - frame.wanted) % frame.step
    wanted = frame.wanted
    if wanted <= -frame.most:
        return YES | SURE
    if wanted > frame.most:
        return NO | SURE
    frame.key = key(s)
    frame.best = -1
    row = find(table, frame.key)
    if row >= 0:
        entry = table[row]
        if entry.low >= wanted and entry.low_depth >= frame.depth:
            return YES | SURE if entry.low_depth == PROVEN else YES
        if entry.high < wanted and entry.high_depth >= frame.depth:
            return NO | SURE if entry.high_depth == PROVEN else NO
        frame.best = entry.best
    if horizon or frame.depth == 0:
        return YES if estimate(s) >= wanted else NO
    frame.count = moves(s, frame.moves)
    for i in range(frame.count):
        frame.ranks[i] = FIRST if frame.moves[i] == frame.best else move_order(s, frame.moves[i])
    frame.tried = 0
    frame.sure = SURE
    frame.start = nodes
    return OPEN


def advance(stack: Any, frames: Any, ply: int, reply: int, table: Any, nodes: int) -> int:
    """Take the reply to the move being tried, if there is one, and go on to the next.

    OPEN means that a question about that move now stands in the frame below.
    """
    s = stack[ply]
    frame = frames[ply]
    while True:
        if reply != OPEN:
            if reply & YES:
                return conclude(frame, reply, table, nodes)
            frame.sure &= reply
        if frame.tried == frame.count:
            return conclude(frame, NO | frame.sure, table, nodes)
        move = next_move(frame)
        frame.best = move
        stack[ply + 1] = s
        child = stack[ply + 1]
        play(child, move, None)
        gain = (settled_margin(child) - settled_margin(s)) * (1 - 2 * s.turn)
        if not child.over:
            same = child.turn == s.turn
            below = frames[ply + 1]
            below.wanted = frame.wanted - gain if same else gain - frame.wanted + 1
            below.depth = frame.depth if frame.depth == PROVEN else frame.depth - 1
            frame.flip = NO if same else YES
            return OPEN
        reply = YES | SURE if gain >= frame.wanted else NO | SURE


def ask(frames: Any, wanted: int, depth: int, counters: Any) -> None:
    """Put a question: can the seat to move at stack[0] get `wanted` or more, looking `depth` moves ahead?"""
    frames[0].wanted = wanted
    frames[0].depth = depth
    counters[PLY] = 0


def search(stack: Any, frames: Any, table: Any, counters: Any) -> int:
    """Go on with the question put; OPEN when counters[NODES] reaches counters[LIMIT] first."""
    ply = counters[PLY]
    while counters[NODES] < counters[LIMIT]:
        counters[NODES] += 1
        answer = enter(stack[ply], frames[ply], ply + 1 == stack.size, table, counters[NODES])
        if answer == OPEN:
            answer = advance(stack, frames, ply, OPEN, table, counters[NODES])
        while answer != OPEN:
            if ply == 0:
                return answer
            ply -= 1
            answer = advance(stack, frames, ply, answer ^ frames[ply].flip, table, counters[NODES])
        ply += 1
    counters[PLY] = ply
    return OPEN
