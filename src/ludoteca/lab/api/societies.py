"""Societies: agents live together in one game, and what each of them does is told side by side."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request
from pydantic import BaseModel, Field

from ludoteca.core.game import seat_key
from ludoteca.core.i18n import full_stop, phrase, say
from ludoteca.core.outcome import outcome
from ludoteca.core.society import Entry, SocietyLog
from ludoteca.games import load_game
from ludoteca.lab.api.catalogue import AllShelves
from ludoteca.lab.api.common import BIGGEST, LONGEST, Body, Game, Language, Settings, Who
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.minds.schools import start_society

router = LabRouter("/societies")
_SECONDS = 10.0  # for an agent between two moves …
_LIFE = 60.0  # … and for all of them together, to the end

FileName = Annotated[str, Field(max_length=LONGEST, examples=["mine.asl"])]


async def _society_threads(request: Request) -> BackgroundThreads:
    threads: BackgroundThreads = request.app.state.societies
    return threads


Threads = Annotated[BackgroundThreads, Depends(_society_threads)]


class NewSociety(Body):
    """The agents of a society: a knowledge file for each seat; without one, the game's own."""

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


class Sent(BaseModel):
    """A message from one agent to another, by the numbers of their seats."""

    sender: int
    to: int
    content: str


class Row(BaseModel):
    """What happened at one time (in seconds of the agents' own clock), after so many moves."""

    time: float
    moves: int
    agents: list[list[Line]]
    world: list[Line]
    sent: list[Sent]


class Life(BaseModel):
    """A society's whole life; `boards` are the positions after 0, 1, 2 … moves."""

    game: str
    seats: list[str]
    files: list[str]
    moves: list[str]
    rows: list[Row]
    boards: list[str]
    end: str


@router.post("")
async def live_together(
    threads: Threads, shelves: AllShelves, who: Who, new: NewSociety, lang: Language = "en"
) -> Life:
    """Let agents play a game together; nothing is kept."""

    def live() -> Life:
        game = load_game(new.game, new.options)
        agents = [None if file is None else shelves.file(who, file, game) for file in new.agents]
        society = start_society(game, agents, new.seed, _SECONDS)
        try:
            return _response(society.live(_LIFE), society.programs, lang)
        finally:
            society.close()

    return await threads.run(live, who.owner)


def _response(log: SocietyLog, programs: tuple[str, ...], language: str) -> Life:
    game = log.position.game
    seats = {name: seat for seat, name in enumerate(game.seats)}
    return Life(
        game=game.name,
        seats=[phrase(seat_key(game, seat), language) for seat in range(len(game.seats))],
        files=list(programs),
        moves=[move.text for move in log.history],
        rows=[
            Row(
                time=row.time / 1000,
                moves=row.moves,
                agents=[[_line(entry, language) for entry in column] for column in row.agents],
                world=[_line(entry, language) for entry in row.world],
                sent=[Sent(sender=one.agent, to=seats[one.to], content=one.content) for one in row.sent],
            )
            for row in log.rows()
        ],
        boards=[game.svg(position, None, language) for position in log.positions()],
        end=_end(log, language),
    )


def _line(entry: Entry, language: str) -> Line:
    return Line(**entry.note.page_data(language), count=entry.count)


def _end(log: SocietyLog, language: str) -> str:
    """How it ended, in a sentence."""
    game = log.position.game
    names = [phrase(seat_key(game, seat), language) for seat in range(len(game.seats))]
    if log.fault is not None:
        seat, why = log.fault
        return phrase("lab.society.fault", language, seat=names[seat], why=full_stop(say(why, language)))
    return say(outcome(game, log.position.result(), log.position.scores()), language)
