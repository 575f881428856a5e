"""Alpha-beta search to a horizon for any number of seats and any order of turns, or max-n search.

A line is searched to the end of the game, to the next chance event, or to a depth, whichever comes first. Values are
margins from the view of one seat: at its turns the greatest counts, at all others the least (paranoid search, which is
minimax between two seats). In a max-n search every seat plays for its own margin, results count no more than
margins, nothing is pruned, and the table only remembers best moves.

A value is in hundredths of a point, and a won or lost game outweighs any margin. Its reach tells what it depends on:
evaluations at the horizon, evaluations after a chance event, or, when neither bit is set, ends of the game alone.

As in `alphabeta`, an explicit stack of frames replaces recursion, and the search can pause after any number of nodes
and resume with the same result. Keys of the table are hashes of whole states: `words` are the states of the stack as
rows of unsigned numbers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from . import hints
from .hints import chance_events
from .move_ordering import next_move
from .rules import MOVES, SEATS, final_result, moves, play, score, seats
from .transposition_table import find, replacement_row

# Hints that a game need not have.
estimated_score = getattr(hints, "estimated_score", hints.expected_score)
move_order = getattr(hints, "move_order", hints.prior)

POINT = 100  # a point, as a value
WON = 1 << 20  # what a won game adds to a value, and a lost one takes away
INFINITE = 1 << 30
DONE, UNKNOWN = 0, 4
NODES, LIMIT, PLY, SEAT = 0, 1, 2, 3  # indices of the counters shared with the caller
MAX_N = -1  # in place of a seat: every seat plays for its own margin
HORIZON, CHANCE, LOWER, UPPER = 1, 2, 4, 8  # bits: what a value depends on, and that it is a bound
REACH = HORIZON | CHANCE
TABLE_MOVE_RANK = 1e30  # the best move in the table is tried first

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("value", np.int32),
        ("best", np.int16),
        ("kind", np.int8),
        ("work", np.int8),  # the depth of the search
    ]
)
FRAME = np.dtype(
    [
        ("key", np.uint64),
        ("low", np.int32),  # the window, narrowed as moves are searched
        ("high", np.int32),
        ("first_low", np.int32),  # the window at first
        ("first_high", np.int32),
        ("values", np.int32, (SEATS,)),  # of the best move so far, by seat; those of one alone in paranoid search
        ("ranks", np.float32, (MOVES,)),
        ("moves", np.int16, (MOVES,)),
        ("count", np.int16),
        ("tried", np.int16),
        ("best", np.int16),
        ("move", np.int16),  # the move being tried
        ("depth", np.int8),
        ("reach", np.int8),
        ("searched", np.int8),  # whether a move has been searched
    ],
    align=True,
)


def key_of(words: Any, ply: int) -> Any:
    """The hash of a state of the stack: each of its words is mixed in by a step of xorshift64."""
    code = np.uint64(88172645463325252)
    for i in range(words.shape[1]):
        code ^= np.uint64(words[ply, i])
        code ^= code << np.uint64(13)
        code ^= code >> np.uint64(7)
        code ^= code << np.uint64(17)
    return code if code != np.uint64(0) else np.uint64(1)


def best_move(table: Any, words: Any) -> int:
    """The best move in the table for the first of some states, or -1."""
    row = find(table, key_of(words, 0))
    return int(table[row].best) if row >= 0 else -1


def points_of(s: Any, seat: int) -> int:
    """The points of a seat, or an estimate of them, as a value."""
    if s.over:
        return POINT * score(s, seat)
    return round(POINT * estimated_score(s, seat))


def outcome(s: Any, seat: int) -> int:
    """WON for a seat that has won, -WON for one that has lost, 0 while the game goes on or for a share of the win."""
    if not s.over:
        return 0
    share = final_result(s, seat)
    if share >= 1.0:
        return WON
    return 0 if share > 0.0 else -WON


def evaluate(s: Any, values: Any, final: bool) -> None:
    """Write the values of a state where a line stops, for all seats; its result counts if it is `final`."""
    n = seats(s)
    for seat in range(n):
        values[seat] = points_of(s, seat)
    best = 0
    for seat in range(1, n):
        if values[seat] > values[best]:
            best = seat
    top = values[best]
    second = -INFINITE
    for seat in range(n):
        if seat != best and values[seat] > second:
            second = values[seat]
    for seat in range(n):
        margin = values[seat] - (second if seat == best else top)
        margin = max(-WON // 2 + 1, min(WON // 2 - 1, margin))
        values[seat] = margin + outcome(s, seat) if final else margin


def is_answered(frame: Any, entry: Any) -> bool:
    """Whether an entry of the table answers a frame: it was searched as deep, and its bound lies outside the window."""
    if entry.kind & HORIZON and entry.work < frame.depth:
        return False
    if entry.kind & LOWER:
        return bool(entry.value >= frame.high)
    if entry.kind & UPPER:
        return bool(entry.value <= frame.low)
    return True


def open_node(stack: Any, words: Any, frames: Any, ply: int, viewer: int, table: Any) -> int:
    """DONE when the values of a frame are known by the rules, the table or an evaluation; else UNKNOWN, with moves."""
    s = stack[ply]
    frame = frames[ply]
    drawn = chance_events(s) != chance_events(stack[0])
    if drawn or s.over or frame.depth == 0 or ply + 1 == stack.size:
        frame.reach = CHANCE if drawn else (0 if s.over else HORIZON)
        evaluate(s, frame.values, not drawn and viewer != MAX_N)
        return DONE
    frame.best = -1
    frame.key = key_of(words, ply)
    row = find(table, frame.key)
    if row >= 0:
        if viewer != MAX_N and is_answered(frame, table[row]):
            frame.values[viewer] = table[row].value
            frame.reach = table[row].kind & REACH
            return DONE
        frame.best = table[row].best
    frame.count = moves(s, frame.moves)
    for i in range(frame.count):
        frame.ranks[i] = TABLE_MOVE_RANK if frame.moves[i] == frame.best else move_order(s, frame.moves[i])
    frame.tried = 0
    frame.reach = 0
    frame.searched = 0
    frame.first_low = frame.low
    frame.first_high = frame.high
    return UNKNOWN


def take_values(frame: Any, below: Any, turn: int, viewer: int) -> bool:
    """Use the values of the move being tried, those of the frame below. Returns whether no other move matters."""
    seat = turn if viewer == MAX_N else viewer
    value = below.values[seat]
    greatest = turn == seat
    better = value > frame.values[seat] if greatest else value < frame.values[seat]
    if better or not frame.searched:
        frame.best = frame.move
        for other in range(frame.values.size):
            frame.values[other] = below.values[other]
    frame.searched = 1
    frame.reach |= below.reach
    if viewer == MAX_N:
        return False
    if greatest:
        frame.low = max(frame.low, value)
    else:
        frame.high = min(frame.high, value)
    if frame.low < frame.high:
        return False
    frame.reach = below.reach  # the bound rests on this move alone
    return True


def store(frame: Any, table: Any, seat: int) -> None:
    """Store the value of a frame for a seat in the table, with what it depends on and whether it is a bound."""
    value = frame.values[seat]
    kind = frame.reach
    if value <= frame.first_low:
        kind |= UPPER
    elif value >= frame.first_high:
        kind |= LOWER
    row = find(table, frame.key)
    if row < 0:
        row = replacement_row(table, frame.key)
    entry = table[row]
    entry.key = frame.key
    entry.value = value
    entry.best = frame.best
    entry.kind = kind
    entry.work = frame.depth


def try_next_move(stack: Any, frames: Any, ply: int, answered: bool, viewer: int, table: Any) -> int:
    """Use the values of the move being tried, if it is answered, and make the next one.

    DONE when the values of the frame are known; else UNKNOWN, and the frame of the next move must be searched first.
    """
    s = stack[ply]
    frame = frames[ply]
    if (answered and take_values(frame, frames[ply + 1], s.turn, viewer)) or frame.tried == frame.count:
        if ply > 0:  # at the root one move alone was searched
            store(frame, table, s.turn if viewer == MAX_N else viewer)
        return DONE
    frame.move = next_move(frame)
    stack[ply + 1] = s
    play(stack[ply + 1], frame.move, None)
    below = frames[ply + 1]
    below.low = frame.low
    below.high = frame.high
    below.depth = frame.depth - 1
    return UNKNOWN


def start_search(frames: Any, move: int, depth: int, low: int, high: int, counters: Any) -> None:
    """Set up a search of one move at stack[0], `depth` moves ahead with the move itself counted."""
    root = frames[0]
    root.moves[0] = move
    root.ranks[0] = 0.0
    root.count = 1
    root.tried = 0
    root.reach = 0
    root.searched = 0
    root.best = -1
    root.depth = depth
    root.low = root.first_low = low
    root.high = root.first_high = high
    counters[PLY] = -1  # the move at the root is not made yet


def search(stack: Any, words: Any, frames: Any, table: Any, counters: Any) -> int:
    """Start or resume the search. Returns UNKNOWN when counters[NODES] reaches counters[LIMIT] first, else DONE.

    frames[0] then holds the values and what they depend on.
    """
    ply = counters[PLY]
    viewer = counters[SEAT]
    if ply < 0:
        try_next_move(stack, frames, 0, False, viewer, table)
        ply = 1
    while counters[NODES] < counters[LIMIT]:
        counters[NODES] += 1
        found = open_node(stack, words, frames, ply, viewer, table)
        if found == UNKNOWN:
            found = try_next_move(stack, frames, ply, False, viewer, table)
        while found == DONE:
            ply -= 1
            found = try_next_move(stack, frames, ply, True, viewer, table)
            if ply == 0:
                counters[PLY] = 0
                return DONE
        ply += 1
    counters[PLY] = ply
    return UNKNOWN
