"""The tables of assignments, hand-ins, games, grades and jobs in the database of a class."""

TABLES = (
    "CREATE TABLE assignments (id TEXT PRIMARY KEY, data TEXT NOT NULL, published REAL NOT NULL)",
    """CREATE TABLE hand_ins (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        assignment TEXT NOT NULL REFERENCES assignments (id) ON DELETE CASCADE,
        member TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
        program TEXT NOT NULL, file TEXT NOT NULL, school TEXT NOT NULL, digest TEXT NOT NULL,
        handed REAL NOT NULL, state TEXT NOT NULL, problems TEXT NOT NULL)""",
    "CREATE INDEX hand_ins_of ON hand_ins (assignment, member)",
    "CREATE TABLE class_games (key TEXT PRIMARY KEY, outcome TEXT NOT NULL) WITHOUT ROWID",
    """CREATE TABLE grades (
        hand_in INTEGER PRIMARY KEY REFERENCES hand_ins (number) ON DELETE CASCADE,
        data TEXT NOT NULL, graded REAL NOT NULL)""",
    """CREATE TABLE member_numbers (
        member TEXT PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE, number TEXT NOT NULL)""",
    """CREATE TABLE jobs (
        number INTEGER PRIMARY KEY AUTOINCREMENT, kind TEXT NOT NULL, subject TEXT NOT NULL, asked REAL NOT NULL,
        state TEXT NOT NULL, done INTEGER NOT NULL, planned INTEGER NOT NULL, problem TEXT NOT NULL)""",
    """CREATE TABLE league_names (
        member TEXT PRIMARY KEY REFERENCES members (id) ON DELETE CASCADE,
        pseudonym INTEGER NOT NULL UNIQUE, shown INTEGER NOT NULL)""",
    """CREATE TABLE league_nights (
        number INTEGER PRIMARY KEY AUTOINCREMENT,
        assignment TEXT NOT NULL REFERENCES assignments (id) ON DELETE CASCADE,
        played REAL NOT NULL, games INTEGER NOT NULL)""",
    """CREATE TABLE league_places (
        night INTEGER NOT NULL REFERENCES league_nights (number) ON DELETE CASCADE,
        member TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE,
        hand_in INTEGER NOT NULL, place INTEGER NOT NULL, row TEXT NOT NULL, PRIMARY KEY (night, member))""",
    """CREATE TABLE league_games (
        night INTEGER NOT NULL REFERENCES league_nights (number) ON DELETE CASCADE,
        number INTEGER NOT NULL, seat INTEGER NOT NULL, key TEXT NOT NULL,
        member TEXT NOT NULL REFERENCES members (id) ON DELETE CASCADE, PRIMARY KEY (night, number, seat))""",
    "CREATE INDEX league_games_of ON league_games (member)",
)
