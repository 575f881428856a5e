"""Jobs of a class: gradings and league nights that were asked for, with how far they are."""

from __future__ import annotations

import sqlite3
import time
from dataclasses import dataclass
from typing import Literal

from ludoteca.classroom.assignments.assignments import Now
from ludoteca.classroom.store import ClassStore
from ludoteca.core.i18n import Message
from ludoteca.core.record import from_line, to_line

JobKind = Literal["grade", "league"]
JobState = Literal["waiting", "running", "done", "failed"]
_COLUMNS = "number, kind, subject, asked, state, done, planned, problem"


@dataclass(frozen=True, slots=True)
class Job:
    """A job: its kind, the id of its assignment, and how many of its games are done."""

    number: int
    kind: JobKind
    subject: str
    asked: float
    state: JobState
    done: int
    planned: int
    problem: Message | None


class Jobs:
    """The jobs in the database of a class. A process that holds the lock of the worker does them in order."""

    def __init__(self, store: ClassStore, now: Now = time.time) -> None:
        self._store, self._now = store, now

    def ask(self, kind: JobKind, subject: str) -> Job:
        """Ask for a job; one that is asked for already is the same."""
        with self._store.transaction() as db:
            open_one = "SELECT number FROM jobs WHERE kind = ? AND subject = ? AND state IN ('waiting', 'running')"
            row = db.execute(open_one, (kind, subject)).fetchone()
            if row is None:
                add = "INSERT INTO jobs (kind, subject, asked, state, done, planned, problem) VALUES (?,?,?,?,0,0,'')"
                number = db.execute(add, (kind, subject, self._now(), "waiting")).lastrowid
            else:
                number = row["number"]
        return self._select("WHERE number = ?", number)[0]

    def newest(self, kind: JobKind, subject: str) -> Job | None:
        """The latest job of a kind for an assignment."""
        found = self._select("WHERE kind = ? AND subject = ? ORDER BY number DESC LIMIT 1", kind, subject)
        return found[0] if found else None

    def next(self) -> Job | None:
        """The first job that waits."""
        found = self._select("WHERE state = 'waiting' ORDER BY number LIMIT 1")
        return found[0] if found else None

    def is_open(self) -> bool:
        """Whether a job waits or is at work."""
        return bool(self._select("WHERE state IN ('waiting', 'running') LIMIT 1"))

    def recover(self) -> None:
        """Let jobs wait again whose process ended in the middle; only for a process that holds the worker's lock."""
        with self._store.transaction() as db:
            db.execute("UPDATE jobs SET state = 'waiting' WHERE state = 'running'")

    def progress(self, job: Job, done: int, planned: int) -> None:
        """Keep how far a job is."""
        with self._store.transaction() as db:
            change = "UPDATE jobs SET state = 'running', done = ?, planned = ? WHERE number = ?"
            db.execute(change, (done, planned, job.number))

    def finish(self, job: Job, problem: Message | None = None) -> None:
        """Keep that a job is done, or why it failed."""
        state, text = ("done", "") if problem is None else ("failed", to_line(problem))
        with self._store.transaction() as db:
            db.execute("UPDATE jobs SET state = ?, problem = ? WHERE number = ?", (state, text, job.number))

    def _select(self, where: str, *values: str | int | None) -> list[Job]:
        with self._store.reading() as db:
            return [_job(row) for row in db.execute(f"SELECT {_COLUMNS} FROM jobs {where}", values)]


def _job(row: sqlite3.Row) -> Job:
    problem: Message | None = from_line(Message, row["problem"]) if row["problem"] else None
    return Job(
        number=row["number"],
        kind=row["kind"],
        subject=row["subject"],
        asked=row["asked"],
        state=row["state"],
        done=row["done"],
        planned=row["planned"],
        problem=problem,
    )
