"""The answers that were given to lessons: a file in the data folder, one a line, shared by lab and command line."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ludoteca.lab.line_log import LineLog

LESSON_LOG = "lessons.jsonl"


@dataclass(frozen=True, slots=True)
class LessonState:
    """A lesson that was tried: how often, whether it was passed, and the text of the latest answer."""

    tries: int
    passed: bool
    text: str


class LessonLog:
    """The answers in a file, in the order in which they were given."""

    def __init__(self, folder: Path) -> None:
        self._log = LineLog(folder / LESSON_LOG)

    def add(self, lesson: str, passed: bool, text: str) -> None:
        """Keep an answer; raises `StoreError`."""
        self._log.add({"lesson": lesson, "passed": passed, "text": text, "time": round(time.time(), 3)})

    def states(self) -> Mapping[str, LessonState]:
        """The lessons that were tried, by name; raises `StoreError`."""
        found: dict[str, LessonState] = {}
        for data in self._log.entries():
            with suppress(KeyError):
                name, passed, text = str(data["lesson"]), data["passed"] is True, str(data["text"])
                known = found.get(name)
                tries = 0 if known is None else known.tries
                found[name] = LessonState(tries + 1, passed or (known is not None and known.passed), text)
        return found
