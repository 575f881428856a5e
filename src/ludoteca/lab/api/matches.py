"""API: matches, in which every mind meets every other."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field

from ludoteca.arena.match_results import Figures
from ludoteca.core.explanation import Source
from ludoteca.core.i18n import full_stop, say
from ludoteca.lab.api.common import BIGGEST, Body, Game, Id, Language, Mind, Settings
from ludoteca.lab.match_service import MOST_GAMES, BackgroundMatch, MatchService, RoundRobin
from ludoteca.lab.responses.explanation import fault_source

router = APIRouter(prefix="/matches")


async def _match_service(request: Request) -> MatchService:
    service: MatchService = request.app.state.matches
    return service


Matches = Annotated[MatchService, Depends(_match_service)]


class NewMatch(Body):
    """A match to start: every mind meets every other."""

    game: Game
    minds: Annotated[list[Mind], Field(max_length=16)]
    options: Settings = Field(default_factory=dict)
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)] = 20
    opening: Annotated[int, Field(ge=0, le=100)] = 4
    time: Annotated[float, Field(gt=0, le=3600)] = 10.0
    seed: Annotated[int, Field(ge=0, le=BIGGEST)] = 0


class PairView(BaseModel):
    """The games of two minds: the first one's mean result with its 95 % interval, and its mean margin."""

    first: int
    second: int
    games: int
    wins: list[int]
    draws: int
    score: float
    interval: list[float]
    margin: float


class StandingView(BaseModel):
    """The games of one mind against all others: its mean result and its mean points."""

    mind: int
    games: int
    wins: int
    forfeits: int
    score: float
    points: float
    reason: str | None  # of its last forfeit
    source: Source | None
    game: str | None  # in which it was


class MatchView(BaseModel):
    """A match as it stands."""

    id: str
    game: str
    options: Settings
    minds: list[str]
    games: int
    planned: int
    running: bool
    finished: bool
    fault: str | None
    seats: int
    rows: list[StandingView]
    cells: list[PairView]


@router.get("")
async def list_matches(matches: Matches, lang: Language = "en") -> list[MatchView]:
    """All matches, the latest first."""
    return [match_view(match, lang) for match in matches.all()]


@router.post("", status_code=201)
async def start_match(matches: Matches, new: NewMatch, lang: Language = "en") -> MatchView:
    """Start a match."""
    settings = RoundRobin(new.game, new.options, tuple(new.minds), new.games, new.opening, new.time, new.seed)
    return match_view(await matches.start(settings), lang)


@router.get("/{key}")
async def get_match(matches: Matches, key: Id, lang: Language = "en") -> MatchView:
    """A match as it stands."""
    return match_view(matches.find(key), lang)


@router.post("/{key}/stop")
async def stop_match(matches: Matches, key: Id, lang: Language = "en") -> MatchView:
    """Stop a match; finished games are kept."""
    match = matches.find(key)
    await match.stop()
    return match_view(match, lang)


@router.post("/{key}/resume")
async def resume_match(matches: Matches, key: Id, lang: Language = "en") -> MatchView:
    """Resume a match that was stopped."""
    match = matches.find(key)
    match.resume()
    return match_view(match, lang)


@router.delete("/{key}", status_code=204)
async def delete_match(matches: Matches, key: Id) -> None:
    """Delete a match and its games."""
    await matches.delete(key)


def match_view(match: BackgroundMatch, language: str) -> MatchView:
    figures_of = match.figures()
    cells = [
        PairView(
            first=pair[0],
            second=pair[1],
            games=figures.games,
            wins=list(figures.wins),
            draws=figures.draws,
            score=figures.score,
            interval=list(figures.interval),
            margin=figures.margin,
        )
        for pair, figures in figures_of
        if match.seats == 2  # a cross table is about pairs
    ]
    settings = match.settings
    return MatchView(
        id=match.id,
        game=settings.game,
        options={name: value for name, value in settings.options.items() if value is not None},
        minds=list(settings.minds),
        games=sum(figures.games for _, figures in figures_of),
        planned=settings.games * len(match.pairs),
        running=match.running,
        finished=match.finished,
        fault=None if match.fault is None else say(match.fault, language),
        seats=match.seats,
        rows=[_standing_view(match, figures_of, mind, language) for mind in range(len(settings.minds))],
        cells=cells,
    )


def _standing_view(
    match: BackgroundMatch, figures_of: list[tuple[tuple[int, ...], Figures]], mind: int, language: str
) -> StandingView:
    met = [(pair.index(mind), figures) for pair, figures in figures_of if mind in pair]
    games = sum(figures.games for _, figures in met)

    fault, game = match.fault_of(mind) or (None, None)

    def mean(values: list[float]) -> float:
        return sum(value * figures.games for value, (_, figures) in zip(values, met, strict=True)) / max(1, games)

    return StandingView(
        mind=mind,
        games=games,
        wins=sum(figures.wins[at] for at, figures in met),
        forfeits=sum(figures.forfeits[at] for at, figures in met),
        score=mean([figures.results[at] for at, figures in met]),
        points=mean([figures.points[at] for at, figures in met]),
        reason=None if fault is None else full_stop(say(fault, language)),
        source=None if fault is None else fault_source(fault),
        game=game,
    )
