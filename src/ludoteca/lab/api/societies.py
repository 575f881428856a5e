"""Societies: agents live together in one game, and what each of them does is told side by side."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Depends, Request
from pydantic import BaseModel, Field

from ludoteca.core.game import seat_key
from ludoteca.core.i18n import full_stop, phrase, say
from ludoteca.games import load_game
from ludoteca.lab.api.common import BIGGEST, LONGEST, Body, Game, Language, Settings
from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.minds.agentspeak import AgentSpeak
from ludoteca.minds.agentspeak.society import Chronicle, Entry, Society, knowledge_for
from ludoteca.minds.shared.knowledge import Knowledge

router = APIRouter(prefix="/societies")
_SECONDS = 10.0  # for an agent between two moves …
_LIFE = 60.0  # … and for all of them together, to the end

FileName = Annotated[str, Field(max_length=LONGEST, examples=["mine.asl"])]


async def _society_threads(request: Request) -> BackgroundThreads:
    threads: BackgroundThreads = request.app.state.societies
    return threads


Threads = Annotated[BackgroundThreads, Depends(_society_threads)]


class NewSociety(Body):
    """Who is to live together: a file of knowledge a seat; without one, the game's own."""

    game: Game
    options: Settings = Field(default_factory=dict)
    agents: Annotated[list[FileName | None], Field(max_length=16)] = Field(default_factory=list)
    seed: Annotated[int, Field(ge=0, le=BIGGEST)] = 0


class Line(BaseModel):
    """What an agent did or met with, how often in a row, and where its program says so."""

    kind: str
    sentence: str
    source: dict[str, Any] | None
    count: int


class Row(BaseModel):
    """What happened at one time (in seconds of the agents' own clock), after so many moves."""

    time: float
    moves: int
    agents: list[list[Line]]
    world: list[Line]


class Life(BaseModel):
    """A society's whole life."""

    game: str
    seats: list[str]
    files: list[str]
    moves: list[str]
    rows: list[Row]
    svg: str
    end: str


@router.post("")
async def live_together(threads: Threads, new: NewSociety, lang: Language = "en") -> Life:
    """Let agents play a game together; nothing is kept."""
    game = load_game(new.game, new.options)
    knowledge = knowledge_for(game, new.agents)

    def live() -> Chronicle:
        society = Society(game, knowledge, new.seed, AgentSpeak.with_defaults().steps, _SECONDS)
        try:
            return society.live(_LIFE)
        finally:
            society.close()

    return _told(await threads.run(live), knowledge, lang)


def _told(chronicle: Chronicle, knowledge: list[Knowledge], language: str) -> Life:
    game = chronicle.position.game
    return Life(
        game=game.name,
        seats=[phrase(seat_key(game, seat), language) for seat in range(len(game.seats))],
        files=[known.name for known in knowledge],
        moves=[move.text for move in chronicle.history],
        rows=[
            Row(
                time=row.time / 1000,
                moves=row.moves,
                agents=[[_line(entry, language) for entry in column] for column in row.agents],
                world=[_line(entry, language) for entry in row.world],
            )
            for row in chronicle.rows()
        ],
        svg=game.svg(chronicle.position, None, language),
        end=_end(chronicle, language),
    )


def _line(entry: Entry, language: str) -> Line:
    return Line(**entry.note.page_data(language), count=entry.count)


def _end(chronicle: Chronicle, language: str) -> str:
    """How it ended, in a sentence."""
    game = chronicle.position.game
    names = [phrase(seat_key(game, seat), language) for seat in range(len(game.seats))]
    if chronicle.fault is not None:
        seat, why = chronicle.fault
        return phrase("lab.society.fault", language, seat=names[seat], why=full_stop(say(why, language)))
    if chronicle.winner is None:
        return phrase("lab.society.draw", language)
    return phrase("lab.society.won", language, seat=names[chronicle.winner])
