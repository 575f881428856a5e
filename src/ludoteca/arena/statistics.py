"""Means of scores and margins with 95 % confidence intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from statistics import fmean, stdev

Z = 1.959964
"""Of a normal distribution, 95 % lie within so many deviations."""


def score_interval(groups: Sequence[Sequence[float]]) -> tuple[float, float]:
    """Wilson's interval for a mean score between 0 and 1, from groups of games that share their opening.

    Games of a group lean the same way or opposite ways; where that makes the mean less certain than as
    many independent games would be, they count as fewer.

    >>> score_interval([(1.0, 1.0)] * 50)
    (0.963, 1.0)
    """
    games = sum(len(group) for group in groups)
    if games == 0:
        return 0.0, 1.0
    mean = fmean(score for group in groups for score in group)
    n = _effective(groups, mean, games)
    centre = mean + Z**2 / (2 * n)
    spread = Z * math.sqrt(mean * (1 - mean) / n + Z**2 / (4 * n * n))
    scale = 1 + Z**2 / n
    return round(max(0.0, (centre - spread) / scale), 4), round(min(1.0, (centre + spread) / scale), 4)


def mean_interval(groups: Sequence[Sequence[float]]) -> tuple[float, float] | None:
    """The interval of a mean without bounds, such as a margin; groups are the independent units, two at least."""
    means = [fmean(group) for group in groups if group]
    if len(means) < 2:
        return None
    centre = fmean(value for group in groups for value in group)
    spread = Z * stdev(means) / math.sqrt(len(means))
    return round(centre - spread, 4), round(centre + spread, 4)


def _effective(groups: Sequence[Sequence[float]], mean: float, games: int) -> float:
    """The effective number of independent games; never more than there are."""
    means = [fmean(group) for group in groups if group]
    if len(means) < 2 or mean in (0.0, 1.0):
        return games
    variance = stdev(means) ** 2 / len(means)
    return games if variance == 0 else min(games, mean * (1 - mean) / variance)
