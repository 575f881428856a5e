"""Saving what can still be read of a damaged database, row by row, into a new one."""

from __future__ import annotations

import heapq
import os
import shutil
import sqlite3
from collections.abc import Iterator
from contextlib import closing, suppress
from pathlib import Path

from ludoteca.core.i18n import Message
from ludoteca.lab.migrations import SCHEMA
from ludoteca.storage.errors import StoreError
from ludoteca.storage.schema import tables_of, version_of
from ludoteca.storage.sqlite_files import (
    DatabaseErrors,
    connect,
    free_name,
    is_damage,
    read_header,
    remove_database,
    remove_logs,
)

_MOST_FAILURES = 20_000  # ranges of a table that may turn out to be unreadable before the rest is given up
_SMALLEST_ROW = 16  # bytes: a file has no more rows than that allows
_PARTS = ("", "-wal")  # of a database that is not open: the file and its log

_PARTS_OF_GAMES = ("turns", "reviews", "undone", "seats")  # tables whose rows belong to a game
_REPAIRS = (
    # A move can be used only if all moves before it are there.
    """DELETE FROM turns WHERE rowid IN (SELECT rowid FROM (
        SELECT rowid, number, row_number() OVER (PARTITION BY game ORDER BY number) - 1 AS place FROM turns)
        WHERE number <> place)""",
    "UPDATE games SET moves = (SELECT count(*) FROM turns WHERE game = id)",
)


def salvage(path: Path) -> Message:
    """Replace a damaged database by a new one with the rows that can be read; the damaged file is copied first.

    Raises `StoreError`, and leaves the file as it is, if no table can be read.
    """
    aside, draft = free_name(path, "damaged"), path.with_name(f"{path.name}.part")
    remove_database(draft)
    _copy(path, aside)
    try:
        _extend(path)
        with closing(connect(path)) as damaged, closing(connect(draft)) as new:
            _copy_rows(damaged, new)
            games = new.execute("SELECT count(*) FROM games").fetchone()[0]
        remove_logs(path)
        os.replace(draft, path)
    except BaseException as error:
        remove_database(draft)
        remove_logs(path)
        for suffix in _PARTS:
            with suppress(FileNotFoundError):
                os.replace(f"{aside}{suffix}", f"{path}{suffix}")
        if isinstance(error, DatabaseErrors) and is_damage(error):
            raise StoreError("lab.store.lost", path=str(path)) from error
        raise
    return Message("lab.store.salvaged", {"path": str(path), "games": games, "copy": str(aside)})


def _copy(path: Path, aside: Path) -> None:
    """Copy a database and its log byte by byte, both or none."""
    try:
        for suffix in _PARTS:
            with suppress(FileNotFoundError):
                shutil.copyfile(f"{path}{suffix}", f"{aside}{suffix}")
    except BaseException:
        remove_database(aside)
        raise


def _extend(path: Path) -> None:
    """Give a file the size that its header tells: SQLite reads nothing from one that was cut short."""
    header = read_header(path)
    if header is not None and path.stat().st_size < header.size:
        with suppress(OSError):  # the header may be damaged too
            os.truncate(path, header.size)


def _copy_rows(damaged: sqlite3.Connection, new: sqlite3.Connection) -> None:
    """Copy all rows that can be read, in one transaction."""
    SCHEMA.migrate(new, max(1, version_of(damaged)))
    new.execute("BEGIN")
    for table in tables_of(new):
        columns = [row["name"] for row in new.execute(f"PRAGMA table_info({table})")]
        insert = f"INSERT OR IGNORE INTO {table} ({', '.join(columns)}) VALUES ({', '.join('?' * len(columns))})"
        new.executemany(insert, _readable_rows(damaged, table, ", ".join(columns)))
    for table in tables_of(new).intersection(_PARTS_OF_GAMES):
        new.execute(f"DELETE FROM {table} WHERE game NOT IN (SELECT id FROM games)")
    for repair in _REPAIRS:
        new.execute(repair)
    new.execute("COMMIT")


def _readable_rows(db: sqlite3.Connection, table: str, columns: str) -> Iterator[tuple[object, ...]]:
    """The rows of a table. A range of rows that fails is read again in halves, the largest ranges first."""
    select = f"SELECT rowid, {columns} FROM {table} NOT INDEXED WHERE rowid BETWEEN ? AND ? ORDER BY rowid"
    low, high, failures = 1, _last_row(db, table), 0
    pending = [(low - high, low, high)]
    while pending and failures < _MOST_FAILURES:
        _, low, high = heapq.heappop(pending)
        try:
            for row in db.execute(select, (low, high)):
                if not low <= row[0] <= high:
                    raise sqlite3.DatabaseError("a broken page leads to other rows")
                yield tuple(row)[1:]
                low = row[0] + 1
        except DatabaseErrors:
            failures += 1
            middle = (low + high) // 2
            for first, last in ((low, middle), (middle + 1, high)) if low < high else ():
                heapq.heappush(pending, (first - last, first, last))


def _last_row(db: sqlite3.Connection, table: str) -> int:
    """The largest rowid of a table or, if that cannot be read, as many as could be in the file."""
    try:
        return db.execute(f"SELECT max(rowid) FROM {table}").fetchone()[0] or 0
    except DatabaseErrors:
        pages, size = (db.execute(f"PRAGMA {name}").fetchone()[0] for name in ("page_count", "page_size"))
        return int(pages * size // _SMALLEST_ROW)
