"""SQLite files: connections to them, copies of them, and names for files that are set aside."""

from __future__ import annotations

import os
import sqlite3
import struct
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

_MAGIC = b"SQLite format 3\0"
_HEADER = 100  # bytes
_PATIENCE = 5.0  # seconds to wait for another program that is writing


@dataclass(frozen=True, slots=True)
class FileHeader:
    """What the first bytes of an SQLite file say about it."""

    size: int
    version: int
    application: int


def read_header(path: Path) -> FileHeader | None:
    """The header of an SQLite file; None for another file. SQLite itself does not read that of a damaged one."""
    with path.open("rb") as file:
        data = file.read(_HEADER)
    if len(data) < _HEADER or not data.startswith(_MAGIC):
        return None
    (page,), (pages,) = struct.unpack_from(">H", data, 16), struct.unpack_from(">I", data, 28)
    (version,), (application,) = struct.unpack_from(">I", data, 60), struct.unpack_from(">I", data, 68)
    return FileHeader((65536 if page == 1 else page) * pages, version, application)


# Python cannot decode SQLite's message about a table whose name is damaged.
DatabaseErrors = (sqlite3.DatabaseError, UnicodeDecodeError)


def is_damage(error: sqlite3.DatabaseError | UnicodeDecodeError) -> bool:
    """Whether an error is about the contents of a database file."""
    if isinstance(error, UnicodeDecodeError):
        return True
    return error.sqlite_errorcode & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)


def connect(path: Path) -> sqlite3.Connection:
    """A connection for one thread at a time, which begins and ends transactions only when it is told to."""
    db = sqlite3.connect(path, timeout=_PATIENCE, isolation_level=None, check_same_thread=False)
    db.row_factory = sqlite3.Row
    db.text_factory = lambda data: data.decode(errors="replace")  # one bad byte is one bad text, not an error
    return db


def copy_database(db: sqlite3.Connection, path: Path) -> None:
    """Copy a database that is in use into a new file, which is there as a whole or not at all."""
    draft = path.with_name(f"{path.name}.part")
    remove_database(draft)
    try:
        with closing(connect(draft)) as copy:
            db.backup(copy)
            copy.execute("PRAGMA journal_mode=DELETE")  # one file, without a log beside it
        os.replace(draft, path)
    finally:
        remove_database(draft)


def remove_database(path: Path) -> None:
    """Remove a database with its logs, as far as they are there."""
    path.unlink(missing_ok=True)
    remove_logs(path)


def remove_logs(path: Path) -> None:
    """Remove what SQLite has left beside a database: the new one in its place must not be changed by it."""
    for suffix in ("-wal", "-shm", "-journal"):
        path.with_name(path.name + suffix).unlink(missing_ok=True)


def free_name(path: Path, label: str) -> Path:
    """The name of a file that is not there yet, for something that is set aside: `lab.sqlite.damaged`, `….damaged-2`.

    >>> free_name(Path("lab.sqlite"), "before-1").name
    'lab.sqlite.before-1'
    """
    name, number = path.with_name(f"{path.name}.{label}"), 1
    while name.exists():
        number += 1
        name = path.with_name(f"{path.name}.{label}-{number}")
    return name
