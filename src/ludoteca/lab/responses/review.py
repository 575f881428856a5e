"""Responses: the review of a game, in a language."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ludoteca.arena.judgement import reasons_of
from ludoteca.arena.review import Grade, Review, ReviewedMove
from ludoteca.core.claim_text import claim_sentence
from ludoteca.core.explanation import Source
from ludoteca.core.game import Position, find_move
from ludoteca.core.i18n import phrase, say
from ludoteca.core.verdicts import Verdict
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.review_service import GameReview

State = Literal["none", "waiting", "running", "done", "failed"]


@dataclass(frozen=True, slots=True)
class CheckedReasonView:
    """A reason as a sentence, and the verdict on it."""

    sentence: str
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class ReviewedMoveView:
    """A move with its grade, or the reason why it has none. Values are for the seat that moved.

    `source` is the line of the mind's knowledge that chose it. `reasons` are those against the move, `merits` those for
    the better one.
    """

    number: int
    seat: int
    move: str
    name: str
    grade: Grade | None
    title: str
    sentence: str
    cost: float | None
    interval: tuple[float, float] | None
    best: str | None
    best_name: str | None
    best_value: float | None
    played_value: float | None
    turning_point: bool
    is_error: bool
    source: Source | None
    line: list[str]
    reasons: list[CheckedReasonView]
    merits: list[CheckedReasonView]


@dataclass(frozen=True, slots=True)
class ReviewedSeatView:
    """The accuracy of a seat, from 0 to 100, and how many of its moves have each grade."""

    accuracy: float | None
    counts: dict[Grade, int]


@dataclass(frozen=True, slots=True)
class ReviewView:
    """The review of a game as far as it is: `progress` from 0 to 1, `building` while that is an endgame table's."""

    state: State
    progress: float
    building: bool
    fault: str | None
    unit: Literal["points", "chance"]
    exact: bool
    grades: dict[Grade, str]  # their names
    seats: list[ReviewedSeatView]
    moves: list[ReviewedMoveView]


def review_view(live: LiveGame, review: GameReview | None, language: str) -> ReviewView:
    found = None if review is None else review.found
    fault = None if review is None or review.fault is None else say(review.fault, language)
    return ReviewView(
        state=_state(review),
        progress=0.0 if found is None else _progress(found),
        building=found is not None and found.building is not None,
        fault=fault,
        unit="points" if found is None else found.scale.unit,
        exact=found is not None and found.exact,
        grades={grade: _title(grade, language) for grade in Grade},
        seats=[] if found is None else [_seat_view(found, seat) for seat in range(found.seats)],
        moves=[] if found is None else [_move_view(live, found, move, language) for move in found.moves],
    )


def _title(grade: Grade, language: str) -> str:
    return phrase(f"arena.review.grade.{grade.value}", language)


def _state(review: GameReview | None) -> State:
    if review is None:
        return "none"
    if review.over:
        return "done" if review.fault is None else "failed"
    return "waiting" if review.found is None else "running"


def _progress(found: Review) -> float:
    return found.building if found.building is not None else len(found.moves) / max(1, found.total)


def _seat_view(found: Review, seat: int) -> ReviewedSeatView:
    return ReviewedSeatView(found.accuracy(seat), {grade: found.counts(seat).get(grade, 0) for grade in Grade})


def _move_view(live: LiveGame, found: Review, move: ReviewedMove, language: str) -> ReviewedMoveView:
    position = live.runner.positions[move.number - 1]

    def name(text: str) -> str:
        return say(position.game.move_name(position, find_move(position, text)), language)

    best_name = None if move.best is None else name(move.best)
    reasons, merits = _checked_reasons(position, move, language)
    return ReviewedMoveView(
        number=move.number,
        seat=move.seat,
        move=move.move,
        name=name(move.move),
        grade=move.grade,
        title="" if move.grade is None else _title(move.grade, language),
        sentence=_sentence(found, move, best_name, language),
        cost=move.cost,
        interval=move.interval,
        best=move.best,
        best_name=best_name,
        best_value=move.best_value,
        played_value=move.played_value,
        turning_point=move.turning_point,
        is_error=move.is_error,
        source=live.runner.turns[move.number - 1].why.reason.source,
        line=list(move.line),
        reasons=reasons,
        merits=merits,
    )


def _sentence(found: Review, move: ReviewedMove, best_name: str | None, language: str) -> str:
    """What the move cost, in one sentence."""
    if move.withheld is not None:
        return say(move.withheld, language)
    if move.forced:
        return phrase("lab.review.forced", language)
    if move.grade in (None, Grade.BEST) or move.cost is None or best_name is None:
        return phrase("lab.review.best", language)
    unit = found.scale.unit
    cost = round(100 * move.cost if unit == "chance" else move.cost, 1)
    return phrase(f"lab.review.cost.{unit}", language, cost=cost, best=best_name)


def _checked_reasons(
    position: Position, move: ReviewedMove, language: str
) -> tuple[list[CheckedReasonView], list[CheckedReasonView]]:
    """The reasons against the played move, and those for the better one; none where the played one is the best."""
    against: list[CheckedReasonView] = []
    merits: list[CheckedReasonView] = []
    if move.why is None or move.best is None or not move.verdicts:
        return against, merits
    for (text, reason), verdict in zip(reasons_of(move.best, move.why), move.verdicts, strict=True):
        sentence = claim_sentence(position, text, reason.claim, language)
        (against if text == move.move else merits).append(CheckedReasonView(sentence, verdict))
    return against, merits
