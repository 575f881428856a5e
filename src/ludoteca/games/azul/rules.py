"""The rules of Azul: drafting tiles, tiling walls, dealing rounds, and the score.

Each function is plain Python over a record; `rules.kernel` compiles the same source. Colours, lines, rows and columns
count from 0. The bag is a number of tiles of each colour; the order in which they are drawn depends only on the state
of the random generator `rng`, which is hidden information.
"""

from __future__ import annotations

from typing import Any, Protocol

import numpy as np

from ludoteca.rules.kernel.drivers.rng import draw

SEATS = 4  # the largest number
COLOURS = 5
SIZE = 5  # of the wall; line i has i + 1 spaces
FLOOR = 7
TILES_PER_COLOUR = 20
FULL_FACTORY = 4
CENTRE = 0  # the code of the source; higher codes are factories
SOURCES = 10
TARGETS = SIZE + 1  # the lines, then the floor
TO_FLOOR = SIZE
NOTHING, MARKER = 0, COLOURS + 1  # codes on the floor; a tile is its colour + 1
LAST_ROUND = 50
PENALTIES = np.array([0, 1, 2, 4, 6, 8, 11, 14], np.int64)  # by the number of filled floor spaces
ROW_BONUS, COLUMN_BONUS, COLOUR_BONUS = 2, 7, 10
MOVES = SOURCES * COLOURS * TARGETS
STEP = ("step",)  # in a log: an intermediate state for the animation, not an event

STATE = np.dtype(
    [
        ("rng", np.uint64, (1,)),  # hidden: it determines the draws from the bag
        ("scores", np.int16, (SEATS,)),
        ("tiles", np.int8, (SOURCES, COLOURS)),  # in the centre, then in the factories
        ("wall", np.int8, (SEATS, SIZE, SIZE)),
        ("colours", np.int8, (SEATS, SIZE)),  # of the lines; valid where counts > 0
        ("counts", np.int8, (SEATS, SIZE)),
        ("floor", np.int8, (SEATS, FLOOR)),
        ("fallen", np.int8, (SEATS,)),  # filled spaces of the floor
        ("bag", np.int8, (COLOURS,)),
        ("lid", np.int8, (COLOURS,)),
        ("players", np.int8),
        ("offer", np.int8),  # tiles in the centre and the factories
        ("rounds", np.int8),  # rounds started so far
        ("starter", np.int8),  # the seat that starts the next round, or started this one while the marker is not taken
        ("marked", np.int8),  # 1 while the marker is in the centre
        ("turn", np.int8),
        ("over", np.int8),
    ],
    align=True,
)


class State(Protocol):
    """The fields of a state, for type checkers."""

    rng: Any
    scores: Any
    tiles: Any
    wall: Any
    colours: Any
    counts: Any
    floor: Any
    fallen: Any
    bag: Any
    lid: Any
    players: int
    offer: int
    rounds: int
    starter: int
    marked: int
    turn: int
    over: int


def seats(s: State) -> int:
    """The number of seats in this game."""
    return int(s.players)


def begin(s: State) -> None:
    """Set up a new game in a zeroed record with `players` and `rng` set."""
    for colour in range(COLOURS):
        s.bag[colour] = TILES_PER_COLOUR
    offer(s, None)


def moves(s: State, out: Any) -> int:
    """Write the legal moves to `out` by source, colour and line, the floor last. Returns their number."""
    if s.over:
        return 0
    me = s.turn
    n = 0
    for source in range(2 * s.players + 2):
        for colour in range(COLOURS):
            if s.tiles[source, colour] == 0:
                continue
            first = (source * COLOURS + colour) * TARGETS
            for line in range(SIZE):
                if can_place(s, me, line, colour):
                    out[n] = first + line
                    n += 1
            out[n] = first + TO_FLOOR
            n += 1
    return n


def source_of(move: int) -> int:
    """The source of a move: the centre or a factory."""
    return move // (COLOURS * TARGETS)


def colour_of(move: int) -> int:
    """The colour of a move's tiles."""
    return move // TARGETS % COLOURS


def target_of(move: int) -> int:
    """The target of a move: a line or the floor."""
    return move % TARGETS


def column_of(row: int, colour: int) -> int:
    """The column of a colour in a row of the wall."""
    return (row + colour) % SIZE


def can_place(s: State, seat: int, line: int, colour: int) -> bool:
    """Whether tiles of a colour can be placed on a line."""
    held = s.counts[seat, line]
    if held > 0 and (s.colours[seat, line] != colour or held > line):
        return False
    return bool(s.wall[seat, line, column_of(line, colour)] == 0)


def play(s: State, move: int, log: Any) -> None:
    """Make a legal move, in place; the last of a round also tiles the walls and deals the next round."""
    take(s, source_of(move), colour_of(move), target_of(move), log)
    s.turn = (s.turn + 1) % s.players
    if s.offer > 0:
        return
    if log is not None:
        log.append(STEP)
    for seat in range(s.players):
        tile_wall(s, seat, log)
    if row_finished(s) or s.rounds >= LAST_ROUND:
        end(s, log)
    else:
        offer(s, log)


def take(s: State, source: int, colour: int, target: int, log: Any) -> None:
    """Take all tiles of a colour from a source and place them on a line; the rest fall to the floor."""
    me = s.turn
    count = s.tiles[source, colour]
    s.tiles[source, colour] = 0
    s.offer -= count
    if log is not None:
        log.append(("took_centre", me, count, colour) if source == CENTRE else ("took", me, count, colour, source))
    if source != CENTRE:
        for other in range(COLOURS):
            s.tiles[CENTRE, other] += s.tiles[source, other]
            s.tiles[source, other] = 0
    elif s.marked:
        s.marked = 0
        s.starter = me
        if s.fallen[me] < FLOOR:
            s.floor[me, s.fallen[me]] = MARKER
            s.fallen[me] += 1
        if log is not None:
            log.append(("marker", me))
    rest = count
    if target != TO_FLOOR:
        laid = min(count, target + 1 - s.counts[me, target])
        s.counts[me, target] += laid
        s.colours[me, target] = colour
        rest = count - laid
        if log is not None:
            full = s.counts[me, target] == target + 1
            log.append(("filled" if full else "laid", me, laid, colour, target))
    if rest > 0:
        drop(s, me, colour, rest, log)


def drop(s: State, seat: int, colour: int, count: int, log: Any) -> None:
    """Put tiles on a seat's floor; those that do not fit go to the lid."""
    for _ in range(count):
        if s.fallen[seat] < FLOOR:
            s.floor[seat, s.fallen[seat]] = colour + 1
            s.fallen[seat] += 1
        else:
            s.lid[colour] += 1
    if log is not None:
        log.append(("fell", seat, count, colour))


def tile_wall(s: State, seat: int, log: Any) -> None:
    """Move a tile of each full line to the wall, from top to bottom, then subtract the penalty and clear the floor."""
    for row in range(SIZE):
        if s.counts[seat, row] > row:
            colour = s.colours[seat, row]
            column = column_of(row, colour)
            s.wall[seat, row, column] = 1
            s.counts[seat, row] = 0
            s.lid[colour] += row
            gained = tile_score(s.wall[seat], row, column)
            s.scores[seat] += gained
            if log is not None:
                log.append(("tiled", seat, colour, row, column, gained))
    cost = min(PENALTIES[s.fallen[seat]], s.scores[seat])
    s.scores[seat] -= cost
    if log is not None and s.fallen[seat] > 0:
        log.append(("paid", seat, s.fallen[seat], cost))
    for space in range(s.fallen[seat]):
        thing = s.floor[seat, space]
        s.floor[seat, space] = NOTHING
        if thing != MARKER:
            s.lid[thing - 1] += 1
    s.fallen[seat] = 0


def tile_score(wall: Any, row: int, column: int) -> int:
    """The score of a tile on the wall: the lengths of its row run and column run of two or more; 1 without either."""
    across = 1
    c = column - 1
    while c >= 0 and wall[row, c]:
        across += 1
        c -= 1
    c = column + 1
    while c < SIZE and wall[row, c]:
        across += 1
        c += 1
    down = 1
    r = row - 1
    while r >= 0 and wall[r, column]:
        down += 1
        r -= 1
    r = row + 1
    while r < SIZE and wall[r, column]:
        down += 1
        r += 1
    if across > 1 and down > 1:
        return across + down
    return max(across, down)


def offer(s: State, log: Any) -> None:
    """Deal the next round from the bag and the lid; without any tiles the game ends."""
    s.rounds += 1
    s.turn = s.starter
    s.marked = 1
    for factory in range(1, 2 * s.players + 2):
        for _ in range(FULL_FACTORY):
            left = in_bag(s)
            if left == 0:
                left = refill(s, log)
            if left == 0:
                break
            colour = colour_in_bag(s, draw(s.rng, left))
            s.bag[colour] -= 1
            s.tiles[factory, colour] += 1
            s.offer += 1
    if s.offer == 0:
        if log is not None:
            log.append(("no_tiles", s.starter))
        end(s, log)
    elif log is not None:
        log.append(("round", s.starter, s.rounds))


def in_bag(s: State) -> int:
    """The number of tiles in the bag."""
    left = 0
    for colour in range(COLOURS):
        left += s.bag[colour]
    return left


def colour_in_bag(s: State, index: int) -> int:
    """The colour of the tile at an index below `in_bag`, with the tiles of the bag sorted by colour."""
    colour = 0
    while index >= s.bag[colour]:
        index -= s.bag[colour]
        colour += 1
    return colour


def refill(s: State, log: Any) -> int:
    """Move the tiles of the lid to the bag. Returns the number of tiles in the bag."""
    for colour in range(COLOURS):
        s.bag[colour] += s.lid[colour]
        s.lid[colour] = 0
    left = in_bag(s)
    if log is not None and left > 0:
        log.append(("refilled", s.starter, left))
    return left


def full_rows(wall: Any) -> int:
    """The number of full rows of a wall."""
    rows = 0
    for row in range(SIZE):
        count = 0
        for column in range(SIZE):
            count += wall[row, column]
        rows += count == SIZE
    return rows


def full_columns(wall: Any) -> int:
    """The number of full columns of a wall."""
    columns = 0
    for column in range(SIZE):
        count = 0
        for row in range(SIZE):
            count += wall[row, column]
        columns += count == SIZE
    return columns


def full_colours(wall: Any) -> int:
    """The number of colours with all five tiles on a wall."""
    colours = 0
    for colour in range(COLOURS):
        count = 0
        for row in range(SIZE):
            count += wall[row, column_of(row, colour)]
        colours += count == SIZE
    return colours


def row_finished(s: State) -> bool:
    """Whether any wall has a full row."""
    rows = 0
    for seat in range(s.players):
        rows += full_rows(s.wall[seat])
    return rows > 0


def bonus(wall: Any) -> int:
    """The final bonus for a wall's full rows, columns and colours."""
    lines = ROW_BONUS * full_rows(wall) + COLUMN_BONUS * full_columns(wall)
    return lines + COLOUR_BONUS * full_colours(wall)


def end(s: State, log: Any) -> None:
    """End the game and add the bonuses to the scores."""
    s.over = 1
    s.marked = 0
    for seat in range(s.players):
        wall = s.wall[seat]
        gained = bonus(wall)
        s.scores[seat] += gained
        if log is not None and gained > 0:
            rows, columns, colours = full_rows(wall), full_columns(wall), full_colours(wall)
            log.append(("bonus", seat, rows, columns, colours, gained))


def score(s: State, seat: int) -> int:
    """A seat's points so far."""
    return int(s.scores[seat])


def is_decided(s: State) -> bool:
    """Whether the game is over: bonuses can change the result until then."""
    return bool(s.over)


def rank(s: State, seat: int) -> int:
    """A number that orders seats by points, then by full rows."""
    return int(s.scores[seat]) * (SIZE + 1) + full_rows(s.wall[seat])


def final_result(s: State, seat: int) -> float:
    """A seat's result: 1 for most points, then most full rows; tied winners share it."""
    mine = rank(s, seat)
    tied = 0
    for other in range(s.players):
        theirs = rank(s, other)
        if theirs > mine:
            return 0.0
        tied += theirs == mine
    return float(1.0 / tied)


def resample_hidden(s: State, rng: Any) -> None:
    """Redraw the hidden information: the order of the tiles in the bag."""
    high, low = np.uint64(draw(rng, 1 << 31)), np.uint64(draw(rng, 1 << 31))
    s.rng[0] = high << np.uint64(32) | low << np.uint64(1) | np.uint64(1)  # never 0
