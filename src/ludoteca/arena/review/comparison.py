"""A played move compared with the best one, and the graders that compare them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean, stdev

from ludoteca.arena.review.grading import Grade, Scale, grade_by_cost, grade_of_proof
from ludoteca.core.game import Move, Position
from ludoteca.core.i18n import Message

SEARCHES = 12
"""Independent searches of each move whose values are estimates."""

_T = 2.201  # 95 % of Student's t with 11 degrees of freedom lie within so many deviations


class Withheld(Exception):
    """A move gets no grade; the message says why."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.message = Message(f"arena.review.withheld.{name}")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The value of the played move and of the best one, for the seat to move, and the lines that follow them.

    `best` is the played move where no other is better. `interval` is the 95 % confidence interval of the cost; None
    where both values are proven. `forced`: the best move is proven to force a win among more than two seats.
    `loses_to` is the seat that is proven to force its win after the played move.
    """

    best: Move
    best_value: float
    played_value: float
    interval: tuple[float, float] | None = None
    best_line: tuple[str, ...] = ()
    played_line: tuple[str, ...] = ()
    forced: bool = False
    loses_to: int | None = None

    @property
    def cost(self) -> float:
        return max(0.0, self.best_value - self.played_value)

    def grade(self, played: Move, scale: Scale) -> Grade:
        """The grade of the played move; raises `Withheld` where the cost is within the noise."""
        if self.best == played:
            return Grade.BEST
        if self.interval is None:
            return grade_of_proof(self.best_value, self.played_value, scale)
        low, high = self.interval
        if high < scale.inaccuracy:
            return Grade.GOOD
        grade, order = grade_by_cost(self.cost, scale), list(Grade)
        if low <= 0 or order.index(grade) - order.index(grade_by_cost(low, scale)) > 1:
            raise Withheld("noise")
        return grade


def difference_interval(best: Sequence[float], played: Sequence[float]) -> tuple[float, float]:
    """The 95 % confidence interval of the mean difference between paired values of `SEARCHES` searches.

    >>> difference_interval([0.5] * 12, [0.25] * 12)
    (0.25, 0.25)
    """
    differences = [one - other for one, other in zip(best, played, strict=True)]
    assert len(differences) == SEARCHES
    centre, spread = fmean(differences), _T * stdev(differences) / SEARCHES**0.5
    return round(centre - spread, 4), round(centre + spread, 4)


class Grader(ABC):
    """Compares the moves of one game, which are given from the last to the first."""

    scale: Scale

    @abstractmethod
    def compare(self, position: Position, history: Sequence[Move], move: Move) -> Comparison:
        """Compare a move with the best one in a position as its seat saw it; raises `Withheld` or `Stopped`."""

    def close(self) -> None:
        """Release what was kept for the game."""
