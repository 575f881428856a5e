"""API: positions that are given in a request: of a stored game, of a puzzle, or set up by hand."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import Depends
from pydantic import Field, model_validator
from starlette.requests import HTTPConnection

from ludoteca.core.errors import BadInput
from ludoteca.core.game import read_fact
from ludoteca.games import load_game
from ludoteca.lab.api.common import LONGEST, Body, GameWithOptions, Language, Who
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.game_service import GameService
from ludoteca.lab.places import Place, game_place, puzzle_place, set_up_place, start_place
from ludoteca.lab.player_names import names_at
from ludoteca.lab.question_service import QuestionService
from ludoteca.lab.responses.explanation import ExplanationView, explanation_view
from ludoteca.lab.responses.place import EditorView, PlaceView, editor_view, place_view
from ludoteca.lab.setup_links import LONGEST_LINK, linked_game
from ludoteca.rules.game_base import GameBase
from ludoteca.rules.position_editor import Edit, edited, with_turn

router = LabRouter("/positions")


async def game_service(connection: HTTPConnection) -> GameService:
    """The games of the lab."""
    service: GameService = connection.app.state.games
    return service


async def question_service(connection: HTTPConnection) -> QuestionService:
    """The questions that minds are asked."""
    service: QuestionService = connection.app.state.questions
    return service


Games = Annotated[GameService, Depends(game_service)]
Questions = Annotated[QuestionService, Depends(question_service)]


class GivenPlace(Body):
    """A position, given in one of three ways: a stored game and its moves, a puzzle, or a link to a set-up position."""

    game: Annotated[str | None, Field(pattern=r"^[0-9a-f-]{1,40}$", description="The id of a stored game.")] = None
    ply: Annotated[int, Field(ge=-1, le=100_000, description="The moves before the position; -1 for all.")] = -1
    puzzle: Annotated[str | None, Field(max_length=LONGEST, description="The id of a puzzle.")] = None
    setup: Annotated[str | None, Field(max_length=LONGEST_LINK, description="A position as links hold it.")] = None

    @model_validator(mode="after")
    def _one_way(self) -> GivenPlace:
        if sum(value is not None for value in (self.game, self.puzzle, self.setup)) != 1:
            raise ValueError("give one of game, puzzle and setup")
        return self


class AskedPlace(GameWithOptions):
    """A position of a game; without `at`, the first turn of a seat."""

    at: GivenPlace | None = None
    seat: Annotated[int, Field(ge=0, le=15)] = 0


class NewEdit(Body):
    """A change of a position: a tool is added at a place or taken away, or the turn is given to a seat."""

    place: Annotated[str, Field(max_length=LONGEST, examples=["pit south 3"])] = ""
    tool: Annotated[str, Field(max_length=LONGEST, examples=["seed"])] = ""
    remove: bool = False
    turn: Annotated[str | None, Field(max_length=LONGEST, description="A seat, or over.")] = None


class EditedPosition(AskedPlace):
    """A position to edit, by a place or by its facts, and a change of it."""

    facts: Annotated[list[Annotated[str, Field(max_length=2 * LONGEST)]] | None, Field(max_length=2000)] = None
    edit: NewEdit | None = None


async def find_place(games: GameService, asked: AskedPlace) -> Place:
    """The position that a request names; raises `BadInput` and `NotFound`."""
    at = asked.at
    if at is None:
        game = load_game(asked.game, asked.options)
        return await asyncio.to_thread(start_place, game, asked.seat)
    if asked.options:
        raise BadInput("lab.start.settings")
    if at.game is not None:
        live = await games.find(at.game)
        if live.game.name != asked.game:
            raise BadInput("lab.start.other_game", id=at.game, game=live.game.name, given=asked.game)
        return game_place(live, len(live.runner.turns) if at.ply == -1 else at.ply)
    if at.puzzle is not None:
        return await asyncio.to_thread(puzzle_place, asked.game, at.puzzle)
    link = at.setup or ""
    return await asyncio.to_thread(lambda: set_up_place(linked_game(asked.game, link)))


@router.post("/edit")
async def edit_position(games: Games, asked: EditedPosition, narrow: bool = False, lang: Language = "en") -> EditorView:
    """A position after a change, drawn with its places, and why it cannot be if it cannot; nothing is stored."""
    place = await find_place(games, asked) if asked.facts is None else None
    return await asyncio.to_thread(_edited, asked, place, lang, narrow)


def _edited(asked: EditedPosition, place: Place | None, language: str, narrow: bool) -> EditorView:
    game = load_game(asked.game, asked.options if place is None else place.game.values)
    if not isinstance(game, GameBase):
        raise BadInput("rules.setup.no_editor", game=game.name)
    facts = tuple(map(read_fact, asked.facts or ())) if place is None else place.position.facts()
    edit = asked.edit
    if edit is not None and edit.turn is not None:
        facts = with_turn(game, facts, edit.turn)
    elif edit is not None:
        facts = edited(game, facts, Edit(edit.place, edit.tool, edit.remove))
    return editor_view(game, facts, language, narrow)


@router.post("/hint")
async def hint(
    games: Games, questions: Questions, who: Who, asked: AskedPlace, lang: Language = "en"
) -> ExplanationView:
    """The move that a searching mind would make in a position, with its explanation."""
    place = await find_place(games, asked)
    choice = await questions.advice(place, who.owner)
    return explanation_view(place.position, choice.move.text, choice.why, lang)


@router.post("")
async def show_position(
    games: Games, who: Who, asked: AskedPlace, narrow: bool = False, lang: Language = "en"
) -> PlaceView:
    """A position, drawn, with its legal moves and a link that holds it."""
    place = await find_place(games, asked)
    return await asyncio.to_thread(place_view, place, lang, narrow, names_at(place, who, lang))
