"""API: the league of an assignment, and games of a class opened in the lab."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Annotated

from fastapi import Path
from pydantic import BaseModel

from ludoteca.classroom.league.league import League
from ludoteca.classroom.league.names import LeagueNames, pseudonym
from ludoteca.classroom.league.nights import set_league_hour
from ludoteca.core.i18n import phrase
from ludoteca.games import load_game
from ludoteca.lab.api.common import Body, Language
from ludoteca.lab.api.coursework import FoundAssignment, Me, NewHour, Service, Teacher
from ludoteca.lab.api.places import Games
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.class_games import ClassGame, find_class_game, turning_point
from ludoteca.lab.responses.coursework import JobView, job_view
from ludoteca.lab.responses.league import LeagueView, ShownNames, history_chart, league_game, league_rows

router = LabRouter("/coursework")
Key = Annotated[str, Path(pattern="^[0-9a-f]{32}$")]


class ShowName(Body):
    """Whether the own name is shown in the league."""

    shown: bool


class OpenedGame(BaseModel):
    """A game of the class as one of the lab; `ply` is the turn of one's own that cost most, `file` one's own file."""

    id: str
    game: str
    file: str | None
    ply: int | None


@router.get("/assignments/{assignment_id}/league")
def get_league(service: Service, me: Me, assignment: FoundAssignment, lang: Language = "en") -> LeagueView:
    """The newest table with pseudonyms, one's own history, and one's own games."""
    coursework = service.coursework
    league, drawn = League(coursework, assignment), LeagueNames(coursework.store).all()
    names = {member.id: member.name for member in coursework.members.all()}
    shown = ShownNames(names, drawn, me.is_teacher, lang)
    table, history = league.table(), league.history(me.id)
    rules = load_game(assignment.game, assignment.options)
    title = phrase("lab.page.league_history", lang)
    own, is_shown = drawn.get(me.id, (None, False))
    return LeagueView(
        played=table[0].played if table else None,
        rows=league_rows(table, shown, me.id),
        pseudonym=None if own is None else pseudonym(own, lang),
        shown=is_shown,
        chart=history_chart(history, title) if history else None,
        nights=len(history),
        games=[league_game(game, rules, shown, me.id, lang) for game in league.games(me.id)],
    )


@router.post("/assignments/{assignment_id}/league/play", status_code=202)
async def play_league(
    service: Service, teacher: Teacher, assignment: FoundAssignment, lang: Language = "en"
) -> JobView | None:
    """Play a league night now, in the background; only what changed is played."""
    League(service.coursework, assignment)
    return job_view(await service.ask("league", assignment.id), lang)


@router.put("/league-name", status_code=204)
def show_name(service: Service, me: Me, new: ShowName) -> None:
    """Show one's own name in the league, or hide it behind the pseudonym."""
    LeagueNames(service.coursework.store).show(me.id, new.shown)


@router.put("/league-hour", status_code=204)
def set_hour(service: Service, teacher: Teacher, new: NewHour) -> None:
    """Set the time of the league nights."""
    set_league_hour(service.coursework.store, new.hour)


@router.post("/games/{key}/open")
async def open_game(service: Service, me: Me, games: Games, key: Key) -> OpenedGame:
    """A game of one's grade or league as a game of the lab, to replay and to review; any game for the teacher."""
    found = await asyncio.to_thread(find_class_game, service.coursework, me, key)
    game_id = _id(found, me.id)
    if await games.store.run(lambda store: store.game(game_id)) is None:
        await games.store.run(lambda store: store.save_record(game_id, found.record, None, me.id))
    live = await games.find(game_id)
    ply = (
        None
        if found.seat is None
        else turning_point(live.runner.turns, live.scores, found.record.header.seats, found.seat)
    )
    return OpenedGame(id=game_id, game=found.record.header.game, file=found.file, ply=ply)


def _id(found: ClassGame, member: str) -> str:
    """The id of a game of the class in the lab: one for each member, since not all see the same of it."""
    return hashlib.blake2b(f"{found.key}/{member}".encode(), digest_size=5).hexdigest()
