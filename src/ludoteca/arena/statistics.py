"""What a number of games says: means with their 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev

_Z = 1.959964  # of a normal distribution, 95 % lie within so many deviations


def score_interval(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Wilson's interval for a mean score between 0 and 1, from groups of games that share their opening.

    Games of a group lean the same way or opposite ways; where that makes the mean less certain than as
    many independent games would be, they count as fewer.

    >>> low, high = score_interval([(1.0, 1.0)] * 50)
    >>> round(low, 3), high
    (0.963, 1.0)
    """
    games = sum(len(group) for group in groups)
    if games == 0:
        return 0.0, 1.0
    mean = fmean(score for group in groups for score in group)
    n = _effective(groups, mean, games)
    centre = mean + _Z**2 / (2 * n)
    spread = _Z * math.sqrt(mean * (1 - mean) / n + _Z**2 / (4 * n * n))
    scale = 1 + _Z**2 / n
    return max(0.0, (centre - spread) / scale), min(1.0, (centre + spread) / scale)


def mean_interval(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """The interval of a mean without bounds, such as a margin; groups are the independent units."""
    values = [value for group in groups for value in group]
    if not values:
        return 0.0, 0.0
    means = [fmean(group) for group in groups if group]
    spread = _Z * stdev(means) / math.sqrt(len(means)) if len(means) > 1 else math.inf
    return fmean(values) - spread, fmean(values) + spread


def _effective(groups: Sequence[Sequence[float]], mean: float, games: int) -> float:
    """How many independent games these are worth; never more than there are."""
    means = [fmean(group) for group in groups if group]
    if len(means) < 2 or mean in (0.0, 1.0):
        return games
    variance = stdev(means) ** 2 / len(means)
    return games if variance == 0 else min(games, mean * (1 - mean) / variance)
