"""Responses: learners, their curves and checkpoints, and what checkpoints would play, in a language."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ludoteca.core.game import Game
from ludoteca.core.i18n import full_stop, phrase, say
from ludoteca.core.mind import Choice
from ludoteca.core.options import Value
from ludoteca.games import load_game
from ludoteca.lab.learning_files import LearningRecord, State
from ludoteca.lab.places import Place
from ludoteca.lab.responses.explanation import ExplanationView, explanation_view
from ludoteca.lab.responses.place import PlaceView, place_view
from ludoteca.training.config import FIRST_SIGHT
from ludoteca.training.learn import LEARNERS, mind_of
from ludoteca.training.side_by_side import Checkpoint, board_message


@dataclass(frozen=True, slots=True)
class BoardView:
    """A board to learn: a game with options, and both as a title."""

    game: str
    options: dict[str, Value]
    title: str


@dataclass(frozen=True, slots=True)
class ScoreView:
    """The share that a checkpoint won against an opponent, from 0 to 1."""

    opponent: str
    games: int
    share: float


@dataclass(frozen=True, slots=True)
class CheckpointView:
    """What a learner had learnt at one time. `mind` plays as it was measured, at first sight; `thinker` searches."""

    number: int
    mind: str
    thinker: str
    seconds: float
    games: int
    positions: int
    scores: list[ScoreView]


@dataclass(frozen=True, slots=True)
class LearnerView:
    """A learner: its name, what it is, where it stands, and its checkpoints."""

    name: str
    title: str
    about: str
    seconds: float
    games: int
    positions: int
    checkpoints: list[CheckpointView]


@dataclass(frozen=True, slots=True)
class LearningView:
    """A run: its board, its limit, where it stands, and its learners. `even` is the share of one seat among all."""

    id: str
    game: str
    options: dict[str, Value]
    title: str
    seats: int
    even: float
    began: float
    seconds: float | None
    positions: int | None
    state: State
    fault: str | None
    learners: list[LearnerView]


@dataclass(frozen=True, slots=True)
class AnswerView:
    """What a checkpoint would play, and why."""

    learner: str
    number: int
    explanation: ExplanationView


@dataclass(frozen=True, slots=True)
class AnswersView:
    """A position, and what some checkpoints would play there."""

    place: PlaceView
    answers: list[AnswerView]


def boards_view(games: Iterable[Game], language: str) -> list[BoardView]:
    return [BoardView(game.name, dict(game.values), board_title(game, language)) for game in games]


def board_title(game: Game, language: str) -> str:
    """The name of a board; of one that is not offered any more, that of its game."""
    return phrase(board_message(game) or f"{game.message_prefix}.title", language)


def run_view(record: LearningRecord, shelf: str, language: str) -> LearningView:
    """A run; `shelf` is what the names of its files begin with."""
    game = load_game(record.game, record.options)
    return LearningView(
        id=record.id,
        game=record.game,
        options=record.options,
        title=board_title(game, language),
        seats=len(game.seats),
        even=1 / len(game.seats),
        began=record.began,
        seconds=record.seconds,
        positions=record.positions,
        state=record.state,
        fault=None if record.fault is None else full_stop(say(record.fault, language)),
        learners=[_learner_view(record, learner, shelf, language) for learner in LEARNERS],
    )


def _learner_view(record: LearningRecord, learner: str, shelf: str, language: str) -> LearnerView:
    now = next((each for each in record.learners if each.learner == learner), None)
    return LearnerView(
        name=learner,
        title=phrase(f"training.learner.{learner}", language),
        about=phrase(f"training.about.{learner}", language),
        seconds=0.0 if now is None else now.seconds,
        games=0 if now is None else now.games,
        positions=0 if now is None else now.positions,
        checkpoints=[_checkpoint_view(each, shelf) for each in record.checkpoints if each.learner == learner],
    )


def _checkpoint_view(checkpoint: Checkpoint, shelf: str) -> CheckpointView:
    file = f"{shelf}{checkpoint.file}"
    return CheckpointView(
        number=checkpoint.number,
        mind=mind_of(file, FIRST_SIGHT),
        thinker=mind_of(file),
        seconds=checkpoint.seconds,
        games=checkpoint.games,
        positions=checkpoint.positions,
        scores=[ScoreView(each.opponent, each.games, each.result) for each in checkpoint.scores],
    )


def answers_view(
    place: Place, answers: Iterable[tuple[Checkpoint, Choice]], language: str, narrow: bool
) -> AnswersView:
    views = [
        AnswerView(each.learner, each.number, explanation_view(place.position, choice.move.text, choice.why, language))
        for each, choice in answers
    ]
    return AnswersView(place_view(place, language, narrow), views)
