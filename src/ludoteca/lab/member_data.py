"""Everything of one member of a class: written into a zip file for the member, and deleted with a student."""

from __future__ import annotations

import json
import shutil
import zipfile
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import BinaryIO, TypeVar

from ludoteca.classroom.assignments.personal_data import delete_programs, program_files
from ludoteca.classroom.member_rows import rows_of
from ludoteca.classroom.members import Member, Members
from ludoteca.classroom.store import ClassStore
from ludoteca.core.errors import BadInput
from ludoteca.lab.data_folder import KNOWLEDGE, member_folder
from ludoteca.lab.store import Store
from ludoteca.storage.errors import as_store_errors

T = TypeVar("T")
Call = Callable[[Callable[[Store], T]], T]
"""Does some work with the store of games."""


def write_export(classroom: ClassStore, call: Call[str | None], games: list[str], member: Member, to: BinaryIO) -> None:
    """Write everything of a member as a zip: files with their versions, games with reviews, answers, rows as JSON.

    `games` are the ids of the member's games.
    """
    with zipfile.ZipFile(to, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as packed:
        packed.writestr("member.json", _json(asdict(member)))
        for table, rows in rows_of(classroom, member.id).items():
            packed.writestr(f"class/{table}.json", _json(rows))
        for name, program in program_files(classroom, member.id):
            packed.writestr(name, program)
        for name, path in _files(classroom.folder, member.id):
            packed.write(path, name)
        for game_id in games:
            for kind, text in (("record.jsonl", call(_record(game_id))), ("review.json", call(_review(game_id)))):
                if text is not None:
                    packed.writestr(f"games/{game_id}.{kind}", text)


def export_member(classroom: ClassStore, store: Store, member: Member, file: Path) -> None:
    """Write everything of a member into a new zip file; raises `BadInput` or `StoreError`."""
    with as_store_errors(file):
        try:
            written = file.open("xb")
        except FileExistsError:
            raise BadInput("core.record.exists", path=str(file)) from None
        try:
            with written:
                write_export(classroom, lambda work: work(store), store.ids_of(member.id), member, written)
        except BaseException:
            file.unlink()
            raise


def remove_member(classroom: ClassStore, store: Store, member: Member) -> None:
    """Delete a student with everything, for good; raises `BadInput` for a teacher, or `StoreError`.

    The row of the student goes last: what was interrupted can be done again.
    """
    if member.is_teacher:
        raise BadInput("classroom.members.teacher_stays")
    store.delete_owner(member.id)
    with as_store_errors(classroom.folder):
        delete_programs(classroom, member.id)
    for folder in _folders(classroom.folder, member.id).values():
        with as_store_errors(folder):
            if folder.exists():
                shutil.rmtree(folder)
    Members(classroom).remove(member.id)


def _folders(folder: Path, member_id: str) -> dict[str, Path]:
    return {KNOWLEDGE: folder / KNOWLEDGE / member_id, "answers": member_folder(folder, member_id)}


def _files(folder: Path, member_id: str) -> Iterator[tuple[str, Path]]:
    for name, place in _folders(folder, member_id).items():
        for path in sorted(place.rglob("*")):
            if path.is_file() and path.suffix != ".part":
                yield f"{name}/{path.relative_to(place).as_posix()}", path


def _record(game_id: str) -> Callable[[Store], str | None]:
    def text(store: Store) -> str | None:
        game = store.game(game_id)
        if game is None:
            return None
        return "\n".join((game.header, *game.turns, *(() if game.result is None else (game.result,)))) + "\n"

    return text


def _review(game_id: str) -> Callable[[Store], str | None]:
    return lambda store: store.review(game_id)


def _json(data: object) -> str:
    return json.dumps(data, indent=1, ensure_ascii=False)
