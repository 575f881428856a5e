"""The folder with the lab's data: database, knowledge files, answers to puzzles and lessons, and the lab's lock."""

from __future__ import annotations

import os
from contextlib import ExitStack, closing
from pathlib import Path

from ludoteca.core.operating_system import lock_file
from ludoteca.lab.lesson_log import LessonLog
from ludoteca.lab.puzzle_log import PuzzleLog
from ludoteca.lab.store import Store
from ludoteca.storage.errors import StoreError, as_store_errors

DATABASE = "lab.sqlite"
KNOWLEDGE = "knowledge"
MEMBERS = "members"
_LOCK = "lock"


class FolderLock:
    """Holds a data folder for this process; the lock ends with the process, however that ends.

    Raises `StoreError`, which names the process that holds the folder.
    """

    def __init__(self, folder: Path) -> None:
        with as_store_errors(folder):
            folder.mkdir(parents=True, exist_ok=True)
            self._file = (folder / _LOCK).open("a+")
            try:
                lock_file(self._file)
            except BlockingIOError:
                self._file.seek(0)
                holder = self._file.read(20).strip() or "?"
                self._file.close()
                raise StoreError("storage.in_use", folder=str(folder), process=holder) from None
            self._file.truncate(0)
            self._file.write(f"{os.getpid()}\n")
            self._file.flush()

    def close(self) -> None:
        self._file.close()


class DataFolder:
    """The data of one lab, held for this process until it is closed. Raises `StoreError`."""

    def __init__(self, folder: Path) -> None:
        self.knowledge = folder / KNOWLEDGE
        self._folder = folder
        with ExitStack() as opened:
            opened.enter_context(closing(FolderLock(folder)))
            self.store = opened.enter_context(closing(Store(folder / DATABASE)))
            with as_store_errors(self.knowledge):
                self.knowledge.mkdir(exist_ok=True)
            self._opened = opened.pop_all()

    def puzzle_log(self, owner: str | None) -> PuzzleLog:
        """The answers to puzzles, in a class those of a member."""
        return PuzzleLog(member_folder(self._folder, owner))

    def lesson_log(self, owner: str | None) -> LessonLog:
        """The answers to lessons, in a class those of a member."""
        return LessonLog(member_folder(self._folder, owner))

    def close(self) -> None:
        self._opened.close()


def member_folder(folder: Path, owner: str | None) -> Path:
    """Where the answers of a member of the class are kept; the data folder itself without a class."""
    return folder if owner is None else folder / MEMBERS / owner
