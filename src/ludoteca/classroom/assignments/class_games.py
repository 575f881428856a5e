"""The finished games of a class: outcomes in its database by the key of the game, records in files.

Several processes may use it at the same time. A record is on the disk before its outcome is in the database.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pydantic import ValidationError

from ludoteca.arena.game_worker import GameTask
from ludoteca.arena.tournament.outcome import Outcome, outcome_of
from ludoteca.arena.tournament.store import FolderStore, write_record
from ludoteca.classroom.assignments.programs import without_place
from ludoteca.classroom.store import ClassStore
from ludoteca.core.record import Record, from_line, read_record, to_line

RECORDS = FolderStore.place("").parts[0]
"""The folder of records."""


class ClassGames:
    """The games of one class, as a store of tournaments."""

    def __init__(self, store: ClassStore) -> None:
        self._store = store
        self._folder = store.folder

    def finished(self, seed: int, minds: tuple[str, ...], key: Callable[[], str]) -> Outcome | None:
        return self.outcome(key())

    def keep(self, task: GameTask, record: Record) -> None:
        """Keep a game. Its record names the files of minds without their folder."""
        header = replace(record.header, minds=tuple(map(without_place, record.header.minds)))
        write_record(self._folder, task.key, replace(record, header=header))
        with self._store.transaction() as db:
            db.execute("INSERT OR IGNORE INTO class_games VALUES (?, ?)", (task.key, to_line(outcome_of(record))))

    def outcome(self, key: str) -> Outcome | None:
        """The outcome of a game, if it is finished."""
        with self._store.reading() as db:
            row: sqlite3.Row | None = db.execute("SELECT outcome FROM class_games WHERE key = ?", (key,)).fetchone()
        try:
            outcome: Outcome | None = None if row is None else from_line(Outcome, row["outcome"])
        except ValidationError:
            return None  # of another version: it is played again
        return outcome

    def record(self, key: str) -> Record:
        """The record of a game; raises `BadInput`."""
        return read_record(self.path(key))

    def path(self, key: str) -> Path:
        """The file with the record of a game."""
        return self._folder / FolderStore.place(key)
