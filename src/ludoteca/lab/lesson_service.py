"""Lessons in the lab: their texts, checks of answers in the background, and what was passed."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

from ludoteca.arena.lessons import Library, check_lesson, library
from ludoteca.arena.lessons.lesson_file import Lesson
from ludoteca.arena.lessons.task import Attempt, Outcome, Stopped
from ludoteca.core.errors import BadInput, LudotecaError, NotFound
from ludoteca.core.i18n import Message
from ludoteca.lab.errors import LabBusy
from ludoteca.lab.ids import new_id
from ludoteca.lab.lesson_log import LessonLog, LessonState
from ludoteca.lab.shelves import Shelves
from ludoteca.minds.schools import pinned

_RUNNING = 2  # checks at a time; others wait
_MOST_WAITING = 16  # of one person
_MOST_KEPT = 64  # checks; the oldest that have ended are dropped


class LessonCheck:
    """The check of one answer. `outcomes` are those of its tasks, None until they are known."""

    def __init__(self, check_id: str, lesson: Lesson, attempt: Attempt, log: LessonLog) -> None:
        self.id = check_id
        self.lesson = lesson
        self.owner: str | None = None
        self.done, self.total = 0, 0
        self.outcomes: tuple[Outcome, ...] | None = None
        self.fault: Message | None = None
        self.over = False
        self._log = log
        self._stopped = threading.Event()
        self._attempt = Attempt(attempt.text, attempt.mind, stopped=self._stopped.is_set)

    @property
    def passed(self) -> bool:
        return self.outcomes is not None and all(outcome.passed for outcome in self.outcomes)

    def stop(self) -> None:
        """End the check without a result."""
        self._stopped.set()

    def run(self) -> None:
        """Check the answer and remember whether it passed; called in a thread."""
        try:
            outcomes = check_lesson(self.lesson, self._attempt, self._note)
            self.outcomes = outcomes
            self._log.add(self.lesson.name, self.passed, self._attempt.text)
        except Stopped:
            self.fault = Message("lab.lessons.stopped")
        except LudotecaError as error:
            self.fault = error.message
        except Exception as error:  # a thread's error would be seen by nobody
            self.fault = Message("lab.lessons.failed", {"error": f"{type(error).__name__}: {error}"[:200]})
        self.over = True

    def _note(self, done: int, total: int) -> None:
        self.done, self.total = done, total


class LessonService:
    """All lessons, what was passed, and the checks by id."""

    def __init__(self, log_of: Callable[[str | None], LessonLog], shelves: Shelves) -> None:
        """`log_of` has the answers of an owner."""
        self._log_of = log_of
        self._shelves = shelves
        self._checks: OrderedDict[str, LessonCheck] = OrderedDict()
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(_RUNNING, thread_name_prefix="lesson")

    def library(self) -> Library:
        return library()

    def states(self, owner: str | None) -> dict[str, LessonState]:
        """The lessons that were tried, by name; raises `StoreError`."""
        return dict(self._log_of(owner).states())

    def find(self, name: str) -> Lesson:
        """A lesson by its name; raises `NotFound`, and `BrokenLesson` for one that cannot be read."""
        found = library()
        if name in found.lessons or any(each.name == name for each in found.broken):
            return found.find(name)
        raise NotFound("lab.lessons.none", name=name)

    def answer(self, owner: str | None, name: str, language: str) -> str:
        """The model answer of a lesson that was tried; raises `NotFound` and `BadInput`."""
        lesson = self.find(name)
        if name not in self._log_of(owner).states():
            raise BadInput("lab.lessons.no_try")
        return lesson.text(language).answer

    def start(self, owner: str | None, name: str, text: str) -> LessonCheck:
        """Check an answer in the background; raises `NotFound`, `BadInput` and `LabBusy`.

        The text of a mind becomes a knowledge file, which can also be played.
        """
        lesson = self.find(name)
        check = LessonCheck(new_id(), lesson, Attempt(text, self._mind(owner, lesson, text)), self._log_of(owner))
        check.owner = owner
        with self._lock:
            if sum(not each.over and each.owner == owner for each in self._checks.values()) >= _MOST_WAITING:
                raise LabBusy("lab.too_many_requests")
            self._checks[check.id] = check
            over = [key for key, each in self._checks.items() if each.over]
            for old in over[: max(0, len(self._checks) - _MOST_KEPT)]:
                del self._checks[old]
            self._threads.submit(check.run)
        return check

    def _mind(self, owner: str | None, lesson: Lesson, text: str) -> str:
        """The name of the mind that plays by an answer, which is saved; empty where no mind is written."""
        if lesson.answers != "mind":
            return ""
        game = lesson.setting.board_game
        self._shelves.of_owner(owner).save(game.name, lesson.file, text)
        file = lesson.file if owner is None else f"{owner}/{lesson.file}"
        return pinned(f"{lesson.school}:file={file}", game)

    def check(self, check_id: str) -> LessonCheck:
        """A check by its id; raises `NotFound`."""
        if check_id not in self._checks:
            raise NotFound("lab.lessons.no_check", id=check_id)
        return self._checks[check_id]

    def close(self) -> None:
        for check in self._checks.values():
            check.stop()
        self._threads.shutdown(cancel_futures=True)
