"""Everything in the database that belongs to one member: found by foreign keys, whichever module keeps it."""

from __future__ import annotations

import sqlite3
from typing import Any

from ludoteca.classroom.store import ClassStore
from ludoteca.storage.schema import tables_of

_SECRET = ("token_hash", "cookie_hash", "name_key")


def rows_of(store: ClassStore, member_id: str) -> dict[str, list[dict[str, Any]]]:
    """The rows of a member by table: that of the member, rows that refer to it, rows that refer to those, and so on."""
    with store.reading() as db:
        found = {"members": _rows(db, "members", "id", [member_id])}
        pending = ["members"]
        for owner in pending:  # which grows meanwhile
            for table in sorted(tables_of(db) - found.keys()):
                for key in db.execute(f"PRAGMA foreign_key_list({table})").fetchall():
                    if key["table"] == owner and key["on_delete"] == "CASCADE":
                        values = [row[key["to"] or "id"] for row in found[owner]]
                        found[table] = _rows(db, table, key["from"], values)
                        pending.append(table)
    return {table: [_public(row) for row in rows] for table, rows in found.items() if rows}


def _rows(db: sqlite3.Connection, table: str, column: str, values: list[Any]) -> list[sqlite3.Row]:
    chosen = f"SELECT * FROM {table} WHERE {column} = ?"
    return [row for value in dict.fromkeys(values) for row in db.execute(chosen, (value,))]


def _public(row: sqlite3.Row) -> dict[str, Any]:
    """A row as data that can be written as JSON, without what only lets the member in."""
    named = {name: row[name] for name in row.keys() if name not in _SECRET}  # noqa: SIM118
    return {name: value.hex() if isinstance(value, bytes) else value for name, value in named.items()}
