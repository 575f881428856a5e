"""Games: begun, played, looked at, kept."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from functools import partial
from typing import Annotated

from fastapi import APIRouter, Path, Query, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, Field

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import say
from ludoteca.lab.api.common import BIGGEST, LONGEST, Body, Game, Id, Language, Mind, Settings, rooms_of
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.responses import GameView, PositionView, ToldWhy, game_view, position_view, told_why
from ludoteca.lab.store import Entry

router = APIRouter()


class NewGame(Body):
    """A game to begin: a mind for each seat, `human` for a person at the page."""

    game: Game
    minds: Annotated[list[Mind], Field(max_length=16)]
    options: Settings = Field(default_factory=dict)
    seed: Annotated[int | None, Field(ge=0, le=BIGGEST)] = None
    limit: Annotated[float, Field(gt=0, le=3600)] = 10.0


class NewMove(Body):
    move: Annotated[str, Field(max_length=LONGEST, examples=["3"])]


class Upload(Body):
    """The text of a record file."""

    record: str


class GameList(BaseModel):
    games: list[Entry]
    total: int


@router.get("/games")
def list_games(
    request: Request,
    game: Annotated[str, Query(max_length=LONGEST)] = "",
    mind: Annotated[str, Query(max_length=LONGEST)] = "",
    over: bool | None = None,
    match: Annotated[str, Query(max_length=40)] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> GameList:
    """Games kept, the latest first."""
    entries, total = rooms_of(request).store.entries(game, mind, over, match, limit, offset)
    return GameList(games=entries, total=total)


@router.post("/games", status_code=201)
async def begin_game(request: Request, new: NewGame, lang: Language = "en") -> GameView:
    """Begin a game."""
    live = await rooms_of(request).begin(new.game, new.options, new.minds, new.seed, new.limit)
    return game_view(live, lang)


@router.get("/games/{key}")
async def get_game(request: Request, key: Id, lang: Language = "en") -> GameView:
    """A game as it stands."""
    return game_view(rooms_of(request).game(key), lang)


@router.delete("/games/{key}", status_code=204)
async def delete_game(request: Request, key: Id) -> None:
    """Forget a game for good."""
    await rooms_of(request).delete(key)


@router.get("/games/{key}/positions/{ply}")
async def get_position(
    request: Request,
    key: Id,
    ply: Annotated[int, Path(ge=-1, le=100_000, description="How many moves have been made; -1 for all of them.")],
    lang: Language = "en",
    animation: Annotated[bool, Query(description="Also how the last move went, step by step.")] = False,
    narrow: Annotated[bool, Query(description="Draw for a narrow screen.")] = False,
) -> PositionView:
    """The board after so many moves, with the reason of the last one."""
    live = rooms_of(request).game(key)
    if ply == -1:
        ply = len(live.table.turns)
    if ply >= len(live.table.positions):
        raise BadInput("lab.no_such_ply", ply=ply, moves=len(live.table.turns))
    return position_view(live, ply, lang, animation, narrow)


@router.post("/games/{key}/moves")
async def make_move(request: Request, key: Id, new: NewMove, lang: Language = "en") -> GameView:
    """A person's move."""
    live = rooms_of(request).game(key)
    await live.move(new.move)
    return game_view(live, lang)


@router.post("/games/{key}/undo")
async def undo(request: Request, key: Id, lang: Language = "en") -> GameView:
    """Take back to where a person last chose."""
    live = rooms_of(request).game(key)
    await live.undo()
    return game_view(live, lang)


@router.post("/games/{key}/resign")
async def resign(request: Request, key: Id, lang: Language = "en") -> GameView:
    """A person gives up."""
    live = rooms_of(request).game(key)
    await live.resign()
    return game_view(live, lang)


@router.post("/games/{key}/hurry")
async def hurry(request: Request, key: Id, lang: Language = "en") -> GameView:
    """Ask the mind that is thinking to answer now."""
    live = rooms_of(request).game(key)
    live.hurry()
    return game_view(live, lang)


@router.post("/games/{key}/hint")
async def hint(request: Request, key: Id, lang: Language = "en") -> ToldWhy:
    """What a search would play here, and why."""
    live = rooms_of(request).game(key)
    choice = await live.hint()
    return told_why(live.game, choice.move.text, choice.why, lang)


@router.get("/games/{key}/record", response_class=PlainTextResponse)
async def get_record(request: Request, key: Id) -> PlainTextResponse:
    """The game as a record file, one JSON object a line."""
    live = rooms_of(request).game(key)
    if live.keeps_secrets:
        raise BadInput("lab.secret")
    name = f"attachment; filename={live.game.name}-{key}.jsonl"
    return PlainTextResponse(rooms_of(request).store.text(key) or "", headers={"Content-Disposition": name})


@router.post("/records", status_code=201)
async def upload_record(request: Request, upload: Upload, lang: Language = "en") -> GameView:
    """A record file becomes a game here."""
    return game_view(await rooms_of(request).upload(upload.record), lang)


@router.websocket("/games/{key}/live")
async def follow_game(socket: WebSocket, key: str, lang: str = "en") -> None:
    """Sends the game as it stands, again after every change."""
    language = "es" if lang == "es" else "en"
    await socket.accept()
    try:
        live: LiveGame = socket.app.state.rooms.game(key)
    except BadInput as error:
        await socket.close(4404, say(error.message, language)[:120])
        return
    try:
        while True:
            view = game_view(live, language)
            await socket.send_json(asdict(view))
            async with live.changed:
                await live.changed.wait_for(partial(_differs, live, view.changes))
    except (WebSocketDisconnect, RuntimeError, asyncio.CancelledError):  # gone, or the lab is closing
        return


def _differs(live: LiveGame, changes: int) -> bool:
    return live.changes != changes
