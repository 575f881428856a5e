"""API: learners that teach themselves a small board, their learning curves, and what they say at each checkpoint."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Depends, Request
from pydantic import Field, model_validator

from ludoteca.core.errors import NotFound
from ludoteca.games import load_game
from ludoteca.lab.api.common import BIGGEST, LONGEST, Body, Game, Id, Language, Settings, Who
from ludoteca.lab.api.places import Questions
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.learning_files import LearningRecord
from ludoteca.lab.learning_service import LONGEST as LONGEST_RUN
from ludoteca.lab.learning_service import MOST_POSITIONS, LearningService
from ludoteca.lab.people import Person
from ludoteca.lab.places import line_place
from ludoteca.lab.responses.learning import AnswersView, BoardView, LearningView, answers_view, boards_view, run_view
from ludoteca.training.learn import LEARNERS, mind_of
from ludoteca.training.side_by_side import Checkpoint, watched_board, watched_boards

router = LabRouter("/learning")
_SIMULATIONS = 50  # of a checkpoint that is asked what it would play
_MOST_MOVES = 500


async def _learning_service(request: Request) -> LearningService:
    service: LearningService = request.app.state.learning
    return service


Learning = Annotated[LearningService, Depends(_learning_service)]


async def _seen_run(learning: Learning, key: Id, who: Who) -> LearningRecord:
    """A run that the person may see: one's own, for the teacher all."""
    record = learning.find(key)
    if not who.may_see(record.owner):
        raise NotFound("lab.learning.no_such", id=key)
    return record


SeenRun = Annotated[LearningRecord, Depends(_seen_run)]


class NewRun(Body):
    """A run to start on one of the boards: for so many seconds, or so many positions for each learner."""

    game: Game
    options: Settings = Field(default_factory=dict)
    seconds: Annotated[float | None, Field(ge=2, le=LONGEST_RUN)] = None
    positions: Annotated[int | None, Field(ge=1, le=MOST_POSITIONS)] = None
    seed: Annotated[int, Field(ge=0, le=BIGGEST)] = 1

    @model_validator(mode="after")
    def _one_limit(self) -> NewRun:
        if (self.seconds is None) == (self.positions is None):
            raise ValueError("give one of seconds and positions")
        return self


class GivenCheckpoint(Body):
    """A checkpoint of a run: its learner, and its number from 0."""

    learner: Annotated[str, Field(max_length=LONGEST, examples=list(LEARNERS))]
    number: Annotated[int, Field(ge=0, le=1000)]


class NewQuestion(Body):
    """What some checkpoints would play after some moves, and why; without checkpoints, the position alone."""

    checkpoints: Annotated[list[GivenCheckpoint], Field(max_length=4)] = Field(default_factory=list)
    moves: Annotated[list[Annotated[str, Field(max_length=LONGEST)]], Field(max_length=_MOST_MOVES)] = Field(
        default_factory=list
    )


@router.get("/boards")
async def list_boards(lang: Language = "en") -> list[BoardView]:
    """The boards that are small enough to watch a learner."""
    return await asyncio.to_thread(lambda: boards_view(watched_boards(), lang))


@router.get("")
async def list_runs(learning: Learning, who: Who, lang: Language = "en") -> list[LearningView]:
    """All runs, the latest first; in a class one's own, for the teacher those of all."""
    seen = [record for record in learning.all() if who.may_see(record.owner)]
    return await asyncio.to_thread(lambda: [run_view(record, _shelf(record, who), lang) for record in seen])


@router.post("", status_code=201)
async def start_run(learning: Learning, new: NewRun, who: Who, lang: Language = "en") -> LearningView:
    """Let all learners learn a board; one run of a person at a time."""
    game = await asyncio.to_thread(watched_board, new.game, dict(new.options))
    record = learning.start(game, new.seed, new.seconds, new.positions, who.owner)
    return run_view(record, _shelf(record, who), lang)


@router.get("/{key}")
async def get_run(record: SeenRun, who: Who, lang: Language = "en") -> LearningView:
    """A run as it stands."""
    return run_view(record, _shelf(record, who), lang)


@router.post("/{key}/stop")
async def stop_run(learning: Learning, record: SeenRun, who: Who, lang: Language = "en") -> LearningView:
    """End a run soon; its checkpoints are kept."""
    return run_view(learning.stop(record.id), _shelf(record, who), lang)


@router.delete("/{key}", status_code=204)
async def delete_run(learning: Learning, record: SeenRun) -> None:
    """Delete a run and its checkpoints."""
    await learning.remove(record.id)


@router.post("/{key}/ask")
async def ask_checkpoints(
    questions: Questions, record: SeenRun, who: Who, asked: NewQuestion, narrow: bool = False, lang: Language = "en"
) -> AnswersView:
    """What checkpoints would play after some moves from the start, each with its explanation; and the position."""
    found = [_checkpoint(record, given) for given in asked.checkpoints]
    game = load_game(record.game, record.options)
    place = await asyncio.to_thread(line_place, game, asked.moves)
    owner = "" if record.owner is None else f"{record.owner}/"
    minds = [mind_of(f"{owner}{each.file}", _SIMULATIONS) for each in found]
    choices = await questions.choices(place, minds, who.owner) if minds else []
    return await asyncio.to_thread(answers_view, place, list(zip(found, choices, strict=True)), lang, narrow)


def _checkpoint(record: LearningRecord, given: GivenCheckpoint) -> Checkpoint:
    wanted = given.learner, given.number
    found = next((each for each in record.checkpoints if (each.learner, each.number) == wanted), None)
    if found is None:
        raise NotFound("lab.learning.no_checkpoint", learner=given.learner, number=given.number)
    return found


def _shelf(record: LearningRecord, who: Person) -> str:
    """What the names of a run's files begin with for a person: the shelf, unless it is their own."""
    return "" if record.owner is None or record.owner == who.owner else f"{record.owner}/"
