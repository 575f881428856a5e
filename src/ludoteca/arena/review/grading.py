"""Grades of moves by what they cost, and the accuracy of a seat. All thresholds stand here."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean
from typing import Literal


class Grade(StrEnum):
    """The grade of a move, best first; the value names a message."""

    BEST = "best"
    GOOD = "good"
    INACCURACY = "inaccuracy"
    MISTAKE = "mistake"
    BLUNDER = "blunder"


ERRORS = (Grade.INACCURACY, Grade.MISTAKE, Grade.BLUNDER)
"""The grades that ask for a better move."""


@dataclass(frozen=True, slots=True)
class Scale:
    """The unit of values and costs, and the smallest cost of each grade that is not good.

    Points are a final margin, from a value of 0 on; a chance is that of winning, from 0 to 1.
    """

    unit: Literal["points", "chance"]
    inaccuracy: float
    mistake: float
    blunder: float
    even: float = 0.0  # the value of a position that favours no seat

    def outlook(self, value: float) -> int:
        """1 for a value that wins, -1 for one that loses, 0 for an even one."""
        return (value > self.even) - (value < self.even)


POINTS = Scale("points", 2, 5, 10)
"""For games whose points have no known sum."""


def chances(seats: int) -> Scale:
    """For chances of winning among so many seats: 5, 10 and 15 points of a percentage."""
    return Scale("chance", 0.05, 0.10, 0.15, 1 / seats)


def margins(most: float) -> Scale:
    """For exact margins in a game whose largest one is `most`: a sixteenth, an eighth and a quarter of it.

    >>> margins(48)
    Scale(unit='points', inaccuracy=3.0, mistake=6.0, blunder=12.0, even=0.0)
    """
    return Scale("points", most / 16, most / 8, most / 4)


def grade_by_cost(cost: float, scale: Scale) -> Grade:
    """The grade of a move that costs so much.

    >>> [grade_by_cost(cost, POINTS).value for cost in (0, 1, 2, 5, 10)]
    ['best', 'good', 'inaccuracy', 'mistake', 'blunder']
    """
    if cost <= 0:
        return Grade.BEST
    if cost < scale.inaccuracy:
        return Grade.GOOD
    if cost < scale.mistake:
        return Grade.INACCURACY
    return Grade.MISTAKE if cost < scale.blunder else Grade.BLUNDER


def grade_of_proof(best: float, played: float, scale: Scale) -> Grade:
    """The grade of a move whose exact value and whose best alternative are known.

    Half a point of the result is at least a mistake, a whole one is a blunder, however few points it costs.

    >>> grade_of_proof(2, 0, POINTS).value, grade_of_proof(1, -1, POINTS).value
    ('mistake', 'blunder')
    """
    grade = grade_by_cost(best - played, scale)
    lost = scale.outlook(best) - scale.outlook(played)
    if lost == 2:
        return Grade.BLUNDER
    return Grade.MISTAKE if lost == 1 and grade is not Grade.BLUNDER else grade


def move_accuracy(cost: float, scale: Scale) -> float:
    """The accuracy of a move, from 0 to 100: it is halved by every cost of the smallest blunder.

    >>> move_accuracy(0, POINTS), move_accuracy(10, POINTS)
    (100.0, 50.0)
    """
    return float(100 * 2 ** (-max(cost, 0.0) / scale.blunder))


def accuracy(costs: Sequence[float], scale: Scale) -> float | None:
    """The mean accuracy of some moves; None if there are none."""
    return fmean(move_accuracy(cost, scale) for cost in costs) if costs else None
