"""Assignments: what students are to hand in, until when, and how points are given.

A grade depends on the panel alone: minds of the teacher, fixed with the texts of their files when the assignment is
published. No game of a grade has two students in it, unless they are two versions of the same student's program.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from ludoteca.arena.game_runner import DEFAULT_LIMIT
from ludoteca.arena.tournament.settings import Settings
from ludoteca.core.mind import MindName
from ludoteca.core.options import Value


@dataclass(frozen=True, slots=True)
class Threshold:
    """The points for a score of at least so much."""

    score: float
    points: float


@dataclass(frozen=True, slots=True)
class PanelMind:
    """A mind of the panel, and the points for playing against it.

    With thresholds there are the points of the highest one that the score reaches; without, the share of the points
    that the score is. `program` is the key of its files among the kept programs, if it plays by a file.
    """

    mind: str
    points: float
    thresholds: tuple[Threshold, ...] = ()
    program: str | None = None

    @property
    def most_points(self) -> float:
        """The points of a perfect score."""
        return self.points_for(1.0)

    def points_for(self, score: float) -> float:
        """The points for a score between 0 and 1.

        >>> PanelMind("random", 4).points_for(0.625)
        2.5
        >>> steps = (Threshold(0.5, 1), Threshold(0.8, 4))
        >>> [PanelMind("random", 4, steps).points_for(score) for score in (0.4, 0.5, 0.9)]
        [0.0, 1, 4]
        """
        if not self.thresholds:
            return round(self.points * score, 4)
        return max((step.points for step in self.thresholds if score >= step.score), default=0.0)


@dataclass(frozen=True, slots=True)
class Bonus:
    """Points for a program that reaches a score against an earlier version by the same student.

    `over` is another assignment, whose graded version is the opponent; without it, that is the valid version before.
    """

    points: float
    score: float = 0.55
    over: str | None = None


@dataclass(frozen=True, slots=True)
class Assignment:
    """A published assignment. `deadline` is in seconds since 1970, `deadline_text` is how the teacher wrote it.

    `schools` are those allowed, `games` those against each mind of the panel (with more than two seats, against each
    group of them), `time` the seconds a move, `budget` the parameters that are set for every hand-in, by school.
    `league_games` are those of each group in the league; without them there is no league.
    """

    id: str
    title: str
    game: str
    options: Mapping[str, Value]
    deadline: float
    deadline_text: str
    schools: tuple[str, ...]
    panel: tuple[PanelMind, ...]
    seed: int
    games: int = 20
    opening: int = 4
    time: float = DEFAULT_LIMIT
    budget: Mapping[str, Mapping[str, Value]] | None = None
    bonus: Bonus | None = None
    about: str = ""
    league_games: int = 2

    @property
    def points(self) -> float:
        """The points that a program can have, without the bonus."""
        return round(sum(mind.most_points for mind in self.panel), 4)

    def is_over(self, now: float) -> bool:
        """Whether the deadline has passed; only then the seed may be seen."""
        return now > self.deadline

    def with_budget(self, mind: str) -> str:
        """The name of a handed in mind with the parameters that the assignment sets."""
        name = MindName.read(mind)
        fixed = {key: str(value) for key, value in (self.budget or {}).get(name.school, {}).items()}
        return str(MindName(name.school, {**name.settings, **fixed}))

    def settings(self, minds: tuple[str, ...], seed: int | None = None) -> Settings:
        """A gauntlet of the first mind against the others, with the seed of the assignment unless another is given."""
        return Settings(
            game=self.game,
            options=self.options,
            minds=minds,
            games=self.games,
            opening=self.opening,
            time=self.time,
            seed=self.seed if seed is None else seed,
            format="gauntlet",
        )

    def changed(self, new: Assignment) -> Assignment:
        """A new text of this assignment, under the same secret seed."""
        return replace(new, seed=self.seed)
