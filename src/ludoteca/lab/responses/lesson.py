"""Responses: lessons and the checks of answers to them, in a language."""

from __future__ import annotations

from dataclasses import dataclass, replace

from ludoteca.arena.lessons import Library
from ludoteca.arena.lessons.lesson_file import Lesson
from ludoteca.arena.lessons.task import Failure, Field, Outcome
from ludoteca.core.game import Position
from ludoteca.core.i18n import phrase, say
from ludoteca.lab.lesson_log import LessonState
from ludoteca.lab.lesson_service import LessonCheck
from ludoteca.lab.markdown import as_html
from ludoteca.lab.player_names import names_to_move, you
from ludoteca.lab.responses.catalogue import OptionView, option_view


@dataclass(frozen=True, slots=True)
class LessonEntry:
    """A lesson in the list; `passed` is None for one that was not tried."""

    name: str
    title: str
    subject: str
    minutes: int
    passed: bool | None


@dataclass(frozen=True, slots=True)
class LessonsView:
    """All lessons in their order, and what is wrong with those that cannot be read."""

    lessons: list[LessonEntry]
    broken: list[str]


@dataclass(frozen=True, slots=True)
class LessonView:
    """A lesson: its text as HTML, what is written and the text to begin with, tasks, hints and boards.

    `text` is the latest answer, None before the first. `fields` are filled in where no text is written.
    """

    name: str
    title: str
    subject: str
    html: str
    answers: str
    file: str
    school: str | None
    game: str | None
    options: dict[str, str | int | float | bool | None]
    start: str
    text: str | None
    fields: list[OptionView]
    tasks: list[str]
    boards: list[str]
    hints: list[str]
    tries: int
    passed: bool
    next: str | None


@dataclass(frozen=True, slots=True)
class FailureView:
    """Something that is wrong with an answer, with its board and the line of the answer where there is one."""

    sentence: str
    svg: str | None
    line: int | None


@dataclass(frozen=True, slots=True)
class OutcomeView:
    """What a task found; `left_out` is the number of failures that are not listed."""

    passed: bool
    sentence: str
    failures: list[FailureView]
    left_out: int


@dataclass(frozen=True, slots=True)
class LessonCheckView:
    """A check as far as it is: `outcomes` are there when it is over, unless there is a `fault`."""

    id: str
    lesson: str
    done: int
    total: int
    over: bool
    passed: bool
    fault: str | None
    outcomes: list[OutcomeView]


def lessons_view(library: Library, states: dict[str, LessonState], language: str) -> LessonsView:
    entries = []
    for lesson in library.lessons.values():
        text, state = lesson.text(language), states.get(lesson.name)
        passed = None if state is None else state.passed
        entries.append(LessonEntry(lesson.name, text.title, text.subject, lesson.minutes, passed))
    return LessonsView(entries, [say(broken.message, language) for broken in library.broken])


def lesson_view(lesson: Lesson, library: Library, state: LessonState | None, language: str, narrow: bool) -> LessonView:
    text, setting, names = lesson.text(language), lesson.setting, list(library.lessons)
    positions = [task.board(setting) for task in lesson.tasks]
    following = names[names.index(lesson.name) + 1 :]
    return LessonView(
        name=lesson.name,
        title=text.title,
        subject=text.subject,
        html=as_html(text.markdown),
        answers=lesson.answers,
        file=lesson.file,
        school=lesson.school,
        game=None if setting.game is None else setting.game.name,
        options={} if setting.game is None else dict(setting.game.values),
        start=text.start,
        text=None if state is None else state.text,
        fields=[_field_view(field, language) for task in lesson.tasks for field in task.fields(setting)],
        tasks=[say(task.sentence(setting), language) for task in lesson.tasks],
        boards=[_board(at, lesson, language, narrow) for at in positions if at is not None],
        hints=[as_html(hint) for hint in text.hints],
        tries=0 if state is None else state.tries,
        passed=state is not None and state.passed,
        next=following[0] if following else None,
    )


def _field_view(field: Field, language: str) -> OptionView:
    if field.option is not None:
        return replace(option_view(field.option, language), default=None)  # every value is to be given
    assert field.position is not None
    position, game = field.position, field.position.game
    return OptionView(
        name=field.name,
        title=phrase("lab.lessons.move", language),
        kind="str",
        default=None,
        low=None,
        high=None,
        choices=[move.text for move in position.moves],
        choice_titles=[say(game.move_name(position, move), language) for move in position.moves],
        about="",
    )


def _board(position: Position, lesson: Lesson, language: str, narrow: bool) -> str:
    """The picture of a position: at the seat to move sits the reader, or the file that the lesson asks for."""
    name = lesson.file if lesson.answers == "mind" else you(language)
    return position.game.svg(position, None, language, narrow, names_to_move(position, name))


def check_view(check: LessonCheck, language: str, narrow: bool) -> LessonCheckView:
    fault = None if check.fault is None else say(check.fault, language)
    lesson, over = check.lesson, check.over
    outcomes = [_outcome_view(each, lesson, language, narrow) for each in check.outcomes or ()] if over else []
    return LessonCheckView(check.id, lesson.name, check.done, check.total, over, check.passed, fault, outcomes)


def _outcome_view(outcome: Outcome, lesson: Lesson, language: str, narrow: bool) -> OutcomeView:
    failures = [_failure_view(each, lesson, language, narrow) for each in outcome.failures]
    return OutcomeView(outcome.passed, say(outcome.sentence, language), failures, outcome.left_out)


def _failure_view(failure: Failure, lesson: Lesson, language: str, narrow: bool) -> FailureView:
    position = failure.position
    svg = None if position is None else _board(position, lesson, language, narrow)
    return FailureView(say(failure.sentence, language), svg, failure.line)
