"""The store of games: outcomes and records in a folder, by the key of the game.

A game is finished when its line stands in `results.jsonl`; its record lies in `games`. Every line waits for the disk.
Because a key is a hash of all that decides a game, one folder can serve any number of tournaments.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from ludoteca.arena.game_worker import GameTask
from ludoteca.arena.tournament.outcome import Outcome, outcome_of
from ludoteca.core.errors import BadInput
from ludoteca.core.operating_system import lock_file, sync_folder
from ludoteca.core.record import Record, from_line, read_record, to_line

_RESULTS = "results.jsonl"
_LOCK = ".lock"


class GameStore(Protocol):
    """Keeps the finished games of a tournament. Used by the thread that plays it."""

    def finished(self, seed: int, minds: tuple[str, ...], key: Callable[[], str]) -> Outcome | None:
        """The outcome of the game with this seed, minds and key, if it is finished."""

    def keep(self, task: GameTask, record: Record) -> None:
        """Keep a finished game; when this returns, it is safe."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the results."""

    key: str
    outcome: Outcome


class FolderStore:
    """Games in a folder. A second process is refused while one uses it."""

    def __init__(self, folder: Path) -> None:
        """Open a folder, or make it; raises `BadInput`."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            if any(folder.iterdir()) and not (folder / _RESULTS).exists() and not (folder / _LOCK).exists():
                raise BadInput("arena.tournament.not_ours", path=str(folder))
            self._lock = (folder / _LOCK).open("w")
            try:
                lock_file(self._lock)
            except OSError:
                self._lock.close()
                raise BadInput("arena.tournament.busy", path=str(folder)) from None
            self._folder = folder
            self._outcomes = _read_results(folder / _RESULTS)
            self._results = (folder / _RESULTS).open("ab")
            sync_folder(folder)
        except OSError as error:
            raise BadInput("core.record.not_writable", path=str(folder), reason=error.strerror or "") from None

    def close(self) -> None:
        """Unlock the folder."""
        self._results.close()
        self._lock.close()

    @staticmethod
    def place(key: str) -> Path:
        """Where the record of a game lies in a folder."""
        return Path("games", key[:2], f"{key}.jsonl")

    def finished(self, seed: int, minds: tuple[str, ...], key: Callable[[], str]) -> Outcome | None:
        known = key()
        if known not in self._outcomes:
            record = self._unlisted(known)
            if record is not None and (record.header.seed, record.header.minds) == (seed, minds):
                self._list(known, outcome_of(record))
        return self._outcomes.get(known)

    def keep(self, task: GameTask, record: Record) -> None:
        outcome = outcome_of(record)
        write_record(self._folder, task.key, record)
        self._list(task.key, outcome)

    def _unlisted(self, key: str) -> Record | None:
        """The record of a game whose line was not written any more, if it is whole."""
        try:
            record = read_record(self._folder / self.place(key))
        except BadInput:
            return None
        return None if record.result is None else record

    def _list(self, key: str, outcome: Outcome) -> None:
        self._results.write((to_line(_Line(key, outcome)) + "\n").encode())
        self._results.flush()
        os.fsync(self._results.fileno())
        self._outcomes[key] = outcome


def write_record(folder: Path, key: str, record: Record) -> None:
    """Write the record of a game to its place in a folder; when this returns, it is on the disk."""
    path = folder / FolderStore.place(key)
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_suffix(f".{os.getpid()}.part")
    with draft.open("w", encoding="utf-8") as file:
        file.write(record.text)
        file.flush()
        os.fsync(file.fileno())
    draft.replace(path)
    sync_folder(path.parent)


def _read_results(path: Path) -> dict[str, Outcome]:
    """The outcomes in a file. A last line that was cut short is removed; one that is damaged is left out."""
    from pydantic import ValidationError

    if not path.exists():
        return {}
    data = path.read_bytes()
    whole = data.rfind(b"\n") + 1
    if whole < len(data):
        os.truncate(path, whole)
    found = {}
    for line in data[:whole].splitlines():
        try:
            read: _Line = from_line(_Line, line)
        except ValidationError:
            continue
        found[read.key] = read.outcome
    return found
