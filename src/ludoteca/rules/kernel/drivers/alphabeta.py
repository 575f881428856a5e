"""Zero-window alpha-beta search for two seats: whether the seat to move can reach a margin of at least `beta`.

The answer is yes or no, and either proven or based on an evaluation at the horizon. With the transposition table, a
series of such searches finds the value of a position (MTD(f)); a series of values is iterative deepening or, without
a horizon, a solver.

The search uses an explicit stack of frames instead of recursion, so it can pause after any number of nodes and resume
with the same result. (Recursive functions are also not safe to load from numba's cache.)

Margins are the remaining ones, from the view of the seat to move. The settled margin is left out, so that one entry of
the table serves all ways to reach the same board. `endgame` is an endgame table: it has the margins of all boards with
at most counters[LEFT] seeds (-1: of none).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .boards import number_of, seeds_left
from .hints import estimate, key, margin_step, max_remaining, move_order, settled_margin
from .move_ordering import next_move
from .rules import MOVES, moves, play
from .transposition_table import find, log2_work, replacement_row

NO_HORIZON = 127  # a depth: searched to the end of the game, without evaluations
NO, YES, PROVEN, UNKNOWN = 0, 1, 2, 4  # an answer is NO or YES, with the bit PROVEN or without; UNKNOWN: not found yet
NODES, LIMIT, PLY, LEFT = 0, 1, 2, 3  # indices of the counters shared with the caller
TABLE_MOVE_RANK = 1 << 30  # the best move in the table is tried first

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("low", np.int16),  # lower bound of the remaining margin
        ("high", np.int16),  # upper bound
        ("low_depth", np.int8),
        ("high_depth", np.int8),
        ("best", np.int8),
        ("work", np.int8),  # log2 of the nodes searched for this entry
    ]
)
FRAME = np.dtype(
    [
        ("key", np.uint64),
        ("start", np.int64),  # the count of nodes when the frame was opened
        ("beta", np.int32),  # the margin to reach
        ("most", np.int32),  # the remaining margin is between -most and most
        ("step", np.int32),
        ("ranks", np.int32, (MOVES,)),
        ("moves", np.int16, (MOVES,)),
        ("count", np.int16),
        ("tried", np.int16),
        ("best", np.int16),
        ("depth", np.int8),
        ("proven", np.int8),  # PROVEN while every refutation so far is proven
        ("negate", np.int8),  # YES when the opponent moves after the move being tried: its YES is a NO here
    ],
    align=True,
)


def lookup(table: Any, s: Any) -> Any:
    """The row of the table that holds a state, or -1."""
    return find(table, key(s))


def entry_row(table: Any, code: Any, most: int) -> Any:
    """The row for a key: the one that holds it, or the replacement row of its bucket, reset."""
    row = find(table, code)
    if row >= 0:
        return row
    row = replacement_row(table, code)
    entry = table[row]
    entry.key = code
    entry.low = -most
    entry.high = most
    entry.low_depth = 0
    entry.high_depth = 0
    entry.best = -1
    entry.work = 0
    return row


def store_answer(frame: Any, answer: int, table: Any, nodes: int) -> int:
    """Store the answer of a frame in the table and return it. Only a proven bound replaces a proven bound."""
    depth = NO_HORIZON if answer & PROVEN else min(frame.depth, NO_HORIZON - 1)
    entry = table[entry_row(table, frame.key, frame.most)]
    if answer & YES:
        if depth == NO_HORIZON or entry.low_depth != NO_HORIZON:
            entry.best = frame.best  # always the move that reaches `low`
            entry.low = frame.beta
            entry.low_depth = depth
    elif depth == NO_HORIZON or entry.high_depth != NO_HORIZON:
        entry.high = frame.beta - frame.step
        entry.high_depth = depth
    entry.work = max(entry.work, log2_work(nodes - frame.start))
    return answer


def open_node(s: Any, frame: Any, at_horizon: bool, table: Any, nodes: int) -> int:
    """The answer of a frame by bounds, by the table or by evaluation; UNKNOWN if its moves, now generated, decide."""
    frame.most = max_remaining(s)
    frame.step = margin_step(s)
    frame.beta += (frame.most - frame.beta) % frame.step
    beta = frame.beta
    if beta <= -frame.most:
        return YES | PROVEN
    if beta > frame.most:
        return NO | PROVEN
    frame.key = key(s)
    frame.best = -1
    row = find(table, frame.key)
    if row >= 0:
        entry = table[row]
        if entry.low >= beta and entry.low_depth >= frame.depth:
            return YES | PROVEN if entry.low_depth == NO_HORIZON else YES
        if entry.high < beta and entry.high_depth >= frame.depth:
            return NO | PROVEN if entry.high_depth == NO_HORIZON else NO
        frame.best = entry.best
    if at_horizon or frame.depth == 0:
        return YES if estimate(s) >= beta else NO
    frame.count = moves(s, frame.moves)
    for i in range(frame.count):
        frame.ranks[i] = TABLE_MOVE_RANK if frame.moves[i] == frame.best else move_order(s, frame.moves[i])
    frame.tried = 0
    frame.proven = PROVEN
    frame.start = nodes
    return UNKNOWN


def reaches(margin: int, beta: int) -> int:
    """The proven answer of a margin that is known."""
    return YES | PROVEN if margin >= beta else NO | PROVEN


def try_next_move(stack: Any, frames: Any, ply: int, answer: int, table: Any, endgame: Any, counters: Any) -> int:
    """Use the answer for the move being tried, if there is one, and make the next move.

    Returns the answer of the frame, or UNKNOWN when the frame of the next move must be searched first.
    """
    s = stack[ply]
    frame = frames[ply]
    while True:
        if answer != UNKNOWN:
            if answer & YES:
                return store_answer(frame, answer, table, counters[NODES])
            frame.proven &= answer
        if frame.tried == frame.count:
            return store_answer(frame, NO | frame.proven, table, counters[NODES])
        move = next_move(frame)
        frame.best = move
        stack[ply + 1] = s
        child = stack[ply + 1]
        play(child, move, None)
        gain = (settled_margin(child) - settled_margin(s)) * (1 - 2 * s.turn)
        same_seat = child.turn == s.turn
        if child.over:
            answer = reaches(gain, frame.beta)
        elif seeds_left(child) <= counters[LEFT]:
            rest = endgame[number_of(child)]
            answer = reaches(gain + rest if same_seat else gain - rest, frame.beta)
        else:
            below = frames[ply + 1]
            below.beta = frame.beta - gain if same_seat else gain - frame.beta + 1
            below.depth = frame.depth if frame.depth == NO_HORIZON else frame.depth - 1
            frame.negate = NO if same_seat else YES
            return UNKNOWN


def start_search(frames: Any, beta: int, depth: int, counters: Any) -> None:
    """Set up a search: whether the seat to move at stack[0] can reach `beta` or more within `depth` moves."""
    frames[0].beta = beta
    frames[0].depth = depth
    counters[PLY] = 0


def search(stack: Any, frames: Any, table: Any, endgame: Any, counters: Any) -> int:
    """Start or resume the search. Returns UNKNOWN when counters[NODES] reaches counters[LIMIT] first."""
    ply = counters[PLY]
    while counters[NODES] < counters[LIMIT]:
        counters[NODES] += 1
        answer = open_node(stack[ply], frames[ply], ply + 1 == stack.size, table, counters[NODES])
        if answer == UNKNOWN:
            answer = try_next_move(stack, frames, ply, UNKNOWN, table, endgame, counters)
        while answer != UNKNOWN:
            if ply == 0:
                return answer
            ply -= 1
            answer = try_next_move(stack, frames, ply, answer ^ frames[ply].negate, table, endgame, counters)
        ply += 1
    counters[PLY] = ply
    return UNKNOWN
