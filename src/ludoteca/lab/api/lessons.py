"""API: lessons, and checks of answers to them."""

from __future__ import annotations

from typing import Annotated

from fastapi import Depends, Path, Query, Request
from pydantic import BaseModel, Field

from ludoteca.lab.api.common import LONGEST, Body, Id, Language, Who
from ludoteca.lab.api.routing import LabRouter
from ludoteca.lab.lesson_service import LessonService
from ludoteca.lab.responses.lesson import (
    LessonCheckView,
    LessonsView,
    LessonView,
    check_view,
    lesson_view,
    lessons_view,
)

router = LabRouter("/lessons")
_LARGEST = 1 << 16  # characters of an answer


async def _lesson_service(request: Request) -> LessonService:
    service: LessonService = request.app.state.lessons
    return service


Lessons = Annotated[LessonService, Depends(_lesson_service)]
LessonName = Annotated[str, Path(max_length=LONGEST, description="As in the list of lessons.")]
Narrow = Annotated[bool, Query(description="Draw boards for a narrow screen.")]


class GivenText(Body):
    """An answer to a lesson: a program, a plan, or one value a line."""

    text: Annotated[str, Field(max_length=_LARGEST)]


class AnswerView(BaseModel):
    """The model answer of a lesson."""

    text: str


@router.get("")
def list_lessons(service: Lessons, who: Who, lang: Language = "en") -> LessonsView:
    """All lessons with what was passed, and what is wrong with those that cannot be read."""
    return lessons_view(service.library(), service.states(who.owner), lang)


@router.get("/checks/{check_id}")
def get_check(service: Lessons, check_id: Id, narrow: Narrow = False, lang: Language = "en") -> LessonCheckView:
    """A check as far as it is."""
    return check_view(service.check(check_id), lang, narrow)


@router.post("/checks/{check_id}/stop")
def stop_check(service: Lessons, check_id: Id, lang: Language = "en") -> LessonCheckView:
    """End a check without a result."""
    service.check(check_id).stop()
    return check_view(service.check(check_id), lang, narrow=False)


@router.get("/{name}")
def get_lesson(
    service: Lessons, who: Who, name: LessonName, narrow: Narrow = False, lang: Language = "en"
) -> LessonView:
    """A lesson without its model answer."""
    lesson = service.find(name)
    return lesson_view(lesson, service.library(), service.states(who.owner).get(name), lang, narrow)


@router.get("/{name}/answer")
def get_answer(service: Lessons, who: Who, name: LessonName, lang: Language = "en") -> AnswerView:
    """The model answer of a lesson that was tried."""
    return AnswerView(text=service.answer(who.owner, name, lang))


@router.post("/{name}/checks")
def start_check(
    service: Lessons, who: Who, name: LessonName, given: GivenText, lang: Language = "en"
) -> LessonCheckView:
    """Check an answer in the background. It is remembered whether it passed."""
    return check_view(service.start(who.owner, name, given.text), lang, narrow=False)
