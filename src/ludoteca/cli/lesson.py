"""`lessons` and `lesson`: texts that end in tasks; an answer is checked, and what was passed is remembered."""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.markdown import Markdown
from rich.markup import escape
from rich.syntax import Syntax

from ludoteca.arena.lessons import check_lesson, library
from ludoteca.arena.lessons.folders import add_folder
from ludoteca.arena.lessons.lesson_file import Lesson
from ludoteca.arena.lessons.task import Attempt, Failure, Outcome
from ludoteca.cli.output import console, errors, print_json
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import say
from ludoteca.lab.lesson_log import LessonLog, LessonState
from ludoteca.minds.shared.knowledge import read_knowledge
from ludoteca.storage.folders import default_data

_WIDEST_TEXT = 100  # columns: Markdown is filled to the width, and a pipe has no width of its own


@dataclass(frozen=True, slots=True)
class LessonOptions:
    """What is asked of a lesson: to check a file, to show hints or the answer, to write the text to begin with."""

    file: Path | None
    hints: int
    answer: bool
    write: Path | None
    folder: Path | None
    data: Path | None
    as_json: bool


def show_lessons(folder: Path | None, data: Path | None, as_json: bool) -> None:
    """List all lessons by subject, and those that cannot be read."""
    if folder is not None:
        add_folder(folder)
    found, states = library(), LessonLog(data or default_data()).states()
    lessons = list(found.lessons.values())
    if as_json:
        print_json([_listed(lesson, states.get(lesson.name)) for lesson in lessons])
    else:
        for subject, group in itertools.groupby(lessons, key=lambda lesson: lesson.text(LANGUAGE).subject):
            console.print(f"[bold]{escape(subject)}[/bold]")
            for lesson in group:
                console.print(f"  {_mark(states.get(lesson.name))} {lesson.name:26}", end="")
                console.print(escape(f"{lesson.text(LANGUAGE).title} ({tell('lesson.minutes', n=lesson.minutes)})"))
        passed = sum(lesson.name in states and states[lesson.name].passed for lesson in lessons)
        console.print(tell("lesson.progress", passed=passed, total=len(lessons)))
    for broken in found.broken:
        errors.print(escape(say(broken.message, LANGUAGE)), style="yellow", soft_wrap=True)


def lesson(name: str, options: LessonOptions) -> int:
    """Show a lesson, or check an answer; the exit code, 1 for an answer that does not pass."""
    if options.folder is not None:
        add_folder(options.folder)
    found, log = library().find(name), LessonLog(options.data or default_data())
    text = found.text(LANGUAGE)
    if options.file is not None:
        return _check(found, options.file, log, options.as_json)
    if options.answer:
        if name not in log.states():
            raise BadInput("cli.lesson.no_try", name=name)
        _heading(tell("lesson.answer"))
        _code(text.answer)
    elif options.hints:
        for number, hint in enumerate(text.hints[: options.hints], 1):
            _heading(tell("lesson.hint", n=number))
            _print_markdown(hint)
    elif options.write is not None:
        _write(options.write, text.start)
    elif options.as_json:
        sentences = [say(task.sentence(found.setting), LANGUAGE) for task in found.tasks]
        listed = _listed(found, log.states().get(name))
        print_json({**listed, "text": text.markdown, "start": text.start, "tasks": sentences, "hints": text.hints})
    else:
        _show(found)
    return 0


def _listed(found: Lesson, state: LessonState | None) -> dict[str, object]:
    text = found.text(LANGUAGE)
    passed, tries = (False, 0) if state is None else (state.passed, state.tries)
    return {
        "name": found.name,
        "title": text.title,
        "subject": text.subject,
        "minutes": found.minutes,
        "passed": passed,
        "tries": tries,
    }


def _mark(state: LessonState | None) -> str:
    name = "untried" if state is None else "passed" if state.passed else "tried"
    style = {"untried": "dim", "passed": "green", "tried": "yellow"}[name]
    return f"[{style}]{tell(f'lesson.{name}'):9}[/{style}]"


def _show(found: Lesson) -> None:
    text = found.text(LANGUAGE)
    _print_markdown(f"# {text.title}\n\n{text.markdown}")
    for task in found.tasks:
        board = task.board(found.setting)
        if board is not None:
            console.print(board.game.terminal(board, None, LANGUAGE))
    _heading(tell("lesson.start"))
    _code(text.start)
    _heading(tell("lesson.tasks"))
    for task in found.tasks:
        console.print(escape(say(task.sentence(found.setting), LANGUAGE)))
    console.print(f"[dim]{escape(tell('lesson.how', name=found.name))}[/dim]")


def _print_markdown(text: str) -> None:
    console.print(Markdown(text), width=min(console.width, _WIDEST_TEXT))


def _heading(text: str) -> None:
    console.print(f"\n[bold]{escape(text)}[/bold]")


def _code(text: str) -> None:
    console.print(Syntax(text.rstrip("\n"), "text", theme="ansi_dark", background_color="default"))


def _write(path: Path, text: str) -> None:
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise BadInput("core.record.exists", path=str(path)) from None
    except OSError as error:
        raise BadInput("core.record.not_writable", path=str(path), reason=error.strerror or "") from None
    console.print(escape(tell("lesson.written", path=str(path))))


def _check(found: Lesson, path: Path, log: LessonLog, as_json: bool) -> int:
    text = read_knowledge(path).text
    mind = f"{found.school}:file={path}" if found.answers == "mind" else ""
    with console.status(tell("lesson.checking")) as status:

        def progress(done: int, total: int) -> None:
            status.update(f"{tell('lesson.checking')} {done}/{total}")

        outcomes = check_lesson(found, Attempt(text, mind), progress)
    passed = all(outcome.passed for outcome in outcomes)
    log.add(found.name, passed, text)
    if as_json:
        print_json({"lesson": found.name, "passed": passed, "tasks": [_outcome_json(each) for each in outcomes]})
    else:
        _report(outcomes, passed)
    return 0 if passed else 1


def _outcome_json(outcome: Outcome) -> dict[str, object]:
    failures = [
        {
            "sentence": say(each.sentence, LANGUAGE),
            "line": each.line,
            "facts": [] if each.position is None else [str(fact) for fact in each.position.facts()],
        }
        for each in outcome.failures
    ]
    told = say(outcome.sentence, LANGUAGE)
    return {"passed": outcome.passed, "sentence": told, "failures": failures, "left_out": outcome.left_out}


def _report(outcomes: Sequence[Outcome], passed: bool) -> None:
    for outcome in outcomes:
        style, mark = ("green", "✓") if outcome.passed else ("red", "✗")
        console.print(f"[{style}]{mark} {escape(say(outcome.sentence, LANGUAGE))}[/{style}]")
        for number, failure in enumerate(outcome.failures):
            _report_failure(failure, board=number == 0)
        if outcome.left_out:
            console.print(tell("lesson.left_out", n=outcome.left_out))
    name, style = ("done", "bold green") if passed else ("not_done", "bold")
    console.print(f"[{style}]{tell(f'lesson.{name}')}[/{style}]")


def _report_failure(failure: Failure, board: bool) -> None:
    """What is wrong; the first time with the board."""
    console.print(f"  {escape(say(failure.sentence, LANGUAGE))}", soft_wrap=True)
    position = failure.position
    if position is not None and board:
        console.print(position.game.terminal(position, None, LANGUAGE))
