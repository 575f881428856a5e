"""API: assignments, hand-ins, grades and the teacher's overview of a class. There is none of it without a class."""

from __future__ import annotations

import asyncio
from datetime import datetime
from typing import Annotated, Any

from fastapi import Depends, Path, Query, Request, Response
from pydantic import BaseModel, Field
from starlette.requests import HTTPConnection

from ludoteca.classroom.assignments.assignment import Assignment
from ludoteca.classroom.assignments.assignment_file import assignment_of, parse_assignment
from ludoteca.classroom.assignments.checks import CHECK_GAMES
from ludoteca.classroom.assignments.gradebook import GradesFormat, gradebook
from ludoteca.classroom.assignments.grading import Grading
from ludoteca.classroom.assignments.hand_ins import HandIn
from ludoteca.classroom.assignments.programs import school_of
from ludoteca.classroom.assignments.similar_hand_ins import similar_hand_ins, whole_text
from ludoteca.classroom.assignments.student_report import student_report
from ludoteca.classroom.league.nights import league_hour
from ludoteca.classroom.members import Member
from ludoteca.core.errors import BadInput, NotFound
from ludoteca.lab.api.catalogue import AllShelves
from ludoteca.lab.api.common import LONGEST, Body, Language, Who
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.coursework_service import CourseworkService
from ludoteca.lab.responses.coursework import (
    AssignmentPage,
    AssignmentSummary,
    AssignmentView,
    HandInView,
    JobView,
    Overview,
    assignment_view,
    grade_view,
    hand_in_view,
    hand_in_views,
    job_view,
    student_row,
)

router = LabRouter("/coursework")
AssignmentId = Annotated[str, Path(pattern="^[a-z0-9][a-z0-9-]{0,39}$")]
MemberId = Annotated[str, Path(pattern="^[0-9a-f]{10}$")]


async def coursework_service(connection: HTTPConnection) -> CourseworkService:
    """The coursework of the class; raises `NotFound` in a lab without one."""
    service: CourseworkService | None = connection.app.state.coursework
    if service is None:
        raise NotFound("lab.coursework.no_class")
    return service


async def _member(who: Who) -> Member:
    if who.member is None:
        raise NotFound("lab.coursework.no_class")
    return who.member


async def _teacher(who: Who) -> Member:
    who.require_teacher()
    return await _member(who)


Service = Annotated[CourseworkService, Depends(coursework_service)]
Me = Annotated[Member, Depends(_member)]
Teacher = Annotated[Member, Depends(_teacher)]


def found_assignment(service: Service, assignment_id: AssignmentId) -> Assignment:
    return service.coursework.assignments.find(assignment_id)


FoundAssignment = Annotated[Assignment, Depends(found_assignment)]


class NewAssignment(Body):
    """An assignment to publish, as the text of a TOML file or as plain data with the same keys."""

    toml: Annotated[str | None, Field(max_length=1 << 18)] = None
    data: dict[str, Any] | None = None


class NewHandIn(Body):
    """A file of the student's shelf, in the version that is saved there."""

    file: Annotated[str, Field(max_length=LONGEST)]


class NewHour(Body):
    """The time of the league nights as HH:MM; "off" for none."""

    hour: Annotated[str, Field(max_length=5)]


class NewNumber(Body):
    """What the institution calls a student: an e-mail address or a number."""

    number: Annotated[str, Field(max_length=LONGEST)]


class HandedIn(BaseModel):
    """A hand-in, and what would be graded."""

    hand_in: HandInView
    check_games: int
    games: int
    minds: int


class PartView(BaseModel):
    first: list[int]
    second: list[int]


class SimilarView(BaseModel):
    """Two hand-ins with similar programs: the share in common, the lines that match, and both texts."""

    names: list[str]
    files: list[str]
    share: float
    parts: list[PartView]
    texts: list[str]


@router.get("/assignments")
def list_assignments(service: Service, me: Me) -> list[AssignmentSummary]:
    """The assignments of the class, the first deadline first."""
    now = service.coursework.now()
    found = []
    for one in service.coursework.assignments.all():
        grading, states = Grading(service.coursework, one), dict[str, int]()
        if me.is_teacher:
            for row in grading.rows():
                states[row.state] = states.get(row.state, 0) + 1
        row = grading.row(me.id, me.name)
        shown = row.grade is not None and one.is_over(now)
        state = row.state if row.state != "graded" or shown else "waiting"
        points = row.grade.points if shown and row.grade is not None else None
        found.append(AssignmentSummary(assignment=assignment_view(one, now), state=state, points=points, states=states))
    return found


@router.post("/assignments", status_code=201)
def publish_assignment(service: Service, teacher: Teacher, new: NewAssignment) -> AssignmentView:
    """Publish an assignment, or change it. Files of its panel are files of the teacher's shelf."""
    programs = service.coursework.programs

    def place(name: str) -> str:
        return f"{teacher.id}/{name}"

    if new.toml is not None:
        given = parse_assignment(new.toml, "TOML", programs, place)
    else:
        data = dict(new.data or {})
        if isinstance(data.get("deadline"), str):
            try:
                data["deadline"] = datetime.fromisoformat(data["deadline"])
            except ValueError:
                raise BadInput("classroom.assignments.deadline") from None
        given = assignment_of(data, "", programs, place)
    return assignment_view(service.coursework.assignments.publish(given), service.coursework.now())


@router.delete("/assignments/{assignment_id}", status_code=204)
def delete_assignment(service: Service, teacher: Teacher, assignment_id: AssignmentId) -> None:
    """Delete an assignment with its hand-ins and grades."""
    service.coursework.assignments.delete(assignment_id)


@router.get("/assignments/{assignment_id}")
def get_assignment(service: Service, me: Me, assignment: FoundAssignment, lang: Language = "en") -> AssignmentPage:
    """An assignment with one's own hand-ins, and one's grade after the deadline."""
    now, mine = service.coursework.now(), service.coursework.hand_ins.of(assignment.id, me.id)
    grade = Grading(service.coursework, assignment).row(me.id, me.name).grade
    shown = None if grade is None or not assignment.is_over(now) else grade_view(assignment, grade, lang)
    return AssignmentPage(assignment=assignment_view(assignment, now), hand_ins=hand_in_views(mine, lang), grade=shown)


@router.post("/assignments/{assignment_id}/hand-ins", status_code=201)
async def hand_in(
    service: Service,
    me: Me,
    shelves: AllShelves,
    who: Who,
    assignment: FoundAssignment,
    new: NewHandIn,
    lang: Language = "en",
) -> HandedIn:
    """Hand in the saved version of a file with all files that it includes. It is stored, and then checked."""

    def add() -> HandIn:
        school = school_of(new.file)
        files = shelves.of(who)
        file, knowledge = files.read(assignment.game, new.file)
        if file.own:
            raise BadInput("lab.coursework.own_file", file=new.file)
        linked = files.programs(assignment.game, new.file, knowledge.text)[0]
        return service.coursework.hand_ins.add(assignment, me.id, linked, school)

    added = await asyncio.to_thread(add)
    await service.ensure("checks")
    view, minds = hand_in_view(added, False, lang), len(assignment.panel)
    return HandedIn(hand_in=view, check_games=CHECK_GAMES, games=assignment.games, minds=minds)


@router.get("/assignments/{assignment_id}/overview")
def get_overview(service: Service, teacher: Teacher, assignment: FoundAssignment, lang: Language = "en") -> Overview:
    """Who handed in, what fails and why, grades, and who is active."""
    coursework, by_member = service.coursework, dict[str, list[HandIn]]()
    for one in coursework.hand_ins.of(assignment.id):
        by_member.setdefault(one.member, []).append(one)
    rows = Grading(coursework, assignment).rows()
    views = {member: hand_in_views(versions, lang) for member, versions in by_member.items()}
    return Overview(
        assignment=assignment_view(assignment, coursework.now()),
        students=[student_row(row, views.get(row.member, []), service.activity.get(row.member)) for row in rows],
        grading=job_view(service.jobs.newest("grade", assignment.id), lang),
        league=job_view(service.jobs.newest("league", assignment.id), lang),
        league_hour=league_hour(coursework.store),
    )


@router.post("/assignments/{assignment_id}/grade", status_code=202)
async def start_grading(
    service: Service, teacher: Teacher, assignment: FoundAssignment, lang: Language = "en"
) -> JobView | None:
    """Play the games that are missing, in the background."""
    return job_view(await service.ask("grade", assignment.id), lang)


@router.get("/assignments/{assignment_id}/grades.csv")
def get_grades(
    service: Service,
    teacher: Teacher,
    assignment: FoundAssignment,
    form: Annotated[GradesFormat, Query(alias="format")] = "plain",
    lang: Language = "en",
) -> Response:
    """The grades of all students as CSV: plain, or for the importers of Moodle and Canvas."""
    text = gradebook(assignment, Grading(service.coursework, assignment).rows(), form, lang)
    name = f'attachment; filename="{assignment.id}-{form}.csv"'
    return Response(text, media_type="text/csv; charset=utf-8", headers={"Content-Disposition": name})


@router.get("/assignments/{assignment_id}/report.html")
def get_report(
    service: Service,
    me: Me,
    assignment: FoundAssignment,
    request: Request,
    member: Annotated[str, Query(pattern="^([0-9a-f]{10})?$", description="A student, for the teacher.")] = "",
    lang: Language = "en",
) -> Response:
    """A student's report as one page that needs no lab; one's own after the deadline."""
    student = me if member in ("", me.id) else service.coursework.members.find(member)
    if student.id != me.id and not me.is_teacher:
        raise NotFound("classroom.members.none", name=member)
    row = Grading(service.coursework, assignment).row(student.id, student.name)
    if row.grade is None or not (me.is_teacher or assignment.is_over(service.coursework.now())):
        raise NotFound("lab.coursework.no_grade")
    base = str(request.base_url)
    text = student_report(assignment, row, lang, lambda game: f"{base}class/game/{game.key}")
    name = f'attachment; filename="{assignment.id}-{student.id}.html"'
    return Response(text, media_type="text/html; charset=utf-8", headers={"Content-Disposition": name})


@router.get("/assignments/{assignment_id}/similar")
def get_similar(service: Service, teacher: Teacher, assignment: FoundAssignment) -> list[SimilarView]:
    """Pairs of students with similar programs, the most similar first."""
    coursework = service.coursework
    names = {member.id: member.name for member in coursework.members.all()}
    return [
        SimilarView(
            names=[names[one.member] for one in (found.first, found.second)],
            files=[one.program.file for one in (found.first, found.second)],
            share=found.pair.share,
            parts=[PartView(first=list(part.first), second=list(part.second)) for part in found.pair.parts],
            texts=[whole_text(coursework, one) for one in (found.first, found.second)],
        )
        for found in similar_hand_ins(coursework, assignment)
    ]


@router.get("/hand-ins/{number}")
def get_hand_in(service: Service, me: Me, number: Annotated[int, Path(ge=1)]) -> dict[str, str]:
    """The files of a hand-in by name; one's own, or any for the teacher."""
    found = service.coursework.hand_ins.find(number)
    if found.member != me.id and not me.is_teacher:
        raise NotFound("classroom.assignments.no_hand_in", number=number)
    return dict(service.coursework.programs.texts(found.program.key))


@router.put("/members/{member}/number", status_code=204)
def set_number(service: Service, teacher: Teacher, member: MemberId, new: NewNumber) -> None:
    """Keep what the institution calls a student, for the grades."""
    service.coursework.set_number(service.coursework.members.find(member).id, new.number)
