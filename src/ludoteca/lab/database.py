"""Opening the lab's database: is it the lab's, whole, and of this version? What is changed is copied first."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

from ludoteca.core.i18n import Message
from ludoteca.lab.errors import StoreError
from ludoteca.lab.migrations import APPLICATION_ID, FIRST_TABLES, NEWEST, migrate, tables_of, version_of
from ludoteca.lab.salvage import is_whole, salvage
from ludoteca.lab.sqlite_files import DatabaseErrors, connect, copy_database, free_name, is_damage, read_header
from ludoteca.lab.store_errors import as_store_errors

_LOG_SIZE = 4 << 20  # bytes that the write-ahead log keeps after a checkpoint; there is one every 1,000 pages


def open_database(path: Path) -> tuple[sqlite3.Connection, list[Message]]:
    """The lab's database in a file, and what is to be said about it: it may have been migrated, or saved from damage.

    Raises `StoreError` for a file that is of something else, of a newer version, or cannot be written.
    """
    notices = []
    with as_store_errors(path):
        version = stored_version(path)
        if version is not None and is_damaged(path):
            notices.append(salvage(path))
        db = connect(path)
        try:
            if version is not None and version_of(db) < NEWEST:
                notices.append(_set_aside(db, path))
            migrate(db)
            _configure(db)
        except BaseException:
            db.close()
            raise
    return db, notices


def stored_version(path: Path) -> int | None:
    """The version of the database in a file; None without one. Raises `StoreError` if the lab cannot use it."""
    with as_store_errors(path):
        if not path.exists() or path.stat().st_size == 0:
            return None
        header = read_header(path)
        if header is None:
            raise StoreError("lab.store.foreign", path=str(path))
        with closing(connect(path)) as db:
            try:
                is_ours, version = _is_ours(db), version_of(db)
            except DatabaseErrors as error:
                if not is_damage(error):
                    raise
                is_ours, version = header.application == APPLICATION_ID, header.version
        if not is_ours:
            raise StoreError("lab.store.foreign", path=str(path))
        if not 0 <= version <= NEWEST:
            raise StoreError("lab.store.newer", path=str(path), found=version, known=NEWEST)
        return version


def is_damaged(path: Path) -> bool:
    """Whether the lab's database in a file cannot be read throughout."""
    with as_store_errors(path), closing(connect(path)) as db:
        return not is_whole(db)


def _is_ours(db: sqlite3.Connection) -> bool:
    """Whether a database has the lab's mark or, without any mark, the tables of Ludoteca 0.1."""
    marked = db.execute("PRAGMA application_id").fetchone()[0]
    return bool(marked == APPLICATION_ID or (not marked and not version_of(db) and tables_of(db) >= FIRST_TABLES))


def _set_aside(db: sqlite3.Connection, path: Path) -> Message:
    """Copy a database before it is migrated."""
    copy = free_name(path, f"before-{NEWEST}")
    copy_database(db, copy)
    return Message("lab.store.migrated", {"copy": str(copy)})


def _configure(db: sqlite3.Connection) -> None:
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")  # what is stored survives a power failure, not only the end of the process
    db.execute("PRAGMA foreign_keys=ON")
    db.execute(f"PRAGMA journal_size_limit={_LOG_SIZE}")
