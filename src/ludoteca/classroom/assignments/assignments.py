"""The published assignments of a class."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import replace

from ludoteca.classroom.assignments.assignment import Assignment
from ludoteca.classroom.store import ClassStore
from ludoteca.core.errors import BadInput, NotFound
from ludoteca.core.record import from_line, to_line

Now = Callable[[], float]
"""The clock of a class, in seconds since 1970."""


class Assignments:
    """The assignments in the database of a class."""

    def __init__(self, store: ClassStore, now: Now = time.time) -> None:
        self._store, self._now = store, now

    def all(self) -> list[Assignment]:
        """All assignments, the one with the first deadline first."""
        with self._store.reading() as db:
            rows = db.execute("SELECT data FROM assignments").fetchall()
        found: list[Assignment] = [from_line(Assignment, row["data"]) for row in rows]
        return sorted(found, key=lambda one: (one.deadline, one.id))

    def find(self, assignment_id: str) -> Assignment:
        """An assignment by its id; raises `NotFound`."""
        with self._store.reading() as db:
            row = db.execute("SELECT data FROM assignments WHERE id = ?", (assignment_id,)).fetchone()
        if row is None:
            raise NotFound("classroom.assignments.none", id=assignment_id)
        found: Assignment = from_line(Assignment, row["data"])
        return found

    def publish(self, new: Assignment) -> Assignment:
        """Publish an assignment, or change one; raises `BadInput`.

        Once something has been handed in, only the title, the text and the deadline can change. A deadline that had
        passed makes the seed known, so that a later one comes with another seed, and grades are worked out anew.
        """
        if new.bonus is not None and new.bonus.over is not None:
            self.find(new.bonus.over)
        with self._store.transaction() as db:
            row = db.execute("SELECT data FROM assignments WHERE id = ?", (new.id,)).fetchone()
            if row is not None:
                old: Assignment = from_line(Assignment, row["data"])
                handed = db.execute("SELECT 1 FROM hand_ins WHERE assignment = ?", (new.id,)).fetchone() is not None
                if handed and _fixed(old) != _fixed(new):
                    raise BadInput("classroom.assignments.fixed", id=new.id)
                known = old.is_over(self._now()) and new.deadline > old.deadline
                new = replace(new, seed=secrets.randbits(62) if known else old.seed)
                of = "(SELECT number FROM hand_ins WHERE assignment = ?)"
                db.execute(f"DELETE FROM grades WHERE hand_in IN {of}", (new.id,))
            db.execute("INSERT OR IGNORE INTO assignments VALUES (?, '', ?)", (new.id, self._now()))
            db.execute("UPDATE assignments SET data = ? WHERE id = ?", (to_line(new), new.id))
        return new

    def delete(self, assignment_id: str) -> None:
        """Delete an assignment with its hand-ins and grades; raises `NotFound`."""
        self.find(assignment_id)
        with self._store.transaction() as db:
            db.execute("DELETE FROM assignments WHERE id = ?", (assignment_id,))


def _fixed(assignment: Assignment) -> str:
    """What cannot change once something has been handed in."""
    return to_line(replace(assignment, title="", about="", deadline=0.0, deadline_text="", seed=0))
