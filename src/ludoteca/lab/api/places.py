"""API: positions that are given in a request: of a stored game, of a puzzle, or set up by hand."""

from __future__ import annotations

import asyncio
from typing import Annotated

from fastapi import APIRouter, Depends
from pydantic import Field, model_validator
from starlette.requests import HTTPConnection

from ludoteca.core.errors import BadInput
from ludoteca.games import load_game
from ludoteca.lab.api.common import LONGEST, Body, GameWithOptions, Language
from ludoteca.lab.game_service import GameService
from ludoteca.lab.places import Place, game_place, puzzle_place, set_up_place, start_place
from ludoteca.lab.responses.place import PlaceView, place_view
from ludoteca.lab.setup_links import LONGEST_LINK, linked_game

router = APIRouter(prefix="/positions")


async def game_service(connection: HTTPConnection) -> GameService:
    """The games of the lab."""
    service: GameService = connection.app.state.games
    return service


Games = Annotated[GameService, Depends(game_service)]


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


@router.post("")
async def show_position(games: Games, asked: AskedPlace, narrow: bool = False, lang: Language = "en") -> PlaceView:
    """A position, drawn, with its legal moves and a link that holds it."""
    place = await find_place(games, asked)
    return await asyncio.to_thread(place_view, place, lang, narrow)
