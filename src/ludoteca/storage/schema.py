"""The schema of a database, as the migrations that lead to it: `PRAGMA user_version` counts them."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass

Migration = tuple[str, ...]
"""The statements that lead from one version to the next, executed in one transaction."""


@dataclass(frozen=True, slots=True)
class Schema:
    """The mark of a kind of database in its files, and its migrations.

    `unmarked_tables` are those of the first version, if that did not mark its files.
    """

    application_id: int
    migrations: tuple[Migration, ...]
    unmarked_tables: frozenset[str] = frozenset()

    @property
    def newest(self) -> int:
        """The version after all migrations."""
        return len(self.migrations)

    def is_of(self, db: sqlite3.Connection) -> bool:
        """Whether a database has the mark or, without any mark, the tables of the first version."""
        marked: int = db.execute("PRAGMA application_id").fetchone()[0]
        if marked or not self.unmarked_tables:
            return marked == self.application_id
        return not version_of(db) and tables_of(db) >= self.unmarked_tables

    def migrate(self, db: sqlite3.Connection, newest: int | None = None) -> None:
        """Bring a database to a version, by default the newest, each migration in one transaction."""
        for number in range(version_of(db) + 1, (self.newest if newest is None else newest) + 1):
            db.execute("BEGIN IMMEDIATE")
            try:
                for statement in self.migrations[number - 1]:
                    db.execute(statement)
                db.execute(f"PRAGMA application_id = {self.application_id}")
                db.execute(f"PRAGMA user_version = {number}")
                db.execute("COMMIT")
            except BaseException:
                if db.in_transaction:
                    db.execute("ROLLBACK")
                raise


def version_of(db: sqlite3.Connection) -> int:
    """The number of migrations that a database has had."""
    version: int = db.execute("PRAGMA user_version").fetchone()[0]
    return version


def tables_of(db: sqlite3.Connection) -> set[str]:
    return {row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")}
