"""Grades as CSV: plain, for Moodle's importer and for Canvas'.

Moodle lets the teacher map columns: one that identifies the user (e-mail address or ID number) to a field of the user,
and the others to a grade and a feedback. Canvas wants five columns about the student before the assignments, and a row
with the points possible; it finds a student by a SIS id or login, or else by name.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, get_args

from ludoteca.classroom.assignments.assignment import Assignment
from ludoteca.classroom.assignments.grade import Grade
from ludoteca.core.i18n import phrase

GradesFormat = Literal["plain", "moodle", "canvas"]
GRADES_FORMATS: tuple[GradesFormat, ...] = get_args(GradesFormat)
RowState = Literal["graded", "waiting", "invalid", "late", "none"]
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass(frozen=True, slots=True)
class GradeRow:
    """A student in the gradebook: `number` is the institution's own name for them, an e-mail address or a number.

    Without a grade there was no valid hand-in in time, or it is not graded yet (`state`).
    """

    member: str
    name: str
    number: str
    state: RowState
    late: bool
    digest: str
    grade: Grade | None


def gradebook(assignment: Assignment, rows: Sequence[GradeRow], form: GradesFormat, language: str) -> str:
    """The grades of all students as a CSV file."""
    match form:
        case "plain":
            return _plain(assignment, rows)
        case "moodle":
            return _moodle(assignment, rows, language)
        case "canvas":
            return _canvas(assignment, rows)


def _plain(assignment: Assignment, rows: Sequence[GradeRow]) -> str:
    panel = [mind.mind for mind in assignment.panel]
    columns = ["name", "number", "state", "late", "version", "points", "most", "bonus", "forfeits"]
    for number in range(1, len(panel) + 1):
        columns += [f"mind_{number}", f"score_{number}", f"low_{number}", f"high_{number}", f"points_{number}"]
    lines = [_plain_row(row) for row in rows]
    return _text(columns, [[line.get(column, "") for column in columns] for line in lines])


def _plain_row(row: GradeRow) -> dict[str, Any]:
    line: dict[str, Any] = {
        "name": row.name,
        "number": row.number,
        "state": row.state,
        "late": int(row.late),
        "version": row.digest,
    }
    grade = row.grade
    if grade is None:
        return line
    bonus = "" if grade.bonus is None else _number(grade.bonus.points)
    forfeits = sum(one.games for one in grade.forfeits)
    line |= {"points": _number(grade.points), "most": _number(grade.most), "bonus": bonus, "forfeits": forfeits}
    for number, score in enumerate(grade.panel, 1):
        line[f"mind_{number}"] = score.mind
        line[f"score_{number}"], line[f"points_{number}"] = score.score, _number(score.points)
        line[f"low_{number}"], line[f"high_{number}"] = score.interval
    return line


def _moodle(assignment: Assignment, rows: Sequence[GradeRow], language: str) -> str:
    columns = ["Full name", "ID number", "Email address", assignment.title, f"{assignment.title} (Feedback)"]
    lines = []
    for row in rows:
        mail, number = (row.number, "") if "@" in row.number else ("", row.number)
        lines.append([row.name, number, mail, _points(row), feedback(row, language)])
    return _text(columns, lines)


def _canvas(assignment: Assignment, rows: Sequence[GradeRow]) -> str:
    columns = ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", assignment.title]
    possible = ["    Points Possible", "", "", "", "", _number(assignment.points)]
    lines = []
    for row in rows:
        user, login = ("", row.number) if "@" in row.number else (row.number, "")
        lines.append([row.name, "", user, login, "", _points(row)])
    return _text(columns, [possible, *lines])


def feedback(row: GradeRow, language: str) -> str:
    """One sentence for the student about the grade."""
    if row.grade is None:
        return phrase(f"classroom.assignments.state.{row.state}", language)
    scores = tuple(f"{score.mind} {100 * score.score:.0f} %" for score in row.grade.panel)
    key = "classroom.assignments.feedback_bonus" if row.grade.bonus is not None else "classroom.assignments.feedback"
    bonus = 0.0 if row.grade.bonus is None else row.grade.bonus.points
    return phrase(key, language, scores=scores, bonus=bonus)


def _points(row: GradeRow) -> str:
    """The points; 0 for a student without a valid hand-in, nothing while the grade is not there yet."""
    if row.grade is None:
        return "" if row.state == "waiting" else "0"
    return _number(row.grade.points)


def _number(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


def _text(columns: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow([_plain_cell(column) for column in columns])
    writer.writerows([[_plain_cell(cell) for cell in row] for row in rows])
    return out.getvalue()


def _plain_cell(cell: Any) -> Any:
    """A cell that no spreadsheet takes for a formula: names are chosen by students.

    >>> _plain_cell("=1+1"), _plain_cell("Ana"), _plain_cell(0.5)
    ("'=1+1", 'Ana', 0.5)
    """
    return f"'{cell}" if isinstance(cell, str) and cell.startswith(_FORMULA) else cell
