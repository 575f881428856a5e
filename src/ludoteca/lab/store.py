"""The store of games and matches: one SQLite file, to which every move is written as soon as it is made."""

from __future__ import annotations

import json
import sqlite3
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.record import Header, Record, Result, Turn, parse_record, to_line

_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, minds TEXT NOT NULL, header TEXT NOT NULL, result TEXT,
    winner TEXT, moves INTEGER NOT NULL DEFAULT 0, match TEXT, created REAL NOT NULL, updated REAL NOT NULL);
CREATE INDEX IF NOT EXISTS games_by_time ON games (updated DESC);
CREATE INDEX IF NOT EXISTS games_by_match ON games (match);
CREATE TABLE IF NOT EXISTS turns (
    game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, number INTEGER NOT NULL, line TEXT NOT NULL,
    PRIMARY KEY (game, number));
CREATE TABLE IF NOT EXISTS matches (id TEXT PRIMARY KEY, plan TEXT NOT NULL, created REAL NOT NULL);
"""


@dataclass(frozen=True, slots=True)
class GameEntry:
    """A game in the list of games."""

    id: str
    game: str
    minds: tuple[str, ...]
    moves: int
    over: bool
    winner: str | None
    match: str | None
    created: float
    updated: float


class Store:
    """Games and matches on disk. Use it from one thread."""

    def __init__(self, path: Path) -> None:
        path.parent.mkdir(parents=True, exist_ok=True)
        self._db = sqlite3.connect(path, check_same_thread=False)
        self._db.row_factory = sqlite3.Row
        self._db.execute("PRAGMA journal_mode=WAL")
        self._db.execute("PRAGMA synchronous=NORMAL")  # safe with WAL: a crash of the machine may cost the last move
        self._db.execute("PRAGMA foreign_keys=ON")
        self._db.executescript(_SCHEMA)

    def close(self) -> None:
        self._db.close()

    def create(self, game_id: str, header: Header) -> None:
        """Store a new game that has no moves yet."""
        with self._db:
            self._insert_game(game_id, header, None)

    def update(self, game_id: str, start: int, turns: Sequence[Turn], result: Result | None) -> None:
        """Replace the moves from number `start` on, and the result; earlier moves are not touched."""
        with self._db:
            self._write_turns(game_id, start, turns, result)

    def save_record(self, game_id: str, record: Record, match: str | None = None) -> None:
        """Store a whole game, in one transaction."""
        with self._db:
            self._insert_game(game_id, record.header, match)
            self._write_turns(game_id, 0, record.turns, record.result)

    def record(self, game_id: str) -> Record | None:
        """A game as a record; None if there is none of that id."""
        text = self.text(game_id)
        return None if text is None else parse_record(text, game_id)

    def text(self, game_id: str) -> str | None:
        """A game as the text of its record file."""
        row = self._db.execute("SELECT header, result FROM games WHERE id = ?", (game_id,)).fetchone()
        if row is None:
            return None
        lines = [row["header"], *(turn["line"] for turn in self._turns(game_id))]
        return "".join(f"{line}\n" for line in (*lines, *([row["result"]] if row["result"] else [])))

    def entries(
        self,
        game: str = "",
        mind: str = "",
        over: bool | None = None,
        match: str = "",
        limit: int = 50,
        offset: int = 0,
    ) -> tuple[list[GameEntry], int]:
        """One page of the games, the latest first, and the number of all."""
        wanted = "(? = '' OR game = ?) AND (? = '' OR instr(minds, ?) > 0) AND (? = '' OR match = ?)"
        if over is not None:
            wanted += f" AND result IS {'NOT ' if over else ''}NULL"
        args = (game, game, mind, mind, match, match)
        rows = self._db.execute(
            f"SELECT * FROM games WHERE {wanted} ORDER BY updated DESC, rowid DESC LIMIT ? OFFSET ?",
            (*args, limit, offset),
        ).fetchall()
        total = self._db.execute(f"SELECT count(*) FROM games WHERE {wanted}", args).fetchone()[0]
        return [_entry(row) for row in rows], int(total)

    def unfinished(self) -> list[str]:
        """The ids of unfinished games outside matches: these are resumed after a restart."""
        rows = self._db.execute("SELECT id FROM games WHERE result IS NULL AND match IS NULL ORDER BY updated")
        return [row["id"] for row in rows]

    def delete(self, game_id: str) -> bool:
        with self._db:
            return self._db.execute("DELETE FROM games WHERE id = ?", (game_id,)).rowcount > 0

    def save_match(self, match_id: str, settings: str) -> None:
        with self._db:
            self._db.execute("INSERT OR REPLACE INTO matches VALUES (?, ?, ?)", (match_id, settings, time.time()))

    def matches(self) -> list[tuple[str, str, float]]:
        """Id, settings and time of every match, the latest first."""
        rows = self._db.execute("SELECT id, plan, created FROM matches ORDER BY created DESC, rowid DESC")
        return [(row["id"], row["plan"], row["created"]) for row in rows]

    def delete_match(self, match_id: str) -> None:
        with self._db:
            self._db.execute("DELETE FROM games WHERE match = ?", (match_id,))
            self._db.execute("DELETE FROM matches WHERE id = ?", (match_id,))

    def games_of_match(self, match_id: str) -> dict[str, Record]:
        """The finished games of a match, by id."""
        rows = self._db.execute("SELECT id FROM games WHERE match = ? AND result IS NOT NULL", (match_id,)).fetchall()
        records = ((row["id"], self.record(row["id"])) for row in rows)
        return {game_id: record for game_id, record in records if record is not None}

    def _insert_game(self, game_id: str, header: Header, match: str | None) -> None:
        now = time.time()
        self._db.execute(
            "INSERT INTO games (id, game, minds, header, match, created, updated) VALUES (?, ?, ?, ?, ?, ?, ?)",
            (game_id, header.game, json.dumps(header.minds), to_line(header), match, now, now),
        )

    def _write_turns(self, game_id: str, start: int, turns: Sequence[Turn], result: Result | None) -> None:
        lines = [(game_id, number, to_line(turn)) for number, turn in enumerate(turns, start)]
        ending = (to_line(result), result.winner) if result else (None, None)
        self._db.execute("DELETE FROM turns WHERE game = ? AND number >= ?", (game_id, start))
        self._db.executemany("INSERT INTO turns VALUES (?, ?, ?)", lines)
        self._db.execute(
            "UPDATE games SET moves = ?, result = ?, winner = ?, updated = ? WHERE id = ?",
            (start + len(lines), *ending, time.time(), game_id),
        )

    def _turns(self, game_id: str) -> list[sqlite3.Row]:
        return self._db.execute("SELECT line FROM turns WHERE game = ? ORDER BY number", (game_id,)).fetchall()


def _entry(row: sqlite3.Row) -> GameEntry:
    minds = tuple(json.loads(row["minds"]))
    over, moves = row["result"] is not None, row["moves"]
    return GameEntry(
        row["id"], row["game"], minds, moves, over, row["winner"], row["match"], row["created"], row["updated"]
    )
