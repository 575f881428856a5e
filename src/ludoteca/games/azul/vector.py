"""The vector of `encoding.py` from a state of Azul, for learners that play compiled."""

from __future__ import annotations

from typing import Any

from .rules import (
    CENTRE,
    COLOURS,
    FLOOR,
    MARKER,
    NOTHING,
    SIZE,
    TARGETS,
    State,
    colour_of,
    column_of,
    source_of,
    target_of,
)

LARGEST_OFFER = 6  # tiles of a colour at one source that are told apart: the most, or more


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
    for source in range(sources):
        for colour in range(COLOURS):
            count = int(s.tiles[source, colour])
            if 0 < count <= LARGEST_OFFER:
                out[first + colour * LARGEST_OFFER + count - 1] += 1


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
