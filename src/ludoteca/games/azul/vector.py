"""The vector of `encoding.py` from a state of Azul, for learners that play compiled."""

from __future__ import annotations

from typing import Any

import numpy as np

from .hints import tile_full_lines
from .rules import (
    CENTRE,
    COLOURS,
    FLOOR,
    MARKER,
    NOTHING,
    PENALTIES,
    SIZE,
    TARGETS,
    State,
    bonus,
    colour_of,
    column_of,
    full_rows,
    source_of,
    target_of,
    tile_score,
)

LARGEST_OFFER = 6  # tiles of a colour at one source that are told apart: the most, or more
MOST_POINTS, MOST_BONUS, MOST_LEAD = 100, 40, 30  # that are told apart
# Where `write_prospects` notes each number.
POINTS, BONUS, ENDS, LINES, TILES = 0, 1, 2, 3, 3 + SIZE
PROSPECTS = TILES + SIZE * COLOURS


def class_at(from_centre: bool, count: int, colour: int, target: int) -> int:
    """The class of a move that takes so many tiles of a colour to a line or the floor."""
    offer = LARGEST_OFFER * int(from_centre) + min(count, LARGEST_OFFER) - 1
    return (offer * COLOURS + colour) * TARGETS + target


def move_class(s: State, move: int) -> int:
    """The class of a legal move, as in `encoding.py`."""
    source = source_of(move)
    colour = colour_of(move)
    return class_at(source == CENTRE, int(s.tiles[source, colour]), colour, target_of(move))


def encode(s: State, seat: int, out: Any) -> None:
    """Write the vector of `encoding.py`, as a seat sees the state."""
    players = int(s.players)
    sources = 2 * players + 2
    for at in range(out.size):
        out[at] = 0
    if s.over:
        out[players] = 1
    else:
        out[(s.turn - seat) % players] = 1
    out[players + 1] = s.rounds
    out[players + 2 + (s.starter - seat) % players] = 1
    out[2 * players + 2] = s.marked
    first = 2 * players + 3
    for source in range(sources):
        for colour in range(COLOURS):
            out[first + source * COLOURS + colour] = s.tiles[source, colour]
    first += sources * COLOURS
    for side in range(players):
        encode_board(s, (seat + side) % players, side, first, out)
    first += players * (2 * SIZE * SIZE + FLOOR * MARKER + 1)
    for colour in range(COLOURS):
        out[first + colour] = s.bag[colour]
        out[first + COLOURS + colour] = s.lid[colour]
    first += 2 * COLOURS
    for side in range(players):
        count_wall(s, (seat + side) % players, side, first, out)
    first += players * 3 * SIZE
    offers = 0
    for source in range(sources):
        for colour in range(COLOURS):
            count = int(s.tiles[source, colour])
            if 0 < count <= LARGEST_OFFER:
                out[first + colour * LARGEST_OFFER + count - 1] += 1
            offers += int(count > 0)
    encode_prospects(s, seat, offers, first + COLOURS * LARGEST_OFFER, out)


def encode_board(s: State, owner: int, side: int, first: int, out: Any) -> None:
    """Write the lines, the wall, the floor and the points of one seat; `side` is its place after the observer."""
    players = int(s.players)
    walls = first + players * SIZE * COLOURS
    floors = walls + players * SIZE * SIZE
    for row in range(SIZE):
        if s.counts[owner, row] > 0:
            out[first + (side * SIZE + row) * COLOURS + int(s.colours[owner, row])] = s.counts[owner, row]
        for column in range(SIZE):
            out[walls + (side * SIZE + row) * SIZE + column] = 1 if s.wall[owner, row, column] else 0
    for space in range(FLOOR):
        if s.floor[owner, space] != NOTHING:
            out[floors + (side * FLOOR + space) * MARKER + int(s.floor[owner, space]) - 1] = 1
    out[floors + players * FLOOR * MARKER + side] = s.scores[owner]


def encode_prospects(s: State, seat: int, offers: int, first: int, out: Any) -> None:
    """Write what follows from the boards, as `derived` in `encoding.py` says, and the number of offers."""
    players = int(s.players)
    found = np.zeros(PROSPECTS, np.int64)
    lead = 0
    best = -1000
    for side in range(players):
        owner = (seat + side) % players
        write_prospects(s.wall[owner], s.counts[owner], s.colours[owner], s.scores[owner], s.fallen[owner], found)
        standing = found[POINTS] + found[BONUS]
        if side == 0:
            lead = standing
        else:
            best = max(best, standing)
        at = first + side
        out[at] = min(found[POINTS], MOST_POINTS)
        out[at + players] = min(found[BONUS], MOST_BONUS)
        out[at + 2 * players] = found[ENDS]
        for row in range(SIZE):
            out[first + 3 * players + side * SIZE + row] = found[LINES + row]
        tiles = first + (3 + SIZE) * players + side * SIZE * COLOURS
        for place in range(SIZE * COLOURS):
            out[tiles + place] = found[TILES + place]
    first += (3 + SIZE + SIZE * COLOURS) * players
    out[first] = lead_code(lead - best)
    out[first + 1] = offers


def lead_code(lead: int) -> int:
    """A lead as a number from 0, that of a lead of -`MOST_LEAD` or less, to that of `MOST_LEAD` or more."""
    return int(max(-MOST_LEAD, min(MOST_LEAD, lead)) + MOST_LEAD)


def write_prospects(wall: Any, counts: Any, colours: Any, points: int, fallen: int, out: Any) -> None:
    """Write what a board brings if the round ended now, and what tiles would score then.

    These are the points, the bonus if the game ended too, whether it does, for each line the points of its tile times
    the tiles it holds (0 for a full line), and the points of each colour in each row, 0 where it stands.
    """
    after = wall.copy()
    gained = tile_full_lines(after, counts, colours)
    out[POINTS] = max(0, points + gained - PENALTIES[fallen])
    out[BONUS] = bonus(after)
    out[ENDS] = int(full_rows(after) > 0)
    for row in range(SIZE):
        for colour in range(COLOURS):
            column = column_of(row, colour)
            taken = after[row, column]
            out[TILES + row * COLOURS + colour] = 0 if taken else tile_score(after, row, column)
        held = counts[row] if counts[row] <= row else 0
        out[LINES + row] = held * out[TILES + row * COLOURS + colours[row]]


def count_wall(s: State, owner: int, side: int, first: int, out: Any) -> None:
    """Count the tiles on the wall of one seat by row, by column and by colour."""
    columns = first + int(s.players) * SIZE
    colours = columns + int(s.players) * SIZE
    for row in range(SIZE):
        for colour in range(COLOURS):
            column = column_of(row, colour)
            if s.wall[owner, row, column]:
                out[first + side * SIZE + row] += 1
                out[columns + side * SIZE + column] += 1
                out[colours + side * COLOURS + colour] += 1
