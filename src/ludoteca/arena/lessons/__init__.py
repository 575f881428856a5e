"""Lessons: short texts that end in tasks which check themselves.

A lesson is one Markdown file. Ours lie in `docs/lessons`; others in a folder `lessons` below an entry of
``LUDOTECA_PATH``, or in a folder that ``LUDOTECA_LESSONS`` names. A lesson that cannot be read is named with file, line
and remedy, and the others go on working.
"""

from __future__ import annotations

import itertools
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from typing import Any

from ludoteca.arena.lessons.folders import lesson_folders
from ludoteca.arena.lessons.lesson_file import BrokenLesson, Lesson, read_lesson
from ludoteca.arena.lessons.task import Attempt, Outcome
from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.i18n import LANGUAGES, Message
from ludoteca.core.options import Value
from ludoteca.core.resources import resource, version_of


@dataclass(frozen=True, slots=True)
class Library:
    """All lessons by name, in their order, and those that cannot be read."""

    lessons: Mapping[str, Lesson]
    broken: tuple[BrokenLesson, ...]

    def find(self, name: str) -> Lesson:
        """A lesson by its name; raises `BadInput`."""
        if name in self.lessons:
            return self.lessons[name]
        broken = next((each for each in self.broken if each.name == name), None)
        raise broken or no_such("arena.lessons.lesson", name, self.lessons)


def library() -> Library:
    """All lessons there are; a file that was changed is read again."""
    lessons: dict[str, Lesson] = {}
    broken = list[BrokenLesson]()
    for folder in lesson_folders():
        if not resource(folder).is_dir():
            broken.append(BrokenLesson(folder, 1, Message("arena.lessons.file.no_folder")))
        for path in _markdown_files(folder):
            if path.stem.rpartition(".")[2] in LANGUAGES:  # a translation
                continue
            found = _read(path, _stamp(path))
            if isinstance(found, BrokenLesson):
                broken.append(found)
            elif found.name in lessons:
                taken = {"name": found.name, "other": str(lessons[found.name].path)}
                broken.append(BrokenLesson(path, 1, Message("arena.lessons.file.taken", taken)))
            else:
                lessons[found.name] = found
    ordered = sorted(lessons.values(), key=lambda lesson: (lesson.order, lesson.name))
    return Library({lesson.name: lesson for lesson in ordered}, tuple(broken))


def _markdown_files(folder: Path) -> list[Path]:
    """The Markdown files in a folder, in alphabetical order."""
    shown = resource(folder)
    names = [entry.name for entry in shown.iterdir()] if shown.is_dir() else []
    return [folder / name for name in sorted(names) if name.endswith(".md")]


def _stamp(path: Path) -> tuple[int, ...]:
    """When a lesson and its translations were changed."""
    files = [path, *(path.with_name(f"{path.stem}.{language}.md") for language in LANGUAGES)]
    return tuple(itertools.chain.from_iterable(map(version_of, files)))


@lru_cache(maxsize=1000)
def _read(path: Path, stamp: tuple[int, ...]) -> Lesson | BrokenLesson:
    try:
        return read_lesson(path)
    except BrokenLesson as error:
        return error


def check_lesson(lesson: Lesson, attempt: Attempt, progress: Callable[[int, int], None]) -> tuple[Outcome, ...]:
    """What the tasks of a lesson find in an answer; `progress` is told how many parts of how many are done.

    Raises `BadInput` for an answer that cannot be read, and `Stopped`.
    """
    total = sum(task.steps(lesson.setting) for task in lesson.tasks)
    outcomes, done = list[Outcome](), 0
    if lesson.answers == "fields":
        attempt = replace(attempt, values=read_values(attempt.text))
    for task in lesson.tasks:
        attempt.go_on()
        counted = replace(attempt, step=_counter(progress, done, total))
        outcomes.append(task.check(lesson.setting, counted))
        done += task.steps(lesson.setting)
    progress(total, total)
    return tuple(outcomes)


def _counter(progress: Callable[[int, int], None], done: int, total: int) -> Callable[[], None]:
    """A function that reports one more part at each call."""
    progress(done, total)
    numbers = iter(range(done + 1, total + 1))
    return lambda: progress(next(numbers, total), total)


def read_values(text: str) -> Mapping[str, Value]:
    """The values of fields in a text, ``name = value`` in each line; raises `BadInput`."""
    try:
        data: dict[str, Any] = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadInput("arena.lessons.bad_values", what=str(error)) from None
    return {name: value for name, value in data.items() if isinstance(value, str | int | float | bool)}
