"""The store of games, reviews and matches: one SQLite file; a move is acknowledged when it is written."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

from pydantic import FiniteFloat

from ludoteca.core.errors import BadInput, NotFound
from ludoteca.core.record import Header, Record, Result, Turn, from_data, to_line
from ludoteca.lab.migrations import SCHEMA
from ludoteca.lab.salvage import salvage
from ludoteca.lab.stored_game import LinkSeat, StoredGame, Undo
from ludoteca.storage.database import open_database, transaction
from ludoteca.storage.errors import as_store_errors

_CHANGES_A_SECOND = 1_000_000  # fewer than that happen, so that numbers of changes are never used twice
_OF = "(owner = ? OR id IN (SELECT seats.game FROM seats WHERE person = ?))"
_LISTED = "id, game, minds, moves, over, winner, match, created, updated, owner"


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game in the list of games; one that is not `readable` has only its id for certain."""

    id: str
    game: str
    minds: tuple[str, ...]
    moves: int
    over: bool
    winner: str | None
    match: str | None
    created: FiniteFloat
    updated: FiniteFloat
    owner: str | None = None
    readable: bool = True


class Store:
    """Games and matches on disk, used by one thread at a time (`StoreThread`).

    A call returns when what it wrote is safe on disk. A call that fails raises `StoreError` and changes nothing;
    the next one may work. `notices` says what was done to the file when it was opened.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db, self.notices = open_database(path, SCHEMA, salvage)
        try:
            self.first_change = self._next_start() * _CHANGES_A_SECOND
        except BaseException:
            self._db.close()
            raise

    def close(self) -> None:
        self._db.close()

    def create(
        self,
        game_id: str,
        header: Header,
        opening: Sequence[Turn] = (),
        owner: str | None = None,
        seats: Sequence[LinkSeat] = (),
    ) -> None:
        """Store a new game that has no moves yet, or those of an opening."""
        with self._transaction() as db:
            _insert_game(db, game_id, header, None, owner)
            rows = [(game_id, one.seat, one.person, one.name, one.code) for one in seats]
            db.executemany("INSERT INTO seats VALUES (?, ?, ?, ?, ?)", rows)
            if opening:
                _write_turns(db, game_id, 0, opening, None)

    def update(
        self, game_id: str, start: int, turns: Sequence[Turn], result: Result | None, undone: Sequence[Undo] = ()
    ) -> None:
        """Replace the moves from number `start` on, the result and what was undone; earlier moves are not touched.

        A review of the game is dropped. Raises `NotFound` for a game that was deleted.
        """
        with self._transaction() as db:
            _write_turns(db, game_id, start, turns, result)
            _write_undone(db, game_id, undone)
            db.execute("DELETE FROM reviews WHERE game = ?", (game_id,))

    def save_review(self, game_id: str, moves: int, review: str) -> None:
        """Keep the review of a game, if the game is still there, over, and of so many moves."""
        chosen = "SELECT id, ? FROM games WHERE id = ? AND over AND moves = ?"
        with self._transaction() as db:
            db.execute(f"INSERT OR REPLACE INTO reviews {chosen}", (review, game_id, moves))

    def review(self, game_id: str) -> str | None:
        """The review of a game; None if none is kept."""
        with self._reading() as db:
            row = db.execute("SELECT review FROM reviews WHERE game = ?", (game_id,)).fetchone()
        return None if row is None else str(row["review"])

    def sit_down(self, game_id: str, code: str, person: str, name: str) -> bool:
        """Give a seat to whom the code of its invitation was sent; whether it was still free."""
        free = "UPDATE seats SET person = ?, name = ?, code = NULL WHERE game = ? AND code = ? AND person IS NULL"
        with self._transaction() as db:
            return db.execute(free, (person, name, game_id, code)).rowcount > 0

    def save_record(self, game_id: str, record: Record, match: str | None = None, owner: str | None = None) -> None:
        """Store a whole game, in one transaction; it replaces one of the same id."""
        with self._transaction() as db:
            db.execute("DELETE FROM games WHERE id = ?", (game_id,))
            _insert_game(db, game_id, record.header, match, owner)
            _write_turns(db, game_id, 0, record.turns, record.result)

    def game(self, game_id: str) -> StoredGame | None:
        """A game as it is stored; None if there is none of that id."""
        with self._reading() as db:
            row = db.execute("SELECT id, header, result, owner FROM games WHERE id = ?", (game_id,)).fetchone()
            seats = db.execute("SELECT * FROM seats WHERE game = ? ORDER BY seat", (game_id,)).fetchall()
            turns = db.execute("SELECT line FROM turns WHERE game = ? ORDER BY number", (game_id,)).fetchall()
            undone = db.execute("SELECT lines FROM undone WHERE game = ? ORDER BY number", (game_id,)).fetchall()
        if row is None:
            return None
        people = tuple(LinkSeat(one["seat"], one["person"], one["name"], one["code"]) for one in seats)
        return replace(_stored_game(row, turns, undone), owner=row["owner"], seats=people)

    def record(self, game_id: str) -> Record | None:
        """A game as a record; None if there is none of that id. Raises `BadInput` if it cannot be read."""
        game = self.game(game_id)
        return None if game is None else game.record()

    def entries(
        self,
        game: str = "",
        mind: str = "",
        over: bool | None = None,
        match: str = "",
        limit: int = 50,
        offset: int = 0,
        owner: str | None = None,
    ) -> tuple[list[GameEntry], int]:
        """One page of the games, the latest first, and the number of all.

        Those of an owner are also those in which the owner sits.
        """
        filters = {"game = ?": game, "instr(minds, ?) > 0": mind, "match = ?": match, "over = ?": over, _OF: owner}
        chosen = {condition: value for condition, value in filters.items() if value not in ("", None)}
        where = " AND ".join(chosen) or "TRUE"
        args = [value for condition, value in chosen.items() for _ in range(condition.count("?"))]
        page = f"SELECT {_LISTED} FROM games WHERE {where} ORDER BY updated DESC, rowid DESC LIMIT ? OFFSET ?"
        with self._reading() as db:
            rows = db.execute(page, (*args, limit, offset)).fetchall()
            total = db.execute(f"SELECT count(*) FROM games WHERE {where}", args).fetchone()[0]
        return [_entry(row) for row in rows], int(total)

    def unfinished(self) -> list[str]:
        """The ids of unfinished games outside matches: these are resumed after a restart."""
        with self._reading() as db:
            rows = db.execute("SELECT id FROM games WHERE over = 0 AND match IS NULL ORDER BY updated")
            return [str(row["id"]) for row in rows]

    def delete(self, game_id: str) -> bool:
        with self._transaction() as db:
            return db.execute("DELETE FROM games WHERE id = ?", (game_id,)).rowcount > 0

    def save_match(self, match_id: str, settings: str, owner: str | None = None) -> None:
        with self._transaction() as db:
            db.execute("INSERT OR REPLACE INTO matches VALUES (?, ?, ?, ?)", (match_id, settings, time.time(), owner))

    def matches(self) -> list[tuple[str, str, str | None]]:
        """Id, settings and owner of every match, the earliest first."""
        with self._reading() as db:
            rows = db.execute("SELECT id, plan, owner FROM matches ORDER BY created, rowid")
            return [(str(row["id"]), str(row["plan"]), row["owner"]) for row in rows]

    def ids_of(self, owner: str) -> list[str]:
        """The ids of all games of an owner, those of matches too, the earliest first."""
        with self._reading() as db:
            rows = db.execute("SELECT id FROM games WHERE owner = ? ORDER BY created, rowid", (owner,))
            return [str(row["id"]) for row in rows]

    def delete_owner(self, owner: str) -> None:
        """Delete everything of an owner for good; in games of others the seats of the owner lose the name."""
        with self._reading() as db:
            db.execute("PRAGMA secure_delete=ON")
            with transaction(db):
                db.execute("DELETE FROM games WHERE owner = ?", (owner,))
                db.execute("DELETE FROM matches WHERE owner = ?", (owner,))
                db.execute("UPDATE seats SET person = '', name = '' WHERE person = ?", (owner,))
            db.execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def delete_match(self, match_id: str) -> None:
        with self._transaction() as db:
            db.execute("DELETE FROM games WHERE match = ?", (match_id,))
            db.execute("DELETE FROM matches WHERE id = ?", (match_id,))

    def finished_games(self, prefix: str) -> dict[str, Record]:
        """The finished games whose ids begin so, without their moves; those that cannot be read are left out."""
        chosen = "SELECT id, header, result FROM games WHERE id BETWEEN ? AND ? AND over"
        with self._reading() as db:
            rows = db.execute(chosen, (prefix, f"{prefix}~")).fetchall()
        results = {}
        for row in rows:
            with suppress(BadInput):
                results[str(row["id"])] = _stored_game(row, ()).record()
        return results

    def _next_start(self) -> int:
        """The second of this start. It is larger than those of all earlier ones, whatever the clock says."""
        with self._transaction() as db:
            last = db.execute("SELECT CAST(max(second) AS INTEGER) FROM lab_start").fetchone()[0] or 0
            start = max(int(time.time()), last + 1)
            db.execute("DELETE FROM lab_start")
            db.execute("INSERT INTO lab_start VALUES (?)", (start,))
        return start

    @contextmanager
    def _reading(self) -> Iterator[sqlite3.Connection]:
        with as_store_errors(self._path):
            yield self._db

    @contextmanager
    def _transaction(self) -> Iterator[sqlite3.Connection]:
        """A transaction: it is as a whole in the database, or not at all."""
        with self._reading() as db, transaction(db):
            yield db


def _insert_game(db: sqlite3.Connection, game_id: str, header: Header, match: str | None, owner: str | None) -> None:
    now = time.time()
    db.execute(
        "INSERT INTO games (id, game, minds, header, match, created, updated, owner) VALUES (?, ?, ?, ?, ?, ?, ?, ?)",
        (game_id, header.game, json.dumps(header.minds), to_line(header), match, now, now, owner),
    )


def _write_turns(
    db: sqlite3.Connection, game_id: str, start: int, turns: Sequence[Turn], result: Result | None
) -> None:
    ending = (True, to_line(result), result.winner) if result else (False, None, None)
    written = db.execute(
        "UPDATE games SET moves = ?, over = ?, result = ?, winner = ?, updated = ? WHERE id = ?",
        (start + len(turns), *ending, time.time(), game_id),
    )
    if written.rowcount == 0:
        raise NotFound("lab.no_such_game", id=game_id)
    db.execute("DELETE FROM turns WHERE game = ? AND number >= ?", (game_id, start))
    lines = [(game_id, number, to_line(turn)) for number, turn in enumerate(turns, start)]
    db.executemany("INSERT INTO turns VALUES (?, ?, ?)", lines)


def _write_undone(db: sqlite3.Connection, game_id: str, undone: Sequence[Undo]) -> None:
    """Write what was undone. Undos are only added and taken away at the end, so that most are there already."""
    db.execute("DELETE FROM undone WHERE game = ? AND number >= ?", (game_id, len(undone)))
    known = db.execute("SELECT count(*) FROM undone WHERE game = ?", (game_id,)).fetchone()[0]
    new = [(game_id, number, undo.lines) for number, undo in enumerate(undone) if number >= known]
    db.executemany("INSERT INTO undone VALUES (?, ?, ?)", new)


def _stored_game(game: sqlite3.Row, turns: Sequence[sqlite3.Row], undone: Sequence[sqlite3.Row] = ()) -> StoredGame:
    result = None if game["result"] is None else str(game["result"])
    lines = tuple(str(turn["line"]) for turn in turns)
    return StoredGame(str(game["id"]), str(game["header"]), lines, result, tuple(str(one["lines"]) for one in undone))


def _entry(row: sqlite3.Row) -> GameEntry:
    try:
        return from_data(GameEntry, {**dict(row), "minds": json.loads(row["minds"]), "over": bool(row["over"])})
    except (ValueError, TypeError, RecursionError):
        return GameEntry(str(row["id"]), str(row["game"]), (), 0, False, None, None, 0.0, 0.0, readable=False)
