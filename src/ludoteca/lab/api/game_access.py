"""Games in requests: who may look at one, change it, or ask minds about it."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends
from starlette.requests import HTTPConnection

from ludoteca.classroom.members import Members
from ludoteca.classroom.store import ClassStore
from ludoteca.lab.api.common import Id, Who
from ludoteca.lab.api.places import Games
from ludoteca.lab.errors import Forbidden
from ludoteca.lab.live_game import LiveGame


async def _game(games: Games, key: Id) -> LiveGame:
    return await games.find(key)


async def _owner_names(connection: HTTPConnection, who: Who) -> dict[str, str]:
    """The names of the members of the class by id, for the teacher; nothing for others."""
    store: ClassStore | None = connection.app.state.classroom
    return {member.id: member.name for member in Members(store).all()} if store and who.is_teacher else {}


async def _own_game(games: Games, key: Id, who: Who) -> LiveGame:
    """A game that the person who asks may change."""
    live = await games.find(key)
    if live.link:
        live.link.check_seated(who.id)
    elif not who.owns(live.owner):
        raise Forbidden("lab.link.not_owner")
    return live


async def _asked_game(games: Games, key: Id, who: Who) -> LiveGame:
    """A game about which the person may ask minds: one's own, for the teacher all, and none between people by link."""
    live = await games.find(key)
    if live.link and not live.over:
        raise Forbidden("lab.link.no_help")
    if not who.sees_all and not who.owns(live.owner) and not live.link.of(who.id):
        raise Forbidden("lab.link.not_owner")
    return live


FoundGame = Annotated[LiveGame, Depends(_game)]
OwnGame = Annotated[LiveGame, Depends(_own_game)]
AskedGame = Annotated[LiveGame, Depends(_asked_game)]
OwnerNames = Annotated[dict[str, str], Depends(_owner_names)]
