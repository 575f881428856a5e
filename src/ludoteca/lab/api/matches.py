"""API: matches and tournaments."""

from __future__ import annotations

import asyncio
from typing import Annotated, Literal

from fastapi import Depends, Path, Request, Response
from pydantic import BaseModel, Field

from ludoteca.arena.rating import Rating
from ludoteca.arena.tournament.report import report
from ludoteca.arena.tournament.report.charts import rating_chart
from ludoteca.arena.tournament.schedule import Pairing, rounds_of
from ludoteca.arena.tournament.settings import Format, labels, without_digest
from ludoteca.arena.tournament.settings import Settings as MatchSettings
from ludoteca.arena.tournament.standings import Cell, ForfeitCount, Row, Standings
from ludoteca.core.errors import NotFound
from ludoteca.core.explanation import Source
from ludoteca.core.game import seat_key
from ludoteca.core.i18n import full_stop, phrase, say
from ludoteca.games import load_game
from ludoteca.lab.api.catalogue import AllShelves
from ludoteca.lab.api.common import BIGGEST, Body, Game, Id, Language, Mind, Settings, Who
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.match_service import MOST_GAMES, MOST_ROUNDS, BackgroundMatch, MatchService
from ludoteca.lab.responses.explanation import fault_source

router = LabRouter("/matches")
MindNumber = Annotated[int, Path(ge=0, lt=100, description="The number of a mind in the match, from 0.")]
_MEDIA = {"csv": "text/csv", "json": "application/json", "html": "text/html"}


async def _match_service(request: Request) -> MatchService:
    service: MatchService = request.app.state.matches
    return service


Matches = Annotated[MatchService, Depends(_match_service)]


async def _seen_match(matches: Matches, key: Id, who: Who) -> str:
    """The id of a match that the person may see: one's own, for the teacher all."""
    if not who.may_see(matches.owner(key)):
        raise NotFound("lab.no_such_match", id=key)
    return key


SeenMatch = Annotated[str, Depends(_seen_match)]


class NewMatch(Body):
    """A match or tournament to start; `rounds` are those of a Swiss tournament."""

    game: Game
    minds: Annotated[list[Mind], Field(max_length=16)]
    options: Settings = Field(default_factory=dict)
    format: Format = "round-robin"
    rounds: Annotated[int | None, Field(ge=1, le=MOST_ROUNDS)] = None
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)] = 20
    opening: Annotated[int, Field(ge=0, le=100)] = 4
    time: Annotated[float, Field(gt=0, le=3600)] = 10.0
    seed: Annotated[int, Field(ge=0, le=BIGGEST)] = 0


class RatingView(BaseModel):
    """A rating in points of Elo, or the advantage of a seat, with its 95 % interval; the mean is 0."""

    value: float
    low: float
    high: float


class PairView(BaseModel):
    """The games of two minds: the first one's share of their wins with its 95 % interval, and its mean margin."""

    first: int
    second: int
    games: int
    wins: list[int]
    draws: int
    score: float | None
    interval: list[float]
    margin: float | None


class StandingView(BaseModel):
    """The games of one mind against all others; points and margins are of games without a forfeit."""

    mind: int
    rating: RatingView
    games: int
    wins: int
    draws: int
    losses: int
    forfeits: int
    score: float
    points: float | None
    margin: float | None


class ForfeitView(BaseModel):
    """How often a mind forfeited for a reason, and the last game in which it did."""

    mind: int
    games: int
    reason: str
    source: Source | None
    game: str | None


class PairGame(BaseModel):
    """A game of two minds: who sat at each seat, the results and points, and the seats that forfeited."""

    id: str | None
    minds: list[int]
    result: list[float]
    scores: list[float]
    forfeits: list[int]


class MatchView(BaseModel):
    """A match as it stands. Rows are in the order of the minds; a cycle is minds of which each beats the next."""

    id: str
    game: str
    options: Settings
    minds: list[str]
    format: str
    rounds: int | None
    games: int
    planned: int
    running: bool
    finished: bool
    fault: str | None
    seats: list[str]
    chart: str  # the ratings with their intervals, as SVG
    advantages: list[RatingView]
    rows: list[StandingView]
    cells: list[PairView]
    forfeits: list[ForfeitView]
    cycles: list[list[int]]


@router.get("")
async def list_matches(matches: Matches, who: Who, lang: Language = "en") -> list[MatchView]:
    """All matches, the latest first; in a class one's own, for the teacher those of all."""
    return [await _view(match, lang) for match in matches.all() if who.may_see(match.owner)]


@router.post("", status_code=201)
async def start_match(
    matches: Matches, shelves: AllShelves, new: NewMatch, who: Who, lang: Language = "en"
) -> MatchView:
    """Start a match."""
    game = await asyncio.to_thread(load_game, new.game, new.options)
    settings = MatchSettings(
        game=new.game,
        options=new.options,
        minds=tuple(shelves.named(who, mind, game) for mind in new.minds),
        games=new.games,
        opening=new.opening,
        time=new.time,
        seed=new.seed,
        format=new.format,
        rounds=new.rounds,
    )
    return await _view(await matches.start(settings, who.owner), lang)


@router.get("/{key}")
async def get_match(matches: Matches, key: SeenMatch, lang: Language = "en") -> MatchView:
    """A match as it stands."""
    return await _view(matches.find(key), lang)


@router.get("/{key}/games/{first}/{second}")
async def games_of_pair(matches: Matches, key: SeenMatch, first: MindNumber, second: MindNumber) -> list[PairGame]:
    """The games in which two minds met, given by their numbers, in the order of the schedule."""
    return await asyncio.to_thread(pair_games, matches.find(key), first, second)


@router.get("/{key}/report.{kind}")
async def get_report(
    matches: Matches, key: SeenMatch, kind: Literal["csv", "json", "html"], request: Request, lang: Language = "en"
) -> Response:
    """The table of a match as CSV, with everything as JSON, or as a page of its own that needs no lab."""
    match, base = matches.find(key), str(request.base_url)

    def link(pairing: Pairing) -> str | None:
        game_id = match.game_id(pairing)
        return None if game_id is None else f"{base}game/{game_id}"

    text = await asyncio.to_thread(report, match.tournament, kind, lang, link)
    name = f'attachment; filename="{match.settings.game}-{match.id}.{kind}"'
    return Response(text, media_type=_MEDIA[kind], headers={"Content-Disposition": name})


@router.post("/{key}/stop")
async def stop_match(matches: Matches, key: SeenMatch, lang: Language = "en") -> MatchView:
    """Stop a match; finished games are kept."""
    match = matches.find(key)
    await match.stop()
    return await _view(match, lang)


@router.post("/{key}/resume")
async def resume_match(matches: Matches, key: SeenMatch, lang: Language = "en") -> MatchView:
    """Resume a match that was stopped."""
    match = matches.find(key)
    match.resume()
    return await _view(match, lang)


@router.delete("/{key}", status_code=204)
async def delete_match(matches: Matches, key: SeenMatch) -> None:
    """Delete a match and its games."""
    await matches.delete(key)


async def _view(match: BackgroundMatch, language: str) -> MatchView:
    """A match as it stands; worked out in a thread, since there may be many games."""
    return await asyncio.to_thread(match_view, match, language)


def match_view(match: BackgroundMatch, language: str) -> MatchView:
    settings, tournament = match.settings, match.tournament
    running, finished, standings = match.running, match.finished, tournament.standings()
    return MatchView(
        id=match.id,
        game=settings.game,
        options={name: value for name, value in settings.options.items() if value is not None},
        minds=list(settings.minds),
        format=settings.format,
        rounds=rounds_of(settings) if settings.format == "swiss" else None,
        games=standings.games,
        planned=tournament.planned,
        running=running,
        finished=finished,
        fault=None if match.fault is None else say(match.fault, language),
        seats=[phrase(seat_key(tournament.game, seat), language) for seat in range(len(tournament.game.seats))],
        chart=_chart(settings, standings, language),
        advantages=[_rating_view(seat) for seat in standings.seats],
        rows=[_standing_view(standings.row(mind)) for mind in range(len(settings.minds))],
        cells=[_pair_view(cell) for cell in standings.cells],
        forfeits=[_forfeit_view(match, forfeit, language) for forfeit in standings.forfeits],
        cycles=[list(cycle) for cycle in standings.cycles],
    )


def _chart(settings: MatchSettings, standings: Standings, language: str) -> str:
    names = [without_digest(name) for name in labels(settings.minds)]
    title = phrase("arena.tournament.report.chart", language)
    return rating_chart([names[row.mind] for row in standings.rows], [row.rating for row in standings.rows], title)


def _rating_view(rating: Rating) -> RatingView:
    return RatingView(value=rating.value, low=rating.low, high=rating.high)


def _standing_view(row: Row) -> StandingView:
    return StandingView(
        mind=row.mind,
        rating=_rating_view(row.rating),
        games=row.games,
        wins=row.wins,
        draws=row.shared,
        losses=row.losses,
        forfeits=row.forfeits,
        score=row.score,
        points=row.points,
        margin=row.margin,
    )


def _pair_view(cell: Cell) -> PairView:
    return PairView(
        first=cell.first,
        second=cell.second,
        games=cell.games,
        wins=list(cell.wins),
        draws=cell.shared,
        score=cell.score,
        interval=list(cell.interval),
        margin=cell.margin,
    )


def _forfeit_view(match: BackgroundMatch, forfeit: ForfeitCount, language: str) -> ForfeitView:
    return ForfeitView(
        mind=forfeit.mind,
        games=forfeit.games,
        reason=full_stop(say(forfeit.reason, language)),
        source=fault_source(forfeit.reason),
        game=_forfeited_game(match, forfeit),
    )


def _forfeited_game(match: BackgroundMatch, forfeit: ForfeitCount) -> str | None:
    """The id of the last game that a mind forfeited for a reason."""
    ids = [
        match.game_id(pairing)
        for pairing, outcome in match.tournament.outcomes()
        for each in outcome.forfeits
        if (pairing.minds[each.seat], each.reason) == (forfeit.mind, forfeit.reason)
    ]
    return ids[-1] if ids else None


def pair_games(match: BackgroundMatch, first: int, second: int) -> list[PairGame]:
    """The games in which two minds met."""
    met = [
        (pairing, outcome) for pairing, outcome in match.tournament.outcomes() if {first, second} <= {*pairing.minds}
    ]
    return [
        PairGame(
            id=match.game_id(pairing),
            minds=list(pairing.minds),
            result=list(outcome.result),
            scores=list(outcome.scores),
            forfeits=[forfeit.seat for forfeit in outcome.forfeits],
        )
        for pairing, outcome in met
    ]
