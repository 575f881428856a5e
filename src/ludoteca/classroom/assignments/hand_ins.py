"""Hand-ins: versions of programs that students fixed, each stored with all its files before it is checked."""

from __future__ import annotations

import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from ludoteca.classroom.assignments.assignment import Assignment
from ludoteca.classroom.assignments.assignments import Now
from ludoteca.classroom.assignments.programs import Program, Programs
from ludoteca.classroom.store import ClassStore
from ludoteca.core.errors import BadInput, NotFound
from ludoteca.core.i18n import Message
from ludoteca.core.record import from_line, to_line
from ludoteca.minds.shared.knowledge import Knowledge

State = Literal["checking", "valid", "invalid"]
_MOST = 500  # hand-ins of one student for one assignment
_COLUMNS = "assignment, member, program, file, school, digest, handed, state, problems"
_LATE = "handed > (SELECT json_extract(data, '$.deadline') FROM assignments WHERE id = assignment) AS late"


@dataclass(frozen=True, slots=True)
class HandIn:
    """A version that was handed in, when, whether after the deadline as it is now, and what its checks found."""

    number: int
    assignment: str
    member: str
    program: Program
    handed: float
    late: bool
    state: State
    problems: tuple[Message, ...]


class HandIns:
    """The hand-ins in the database of a class."""

    def __init__(self, store: ClassStore, programs: Programs, now: Now = time.time) -> None:
        self._store, self._programs, self._now = store, programs, now

    def add(self, assignment: Assignment, member: str, knowledge: Knowledge, school: str) -> HandIn:
        """Fix a version: its files, then its row; when this returns, both are safe. It is still to be checked."""
        if any(mind.program is not None and f"digest={knowledge.digest}" in mind.mind for mind in assignment.panel):
            raise BadInput("classroom.assignments.panel_file", file=knowledge.name)
        program = self._programs.keep(knowledge, school)
        values = (
            *(assignment.id, member, program.key, program.file, school, program.digest),
            *(self._now(), "checking", "[]"),
        )
        with self._store.transaction() as db:
            of = "SELECT count(*) FROM hand_ins WHERE assignment = ? AND member = ?"
            if db.execute(of, (assignment.id, member)).fetchone()[0] >= _MOST:
                raise BadInput("classroom.assignments.too_many", most=_MOST)
            places = ", ".join("?" * len(values))
            added = db.execute(f"INSERT INTO hand_ins ({_COLUMNS}) VALUES ({places})", values)
            number = added.lastrowid
        assert number is not None
        return self.find(number)

    def find(self, number: int) -> HandIn:
        """A hand-in by its number; raises `NotFound`."""
        found = self._rows("WHERE number = ?", number)
        if not found:
            raise NotFound("classroom.assignments.no_hand_in", number=number)
        return found[0]

    def of(self, assignment: str, member: str | None = None) -> list[HandIn]:
        """The hand-ins for an assignment, of everybody or of one member, in the order in which they came."""
        if member is None:
            return self._rows("WHERE assignment = ? ORDER BY number", assignment)
        return self._rows("WHERE assignment = ? AND member = ? ORDER BY number", assignment, member)

    def of_member(self, member: str) -> list[HandIn]:
        """All hand-ins of a member."""
        return self._rows("WHERE member = ? ORDER BY number", member)

    def unchecked(self) -> list[HandIn]:
        """The hand-ins that are still to be checked."""
        return self._rows("WHERE state = 'checking' ORDER BY number")

    def judge(self, number: int, problems: Sequence[Message]) -> None:
        """Keep what the checks of a hand-in found."""
        text = f"[{','.join(map(to_line, problems))}]"
        with self._store.transaction() as db:
            change = "UPDATE hand_ins SET state = ?, problems = ? WHERE number = ?"
            db.execute(change, ("invalid" if problems else "valid", text, number))

    def _rows(self, where: str, *values: str | int) -> list[HandIn]:
        with self._store.reading() as db:
            return [
                _hand_in(row) for row in db.execute(f"SELECT number, {_COLUMNS}, {_LATE} FROM hand_ins {where}", values)
            ]


def counted(hand_ins: Sequence[HandIn]) -> HandIn | None:
    """Of the hand-ins of one student, the one that is graded: the last valid one before the deadline."""
    return next((one for one in reversed(hand_ins) if one.state == "valid" and not one.late), None)


def version_before(hand_ins: Sequence[HandIn], newest: HandIn) -> HandIn | None:
    """The valid version in time before one, which must be another program."""
    earlier = [one for one in hand_ins if one.number < newest.number and one.program.key != newest.program.key]
    return counted(earlier)


def _hand_in(row: sqlite3.Row) -> HandIn:
    program = Program(row["program"], row["file"], row["school"], row["digest"])
    problems: tuple[Message, ...] = from_line(tuple[Message, ...], row["problems"])
    return HandIn(
        number=row["number"],
        assignment=row["assignment"],
        member=row["member"],
        program=program,
        handed=row["handed"],
        late=bool(row["late"]),
        state=row["state"],
        problems=problems,
    )
