"""What a mind may lean on in Azul: how well a seat stands, what a move promises. None of it is law.

How well a seat stands between two rounds is a sum over its wall and its lines. The terms were fitted, by least
squares, to how much further ahead the seat ended up in games that a weaker `montecarlo` played against itself; the
tables are the mean of two such fits. `python -m scripts.fit_azul` makes another with today's: one from 1000 games was
no stronger. The terms depend on the stage of the game: the longest row on any wall.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludoteca.rules.kernel.drivers.rng import draw

from .rules import (
    CENTRE,
    FLOOR,
    PENALTIES,
    SIZE,
    TO_FLOOR,
    State,
    colour_of,
    column_of,
    placed,
    source_of,
    target_of,
)

HORIZON = 2  # rounds a playout goes through
TRIES = 5  # moves a playout draws to take the best of
KEENNESS = 0.25  # how much a point promised at once speaks for a move

# Points still to come, by stage, then by …
COLUMN = np.array(
    [
        [0.0, 1.4, 1.9, 1.9, 2.2, 7.7],
        [0.0, 1.2, 1.4, 1.7, 3.3, 7.7],
        [0.0, 1.4, 2.1, 1.9, 2.5, 8.4],
        [0.0, 1.5, 1.6, 1.6, 2.4, 8.1],
        [0.0, 1.2, 1.7, 1.5, 1.7, 8.1],
    ]
)  # … tiles in a column
COLOUR = np.array(
    [
        [0.0, 1.1, 2.3, 2.9, 4.0, 5.6],
        [0.0, 1.0, 2.7, 3.5, 4.0, 5.6],
        [0.0, 0.7, 1.8, 3.1, 5.4, 5.6],
        [0.0, 0.8, 1.9, 2.4, 4.9, 5.6],
        [0.0, 1.4, 1.7, 1.3, 1.8, 8.1],
    ]
)  # … tiles of a colour
ROW = np.array(
    [
        [0.0, 3.8, 5.2, 6.0, 6.6, 0.0],
        [0.0, 6.3, 5.2, 6.0, 6.6, 0.0],
        [0.0, 5.1, 7.0, 6.0, 6.6, 0.0],
        [0.0, 3.4, 5.3, 6.4, 6.6, 0.0],
        [0.0, 2.7, 4.3, 5.6, 7.1, 0.0],
    ]
)  # … tiles in a row
TOUCHING = np.array(
    [
        [0.0, 1.0, 0.9, 1.3, 2.2],
        [0.0, 2.6, 2.2, 3.5, 6.4],
        [0.0, 1.4, 0.8, 2.4, 3.6],
        [0.0, 1.3, 1.0, 1.3, 2.6],
        [0.0, 1.2, 1.0, 0.8, 1.7],
    ]
)  # … line, for each point its tile would score, by the part of the line that is filled
FILLED = np.array(
    [
        [0.0, -5.4, -2.6, -0.9, -0.5],
        [0.0, -3.7, -0.8, 0.3, -0.9],
        [0.0, -6.3, -1.6, -1.2, -0.5],
        [0.0, -7.5, -2.5, -0.8, -1.8],
        [0.0, -7.0, -4.9, -2.2, -3.1],
    ]
)  # … line, by the part of it that is filled
START = np.array([1.6, 1.2, 1.1, 1.5, 2.3])  # … for the seat that starts
SLOPE = np.array([0.12, 0.10, 0.12, 0.16, 0.23])  # what a point ahead is worth, as the logarithm of odds


def expected_score(s: State, seat: int) -> int:
    """The points there would be if the walls were laid and the floor paid for now."""
    wall = s.wall[seat].copy()
    points = s.scores[seat]
    for row in range(SIZE):
        if s.counts[seat, row] > row:
            column = column_of(row, s.colours[seat, row])
            wall[row, column] = 1
            points += placed(wall, row, column)
    return int(max(0, points - PENALTIES[s.fallen[seat]]))


def chance_events(s: State) -> int:
    """The round: the next one's tiles are in the bag."""
    return int(s.rounds)


def stage(s: State) -> int:
    """The longest row on any wall: when it is full the game ends."""
    longest = 0
    for seat in range(s.players):
        for row in range(SIZE):
            count = 0
            for column in range(SIZE):
                count += s.wall[seat, row, column]
            longest = max(longest, count)
    return min(longest, SIZE - 1)


def worth(s: State, seat: int, when: int) -> float:
    """Points so far, and a guess at those to come, at a stage of the game."""
    total = float(s.scores[seat])
    if s.over:
        return total
    for i in range(SIZE):
        down = 0
        across = 0
        alike = 0
        for j in range(SIZE):
            down += s.wall[seat, j, i]
            across += s.wall[seat, i, j]
            alike += s.wall[seat, j, column_of(j, i)]
        total += COLUMN[when, down] + ROW[when, across] + COLOUR[when, alike]
        if s.counts[seat, i] > 0:
            part = s.counts[seat, i] / (i + 1.0)
            points = placed(s.wall[seat], i, column_of(i, s.colours[seat, i]))
            total += part * (FILLED[when, i] + points * TOUCHING[when, i])
    if s.starter == seat:
        total += START[when]
    return float(total)


def win_estimate(s: State, seat: int) -> float:
    """A guess at the chance to win, from how far ahead a seat will be of the best of the others."""
    when = stage(s)
    best = -1000.0
    for other in range(s.players):
        if other != seat:
            best = max(best, worth(s, other, when))
    return 1.0 / (1.0 + math.exp(-SLOPE[when] * (worth(s, seat, when) - best)))


def move_order(s: State, move: int) -> float:
    """What a move looks like at a glance: the points its line will bring, less what falls now."""
    me = s.turn
    source = source_of(move)
    colour = colour_of(move)
    line = target_of(move)
    falling = s.tiles[source, colour]
    value = 0.0
    if line != TO_FLOOR:
        points = placed(s.wall[me], line, column_of(line, colour))
        free = line + 1 - s.counts[me, line]
        if falling >= free:
            value = points + 0.5 * line
            falling -= free
        else:
            value = 0.35 * points * falling / (line + 1.0)
            falling = 0
    fallen = s.fallen[me]
    if source == CENTRE and s.marked:
        falling += 1
    return float(value - PENALTIES[min(FLOOR, fallen + falling)] + PENALTIES[fallen])


def playout_move(s: State, options: Any, n: int, rng: Any) -> Any:
    """The most promising of a few moves drawn by lot."""
    best = options[draw(rng, n)]
    value = move_order(s, best)
    for _ in range(TRIES - 1):
        other = options[draw(rng, n)]
        promised = move_order(s, other)
        if promised > value:
            value = promised
            best = other
    return best


def prior(s: State, move: int) -> float:
    """The more it promises, the likelier."""
    return math.exp(KEENNESS * move_order(s, move))
