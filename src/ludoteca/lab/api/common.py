"""Types that all parts of the API share: parameters, bodies and refusals."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from fastapi import Depends, Path, Query, Request, Response
from pydantic import BaseModel, ConfigDict, Field
from starlette.requests import HTTPConnection

from ludoteca.classroom.members import Member
from ludoteca.classroom.tokens import hash_of, new_token
from ludoteca.lab.coursework_service import CourseworkService
from ludoteca.lab.people import BROWSER_COOKIE, Person

LONGEST = 200  # characters of a name or a mind
_MOST_OPTIONS = 100
_YEAR = 365 * 24 * 3600  # seconds
BIGGEST = 2**53 - 1  # the largest number JavaScript keeps exactly


class Refusal(BaseModel):
    """The reason why a request was refused, as a sentence; for an error in a text, also its file and line."""

    error: str
    file: str | None = None
    line: int | None = None


REFUSALS: dict[int | str, dict[str, Any]] = {
    code: {"model": Refusal} for code in (400, 401, 403, 404, 408, 409, 413, 422, 429, 503, 507)
}

Language = Annotated[Literal["en", "es"], Query(description="The language to answer in.")]
Id = Annotated[str, Path(pattern=r"^[0-9a-f-]{1,40}$", description="As in the list of games or matches.")]
GameName = Annotated[str, Path(max_length=LONGEST, description="The name of a game.")]
Game = Annotated[str, Field(max_length=LONGEST, examples=["kalah"])]
Setting = int | float | bool | Annotated[str, Field(max_length=LONGEST)]
Settings = Annotated[dict[str, Setting], Field(max_length=_MOST_OPTIONS)]
Mind = Annotated[str, Field(max_length=LONGEST, examples=["human", "random"])]


class Body(BaseModel):
    """The body of a request: fields that it does not have are refused."""

    model_config = ConfigDict(extra="forbid")


class GameWithOptions(Body):
    """A game and some of its options."""

    game: Game
    options: Settings = Field(default_factory=dict)


async def person(connection: HTTPConnection) -> Person:
    """Who sends a request."""
    member: Member | None = connection.scope.get("member")
    if member is not None:
        return Person(member.id, member)
    browser = connection.cookies.get(BROWSER_COOKIE)
    return Person(hash_of(browser)) if browser else Person()


Who = Annotated[Person, Depends(person)]


async def note_activity(connection: HTTPConnection, who: Who) -> None:
    """Note for the teacher in which part of the lab a member is."""
    service: CourseworkService | None = connection.app.state.coursework
    if service is not None and who.member is not None:
        part = connection.url.path.removeprefix("/api/").partition("/")[0]
        service.activity[who.member.id] = (service.coursework.now(), part)


async def visitor(request: Request, response: Response, who: Who) -> Person:
    """Who sends a request that takes a seat: a browser without an id is given one."""
    if who.id:
        return who
    value = new_token()
    secure = request.url.scheme == "https"
    response.set_cookie(BROWSER_COOKIE, value, max_age=_YEAR, httponly=True, samesite="lax", secure=secure)
    return Person(hash_of(value))


Visitor = Annotated[Person, Depends(visitor)]
