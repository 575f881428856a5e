"""Azul as a network sees it, compiled: the vector of `encoding.py`, written straight from a state.

The components are those of a game for four, so that a network can serve two, three and four players.
"""

from __future__ import annotations

from typing import Any

from .rules import COLOURS, FLOOR, NOTHING, SEATS, SIZE, SOURCES, State

LARGEST = {"players": SEATS}
OVER = SEATS  # after the turn
ROUND = OVER + 1
STARTS_NEXT = ROUND + 1
MARKER_IN_CENTRE = STARTS_NEXT + SEATS
TILES = MARKER_IN_CENTRE + 1
LINES = TILES + SOURCES * COLOURS
WALLS = LINES + SEATS * SIZE * COLOURS
FLOORS = WALLS + SEATS * SIZE * SIZE
SCORES = FLOORS + SEATS * FLOOR * (COLOURS + 1)
BAG = SCORES + SEATS
LID = BAG + COLOURS
COMPONENTS = LID + COLOURS


def observe(s: State, seat: int, places: Any, values: Any) -> int:
    """Write the components other than 0 that a seat observes: their places and values. Returns their number."""
    players = s.players
    places[0] = OVER if s.over else (s.turn + players - seat) % players
    values[0] = 1
    places[1] = ROUND
    values[1] = s.rounds
    places[2] = STARTS_NEXT + (s.starter + players - seat) % players
    values[2] = 1
    n = 3
    if s.marked:
        places[n] = MARKER_IN_CENTRE
        values[n] = 1
        n += 1
    for source in range(2 * players + 2):
        for colour in range(COLOURS):
            if s.tiles[source, colour] > 0:
                places[n] = TILES + source * COLOURS + colour
                values[n] = s.tiles[source, colour]
                n += 1
    for colour in range(COLOURS):
        if s.bag[colour] > 0:
            places[n] = BAG + colour
            values[n] = s.bag[colour]
            n += 1
        if s.lid[colour] > 0:
            places[n] = LID + colour
            values[n] = s.lid[colour]
            n += 1
    for relative in range(players):
        n = observe_player(s, (seat + relative) % players, relative, places, values, n)
    return n


def observe_player(s: State, player: int, relative: int, places: Any, values: Any, n: int) -> int:
    """Add the components of one player, as the observer counts players, to the n found so far."""
    for row in range(SIZE):
        if s.counts[player, row] > 0:
            places[n] = LINES + (relative * SIZE + row) * COLOURS + int(s.colours[player, row])
            values[n] = s.counts[player, row]
            n += 1
        for column in range(SIZE):
            if s.wall[player, row, column]:
                places[n] = WALLS + (relative * SIZE + row) * SIZE + column
                values[n] = 1
                n += 1
    for space in range(FLOOR):
        thing = int(s.floor[player, space])  # int8 is too small for a place
        if thing != NOTHING:
            places[n] = FLOORS + (relative * FLOOR + space) * (COLOURS + 1) + thing - 1
            values[n] = 1
            n += 1
    if s.scores[player] > 0:
        places[n] = SCORES + relative
        values[n] = s.scores[player]
        n += 1
    return n
