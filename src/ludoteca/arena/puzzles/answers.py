"""Answers to puzzles: what a move leads to, and why the best one is better, by the outcomes that a puzzle has."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.arena.judgement import Judged, judge
from ludoteca.arena.puzzles import Puzzle, set_up
from ludoteca.arena.review import REVIEWER
from ludoteca.arena.review.comparison import Comparison
from ludoteca.arena.review.grading import POINTS
from ludoteca.arena.review.reasons import why_better
from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move, Position, find_move, seat_key
from ludoteca.core.i18n import Message, quoted
from ludoteca.minds.shared.compare_claims import outcome_message
from ludoteca.minds.shared.reasons import plain_number

_TELLING = ("minds.compare.gives_up", "minds.compare.differs")  # reasons that show what the best move does
_CHECKING = 2.0  # seconds to check the reasons; what is left then is not checked


@dataclass(frozen=True, slots=True)
class Answer:
    """A move as the answer to a puzzle, with checked reasons.

    `merits` are the reasons for the best move, `against` those against its `rival`: the move itself if it is wrong.
    """

    puzzle: Puzzle
    position: Position
    move: Move
    rival: Move
    merits: tuple[Judged, ...]
    against: tuple[Judged, ...]

    @property
    def is_right(self) -> bool:
        return self.move.text == self.puzzle.best

    @property
    def clues(self) -> tuple[Judged, ...]:
        """The reasons against the rival that do not give the best move away."""
        return tuple(each for each in self.against if each.reason and each.reason.claim.key not in _TELLING)

    @property
    def line(self) -> tuple[str, ...]:
        """The move and best play after it."""
        return self.puzzle.outcomes[self.move.text].line

    def verdict(self, asked: bool = False) -> Message:
        """Whether the move is right and what it leads to; `asked`: the solution was asked for."""
        name = "solution" if asked else "right" if self.is_right else "wrong"
        return Message(f"arena.puzzles.verdict.{name}", self._told(self.move))

    def rival_outcome(self) -> Message | None:
        """What the next best move leads to; None where the rival is another one."""
        if self.rival.text != self.puzzle.second:
            return None
        return Message("arena.puzzles.next_best", self._told(self.rival))

    def _told(self, move: Move) -> dict[str, tuple[str, ...]]:
        name = self.position.game.move_name(self.position, move)
        return {"move": quoted(name), "outcome": quoted(outcome_told(self.position, self.puzzle, move))}


def task(position: Position, puzzle: Puzzle) -> Message:
    """What is to be found."""
    assert position.turn is not None
    kind = puzzle.proof
    name = "defence" if kind == "forced" and puzzle.outcomes[puzzle.best].winner is None else kind
    return Message(f"arena.puzzles.task.{name}", {"seat": seat_key(position.game, position.turn)})


def outcome_told(position: Position, puzzle: Puzzle, move: Move) -> Message:
    """What a move leads to, in words."""
    outcome = puzzle.outcomes[move.text]
    if puzzle.proof == "margin":
        return outcome_message(plain_number(outcome.value))
    if outcome.winner is None:
        return Message("arena.puzzles.outcome.open")
    seat = position.game.seats.index(outcome.winner)
    if seat == position.turn:
        return Message("arena.puzzles.outcome.forces")
    return Message("arena.puzzles.outcome.loses_to", {"seat": seat_key(position.game, seat)})


def answer(game: Game, puzzle: Puzzle, text: str) -> Answer:
    """The answer with this move; raises `IllegalMove`."""
    position, _ = set_up(game, puzzle)
    move = find_move(position, text)
    rival = puzzle.second if move.text == puzzle.best else move.text
    return _answer(position, puzzle, move, find_move(position, rival))


def solution(game: Game, puzzle: Puzzle, tried: str | None = None) -> Answer:
    """The best move, compared with one that was tried or with the next best; raises `IllegalMove`."""
    position, _ = set_up(game, puzzle)
    rival = puzzle.second if tried in (None, puzzle.best) else str(tried)
    return _answer(position, puzzle, find_move(position, puzzle.best), find_move(position, rival))


def _answer(position: Position, puzzle: Puzzle, move: Move, rival: Move) -> Answer:
    best = find_move(position, puzzle.best)
    why = why_better(position, rival, _compared(position.game, puzzle, best, rival), POINTS)
    judged = judge(position, best, why, REVIEWER, Clock(_CHECKING))
    merits = tuple(each for each in judged if each.move == best.text)
    return Answer(puzzle, position, move, rival, merits, tuple(each for each in judged if each.move != best.text))


def _compared(game: Game, puzzle: Puzzle, best: Move, rival: Move) -> Comparison:
    first, other = puzzle.outcomes[best.text], puzzle.outcomes[rival.text]
    forced = puzzle.proof == "forced"
    return Comparison(
        best,
        first.value,
        other.value,
        best_line=first.line,
        played_line=other.line,
        forced=forced and first.winner is not None,
        loses_to=game.seats.index(other.winner) if forced and other.winner is not None else None,
    )
