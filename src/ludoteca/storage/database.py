"""Opens databases: checks kind, version and integrity, and makes a copy before a migration changes one."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from ludoteca.core.i18n import Message
from ludoteca.storage.errors import StoreError, as_store_errors
from ludoteca.storage.schema import Schema, tables_of, version_of
from ludoteca.storage.sqlite_files import DatabaseErrors, connect, copy_database, free_name, is_damage, read_header

_LOG_SIZE = 4 << 20  # bytes that the write-ahead log keeps after a checkpoint; there is one every 1,000 pages


def open_database(
    path: Path, schema: Schema, salvage: Callable[[Path], Message] | None = None
) -> tuple[sqlite3.Connection, list[Message]]:
    """The database in a file, and what is to be said about it: it may have been migrated, or saved from damage.

    Raises `StoreError` for a file that is of something else, of a newer version, or cannot be written; and for a
    damaged one that `salvage` cannot save.
    """
    notices = []
    with as_store_errors(path):
        version = stored_version(path, schema)
        if version is not None and is_damaged(path, schema):
            if salvage is None:
                raise StoreError("storage.damaged_file", path=str(path))
            notices.append(salvage(path))
        db = connect(path)
        try:
            if version is not None and version_of(db) < schema.newest:
                notices.append(_set_aside(db, path, schema))
            schema.migrate(db)
            configure(db)
        except BaseException:
            db.close()
            raise
    return db, notices


def stored_version(path: Path, schema: Schema) -> int | None:
    """The version of the database in a file; None without one. Raises `StoreError` if it is none of the schema."""
    with as_store_errors(path):
        if not path.exists() or path.stat().st_size == 0:
            return None
        with closing(connect(path)) as db:
            try:
                is_ours, version = schema.is_of(db), version_of(db)
            except DatabaseErrors as error:
                if not is_damage(error):
                    raise
                # Only now: closing a file ends all locks that this process has on it, those of SQLite too.
                header = read_header(path)
                if header is None:
                    raise StoreError("storage.foreign", path=str(path)) from None
                is_ours, version = header.application == schema.application_id, header.version
        if not is_ours:
            raise StoreError("storage.foreign", path=str(path))
        if not 0 <= version <= schema.newest:
            raise StoreError("storage.newer", path=str(path), found=version, known=schema.newest)
        return version


def is_damaged(path: Path, schema: Schema) -> bool:
    """Whether a database in a file cannot be read throughout, or lacks the tables that every version has."""
    with as_store_errors(path), closing(connect(path)) as db:
        try:
            whole = db.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
            return not (whole and tables_of(db) >= schema.unmarked_tables)
        except DatabaseErrors as error:
            if not is_damage(error):
                raise
            return True


def configure(db: sqlite3.Connection) -> None:
    """Set up a connection so that what is stored survives a power failure, not only the end of the process."""
    db.execute("PRAGMA journal_mode=WAL")
    db.execute("PRAGMA synchronous=FULL")
    db.execute("PRAGMA foreign_keys=ON")
    db.execute(f"PRAGMA journal_size_limit={_LOG_SIZE}")


@contextmanager
def transaction(db: sqlite3.Connection) -> Iterator[sqlite3.Connection]:
    """A transaction: it is as a whole in the database, or not at all."""
    db.execute("BEGIN IMMEDIATE")
    try:
        yield db
        db.execute("COMMIT")
    except BaseException:
        if db.in_transaction:  # SQLite ends it itself after some errors
            db.execute("ROLLBACK")
        raise


def _set_aside(db: sqlite3.Connection, path: Path, schema: Schema) -> Message:
    """Copy a database before it is migrated."""
    copy = free_name(path, f"before-{schema.newest}")
    copy_database(db, copy)
    return Message("storage.migrated", {"copy": str(copy)})
