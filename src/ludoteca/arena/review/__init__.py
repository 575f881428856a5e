"""Review of a game: every move compared with the best one, graded by what it cost, with reasons that are checked."""

from __future__ import annotations

import contextlib
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace

from ludoteca.arena.game_runner import seen_position
from ludoteca.arena.judgement import judge
from ludoteca.arena.replay import Replayed, game_of
from ludoteca.arena.review.comparison import Comparison, Grader, Withheld
from ludoteca.arena.review.exact_grader import ExactGrader
from ludoteca.arena.review.grading import ERRORS, POINTS, Grade, Scale, accuracy
from ludoteca.arena.review.playout_grader import PlayoutGrader
from ludoteca.arena.review.reasons import why_best, why_better
from ludoteca.arena.review.search_grader import SearchGrader
from ludoteca.core.explanation import Explanation
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.record import Record, Turn
from ludoteca.core.verdicts import Verdict
from ludoteca.rules.kernel.game import KernelGame
from ludoteca.rules.kernel.solver import driver_of
from ludoteca.rules.kernel.solver.search_runner import Stopped

REVIEWER = "review"  # in the place of a mind, where reasons are judged


@dataclass(frozen=True, slots=True)
class ReviewedMove:
    """A move with its grade; where that is withheld, with the reason.

    Values are for the seat that moved: that of its best move, and that of the one it played. `interval` is the 95 %
    confidence interval of the cost; None where the values are proven. `why` is the explanation of the best move, which
    rejects the played one if that is another; then `verdicts` are those on its reasons, in the order of `reasons_of`.
    """

    number: int  # from 1
    seat: int
    move: str
    grade: Grade | None = None
    withheld: Message | None = None
    forced: bool = False  # there was no other move
    best: str | None = None
    best_value: float | None = None
    played_value: float | None = None
    interval: tuple[float, float] | None = None
    line: tuple[str, ...] = ()
    turning_point: bool = False
    why: Explanation | None = None
    verdicts: tuple[Verdict, ...] = ()

    @property
    def cost(self) -> float | None:
        """What the move lost against the best one; None where it has no grade."""
        if self.grade is None or self.best_value is None or self.played_value is None:
            return None
        return 0.0 if self.grade is Grade.BEST else max(0.0, self.best_value - self.played_value)

    @property
    def is_error(self) -> bool:
        return self.grade in ERRORS


@dataclass(frozen=True, slots=True)
class Review:
    """The moves that are reviewed so far, by number, out of `total`.

    `building` is the share of the endgame table that is built, where that comes first. `exact`: values are proven.
    """

    seats: int
    total: int
    scale: Scale = POINTS
    exact: bool = False
    building: float | None = None
    moves: tuple[ReviewedMove, ...] = ()

    @property
    def complete(self) -> bool:
        return len(self.moves) == self.total

    def accuracy(self, seat: int) -> float | None:
        """The mean accuracy of a seat's graded moves, from 0 to 100; forced ones do not count. None without any."""
        costs = [move.cost for move in self.moves if move.seat == seat and not move.forced and move.cost is not None]
        return accuracy(costs, self.scale)

    def counts(self, seat: int) -> Mapping[Grade, int]:
        """How many moves of a seat have each grade."""
        return Counter(move.grade for move in self.moves if move.seat == seat and move.grade is not None)


Progress = Callable[[Review], bool]
"""Called with the review so far; if it returns false, the review stops."""


def review(record: Record, progress: Progress = lambda so_far: True, game: Game | None = None) -> Review:
    """Review a record of legal moves, from its last move to its first. If it is stopped, what is done is returned."""
    reviewer = _Reviewer(record, progress, game or game_of(record))
    with contextlib.suppress(Stopped):
        reviewer.run()
    return reviewer.done


class _Reviewer:
    """A review under way; `done` is the review so far."""

    def __init__(self, record: Record, progress: Progress, game: Game) -> None:
        self._game = game
        self._played = Replayed(record, game)
        self._progress = progress
        self.done = Review(len(game.seats), len(record.turns))

    def run(self) -> None:
        """Review all moves; raises `Stopped`."""
        grader = self._grader() if len(self._game.seats) > 1 else None
        if grader is not None:
            exact = isinstance(grader, ExactGrader)
            self.done = replace(self.done, scale=grader.scale, exact=exact, building=None)
        try:
            for index in reversed(range(len(self._played.history))):
                move = self._reviewed(grader, index, self._played.turns[index])
                self.done = replace(self.done, moves=(move, *self.done.moves))
                self._report()
        finally:
            if grader is not None:
                grader.close()

    def _grader(self) -> Grader:
        """The strongest grader that the game has; raises `Stopped`."""
        game, seed = self._game, self._played.header.seed
        if not isinstance(game, KernelGame):
            return PlayoutGrader(game, seed, self._should_continue)
        if driver_of(game) == "alphabeta":
            return ExactGrader(game, self._should_continue, self._building)
        return SearchGrader(game, seed, self._should_continue)

    def _building(self, written: int, boards: int) -> bool:
        self.done = replace(self.done, building=written / boards)
        return self._should_continue()

    def _should_continue(self) -> bool:
        return self._progress(self.done)

    def _report(self) -> None:
        if not self._should_continue():
            raise Stopped

    def _reviewed(self, grader: Grader | None, index: int, turn: Turn) -> ReviewedMove:
        position, move = self._played.positions[index], self._played.history[index]
        assert position.turn is not None
        reviewed = ReviewedMove(index + 1, position.turn, move.text, forced=len(position.moves) == 1)
        seen = seen_position(position, self._played.header.seed, index)
        try:
            if grader is None:
                raise Withheld("alone")
            compared = grader.compare(seen, self._played.history[:index], move)
            reviewed = _valued(reviewed, compared, grader.scale)
            if turn.opening:
                raise Withheld("opening")
            reviewed = replace(reviewed, grade=compared.grade(move, grader.scale))
        except Withheld as withheld:
            return replace(reviewed, withheld=withheld.message)
        return _explained(reviewed, seen, move, compared, grader.scale)


def _valued(reviewed: ReviewedMove, compared: Comparison, scale: Scale) -> ReviewedMove:
    return replace(
        reviewed,
        best=compared.best.text,
        best_value=compared.best_value,
        played_value=compared.played_value,
        interval=compared.interval,
        line=compared.best_line,
    )


def _explained(reviewed: ReviewedMove, seen: Position, move: Move, compared: Comparison, scale: Scale) -> ReviewedMove:
    if compared.best == move:
        return replace(reviewed, why=why_best(seen, move, compared, scale))
    why = why_better(seen, move, compared, scale)
    judged = judge(seen, compared.best, why, REVIEWER)
    turned = scale.outlook(compared.best_value) != scale.outlook(compared.played_value)
    return replace(
        reviewed, turning_point=turned and reviewed.is_error, why=why, verdicts=tuple(one.verdict for one in judged)
    )


__all__ = ["REVIEWER", "Grade", "Progress", "Review", "ReviewedMove", "Scale", "review"]
