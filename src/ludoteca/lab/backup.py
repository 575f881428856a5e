"""Backups of the lab's data: a zip file with the database, the knowledge files, answers to puzzles and lessons.

The data of a class have a second database, files of each member, kept programs, and records of games.
"""

from __future__ import annotations

import os
import shutil
import tempfile
import time
import zipfile
import zlib
from contextlib import closing, suppress
from pathlib import Path, PurePosixPath
from typing import BinaryIO

from ludoteca.classroom.assignments.class_games import RECORDS
from ludoteca.classroom.assignments.coursework import PROGRAMS
from ludoteca.classroom.store import DATABASE as CLASS_DATABASE
from ludoteca.classroom.store import SCHEMA as CLASS_SCHEMA
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import quoted
from ludoteca.lab.data_folder import DATABASE, KNOWLEDGE, MEMBERS, FolderLock
from ludoteca.lab.lesson_log import LESSON_LOG
from ludoteca.lab.migrations import SCHEMA
from ludoteca.lab.puzzle_log import PUZZLE_LOG
from ludoteca.storage.database import is_damaged, stored_version
from ludoteca.storage.errors import StoreError, as_store_errors
from ludoteca.storage.schema import Schema
from ludoteca.storage.sqlite_files import connect, copy_database

_DRAFT = "restore.part"
_LOGS = (PUZZLE_LOG, LESSON_LOG)
_FOLDERS = (KNOWLEDGE, MEMBERS, PROGRAMS, RECORDS)
_NOT_A_ZIP = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OverflowError)


def back_up(folder: Path, file: Path) -> None:
    """Write the data of a folder into a new file; a lab may be using it. Raises `BadInput` or `StoreError`."""
    database = folder / DATABASE
    if stored_version(database, SCHEMA) is None:
        raise BadInput("lab.backup.no_data", folder=str(folder))
    if file.exists():
        raise BadInput("core.record.exists", path=str(file))
    with as_store_errors(file), tempfile.TemporaryDirectory(prefix=f"{file.name}.", dir=file.parent) as drafts:
        copy, draft = Path(drafts, DATABASE), Path(drafts, "backup.zip")
        with as_store_errors(database), closing(connect(database)) as db:
            copy_database(db, copy)
        if is_damaged(copy, SCHEMA):
            raise StoreError("storage.damaged", path=str(database))
        databases = [copy]
        if (folder / CLASS_DATABASE).exists():
            databases.append(Path(drafts, CLASS_DATABASE))
            with as_store_errors(folder / CLASS_DATABASE), closing(connect(folder / CLASS_DATABASE)) as db:
                copy_database(db, databases[-1])
        with draft.open("wb") as written:
            _pack(written, databases, folder)
            _sync(written)
        os.replace(draft, file)


def restore(file: Path, folder: Path) -> None:
    """Unpack a backup into a folder that has no data yet and that no lab is using; as a whole or not at all.

    Raises `BadInput` or `StoreError`.
    """
    try:
        packed = file.open("rb")
    except OSError as error:
        raise BadInput("core.record.no_file", path=str(file), reason=error.strerror or "") from None
    is_new = not folder.exists()
    try:
        with packed, closing(FolderLock(folder)), as_store_errors(folder):
            _restore(packed, folder)
    except BaseException:
        if is_new:
            shutil.rmtree(folder, ignore_errors=True)
        raise


def _restore(file: BinaryIO, folder: Path) -> None:
    database, knowledge, draft = folder / DATABASE, folder / KNOWLEDGE, folder / _DRAFT
    has_class = (folder / CLASS_DATABASE).exists()
    if database.exists() or has_class or (knowledge.is_dir() and any(knowledge.iterdir())):
        raise BadInput("lab.backup.not_empty", folder=str(folder))
    shutil.rmtree(draft, ignore_errors=True)
    (draft / KNOWLEDGE).mkdir(parents=True)
    try:
        _unpack(file, draft)
        _check_database(file.name, draft / DATABASE, SCHEMA)
        if (draft / CLASS_DATABASE).exists():
            _check_database(file.name, draft / CLASS_DATABASE, CLASS_SCHEMA)
        os.replace(draft / KNOWLEDGE, knowledge)
        for part in (*_LOGS, *_FOLDERS[1:], CLASS_DATABASE):
            with suppress(FileNotFoundError):
                os.replace(draft / part, folder / part)
        os.replace(draft / DATABASE, database)  # last: with it, the restored data are there
    finally:
        shutil.rmtree(draft, ignore_errors=True)


def _pack(written: BinaryIO, databases: list[Path], folder: Path) -> None:
    with zipfile.ZipFile(written, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as packed:
        for database in databases:
            packed.write(database, database.name)
        for log in _LOGS:
            with suppress(FileNotFoundError):
                packed.write(folder / log, log)
        # After the database: the texts that its games were started with are there by now.
        for path in sorted(path for part in _FOLDERS for path in (folder / part).rglob("*")):
            if path.is_file() and path.suffix != ".part":
                with suppress(FileNotFoundError):  # it may be deleted meanwhile
                    packed.write(path, path.relative_to(folder).as_posix())


def _unpack(file: BinaryIO, folder: Path) -> None:
    """Unpack a backup; raises `BadInput` for another file."""
    try:
        with zipfile.ZipFile(file) as packed:
            for item in packed.infolist():
                if not _is_ours(item.filename):
                    raise BadInput("lab.backup.foreign", file=file.name)
                path = folder / item.filename
                path.parent.mkdir(parents=True, exist_ok=True)
                with packed.open(item) as source, path.open("wb") as written:
                    shutil.copyfileobj(source, written)
                    _sync(written)
                moment = time.mktime((*item.date_time, 0, 0, -1))
                os.utime(path, (moment, moment))
    except _NOT_A_ZIP:
        raise BadInput("lab.backup.foreign", file=file.name) from None


def _is_ours(name: str) -> bool:
    """Whether a file of that name belongs into a backup: a database, answers, or a knowledge file."""
    parts = PurePosixPath(name).parts
    inside = len(parts) > 2 and parts[0] in _FOLDERS and ".." not in parts
    return name in (DATABASE, CLASS_DATABASE, *_LOGS) or (inside and name == "/".join(parts))


def _check_database(file: str, database: Path, schema: Schema) -> None:
    try:
        if stored_version(database, schema) is None:
            raise BadInput("lab.backup.foreign", file=file)
        if is_damaged(database, schema):
            raise BadInput("lab.backup.damaged", file=file)
    except StoreError as error:
        raise BadInput("lab.backup.refused", file=file, why=quoted(error.message)) from error


def _sync(written: BinaryIO) -> None:
    """Wait until what was written is safe on disk."""
    written.flush()
    os.fsync(written.fileno())
