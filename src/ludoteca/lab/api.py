"""The JSON and WebSocket API of the lab, described by /api/openapi.json."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import Annotated, Any, Literal

from fastapi import APIRouter, Path, Query, Request, WebSocket, WebSocketDisconnect
from fastapi.responses import PlainTextResponse
from pydantic import BaseModel, ConfigDict, Field

from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.language import catalogue_of as catalogue_file
from ludoteca.core.language import read_catalogue, say
from ludoteca.games import game_names, load_game
from ludoteca.lab.contests import Contest, Plan
from ludoteca.lab.live import LiveGame
from ludoteca.lab.rooms import Rooms
from ludoteca.lab.rules import rules_page
from ludoteca.lab.store import Entry
from ludoteca.lab.shelf import Shelved, school_of, written_schools
from ludoteca.lab.telling import (
    Catalogue,
    GameView,
    PositionView,
    Seating,
    ToldTrial,
    ToldWhy,
    Word,
    catalogue,
    game_view,
    position_view,
    seating,
    told_trial,
    told_why,
    words_of,
)
from ludoteca.minds.written import Knowledge

_LONGEST = 200  # characters of a name or a mind
_LARGEST = 1 << 18  # characters of knowledge
_BIGGEST = 2**53 - 1  # the largest number JavaScript keeps exactly


class Refusal(BaseModel):
    """Why a request was refused, in a sentence."""

    error: str


_REFUSALS: dict[int | str, dict[str, Any]] = {code: {"model": Refusal} for code in (400, 401, 403, 404, 413, 422)}
router = APIRouter(prefix="/api", responses=_REFUSALS)

Language = Annotated[Literal["en", "es"], Query(description="The language to answer in.")]
Id = Annotated[str, Path(pattern=r"^[0-9a-f-]{1,40}$", description="As in the list of games or matches.")]
GameName = Annotated[str, Path(max_length=_LONGEST, description="The name of a game.")]
FileName = Annotated[str, Path(max_length=_LONGEST, description="The name of a file of knowledge.")]
Setting = int | float | bool | Annotated[str, Field(max_length=_LONGEST)]
Mind = Annotated[str, Field(max_length=_LONGEST, examples=["human", "montecarlo:simulations=2000"])]


class _Body(BaseModel):
    model_config = ConfigDict(extra="forbid")


class NewGame(_Body):
    """A game to begin: a mind for each seat, `human` for a person at the page."""

    game: Annotated[str, Field(max_length=_LONGEST, examples=["kalah"])]
    minds: Annotated[list[Mind], Field(max_length=16)]
    options: dict[str, Setting] = {}
    seed: Annotated[int | None, Field(ge=0, le=_BIGGEST)] = None
    limit: Annotated[float, Field(gt=0, le=3600)] = 10.0


class Wanted(_Body):
    """A game with its options."""

    game: Annotated[str, Field(max_length=_LONGEST, examples=["azul"])]
    options: dict[str, Setting] = {}


class NewText(_Body):
    """The text of a file of knowledge."""

    text: Annotated[str, Field(max_length=_LARGEST)]


class Attempt(_Body):
    """Knowledge to try: its name tells the school."""

    game: Annotated[str, Field(max_length=_LONGEST, examples=["kalah"])]
    options: dict[str, Setting] = {}
    name: Annotated[str, Field(max_length=_LONGEST, examples=["mine.pl"])]
    text: Annotated[str, Field(max_length=_LARGEST)]


class Page(BaseModel):
    """Knowledge, whole."""

    game: str
    name: str
    school: str
    mind: str
    own: bool
    text: str


class NewMove(_Body):
    move: Annotated[str, Field(max_length=_LONGEST, examples=["3"])]


class Upload(_Body):
    """The text of a record file."""

    record: str


class NewMatch(_Body):
    """A match to begin: every mind against every other."""

    game: Annotated[str, Field(max_length=_LONGEST, examples=["kalah"])]
    minds: Annotated[list[Mind], Field(max_length=16)]
    options: dict[str, Setting] = {}
    games: Annotated[int, Field(ge=1, le=10_000)] = 20
    opening: Annotated[int, Field(ge=0, le=100)] = 4
    time: Annotated[float, Field(gt=0, le=3600)] = 10.0
    seed: Annotated[int, Field(ge=0, le=_BIGGEST)] = 0


class GameList(BaseModel):
    games: list[Entry]
    total: int


class Cell(BaseModel):
    """What two minds came to: the first one's score of 1, with its 95 % interval, and its mean margin."""

    first: int
    second: int
    games: int
    wins: list[int]
    draws: int
    score: float
    interval: list[float]
    margin: float


class Row(BaseModel):
    """What one mind came to against all others it met: its mean result of 1, and its mean points."""

    mind: int
    games: int
    wins: int
    forfeits: int
    score: float
    points: float


class MatchView(BaseModel):
    id: str
    game: str
    options: dict[str, Setting]
    minds: list[str]
    games: int
    planned: int
    running: bool
    finished: bool
    fault: str | None
    seats: int
    rows: list[Row]
    cells: list[Cell]


def _rooms(request: Request) -> Rooms:
    rooms: Rooms = request.app.state.rooms
    return rooms


@router.get("/catalogue")
def get_catalogue(request: Request, lang: Language = "en") -> Catalogue:
    """Games, minds with their options and parameters, and knowledge."""
    return catalogue(_rooms(request).shelf, lang)


@router.post("/seats")
def get_seats(wanted: Wanted, lang: Language = "en") -> Seating:
    """The seats of a game with these options, and the minds that play it."""
    return seating(load_game(wanted.game, wanted.options), lang)


@router.get("/vocabulary/{game}")
def get_vocabulary(game: GameName, lang: Language = "en") -> list[Word]:
    """All that a written mind is told in a game."""
    return words_of(load_game(game), lang)


@router.get("/knowledge")
def list_knowledge(request: Request) -> list[Shelved]:
    """The games' own knowledge, and what people wrote."""
    return _rooms(request).shelf.all()


@router.post("/knowledge/try")
async def try_knowledge(request: Request, attempt: Attempt, lang: Language = "en") -> ToldTrial:
    """What knowledge would play first, or what is wrong with it; nothing is kept."""
    school = school_of(attempt.name)
    game = load_game(attempt.game, attempt.options)
    trial = await _rooms(request).try_out(written_schools()[school], game, Knowledge(attempt.name, attempt.text))
    return told_trial(trial, lang)


@router.get("/knowledge/{game}/{name}")
def get_knowledge(request: Request, game: GameName, name: FileName) -> Page:
    """One piece of knowledge."""
    item, knowledge = _rooms(request).shelf.read(game, name)
    return Page(game=item.game, name=item.name, school=item.school, mind=item.mind, own=item.own, text=knowledge.text)


@router.put("/knowledge/{game}/{name}")
def keep_knowledge(request: Request, game: GameName, name: FileName, new: NewText) -> Shelved:
    """Keep knowledge under a name; it can then be chosen as a mind."""
    return _rooms(request).shelf.keep(game, name, new.text)


@router.delete("/knowledge/{game}/{name}", status_code=204)
def delete_knowledge(request: Request, game: GameName, name: FileName) -> None:
    """Forget what somebody wrote."""
    _rooms(request).shelf.delete(game, name)


@router.get("/words")
def get_words(lang: Language = "en") -> dict[str, str]:
    """The page's own words."""
    tables: dict[str, dict[str, str]] = read_catalogue(catalogue_file("lab.page")[0])["page"]
    return {name: words[lang] for name, words in tables.items()}


@router.get("/rules/{game}")
def get_rules(game: Annotated[str, Path(max_length=_LONGEST)], lang: Language = "en") -> dict[str, str]:
    """A game's rules as HTML."""
    if game not in game_names():
        raise no_such("game", game, game_names())
    return {"html": rules_page(game, lang)}


@router.get("/games")
def list_games(
    request: Request,
    game: Annotated[str, Query(max_length=_LONGEST)] = "",
    mind: Annotated[str, Query(max_length=_LONGEST)] = "",
    over: bool | None = None,
    match: Annotated[str, Query(max_length=40)] = "",
    limit: Annotated[int, Query(ge=1, le=200)] = 50,
    offset: Annotated[int, Query(ge=0, le=1_000_000)] = 0,
) -> GameList:
    """Games kept, the latest first."""
    entries, total = _rooms(request).store.entries(game, mind, over, match, limit, offset)
    return GameList(games=entries, total=total)


@router.post("/games", status_code=201)
async def begin_game(request: Request, new: NewGame, lang: Language = "en") -> GameView:
    """Begin a game."""
    live = await _rooms(request).begin(new.game, new.options, new.minds, new.seed, new.limit)
    return game_view(live, lang)


@router.get("/games/{key}")
async def get_game(request: Request, key: Id, lang: Language = "en") -> GameView:
    """A game as it stands."""
    return game_view(_rooms(request).game(key), lang)


@router.delete("/games/{key}", status_code=204)
async def delete_game(request: Request, key: Id) -> None:
    """Forget a game for good."""
    await _rooms(request).delete(key)


@router.get("/games/{key}/positions/{ply}")
async def get_position(
    request: Request,
    key: Id,
    ply: Annotated[int, Path(ge=-1, le=100_000, description="How many moves have been made; -1 for all of them.")],
    lang: Language = "en",
    film: Annotated[bool, Query(description="Also how the last move went, step by step.")] = False,
    narrow: Annotated[bool, Query(description="Draw for a narrow screen.")] = False,
) -> PositionView:
    """The board after so many moves, with the reason of the last one."""
    live = _rooms(request).game(key)
    if ply == -1:
        ply = len(live.table.turns)
    if ply >= len(live.table.positions):
        raise BadInput("lab.no_such_ply", ply=ply, moves=len(live.table.turns))
    return position_view(live, ply, lang, film, narrow)


@router.post("/games/{key}/moves")
async def make_move(request: Request, key: Id, new: NewMove, lang: Language = "en") -> GameView:
    """A person's move."""
    live = _rooms(request).game(key)
    await live.move(new.move)
    return game_view(live, lang)


@router.post("/games/{key}/undo")
async def undo(request: Request, key: Id, lang: Language = "en") -> GameView:
    """Take back to where a person last chose."""
    live = _rooms(request).game(key)
    await live.undo()
    return game_view(live, lang)


@router.post("/games/{key}/resign")
async def resign(request: Request, key: Id, lang: Language = "en") -> GameView:
    """A person gives up."""
    live = _rooms(request).game(key)
    await live.resign()
    return game_view(live, lang)


@router.post("/games/{key}/hurry")
async def hurry(request: Request, key: Id, lang: Language = "en") -> GameView:
    """Ask the mind that is thinking to answer now."""
    live = _rooms(request).game(key)
    live.hurry()
    return game_view(live, lang)


@router.post("/games/{key}/hint")
async def hint(request: Request, key: Id, lang: Language = "en") -> ToldWhy:
    """What a search would play here, and why."""
    choice = await _rooms(request).game(key).hint()
    return told_why(choice.move.text, choice.why, lang)


@router.get("/games/{key}/record", response_class=PlainTextResponse)
async def get_record(request: Request, key: Id) -> PlainTextResponse:
    """The game as a record file, one JSON object a line."""
    live = _rooms(request).game(key)
    name = f"attachment; filename={live.game.name}-{key}.jsonl"
    return PlainTextResponse(_rooms(request).store.text(key) or "", headers={"Content-Disposition": name})


@router.post("/records", status_code=201)
async def upload_record(request: Request, upload: Upload, lang: Language = "en") -> GameView:
    """A record file becomes a game here."""
    return game_view(await _rooms(request).upload(upload.record), lang)


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
    except (WebSocketDisconnect, RuntimeError):
        return


def _differs(live: LiveGame, changes: int) -> bool:
    return live.changes != changes


@router.get("/matches")
async def list_matches(request: Request, lang: Language = "en") -> list[MatchView]:
    """Matches, the latest first."""
    return [_match_view(contest, lang) for contest in _rooms(request).contests()]


@router.post("/matches", status_code=201)
async def begin_match(request: Request, new: NewMatch, lang: Language = "en") -> MatchView:
    """Begin a match."""
    plan = Plan(new.game, new.options, tuple(new.minds), new.games, new.opening, new.time, new.seed)
    return _match_view(_rooms(request).begin_contest(plan), lang)


@router.get("/matches/{key}")
async def get_match(request: Request, key: Id, lang: Language = "en") -> MatchView:
    """A match as it stands."""
    return _match_view(_rooms(request).contest(key), lang)


@router.post("/matches/{key}/stop")
async def stop_match(request: Request, key: Id, lang: Language = "en") -> MatchView:
    """Stop a match; finished games are kept."""
    contest = _rooms(request).contest(key)
    await contest.stop()
    return _match_view(contest, lang)


@router.post("/matches/{key}/go-on")
async def go_on_with_match(request: Request, key: Id, lang: Language = "en") -> MatchView:
    """Go on where a match was stopped."""
    contest = _rooms(request).contest(key)
    contest.go_on()
    return _match_view(contest, lang)


@router.delete("/matches/{key}", status_code=204)
async def delete_match(request: Request, key: Id) -> None:
    """Forget a match and its games."""
    await _rooms(request).delete_contest(key)


def _match_view(contest: Contest, language: str) -> MatchView:
    cells = [
        Cell(
            first=pair[0],
            second=pair[1],
            games=figures.games,
            wins=list(figures.wins),
            draws=figures.draws,
            score=figures.score,
            interval=list(figures.interval),
            margin=figures.margin,
        )
        for pair, figures in contest.figures()
        if contest.seats == 2  # a cross table is about pairs
    ]
    plan = contest.plan
    return MatchView(
        id=contest.id,
        game=plan.game,
        options={name: value for name, value in plan.options.items() if value is not None},
        minds=list(plan.minds),
        games=sum(figures.games for _, figures in contest.figures()),
        planned=plan.games * len(contest.pairs),
        running=contest.running,
        finished=contest.finished,
        fault=None if contest.fault is None else say(contest.fault, language),
        seats=contest.seats,
        rows=[_row(contest, mind) for mind in range(len(plan.minds))],
        cells=cells,
    )


def _row(contest: Contest, mind: int) -> Row:
    met = [(pair.index(mind), figures) for pair, figures in contest.figures() if mind in pair]
    games = sum(figures.games for _, figures in met)

    def mean(values: list[float]) -> float:
        return sum(value * figures.games for value, (_, figures) in zip(values, met, strict=True)) / max(1, games)

    return Row(
        mind=mind,
        games=games,
        wins=sum(figures.wins[at] for at, figures in met),
        forfeits=sum(figures.forfeits[at] for at, figures in met),
        score=mean([figures.results[at] for at, figures in met]),
        points=mean([figures.points[at] for at, figures in met]),
    )
