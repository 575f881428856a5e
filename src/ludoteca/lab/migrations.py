"""The schema of the lab's database, as the migrations that lead to it."""

from __future__ import annotations

from ludoteca.storage.schema import Migration, Schema

MIGRATIONS: tuple[Migration, ...] = (
    (  # 1: the tables of Ludoteca 0.1, which did not mark its files
        """CREATE TABLE IF NOT EXISTS games (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, minds TEXT NOT NULL, header TEXT NOT NULL, result TEXT,
            winner TEXT, moves INTEGER NOT NULL DEFAULT 0, match TEXT, created REAL NOT NULL, updated REAL NOT NULL)""",
        "CREATE INDEX IF NOT EXISTS games_by_time ON games (updated DESC)",
        "CREATE INDEX IF NOT EXISTS games_by_match ON games (match)",
        """CREATE TABLE IF NOT EXISTS turns (
            game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, number INTEGER NOT NULL, line TEXT NOT NULL,
            PRIMARY KEY (game, number))""",
        "CREATE TABLE IF NOT EXISTS matches (id TEXT PRIMARY KEY, plan TEXT NOT NULL, created REAL NOT NULL)",
    ),
    (  # 2: one index for the list of games with all its filters; the second of the lab's last start
        "ALTER TABLE games ADD COLUMN over INTEGER NOT NULL DEFAULT 0",
        "UPDATE games SET over = result IS NOT NULL",
        "DROP INDEX games_by_time",
        "CREATE INDEX games_listed ON games (updated, game, match, over, minds)",
        "CREATE TABLE lab_start (second INTEGER NOT NULL)",
    ),
    (  # 3: the review of a game as it is; moves that were undone, a row for each undo, the latest with the last number
        """CREATE TABLE reviews (
            game TEXT PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE, review TEXT NOT NULL)""",
        """CREATE TABLE undone (
            game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, number INTEGER NOT NULL, lines TEXT NOT NULL,
            PRIMARY KEY (game, number))""",
    ),
    (  # 4: the members of a class to whom games and matches belong; who sits where in games that are played by link
        "ALTER TABLE games ADD COLUMN owner TEXT",
        "CREATE INDEX games_of_owner ON games (owner, updated)",
        "ALTER TABLE matches ADD COLUMN owner TEXT",
        """CREATE TABLE seats (
            game TEXT NOT NULL REFERENCES games (id) ON DELETE CASCADE, seat INTEGER NOT NULL, person TEXT,
            name TEXT NOT NULL DEFAULT '', code TEXT, PRIMARY KEY (game, seat))""",
    ),
)

SCHEMA = Schema(0x4C55444F, MIGRATIONS, unmarked_tables=frozenset({"games", "turns", "matches"}))  # "LUDO"
NEWEST = SCHEMA.newest
