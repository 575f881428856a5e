"""Zero-window alpha-beta search to the end of sowing games: whether the seat to move reaches a margin of `beta`.

It proves what `alphabeta` proves, on packed rows and with the learned sowings of a game, which is faster. A frame makes
all its moves at once: those that the rules or the endgame table decide are never searched. The search uses an explicit
stack of frames, so it can pause after any number of nodes and resume with the same result.

Margins are the remaining ones, from the view of the seat to move, whose row is the first. `endgame` is an endgame
table: it has the margins of all boards with at most counters[LEFT] seeds (-1: of none).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from .boards import BITS, MAX_ROW, PIT, board_number
from .endgame import put_board
from .sowings import make, sow
from .transposition_table import find, log2_work, replacement_row

NO, YES, PROVEN, UNKNOWN = 0, 1, 2, 4  # answers as in `alphabeta`; YES and NO are always proven
NODES, LIMIT, PLY, LEFT = 0, 1, 2, 3  # indices of the counters shared with the caller
TABLE_MOVE_RANK = 1 << 30  # the best move in the table is tried first
EXTRA_TURN_RANK, CAPTURE_RANK, STORE_RANK = 1 << 24, 1 << 16, 1 << 8
LOOK_AHEAD = 5  # seeds above the endgame table from which the table is asked for the boards after all moves
FIRST_MULTIPLIER, SECOND_MULTIPLIER = np.uint64(0x9E3779B97F4A7C15), np.uint64(0xD6E8FEB86659FD93)

ENTRY = np.dtype(
    [
        ("key", np.uint64),
        ("low", np.int16),  # lower bound of the remaining margin
        ("high", np.int16),  # upper bound
        ("best", np.int8),
        ("work", np.int8),  # log2 of the nodes searched for this entry
        ("unused", np.int16),
    ]
)
BOARD = np.dtype(
    [
        ("own", np.int64),  # the row of the seat to move
        ("other", np.int64),
        ("beta", np.int32),  # the margin to reach
        ("left", np.int32),  # the seeds on the board
        ("rank", np.int32),
        ("move", np.int16),
        ("negate", np.int16),  # YES when the opponent is to move: its YES is a NO for the seat that moved
    ],
    align=True,
)
FRAME = np.dtype(
    [
        ("board", BOARD),
        ("after", BOARD, (MAX_ROW,)),  # the boards after the moves that must be searched
        ("key", np.uint64),
        ("start", np.int64),  # the count of nodes when the frame was opened
        ("count", np.int32),
        ("tried", np.int32),
        ("best", np.int32),
    ],
    align=True,
)


def board_key(own: Any, other: Any, left: int, pits: int) -> Any:
    """The key of a board in the transposition table, never 0.

    No other board has the same key if its seeds and pits are fewer than 64 in all; else it is a hash.
    """
    code = np.uint64(1)
    if left + 2 * pits < 64:
        for pit in range(pits):  # the seeds of each pit as bits 0, and then a bit 1
            code = (code << np.uint64(((own >> (BITS * pit)) & PIT) + 1)) | np.uint64(1)
            code = (code << np.uint64(((other >> (BITS * pit)) & PIT) + 1)) | np.uint64(1)
    else:
        code = (np.uint64(own) * FIRST_MULTIPLIER ^ np.uint64(other) * SECOND_MULTIPLIER) | np.uint64(1)
    code ^= code >> np.uint64(32)  # from here on, different codes stay different
    code *= SECOND_MULTIPLIER
    code ^= code >> np.uint64(29)
    return code


def uses_table(frame: Any, counters: Any) -> bool:
    """Whether a frame is kept in the transposition table: not if almost all its moves are in the endgame table."""
    return bool(frame.board.left > counters[LEFT] + 1)


def store_answer(frame: Any, answer: int, step: int, table: Any, counters: Any) -> int:
    """Store the answer of a frame in the table and return it."""
    if not uses_table(frame, counters):
        return answer
    row = find(table, frame.key)
    if row < 0:
        row = replacement_row(table, frame.key)
        entry = table[row]
        entry.key = frame.key
        entry.low = -frame.board.left
        entry.high = frame.board.left
        entry.best = -1
        entry.work = 0
    entry = table[row]
    if answer == YES:
        entry.low = frame.board.beta
        entry.best = frame.best
    else:
        entry.high = frame.board.beta - step
    entry.work = max(entry.work, log2_work(counters[NODES] - frame.start))
    return answer


def open_node(
    frame: Any, stack: Any, sowings: Any, table: Any, endgame: Any, counters: Any, pits: int, step: int
) -> int:
    """The answer of a frame by bounds, tables or single moves; UNKNOWN if the boards in `after` decide."""
    board = frame.board
    board.beta += (board.left - board.beta) % step
    frame.best = -1
    frame.start = counters[NODES]
    if board.beta <= -board.left:
        return YES
    if board.beta > board.left:
        return NO
    if uses_table(frame, counters):
        frame.key = board_key(board.own, board.other, board.left, pits)
        row = find(table, frame.key)
        if row >= 0:
            entry = table[row]
            frame.best = entry.best
            if entry.low >= board.beta:
                return YES
            if entry.high < board.beta:
                return NO
    frame.count = 0
    frame.tried = 0
    for pit in range(pits - 1, -1, -1):
        if (board.own >> (BITS * pit)) & PIT and make_move(frame, pit, stack, sowings, endgame, counters, pits) == YES:
            frame.best = pit
            return store_answer(frame, YES, step, table, counters)
    if board.left > counters[LEFT] + LOOK_AHEAD:
        move = known_cutoff(frame, table, pits, step)
        if move >= 0:
            frame.best = move
            return store_answer(frame, YES, step, table, counters)
    return UNKNOWN


def known_cutoff(frame: Any, table: Any, pits: int, step: int) -> Any:
    """A move that reaches `beta` by what the transposition table has of its board, or -1."""
    for i in range(frame.count):
        after = frame.after[i]
        row = find(table, board_key(after.own, after.other, after.left, pits))
        if row >= 0:
            entry = table[row]
            beta = after.beta + (after.left - after.beta) % step
            if entry.high < beta if after.negate else entry.low >= beta:
                return after.move
    return -1


def make_move(frame: Any, pit: int, stack: Any, sowings: Any, endgame: Any, counters: Any, pits: int) -> int:
    """The answer for a move if it needs no search: YES if it reaches `beta`. UNKNOWN if its board is in `after`."""
    board = frame.board
    sowing = sowings[pit, (board.own >> (BITS * pit)) & PIT]
    own, other, gain = sow(sowing, board.own, board.other)
    again = sowing.again != 0
    if own == 0 or other == 0 or not sowing.is_known:
        put_board(stack[0], board.own, board.other)
        own, other, gain, again = make(stack, pit)
        if stack[1].over:
            return YES if gain >= board.beta else NO
    left = board.left - gain
    if board.beta <= gain - left:
        return YES
    if board.beta > gain + left:
        return NO
    if left <= counters[LEFT]:
        rest = endgame[board_number(own if again else other, own + other, left, pits)]
        return YES if (gain + rest if again else gain - rest) >= board.beta else NO
    after = frame.after[frame.count]
    after.own = own if again else other
    after.other = other if again else own
    after.beta = board.beta - gain if again else gain - board.beta + 1
    after.left = left
    after.move = pit
    after.negate = NO if again else YES
    after.rank = pit
    if pit == frame.best:
        after.rank += TABLE_MOVE_RANK
    elif again:
        after.rank += EXTRA_TURN_RANK
    elif gain > sowing.gain:
        after.rank += CAPTURE_RANK * gain
    elif gain > 0:
        after.rank += STORE_RANK
    frame.count += 1
    return UNKNOWN


def choose_next(frame: Any, below: Any) -> None:
    """Open the frame below with the untried board of the highest rank, which then counts as tried."""
    top = frame.tried
    for i in range(frame.tried + 1, frame.count):
        if frame.after[i].rank > frame.after[top].rank:
            top = i
    below.board = frame.after[top]
    frame.after[top] = frame.after[frame.tried]
    frame.tried += 1
    frame.best = below.board.move


def start_search(frames: Any, own: Any, other: Any, left: int, beta: int, counters: Any) -> None:
    """Set up a search for a board: whether the seat to move can reach `beta` or more."""
    board = frames[0].board
    board.own = own
    board.other = other
    board.left = left
    board.beta = beta
    counters[PLY] = 0


def search_rows(
    stack: Any, frames: Any, sowings: Any, table: Any, endgame: Any, counters: Any, pits: int, step: int
) -> int:
    """See `search`."""
    ply = counters[PLY]
    while counters[NODES] < counters[LIMIT]:
        counters[NODES] += 1
        answer = open_node(frames[ply], stack, sowings, table, endgame, counters, pits, step)
        while True:
            if answer != UNKNOWN:
                if ply == 0:
                    return answer | PROVEN
                answer ^= frames[ply].board.negate
                ply -= 1
                if answer == YES:
                    answer = store_answer(frames[ply], YES, step, table, counters)
                    continue
            if frames[ply].tried < frames[ply].count:
                break
            answer = store_answer(frames[ply], NO, step, table, counters)
        ply += 1
        if ply == frames.size:
            raise OverflowError("A line of play has too many moves.")
        choose_next(frames[ply - 1], frames[ply])
    counters[PLY] = ply
    return UNKNOWN


def search(stack: Any, frames: Any, sowings: Any, table: Any, endgame: Any, counters: Any, pits: int, step: int) -> int:
    """Start or resume the search. Returns UNKNOWN when counters[NODES] reaches counters[LIMIT] first.

    The state at stack[0] has the options of the game, with the first seat to move.
    """
    if pits == 6:  # compiled for this number, it is faster
        return search_rows(stack, frames, sowings, table, endgame, counters, 6, step)
    return search_rows(stack, frames, sowings, table, endgame, counters, pits, step)
