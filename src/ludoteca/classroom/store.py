"""The database of a class: one SQLite file in the folder of the class. Each module contributes its own tables."""

from __future__ import annotations

import re
import sqlite3
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from ludoteca.classroom import members
from ludoteca.classroom.assignments import tables
from ludoteca.core.errors import BadInput, NotFound
from ludoteca.storage.database import configure, open_database, transaction
from ludoteca.storage.errors import as_store_errors
from ludoteca.storage.folders import default_data
from ludoteca.storage.schema import Schema
from ludoteca.storage.sqlite_files import connect

DATABASE = "class.db"
SCHEMA = Schema(
    0x4C55444B,  # "LUDK"
    (
        (  # 1: the tables of all modules; what belongs to a member refers to `members (id)` and goes with the member
            "CREATE TABLE settings (name TEXT PRIMARY KEY, value TEXT NOT NULL)",
            *members.TABLES,
            *tables.TABLES,
        ),
    ),
)
_NAME = re.compile(r"[a-z0-9][a-z0-9_-]{0,39}")


class ClassStore:
    """The database of one class. Every thread has a connection of its own, and so has every process.

    A change is one transaction: when it returns, it is safe on disk; when it raises `StoreError`, nothing has changed.
    """

    def __init__(self, folder: Path) -> None:
        """Open the class in a folder; raises `NotFound` if there is none, and `StoreError`."""
        if not (folder / DATABASE).is_file():
            raise NotFound("classroom.none", folder=str(folder))
        self.folder = folder
        self._path = folder / DATABASE
        self._lock = threading.Lock()
        first, self.notices = open_database(self._path, SCHEMA)
        self._connections = [first]
        self._own = threading.local()
        self._own.db = first

    @property
    def name(self) -> str:
        """The name of the class."""
        return self.folder.name

    def close(self) -> None:
        """Close the connections of all threads, which must have ended their work."""
        with self._lock:
            for db in self._connections:
                db.close()
            self._connections.clear()

    @contextmanager
    def reading(self) -> Iterator[sqlite3.Connection]:
        """This thread's connection, to read; raises `StoreError`."""
        with as_store_errors(self._path):
            yield self._connection()

    @contextmanager
    def transaction(self) -> Iterator[sqlite3.Connection]:
        """This thread's connection in a transaction that is made as a whole or not at all; raises `StoreError`."""
        with self.reading() as db, transaction(db):
            yield db

    def setting(self, name: str) -> str | None:
        """A setting of the class; None if it is not set."""
        with self.reading() as db:
            row = db.execute("SELECT value FROM settings WHERE name = ?", (name,)).fetchone()
        return None if row is None else str(row["value"])

    def set(self, name: str, value: str | None) -> None:
        """Change a setting of the class; None takes it away."""
        with self.transaction() as db:
            if value is None:
                db.execute("DELETE FROM settings WHERE name = ?", (name,))
            else:
                db.execute("INSERT OR REPLACE INTO settings VALUES (?, ?)", (name, value))

    def _connection(self) -> sqlite3.Connection:
        db: sqlite3.Connection | None = getattr(self._own, "db", None)
        if db is None:
            db = self._own.db = connect(self._path)
            configure(db)
            with self._lock:
                self._connections.append(db)
        return db


def classes_folder() -> Path:
    """The folder with the classes, in the user's data folder."""
    return default_data() / "classes"


def class_folder(name: str) -> Path:
    """The folder of a class; raises `BadInput` for a name that no class can have."""
    if not _NAME.fullmatch(name):
        raise BadInput("classroom.bad_name", name=name)
    return classes_folder() / name


def class_names() -> list[str]:
    """The names of all classes in the user's data folder."""
    return sorted(path.parent.name for path in classes_folder().glob(f"*/{DATABASE}"))


def new_class(folder: Path) -> ClassStore:
    """A new class in a folder; raises `BadInput` if there is one, and `StoreError`."""
    with as_store_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
        try:
            (folder / DATABASE).open("xb").close()
        except FileExistsError:
            raise BadInput("classroom.exists", folder=str(folder)) from None
    return ClassStore(folder)
