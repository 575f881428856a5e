"""API: the class, its members, and what the teacher can do with them."""

from __future__ import annotations

import io
from typing import Annotated

from fastapi import Depends, Path, Request, Response
from pydantic import BaseModel, Field
from starlette.requests import HTTPConnection

from ludoteca.classroom.members import Member, Members, Role
from ludoteca.classroom.store import ClassStore
from ludoteca.core.errors import NotFound
from ludoteca.lab.addresses import is_loopback, join_link
from ludoteca.lab.api.catalogue import AllShelves
from ludoteca.lab.api.common import LONGEST, Body, Who
from ludoteca.lab.api.matches import Matches
from ludoteca.lab.api.places import Games
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.knowledge_files import KnowledgeFile
from ludoteca.lab.member_data import remove_member, write_export
from ludoteca.lab.people import Person
from ludoteca.lab.qr_codes import qr_svg

router = LabRouter()


async def classroom(connection: HTTPConnection) -> ClassStore:
    """The class that the lab is for; raises `NotFound` without one."""
    store: ClassStore | None = connection.app.state.classroom
    if store is None:
        raise NotFound("lab.no_class")
    return store


async def teacher(who: Who) -> Person:
    """The teacher who sends a request; raises `Forbidden` for everybody else."""
    who.require_teacher()
    return who


Class = Annotated[ClassStore, Depends(classroom)]
Teacher = Annotated[Person, Depends(teacher)]
MemberId = Annotated[str, Path(pattern="^[0-9a-f]{10}$", description="As in the list of members.")]


class MemberView(BaseModel):
    """A member of the class."""

    id: str
    name: str
    role: Role
    joined: float


class Me(BaseModel):
    """The name of the class, None without one, the member who asks, and the address that others can open."""

    name: str | None
    member: MemberView | None
    address: str


class QueuePlace(BaseModel):
    """A place in a queue, from 1; 0 if nothing waits."""

    place: int


class JoinLink(BaseModel):
    """A link with which students join, and its QR code as SVG."""

    link: str
    qr: str


class Joining(BaseModel):
    """The links with which students join, the one to give out first; none while nobody can join."""

    links: list[JoinLink]


class StudentView(MemberView):
    """A member with the files on the shelf and the number of games."""

    files: list[KnowledgeFile]
    games: int


class PersonalLink(BaseModel):
    """A new personal link, shown once, and its QR code as SVG."""

    link: str
    qr: str


class NewName(Body):
    """Another name for a member."""

    name: Annotated[str, Field(max_length=LONGEST)]


@router.get("/me")
def get_me(request: Request, who: Who) -> Me:
    """Who asks, and in which class."""
    store: ClassStore | None = request.app.state.classroom
    member = None if who.member is None else _member_view(who.member)
    return Me(name=None if store is None else store.name, member=member, address=_addresses(request)[0])


@router.get("/queue")
async def get_queue(request: Request, who: Who) -> QueuePlace:
    """The place of the first trial of the person who asks among those that wait."""
    return QueuePlace(place=request.app.state.trials.place(who.owner))


@router.post("/class/sign-out", status_code=204)
def sign_out(store: Class, response: Response) -> None:
    """Let this browser forget who uses it."""
    response.delete_cookie(Members(store).cookie, httponly=True, samesite="lax")


@router.get("/class/members")
async def list_members(store: Class, shelves: AllShelves, games: Games, who: Teacher) -> list[StudentView]:
    """All members with their files, for the teacher."""
    found = []
    for member in Members(store).all():
        ids = await games.store.run(lambda lab, owner=member.id: lab.ids_of(owner))  # type: ignore[misc]
        files = shelves.of_owner(member.id).written()
        found.append(StudentView(**_member_view(member).model_dump(), files=files, games=len(ids)))
    return found


@router.put("/class/members/{member_id}/name")
def rename_member(store: Class, who: Teacher, member_id: MemberId, new: NewName) -> MemberView:
    """Give a member another name."""
    return _member_view(Members(store).rename(member_id, new.name))


@router.post("/class/members/{member_id}/reset")
def reset_member(store: Class, who: Teacher, member_id: MemberId, request: Request) -> PersonalLink:
    """Give a member a new personal link; the old one lets nobody in any more."""
    link = f"{_addresses(request)[0]}?token={Members(store).reset(member_id)}"
    return PersonalLink(link=link, qr=qr_svg(link))


@router.delete("/class/members/{member_id}", status_code=204)
async def delete_member(store: Class, games: Games, matches: Matches, who: Teacher, member_id: MemberId) -> None:
    """Delete a student with files, games, answers and everything else."""
    member = Members(store).find(member_id)
    for match in matches.all():
        if match.owner == member_id:
            await matches.delete(match.id)
    await games.forget(await games.store.run(lambda lab: lab.ids_of(member_id)))
    await games.store.run(lambda lab: remove_member(store, lab, member))


@router.get("/class/members/{member_id}/export", response_class=Response)
def export_member(store: Class, games: Games, who: Who, member_id: MemberId) -> Response:
    """Everything of one member as a zip file, for the member and for the teacher."""
    if member_id != who.id:
        who.require_teacher()
    member, packed = Members(store).find(member_id), io.BytesIO()
    ids = games.store.call(lambda lab: lab.ids_of(member_id))
    write_export(store, games.store.call, ids, member, packed)
    headers = {"Content-Disposition": f'attachment; filename="{store.name}-{member_id}.zip"'}
    return Response(packed.getvalue(), media_type="application/zip", headers=headers)


@router.get("/class/joining")
def get_joining(store: Class, who: Teacher, request: Request) -> Joining:
    """The links with which students join, for the teacher."""
    return _joining(store, request)


@router.post("/class/joining")
def renew_joining(store: Class, who: Teacher, request: Request) -> Joining:
    """Let students join with new links; those before let nobody in any more."""
    Members(store).renew_code()
    return _joining(store, request)


@router.delete("/class/joining")
def close_joining(store: Class, who: Teacher, request: Request) -> Joining:
    """Let nobody join any more."""
    Members(store).close_joining()
    return _joining(store, request)


def _joining(store: ClassStore, request: Request) -> Joining:
    code = Members(store).code()
    links = [] if code is None else [join_link(address, code) for address in _addresses(request)]
    return Joining(links=[JoinLink(link=link, qr=qr_svg(link)) for link in links])


def _addresses(request: Request) -> list[str]:
    """The addresses of the lab: that of the request, after the others if only this machine can open it."""
    own, known = str(request.base_url), list[str](getattr(request.app.state, "addresses", []))
    others = [address.partition("?")[0] for address in known[1:]]
    return [*dict.fromkeys([*others, own])] if is_loopback(request.base_url.hostname or "") else [own]


def _member_view(member: Member) -> MemberView:
    return MemberView(id=member.id, name=member.name, role=member.role, joined=member.joined)
