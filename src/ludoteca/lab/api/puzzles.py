"""API: puzzles, and the answers to them."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Query
from pydantic import Field
from starlette.requests import HTTPConnection

from ludoteca.lab.api.common import LONGEST, Body, GameName, Language, Who
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.puzzle_service import PuzzleService
from ludoteca.lab.responses.puzzle import AnswerView, PuzzlesView, PuzzleView

router = LabRouter()


async def _puzzle_service(connection: HTTPConnection) -> PuzzleService:
    service: PuzzleService = connection.app.state.puzzles
    return service


Puzzles = Annotated[PuzzleService, Depends(_puzzle_service)]
PuzzleId = Annotated[str, Path(max_length=LONGEST, description="As in the list of puzzles.")]
Narrow = Annotated[bool, Query(description="Draw boards for a narrow screen.")]
Text = Annotated[str, Field(max_length=LONGEST, examples=["3"])]


class GivenAnswer(Body):
    """The move that answers a puzzle."""

    move: Text


class TriedMove(Body):
    """The move that was tried before, if any."""

    move: Text | None = None


@router.get("/puzzles")
async def puzzles(
    service: Puzzles,
    who: Who,
    game: Annotated[str | None, Query(max_length=LONGEST, description="By default, the first that has any.")] = None,
    lang: Language = "en",
) -> PuzzlesView:
    """The games that have puzzles, and the puzzles of one of them, with what was solved."""
    return await service.all(who.owner, game, lang)


@router.get("/puzzles/{game}/{key}")
async def puzzle(
    service: Puzzles, who: Who, game: GameName, key: PuzzleId, narrow: Narrow = False, lang: Language = "en"
) -> PuzzleView:
    """A puzzle without its answer."""
    return await service.show(who.owner, game, key, lang, narrow)


@router.post("/puzzles/{game}/{key}/answer")
async def give_answer(
    service: Puzzles,
    who: Who,
    game: GameName,
    key: PuzzleId,
    given: GivenAnswer,
    narrow: Narrow = False,
    lang: Language = "en",
) -> AnswerView:
    """Answer a puzzle: whether the move is right, what it leads to and why. It is remembered."""
    return await service.answer(who.owner, game, key, given.move, lang, narrow)


@router.post("/puzzles/{game}/{key}/solution")
async def show_solution(
    service: Puzzles,
    who: Who,
    game: GameName,
    key: PuzzleId,
    tried: TriedMove,
    narrow: Narrow = False,
    lang: Language = "en",
) -> AnswerView:
    """The best move, compared with one that was tried. The puzzle is not solved by it."""
    return await service.solution(who.owner, game, key, tried.move, lang, narrow)
