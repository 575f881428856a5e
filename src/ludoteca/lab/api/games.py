"""API: games, their positions and records, and the socket that sends their changes."""

from __future__ import annotations

import asyncio
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Annotated

from fastapi import Depends, Path, Query, WebSocket, WebSocketDisconnect
from fastapi.responses import PlainTextResponse
from pydantic import Field, TypeAdapter
from starlette.requests import HTTPConnection

from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import say
from ludoteca.lab.api.catalogue import AllShelves
from ludoteca.lab.api.common import BIGGEST, LONGEST, Body, Game, Id, Language, Mind, Settings, Visitor, Who
from ludoteca.lab.api.game_access import AskedGame, FoundGame, OwnerNames, OwnGame
from ludoteca.lab.api.places import AskedPlace, Games, GivenPlace, Questions, find_place
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.drawings import DrawingService
from ludoteca.lab.errors import Forbidden
from ludoteca.lab.game_service import Starter
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.people import Person
from ludoteca.lab.player_names import player_names
from ludoteca.lab.responses.explanation import (
    ExplanationView,
    VerdictsView,
    explanation_view,
    move_names,
    verdicts_view,
)
from ludoteca.lab.responses.game import (
    Drawing,
    GameChange,
    GameStatus,
    GameView,
    KnownState,
    PositionView,
    game_change,
    game_status,
    game_view,
    new_plies,
)
from ludoteca.lab.responses.game_list import GameList, game_list
from ludoteca.lab.responses.question import WhatIfView, WhyNotView, what_if_view, why_not_view
from ludoteca.lab.responses.review import ReviewView, review_view
from ludoteca.lab.review_service import ReviewService
from ludoteca.lab.shelves import Shelves
from ludoteca.lab.verdict_service import VerdictService

router = LabRouter()
_CHANGE = TypeAdapter(GameChange)


async def _drawing_service(connection: HTTPConnection) -> DrawingService:
    service: DrawingService = connection.app.state.drawings
    return service


async def _verdict_service(connection: HTTPConnection) -> VerdictService:
    service: VerdictService = connection.app.state.verdicts
    return service


async def _review_service(connection: HTTPConnection) -> ReviewService:
    service: ReviewService = connection.app.state.reviews
    return service


Drawings = Annotated[DrawingService, Depends(_drawing_service)]
Verdicts = Annotated[VerdictService, Depends(_verdict_service)]
Reviews = Annotated[ReviewService, Depends(_review_service)]
Ply = Annotated[int, Path(ge=-1, le=100_000, description="The number of moves before it; -1 for the newest.")]


class NewGame(Body):
    """A game to start: a mind for each seat, `human` for a person at the page."""

    game: Game
    minds: Annotated[list[Mind], Field(max_length=16)]
    options: Settings = Field(default_factory=dict)
    seed: Annotated[int | None, Field(ge=0, le=BIGGEST)] = None
    limit: Annotated[float, Field(gt=0, le=BIGGEST, description="Seconds a move; the lab has a largest.")] = 10.0
    start: Annotated[
        GivenPlace | None,
        Field(description="Play on from this position; options are its own, and so is the seed of a stored game."),
    ] = None
    by_link: Annotated[bool, Field(description="Invite the other people by link; each moves for one seat.")] = False


class NewMove(Body):
    """A move of a person, as it is written in the list of legal moves."""

    move: Annotated[str, Field(max_length=LONGEST, examples=["3"])]


class Invitation(Body):
    """The code of an invitation to a free seat."""

    code: Annotated[str, Field(pattern="^[0-9a-f]{24}$")]


class WhyNot(Body):
    """A legal move that was not chosen; another mind than the one that chose may be asked."""

    move: Annotated[str, Field(max_length=LONGEST, examples=["3"])]
    mind: Mind | None = None


class WhatIf(WhyNot):
    """A legal move that was not chosen, and how long to look for a change."""

    seconds: Annotated[float, Field(gt=0, le=60)] = 20.0


class Upload(Body):
    """The text of a record file."""

    record: str


@router.get("/games")
async def list_games(
    games: Games,
    who: Who,
    names: OwnerNames,
    game: Annotated[str, Query(max_length=LONGEST)] = "",
    mind: Annotated[str, Query(max_length=LONGEST)] = "",
    over: bool | None = None,
    match: Annotated[str, Query(max_length=40)] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
    owner: Annotated[str, Query(max_length=40, description="A member of the class, for the teacher.")] = "",
    lang: Language = "en",
) -> GameList:
    """The stored games, the latest first; in a class one's own, for the teacher those of all."""
    whose = (owner or None) if who.sees_all else who.owner
    entries, total = await games.store.run(lambda store: store.entries(game, mind, over, match, limit, offset, whose))
    return game_list(entries, total, lang, names)


@router.post("/games", status_code=201)
async def start_game(
    games: Games, shelves: AllShelves, new: NewGame, visitor: Visitor, lang: Language = "en"
) -> GameView:
    """Start a game."""
    name = "" if visitor.member is None else visitor.member.name
    starter = Starter(visitor.owner, partial(shelves.named, visitor), new.by_link, visitor.id, name)
    if new.start is None:
        live = await games.start(new.game, new.options, new.minds, new.seed, new.limit, starter=starter)
        return game_view(live, lang, visitor)
    place = await find_place(games, AskedPlace(game=new.game, options=new.options, at=new.start))
    if new.start.game is None:
        facts = place.position.facts()
        live = await games.start(new.game, place.game.values, new.minds, new.seed, new.limit, facts, starter)
    elif new.seed is not None:
        raise BadInput("lab.start.settings")
    else:
        live = await games.practise(new.start.game, place, new.minds, new.limit, starter)
    return game_view(live, lang, visitor)


@router.get("/games/{key}")
async def get_game(live: FoundGame, who: Who, lang: Language = "en") -> GameView:
    """A game with all its moves."""
    return game_view(live, lang, who)


@router.post("/games/{key}/seat")
async def sit_down(
    games: Games, live: FoundGame, given: Invitation, visitor: Visitor, lang: Language = "en"
) -> GameView:
    """Take the seat of an invitation; nobody else can use it then."""
    if not live.link.of(visitor.id):
        name = "" if visitor.member is None else visitor.member.name
        await games.sit_down(live, given.code, visitor.id, name)
    return game_view(live, lang, visitor)


@router.delete("/games/{key}", status_code=204)
async def delete_game(games: Games, key: Id, who: Who) -> None:
    """Delete a game for good."""
    if who.member is not None and not who.may_see((await games.find(key)).owner):
        raise Forbidden("lab.link.not_owner")
    await games.delete(key)


@router.get("/games/{key}/positions/{ply}")
async def get_position(
    live: FoundGame,
    drawings: Drawings,
    who: Who,
    ply: Ply,
    lang: Language = "en",
    animation: Annotated[bool, Query(description="With the steps of the last move's animation.")] = False,
    narrow: Annotated[bool, Query(description="Draw the board for a narrow screen.")] = False,
) -> PositionView:
    """The position after so many moves, with the explanation of the last one."""
    return await drawings.position(live, found_ply(live, ply), Drawing(lang, animation, narrow), who)


@router.get("/games/{key}/positions/{ply}/verdicts")
async def get_verdicts(live: FoundGame, verdicts: Verdicts, ply: Ply, lang: Language = "en") -> VerdictsView:
    """Whether the reasons of the move before a position are true, as far as that is found out without the mind."""
    return verdicts_view(await verdicts.verdicts(live, found_ply(live, ply)), lang)


@router.get("/games/{key}/positions/{ply}/moves")
async def get_moves(live: FoundGame, ply: Ply, lang: Language = "en") -> dict[str, str]:
    """The legal moves in a position, each with its name; none when the game is over."""
    return await asyncio.to_thread(move_names, live.runner.positions[found_ply(live, ply)], lang)


@router.post("/games/{key}/positions/{ply}/hint")
async def hint(live: AskedGame, questions: Questions, who: Who, ply: Ply, lang: Language = "en") -> ExplanationView:
    """The move that a searching mind would make in a position, with its explanation."""
    ply = found_ply(live, ply)
    choice = await questions.hint(live, ply, who.owner)
    return await asyncio.to_thread(explanation_view, live.runner.positions[ply], choice.move.text, choice.why, lang)


@router.post("/games/{key}/positions/{ply}/why-not")
async def ask_why_not(
    live: AskedGame,
    questions: Questions,
    shelves: AllShelves,
    who: Who,
    ply: Ply,
    question: WhyNot,
    lang: Language = "en",
) -> WhyNotView:
    """Why the mind whose turn it was in a position did not choose a move; for a person's seat, an adviser answers."""
    mind = _asked_mind(shelves, who, live, question)
    asked, choice = await questions.why_not(live, found_ply(live, ply), question.move, mind, who.owner)
    return why_not_view(asked, question.move, choice, lang)


@router.post("/games/{key}/positions/{ply}/what-if")
async def ask_what_if(
    live: AskedGame,
    questions: Questions,
    shelves: AllShelves,
    who: Who,
    ply: Ply,
    question: WhatIf,
    lang: Language = "en",
) -> WhatIfView:
    """The smallest change of a position that makes the mind whose turn it was choose a move."""
    ply, seconds = found_ply(live, ply), question.seconds
    asked, found = await questions.what_if(
        live, ply, question.move, _asked_mind(shelves, who, live, question), seconds, who.owner
    )
    return what_if_view(asked, question.move, found, lang, player_names(live, who, lang))


def _asked_mind(shelves: Shelves, who: Person, live: LiveGame, question: WhyNot) -> str | None:
    return None if question.mind is None else shelves.named(who, question.mind, live.game)


def found_ply(live: LiveGame, ply: int) -> int:
    """The number of moves of a position, -1 for the newest; raises `BadInput`."""
    moves = len(live.runner.turns)
    if ply > moves:
        raise BadInput("lab.no_such_ply", ply=ply, moves=moves)
    return moves if ply == -1 else ply


@router.post("/games/{key}/moves")
async def make_move(live: OwnGame, new: NewMove, who: Who, lang: Language = "en") -> GameStatus:
    """Make a person's move. The new position comes over the socket."""
    await live.move(new.move, who.id)
    return game_status(live, lang, who)


@router.post("/games/{key}/undo")
async def undo(live: OwnGame, who: Who, lang: Language = "en") -> GameStatus:
    """Take back all moves since a person last chose, and that choice."""
    await live.undo()
    return game_status(live, lang, who)


@router.post("/games/{key}/redo")
async def redo(live: OwnGame, who: Who, lang: Language = "en") -> GameStatus:
    """Make the moves again that were undone last, as long as no other move was made."""
    await live.redo()
    return game_status(live, lang, who)


@router.post("/games/{key}/resign")
async def resign(live: OwnGame, who: Who, lang: Language = "en") -> GameStatus:
    """Resign for a person."""
    await live.resign(who.id)
    return game_status(live, lang, who)


@router.post("/games/{key}/interrupt")
async def interrupt(live: OwnGame, who: Who, lang: Language = "en") -> GameStatus:
    """Ask the mind that is choosing to answer now."""
    live.interrupt()
    return game_status(live, lang, who)


@router.post("/games/{key}/review", status_code=202)
async def start_review(live: AskedGame, reviews: Reviews, lang: Language = "en") -> ReviewView:
    """Review a game that is over: every move graded by what it cost. It is worked out in the background, and kept."""
    return await asyncio.to_thread(review_view, live, await reviews.start(live), lang)


@router.get("/games/{key}/review")
async def get_review(live: FoundGame, reviews: Reviews, lang: Language = "en") -> ReviewView:
    """The review of a game as far as it is."""
    return await asyncio.to_thread(review_view, live, await reviews.find(live), lang)


@router.get("/games/{key}/record", response_class=PlainTextResponse)
async def get_record(games: Games, live: FoundGame) -> PlainTextResponse:
    """The game as a record file, one JSON object a line."""
    if live.keeps_secrets:
        raise BadInput("lab.secret")
    name = f"attachment; filename={live.game.name}-{live.id}.jsonl"
    return PlainTextResponse(await games.text(live.id), headers={"Content-Disposition": name})


@router.post("/records", status_code=201)
async def upload_record(games: Games, shelves: AllShelves, upload: Upload, who: Who, lang: Language = "en") -> GameView:
    """Store a record file as a game."""
    live = await games.upload(upload.record, who.owner, partial(shelves.named, who))
    return game_view(live, lang, who)


@router.websocket("/games/{key}/live")
async def follow_game(
    socket: WebSocket,
    games: Games,
    drawings: Drawings,
    who: Who,
    key: str,
    lang: str = "en",
    branch: str = "",
    moves: int = 0,
    over: bool = False,
    animation: bool = False,
    narrow: bool = False,
) -> None:
    """Send the changes since the moves that the client knows, now and after every change."""
    language = "es" if lang == "es" else "en"
    await socket.accept()
    try:
        live = await games.find(key)
    except LudotecaError as error:
        await socket.close(4404, say(error.message, language)[:120])
        return
    known, drawing = KnownState(branch, moves, over), Drawing(language, animation, narrow)
    sending = asyncio.create_task(_send_changes(socket, live, known, drawings, drawing, who))
    closing = asyncio.create_task(_closed(socket))
    live.followers += 1
    try:
        await asyncio.wait({sending, closing}, return_when=asyncio.FIRST_COMPLETED)
    finally:
        live.followers -= 1
        sending.cancel()
        closing.cancel()
        ended = await asyncio.gather(sending, closing, return_exceptions=True)
    for failure in ended:
        if isinstance(failure, Exception):
            raise failure


async def _send_changes(
    socket: WebSocket, live: LiveGame, known: KnownState, drawings: DrawingService, drawing: Drawing, who: Person
) -> None:
    with suppress(WebSocketDisconnect, RuntimeError):  # the page is gone, or the lab is closing
        while True:
            change, plies, newest = game_change(live, known, drawing.language, who), new_plies(live, known), live.branch
            views = await asyncio.gather(*(drawings.position(live, ply, drawing, who, followed=True) for ply in plies))
            if live.branch == newest:  # otherwise moves were undone while they were drawn
                known = KnownState(change.branch, change.moves, change.over)
                await socket.send_text(await asyncio.to_thread(_text, replace(change, positions=list(views))))
                await live.changed_since(change.change)


def _text(change: GameChange) -> str:
    return _CHANGE.dump_json(change).decode()


async def _closed(socket: WebSocket) -> None:
    """Wait until the client closes the socket; messages of the client are ignored."""
    while (await socket.receive())["type"] != "websocket.disconnect":
        pass
