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
LOOK_AHEAD = 3  # seeds above the endgame table from which the other table is asked for the boards after all moves
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
        ("negate", np.int16),  # YES when the opponent is to move: its margin counts against the seat that moved
    ],
    align=True,
)
ENDING = np.dtype(
    [
        ("number", np.int64),  # of a board in the endgame table
        ("gain", np.int32),  # the margin gained by the move
        ("margin", np.int32),  # the remaining margin of the board
        ("move", np.int16),
        ("negate", np.int16),
    ],
    align=True,
)
FRAME = np.dtype(
    [
        ("board", BOARD),
        ("after", BOARD, (MAX_ROW,)),  # the boards after the moves that must be searched
        ("endings", ENDING, (MAX_ROW,)),  # those in the endgame table
        ("keys", np.uint64, (MAX_ROW,)),  # of the boards that must be searched
        ("found", np.uint64, (MAX_ROW,)),  # the keys in the transposition table where they would be
        ("key", np.uint64),
        ("start", np.int64),  # the count of nodes when the frame was opened
        ("count", np.int32),
        ("ended", np.int32),
        ("tried", np.int32),
        ("best", np.int32),
        ("margin", np.int32),  # the best so far: a lower bound if it reaches `beta`, else in the end an upper bound
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


def store(frame: Any, table: Any, counters: Any) -> None:
    """Store the margin of a frame in the transposition table."""
    if not uses_table(frame, counters):
        return
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
    if frame.margin < frame.board.beta:
        entry.high = min(entry.high, frame.margin)
    elif frame.margin >= entry.low:
        entry.low = frame.margin
        entry.best = frame.best
    entry.work = max(entry.work, log2_work(counters[NODES] - frame.start))


def is_known(frame: Any, table: Any, counters: Any, pits: int, step: int) -> bool:
    """Whether bounds or the transposition table decide a frame: then it has its margin."""
    board = frame.board
    board.beta += (board.left - board.beta) % step
    frame.best = -1
    frame.start = counters[NODES]
    frame.margin = -board.left
    if board.beta <= -board.left:
        return True
    if board.beta > board.left:
        frame.margin = board.left
        return True
    if uses_table(frame, counters):
        frame.key = board_key(board.own, board.other, board.left, pits)
        row = find(table, frame.key)
        if row >= 0:
            entry = table[row]
            frame.best = entry.best
            if entry.low >= board.beta or entry.high < board.beta:
                frame.margin = entry.low if entry.low >= board.beta else entry.high
                return True
    return False


def open_node(
    frame: Any, stack: Any, sowings: Any, table: Any, endgame: Any, counters: Any, pits: int, step: int
) -> bool:
    """Whether a frame is decided, by bounds, tables or single moves; if not, the boards in `after` decide."""
    if is_known(frame, table, counters, pits, step):
        return True
    board = frame.board
    frame.count = 0
    frame.ended = 0
    frame.tried = 0
    likely = frame.best
    for pit in range(pits - 1, -1, -1):
        if (board.own >> (BITS * pit)) & PIT:
            make_move(frame, pit, likely, stack, sowings, counters, pits)
            if frame.margin >= board.beta:
                store(frame, table, counters)
                return True
    read_endings(frame, endgame)
    if frame.margin < board.beta and board.left > counters[LEFT] + LOOK_AHEAD:
        read_table(frame, table, pits, step)
    if frame.margin >= board.beta:
        store(frame, table, counters)
        return True
    return False


def raise_margin(frame: Any, margin: int, move: int) -> None:
    """Raise the margin of a frame to that of a move."""
    if margin > frame.margin:
        frame.margin = margin
        if margin >= frame.board.beta:
            frame.best = move


def read_endings(frame: Any, endgame: Any) -> None:
    """Raise the margin of a frame by the endgame table.

    Its bytes are far apart in memory. All are read before one is used, so that the processor waits once for them.
    """
    for i in range(frame.ended):
        frame.endings[i].margin = endgame[frame.endings[i].number]
    for i in range(frame.ended):
        ending = frame.endings[i]
        margin = ending.gain - ending.margin if ending.negate else ending.gain + ending.margin
        raise_margin(frame, margin, ending.move)


def read_table(frame: Any, table: Any, pits: int, step: int) -> None:
    """Raise the margin of a frame by the transposition table, and leave out the moves that it refutes.

    As in `read_endings`, the processor waits once for all reads.
    """
    left = frame.board.left
    for i in range(frame.count):
        after = frame.after[i]
        frame.keys[i] = board_key(after.own, after.other, after.left, pits)
    for i in range(frame.count):
        frame.found[i] = table[np.int64(frame.keys[i] & np.uint64(table.size - 1))].key
    kept = 0
    for i in range(frame.count):
        after = frame.after[i]
        row = np.int64(frame.keys[i] & np.uint64(table.size - 1))
        if frame.found[i] != frame.keys[i]:
            row ^= 1
        if table[row].key == frame.keys[i]:
            entry = table[row]
            gain = left - after.left
            low = gain - entry.high if after.negate else gain + entry.low
            high = gain - entry.low if after.negate else gain + entry.high
            if low >= frame.board.beta:
                raise_margin(frame, low, after.move)
                return
            if high < frame.board.beta:
                raise_margin(frame, high, after.move)
                continue
        frame.after[kept] = after
        kept += 1
    frame.count = kept


def make_move(frame: Any, pit: int, likely: int, stack: Any, sowings: Any, counters: Any, pits: int) -> None:
    """Make a move: raise the margin of its frame, or put its board into `endings` or `after`.

    `likely` is the best move in the transposition table.
    """
    board = frame.board
    sowing = sowings[pit, (board.own >> (BITS * pit)) & PIT]
    own, other, gain = sow(sowing, board.own, board.other)
    again = sowing.again != 0
    if own == 0 or other == 0 or not sowing.is_known:
        put_board(stack[0], board.own, board.other)
        own, other, gain, again = make(stack, pit)
        if stack[1].over:
            raise_margin(frame, gain, pit)
            return
    left = board.left - gain
    if board.beta <= gain - left:
        raise_margin(frame, gain - left, pit)
        return
    if board.beta > gain + left:
        raise_margin(frame, gain + left, pit)
        return
    if left <= counters[LEFT]:
        ending = frame.endings[frame.ended]
        ending.number = board_number(own if again else other, own + other, left, pits)
        ending.gain = gain
        ending.move = pit
        ending.negate = NO if again else YES
        frame.ended += 1
        return
    after = frame.after[frame.count]
    after.own = own if again else other
    after.other = other if again else own
    after.beta = board.beta - gain if again else gain - board.beta + 1
    after.left = left
    after.move = pit
    after.negate = NO if again else YES
    after.rank = pit
    if pit == likely:
        after.rank += TABLE_MOVE_RANK
    elif again:
        after.rank += EXTRA_TURN_RANK
    elif gain > sowing.gain:
        after.rank += CAPTURE_RANK * gain
    elif gain > 0:
        after.rank += STORE_RANK
    frame.count += 1


def choose_next(frame: Any, below: Any) -> None:
    """Open the frame below with the untried board of the highest rank, which then counts as tried."""
    top = frame.tried
    for i in range(frame.tried + 1, frame.count):
        if frame.after[i].rank > frame.after[top].rank:
            top = i
    below.board = frame.after[top]
    frame.after[top] = frame.after[frame.tried]
    frame.tried += 1


def give_back(below: Any, frame: Any) -> None:
    """Raise the margin of a frame by that of the frame below, which is decided."""
    gain = frame.board.left - below.board.left
    raise_margin(frame, gain - below.margin if below.board.negate else gain + below.margin, below.board.move)


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
        decided = open_node(frames[ply], stack, sowings, table, endgame, counters, pits, step)
        while decided or frames[ply].tried == frames[ply].count:
            if not decided:
                store(frames[ply], table, counters)
            if ply == 0:
                return PROVEN | (YES if frames[0].margin >= frames[0].board.beta else NO)
            ply -= 1
            give_back(frames[ply + 1], frames[ply])
            decided = frames[ply].margin >= frames[ply].board.beta
            if decided:
                store(frames[ply], table, counters)
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
