"""What a student leaves outside the database: kept programs and the records of their games."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from ludoteca.classroom.assignments.class_games import RECORDS
from ludoteca.classroom.assignments.coursework import Coursework
from ludoteca.classroom.store import ClassStore

_HEADER = 1 << 16  # bytes of a record in which its first line ends


def program_files(store: ClassStore, member: str) -> Iterator[tuple[str, str]]:
    """The files of a student's hand-ins with their texts, each under the number of the hand-in."""
    coursework = Coursework(store)
    for hand_in in coursework.hand_ins.of_member(member):
        for name, text in coursework.programs.texts(hand_in.program.key).items():
            yield f"hand_ins/{hand_in.number}/{name}", text


def delete_programs(store: ClassStore, member: str) -> None:
    """Delete the programs that only this student used, and the games they played; before the student is removed."""
    coursework = Coursework(store)
    mine = {one.program for one in coursework.hand_ins.of_member(member)}
    with store.reading() as db:
        others = {row["program"] for row in db.execute("SELECT program FROM hand_ins WHERE member <> ?", (member,))}
    panel = {mind.program for assignment in coursework.assignments.all() for mind in assignment.panel}
    alone = [program for program in mine if program.key not in others | panel]
    names = [f"file={program.file},digest={program.digest}".encode() for program in alone]
    for path in _records(coursework.folder):
        with path.open("rb") as file:
            header = file.read(_HEADER).partition(b"\n")[0]
        if any(name in header for name in names):
            with store.transaction() as db:
                db.execute("DELETE FROM class_games WHERE key = ?", (path.stem,))
            path.unlink(missing_ok=True)
    for program in alone:
        coursework.programs.delete(program.key)


def _records(folder: Path) -> list[Path]:
    return sorted((folder / RECORDS).glob("??/*.jsonl"))
