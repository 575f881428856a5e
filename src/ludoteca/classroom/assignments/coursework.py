"""The coursework of a class: its assignments, hand-ins, programs, games and grades, by one clock."""

from __future__ import annotations

import sqlite3
import time
from pathlib import Path

from ludoteca.classroom.assignments.assignments import Assignments, Now
from ludoteca.classroom.assignments.class_games import ClassGames
from ludoteca.classroom.assignments.grade import Grade
from ludoteca.classroom.assignments.hand_ins import HandIns
from ludoteca.classroom.assignments.programs import Programs
from ludoteca.classroom.members import Member, Members
from ludoteca.classroom.store import ClassStore
from ludoteca.core.errors import BadInput
from ludoteca.core.record import from_line, to_line

PROGRAMS = "programs"
"""The folder of kept programs."""

_LONGEST_NUMBER = 100  # characters


class Coursework:
    """All coursework of one class; `now` is the clock that deadlines are compared with."""

    def __init__(self, store: ClassStore, now: Now = time.time) -> None:
        self.store, self.now = store, now
        self.members = Members(store)
        self.programs = Programs(store.folder / PROGRAMS)
        self.assignments = Assignments(store, now)
        self.hand_ins = HandIns(store, self.programs, now)
        self.games = ClassGames(store)
        self._read: dict[int, tuple[str, Grade]] = {}  # grades as they were read last, which takes long

    @property
    def folder(self) -> Path:
        return self.store.folder

    def students(self) -> list[Member]:
        """The students in the order of their names."""
        return [member for member in self.members.all() if not member.is_teacher]

    def numbers(self) -> dict[str, str]:
        """What the institution calls its students, by member: an e-mail address or a number, where it is known."""
        with self.store.reading() as db:
            return {row["member"]: row["number"] for row in db.execute("SELECT member, number FROM member_numbers")}

    def set_number(self, member: str, number: str) -> None:
        """Keep what the institution calls a student; nothing takes it away. Raises `BadInput`."""
        clean = number.strip()
        if len(clean) > _LONGEST_NUMBER or not clean.isprintable():
            raise BadInput("classroom.assignments.bad_number", most=_LONGEST_NUMBER)
        with self.store.transaction() as db:
            db.execute("DELETE FROM member_numbers WHERE member = ?", (member,))
            if clean:
                db.execute("INSERT INTO member_numbers VALUES (?, ?)", (member, clean))

    def grade(self, hand_in: int) -> tuple[Grade, float] | None:
        """The grade of a hand-in and when it was given, if it has one."""
        with self.store.reading() as db:
            found = db.execute("SELECT data, graded FROM grades WHERE hand_in = ?", (hand_in,))
            row: sqlite3.Row | None = found.fetchone()
        if row is None:
            return None
        text, grade = self._read.get(hand_in, ("", None))
        if grade is None or text != row["data"]:
            grade = from_line(Grade, row["data"])
            self._read[hand_in] = (row["data"], grade)
        return grade, row["graded"]

    def keep_grade(self, hand_in: int, grade: Grade) -> None:
        """Keep the grade of a hand-in."""
        with self.store.transaction() as db:
            db.execute("INSERT OR REPLACE INTO grades VALUES (?, ?, ?)", (hand_in, to_line(grade), self.now()))
