"""Matches: begun, followed, stopped, gone on with."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Request
from pydantic import BaseModel, Field

from ludoteca.core.explanation import Source
from ludoteca.core.i18n import full_stop, say
from ludoteca.lab.api.common import BIGGEST, Body, Game, Id, Language, Mind, Settings, rooms_of
from ludoteca.lab.matches import LabMatch, Plan
from ludoteca.lab.responses import guilty_line

router = APIRouter(prefix="/matches")


class NewMatch(Body):
    """A match to begin: every mind against every other."""

    game: Game
    minds: Annotated[list[Mind], Field(max_length=16)]
    options: Settings = Field(default_factory=dict)
    games: Annotated[int, Field(ge=1, le=10_000)] = 20
    opening: Annotated[int, Field(ge=0, le=100)] = 4
    time: Annotated[float, Field(gt=0, le=3600)] = 10.0
    seed: Annotated[int, Field(ge=0, le=BIGGEST)] = 0


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
    reason: str | None  # why it last forfeited a game, if it did
    source: Source | None


class MatchView(BaseModel):
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
    rows: list[Row]
    cells: list[Cell]


@router.get("")
async def list_matches(request: Request, lang: Language = "en") -> list[MatchView]:
    """Matches, the latest first."""
    return [_match_view(contest, lang) for contest in rooms_of(request).contests()]


@router.post("", status_code=201)
async def begin_match(request: Request, new: NewMatch, lang: Language = "en") -> MatchView:
    """Begin a match."""
    plan = Plan(new.game, new.options, tuple(new.minds), new.games, new.opening, new.time, new.seed)
    return _match_view(rooms_of(request).begin_contest(plan), lang)


@router.get("/{key}")
async def get_match(request: Request, key: Id, lang: Language = "en") -> MatchView:
    """A match as it stands."""
    return _match_view(rooms_of(request).contest(key), lang)


@router.post("/{key}/stop")
async def stop_match(request: Request, key: Id, lang: Language = "en") -> MatchView:
    """Stop a match; finished games are kept."""
    contest = rooms_of(request).contest(key)
    await contest.stop()
    return _match_view(contest, lang)


@router.post("/{key}/go-on")
async def go_on_with_match(request: Request, key: Id, lang: Language = "en") -> MatchView:
    """Go on where a match was stopped."""
    contest = rooms_of(request).contest(key)
    contest.go_on()
    return _match_view(contest, lang)


@router.delete("/{key}", status_code=204)
async def delete_match(request: Request, key: Id) -> None:
    """Forget a match and its games."""
    await rooms_of(request).delete_contest(key)


def _match_view(contest: LabMatch, language: str) -> MatchView:
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
        rows=[_row(contest, mind, language) for mind in range(len(plan.minds))],
        cells=cells,
    )


def _row(contest: LabMatch, mind: int, language: str) -> Row:
    met = [(pair.index(mind), figures) for pair, figures in contest.figures() if mind in pair]
    games = sum(figures.games for _, figures in met)

    fault = contest.fault_of(mind)

    def mean(values: list[float]) -> float:
        return sum(value * figures.games for value, (_, figures) in zip(values, met, strict=True)) / max(1, games)

    return Row(
        mind=mind,
        games=games,
        wins=sum(figures.wins[at] for at, figures in met),
        forfeits=sum(figures.forfeits[at] for at, figures in met),
        score=mean([figures.results[at] for at, figures in met]),
        points=mean([figures.points[at] for at, figures in met]),
        reason=None if fault is None else full_stop(say(fault, language)),
        source=None if fault is None else guilty_line(fault),
    )
