"""Hints for search in Azul: playout policy, priors, move ordering, and the evaluation of a state.

The evaluation between two rounds is a linear function of features of a seat's wall and lines. Its weights depend on the
stage of the game, the longest row on any wall. They were fitted by least squares to the change of the margin until the
end, in self-play games of a weaker `montecarlo`; the tables are the mean of two such fits. `python -m scripts.fit_azul`
repeats the fit with the current search: weights from 1000 games were no stronger.

The others' points count less than a seat's own (`REGARD`). With equal weights two searches spend their moves on denying
each other tiles: both end with 42 points instead of 47, and neither is stronger for it (docs/strengths.md).
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from ludoteca.rules.kernel.drivers.rng import draw

from .rules import (
    CENTRE,
    COLOUR_BONUS,
    COLUMN_BONUS,
    FLOOR,
    PENALTIES,
    ROW_BONUS,
    SIZE,
    TO_FLOOR,
    State,
    colour_of,
    column_of,
    source_of,
    target_of,
    tile_score,
)

HORIZON = 2  # rounds of a playout
PLAYOUT_SAMPLES = 5  # random moves of which a playout plays the best
REGARD = 0.8  # the weight of the best other seat's points in the win estimate
TYPICAL_SCORE = 45.0  # points of a seat at the end, about
ZERO_SUM = False  # win estimates do not add up to 1
PRIOR_SLOPE = 0.25  # the logarithm of a move's prior, for each point of its rank

# Weights of the evaluation, in points still to come: by stage, then by the index named after each table. At the last
# stage, when the game ends after this round, they are the bonuses.
LAST_STAGE = SIZE
COLUMN = np.array(
    [
        [0.0, 1.4, 1.9, 1.9, 2.2, 7.7],
        [0.0, 1.2, 1.4, 1.7, 3.3, 7.7],
        [0.0, 1.4, 2.1, 1.9, 2.5, 8.4],
        [0.0, 1.5, 1.6, 1.6, 2.4, 8.1],
        [0.0, 1.2, 1.7, 1.5, 1.7, 8.1],
        [0.0, 0.0, 0.0, 0.0, 0.0, COLUMN_BONUS],
    ]
)  # tiles in a column
COLOUR = np.array(
    [
        [0.0, 1.1, 2.3, 2.9, 4.0, 5.6],
        [0.0, 1.0, 2.7, 3.5, 4.0, 5.6],
        [0.0, 0.7, 1.8, 3.1, 5.4, 5.6],
        [0.0, 0.8, 1.9, 2.4, 4.9, 5.6],
        [0.0, 1.4, 1.7, 1.3, 1.8, 8.1],
        [0.0, 0.0, 0.0, 0.0, 0.0, COLOUR_BONUS],
    ]
)  # tiles of a colour
ROW = np.array(
    [
        [0.0, 3.8, 5.2, 6.0, 6.6, 0.0],
        [0.0, 6.3, 5.2, 6.0, 6.6, 0.0],
        [0.0, 5.1, 7.0, 6.0, 6.6, 0.0],
        [0.0, 3.4, 5.3, 6.4, 6.6, 0.0],
        [0.0, 2.7, 4.3, 5.6, 7.1, 0.0],
        [0.0, 0.0, 0.0, 0.0, 0.0, ROW_BONUS],
    ]
)  # tiles in a row
TOUCHING = np.array(
    [
        [0.0, 1.0, 0.9, 1.3, 2.2],
        [0.0, 2.6, 2.2, 3.5, 6.4],
        [0.0, 1.4, 0.8, 2.4, 3.6],
        [0.0, 1.3, 1.0, 1.3, 2.6],
        [0.0, 1.2, 1.0, 0.8, 1.7],
        [0.0, 0.0, 0.0, 0.0, 0.0],
    ]
)  # line: for each point its tile would score, multiplied by the filled part of the line
FILLED = np.array(
    [
        [0.0, -5.4, -2.6, -0.9, -0.5],
        [0.0, -3.7, -0.8, 0.3, -0.9],
        [0.0, -6.3, -1.6, -1.2, -0.5],
        [0.0, -7.5, -2.5, -0.8, -1.8],
        [0.0, -7.0, -4.9, -2.2, -3.1],
        [0.0, 0.0, 0.0, 0.0, 0.0],
    ]
)  # line: multiplied by the filled part of the line
START = np.array([1.6, 1.2, 1.1, 1.5, 2.3, 0.0])  # for the seat that starts the next round
SLOPE = np.array([0.12, 0.10, 0.12, 0.16, 0.23])  # the log-odds of a win, for each point of margin


def expected_score(s: State, seat: int) -> int:
    """A seat's points if the round ended now: full lines are tiled and the floor is subtracted."""
    points = s.scores[seat] + tile_full_lines(s.wall[seat].copy(), s.counts[seat], s.colours[seat])
    return int(max(0, points - PENALTIES[s.fallen[seat]]))


def tile_full_lines(wall: Any, counts: Any, colours: Any) -> int:
    """Put a tile of each full line on a wall, in place. Returns the points that they score."""
    points = 0
    for row in range(SIZE):
        if counts[row] > row:
            column = column_of(row, colours[row])
            wall[row, column] = 1
            points += tile_score(wall, row, column)
    return points


def chance_events(s: State) -> int:
    """The number of rounds started: each deal is a chance event."""
    return int(s.rounds)


def stage(s: State) -> int:
    """The stage of the game, from 0 to 4: the longest row on any wall, since a full one ends the game."""
    longest = 0
    for seat in range(s.players):
        for row in range(SIZE):
            count = 0
            for column in range(SIZE):
                count += s.wall[seat, row, column]
            longest = max(longest, count)
    return min(longest, SIZE - 1)


def evaluate(s: State, seat: int, when: int) -> float:
    """The evaluation of a state for a seat: its points so far, and an estimate of those to come, at a stage."""
    total = float(s.scores[seat])
    if s.over:
        return total
    total += points_to_come(s.wall[seat], s.counts[seat], s.colours[seat], when)
    if s.starter == seat:
        total += START[when]
    return float(total)


def points_to_come(wall: Any, counts: Any, colours: Any, when: int) -> float:
    """An estimate of the points to come of a wall and its lines, at a stage."""
    total = 0.0
    for i in range(SIZE):
        down = 0
        across = 0
        alike = 0
        for j in range(SIZE):
            down += wall[j, i]
            across += wall[i, j]
            alike += wall[j, column_of(j, i)]
        total += COLUMN[when, down] + ROW[when, across] + COLOUR[when, alike]
        if counts[i] > 0:
            part = counts[i] / (i + 1.0)
            points = tile_score(wall, i, column_of(i, colours[i]))
            total += part * (FILLED[when, i] + points * TOUCHING[when, i])
    return total


def is_last_round(s: State) -> bool:
    """Whether a full line will complete a row at the end of the round, so that the game ends then."""
    for seat in range(s.players):
        for row in range(SIZE):
            if s.counts[seat, row] > row:
                count = 0
                for column in range(SIZE):
                    count += s.wall[seat, row, column]
                if count == SIZE - 1:
                    return True
    return False


def estimated_score(s: State, seat: int) -> float:
    """A seat's points if the round ended now, and an estimate of those to come after it; it ignores the offer."""
    wall = s.wall[seat].copy()
    counts = s.counts[seat].copy()
    points = s.scores[seat] + tile_full_lines(wall, counts, s.colours[seat])
    for row in range(SIZE):
        if counts[row] > row:
            counts[row] = 0
    total = float(max(0, points - PENALTIES[s.fallen[seat]]))
    when = LAST_STAGE if is_last_round(s) else stage(s)
    total += points_to_come(wall, counts, s.colours[seat], when)
    if s.starter == seat:
        total += START[when]
    return total


def win_estimate(s: State, seat: int) -> float:
    """The estimated chance to win: a logistic function of the points, and of the margin over the best of the others."""
    when = stage(s)
    best = -1000.0
    for other in range(s.players):
        if other != seat:
            best = max(best, evaluate(s, other, when))
    ahead = evaluate(s, seat, when) - REGARD * best - (1.0 - REGARD) * TYPICAL_SCORE
    return 1.0 / (1.0 + math.exp(-SLOPE[when] * ahead))


def move_order(s: State, move: int) -> float:
    """Move ordering: the points that a move's line will score, minus the penalty for the tiles that fall."""
    me = s.turn
    source = source_of(move)
    colour = colour_of(move)
    line = target_of(move)
    falling = s.tiles[source, colour]
    value = 0.0
    if line != TO_FLOOR:
        points = tile_score(s.wall[me], line, column_of(line, colour))
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
    """The playout policy: the highest ranked of a few random moves."""
    best = options[draw(rng, n)]
    value = move_order(s, best)
    for _ in range(PLAYOUT_SAMPLES - 1):
        other = options[draw(rng, n)]
        other_value = move_order(s, other)
        if other_value > value:
            value = other_value
            best = other
    return best


def prior(s: State, move: int) -> float:
    """The prior of a move: exponential in its rank by `move_order` (a softmax)."""
    return math.exp(PRIOR_SLOPE * move_order(s, move))
