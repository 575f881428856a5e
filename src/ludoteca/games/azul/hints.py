"""What a mind may lean on in Azul: how well a seat stands, what a move promises. None of it is law."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludoteca.rules.kernel.drivers.rng import draw

from .rules import (
    CENTRE,
    COLOUR_BONUS,
    COLOURS,
    COLUMN_BONUS,
    FLOOR,
    PENALTIES,
    ROW_BONUS,
    SIZE,
    TO_FLOOR,
    State,
    colour_of,
    column_of,
    placed,
    source_of,
    target_of,
)


def tally(s: State, seat: int) -> int:
    """The points there would be if the walls were laid and the floor paid for now."""
    wall = s.wall[seat].copy()
    points = s.scores[seat]
    for row in range(SIZE):
        if s.counts[seat, row] > row:
            column = column_of(row, s.colours[seat, row])
            wall[row, column] = 1
            points += placed(wall, row, column)
    return int(max(0, points - PENALTIES[s.fallen[seat]]))


def epoch(s: State) -> int:
    """The round: the next one's tiles are in the bag."""
    return int(s.rounds)


W = np.array([0.9, 0.55, 0.7, 0.8, 1.0, 0.12, 0.5, 0.35], np.float64)

def worth(s: State, seat: int) -> float:
    """Points, and a guess at what the wall and the lines will still bring."""
    total = float(s.scores[seat])
    left = 0
    longest = 0
    for other in range(s.players):
        for row in range(SIZE):
            count = 0
            for column in range(SIZE):
                count += s.wall[other, row, column]
            longest = max(longest, count)
    left = SIZE - longest
    if s.over:
        return total
    for i in range(SIZE):
        down = 0
        same = 0
        for j in range(SIZE):
            down += s.wall[seat, j, i]
            same += s.wall[seat, j, column_of(j, i)]
        if SIZE - down <= left + 1:
            total += W[0] * COLUMN_BONUS * (down / 5.0) ** 2
        if SIZE - same <= left + 1:
            total += W[1] * COLOUR_BONUS * (same / 5.0) ** 2
    wall = s.wall[seat]
    for row in range(SIZE):
        held = s.counts[seat, row]
        if held > 0:
            column = column_of(row, s.colours[seat, row])
            total += W[2] * placed(wall, row, column) * held / (row + 1.0)
    if s.starter == seat:
        total += W[4]
    return total


def share(s: State, seat: int) -> float:
    """A guess at the chance to win, from how far ahead a seat is of the best of the others."""
    best = -1000.0
    for other in range(s.players):
        if other != seat:
            best = max(best, worth(s, other))
    return 1.0 / (1.0 + math.exp(-W[5] * (worth(s, seat) - best)))


def promise(s: State, move: int) -> float:
    """What a move looks like at a glance: points at hand, less what falls."""
    me = s.turn
    colour = colour_of(move)
    target = target_of(move)
    source = source_of(move)
    count = s.tiles[source, colour]
    fallen = s.fallen[me]
    if source == CENTRE and s.marked:
        fallen += 1
    value = 0.0
    rest = count
    if target != TO_FLOOR:
        space = target + 1 - s.counts[me, target]
        rest = count - space
        gain = float(placed(s.wall[me], target, column_of(target, colour)))
        if rest >= 0:
            value += gain + W[6] * target
        else:
            rest = 0
            value += W[7] * gain * count / (target + 1.0)
    value -= PENALTIES[min(FLOOR, fallen + rest)] - PENALTIES[s.fallen[me]]
    return value


TRIES = 3

def lean(s: State, options: Any, n: int, rng: Any) -> Any:
    """The most promising of a few moves drawn by lot."""
    best = options[draw(rng, n)]
    value = promise(s, best)
    for _ in range(TRIES - 1):
        other = options[draw(rng, n)]
        promised = promise(s, other)
        if promised > value:
            value = promised
            best = other
    return best
