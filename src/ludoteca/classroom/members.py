"""The members of a class: a teacher and students, let in by personal tokens; students join by the code of the class."""

from __future__ import annotations

import hmac
import secrets
import sqlite3
import time
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from ludoteca.classroom.tokens import cookie_of, hash_of, is_hash_of, new_token
from ludoteca.core.errors import BadInput, NotFound

if TYPE_CHECKING:
    from ludoteca.classroom.store import ClassStore

TABLES = (
    """CREATE TABLE members (
        id TEXT PRIMARY KEY, name TEXT NOT NULL, name_key TEXT NOT NULL UNIQUE, role TEXT NOT NULL,
        token_hash TEXT NOT NULL UNIQUE, cookie_hash TEXT NOT NULL UNIQUE, joined REAL NOT NULL)""",
)
MOST_MEMBERS = 1000
_LONGEST_NAME = 60  # characters
_PURPOSE = "ludoteca_member"  # of the values of cookies; a class can be restored under another name
_CODE = "join_code"  # the setting
_CHOSEN = "SELECT id, name, role, joined, token_hash, cookie_hash FROM members"

Role = Literal["teacher", "student"]


@dataclass(frozen=True, slots=True)
class Member:
    """A person of the class; `joined` is a time in seconds."""

    id: str
    name: str
    role: Role
    joined: float

    @property
    def is_teacher(self) -> bool:
        return self.role == "teacher"


class Members:
    """The members of one class. A token is shown once, when it is made."""

    def __init__(self, store: ClassStore) -> None:
        self._store = store
        self.cookie = f"ludoteca_{store.name}"
        """The name of the cookie that stands for a token; labs of one host share their cookies."""

    def all(self) -> list[Member]:
        """All members, teachers first, in the order of their names."""
        with self._store.reading() as db:
            rows = db.execute(f"{_CHOSEN} ORDER BY role DESC, name_key").fetchall()
        return [_member(row) for row in rows]

    def find(self, member_id: str) -> Member:
        """A member by id; raises `NotFound`."""
        return _member(self._row("id", member_id))

    def named(self, name: str) -> Member:
        """A member by name; raises `NotFound`."""
        return _member(self._row("name_key", _key(" ".join(name.split())), name))

    def by_token(self, token: str) -> Member | None:
        """The member whose token this is."""
        return self._by_secret("token_hash", token)

    def by_cookie(self, value: str) -> Member | None:
        """The member for whose token this cookie stands."""
        return self._by_secret("cookie_hash", value)

    def cookie_value(self, token: str) -> str:
        """The value of the cookie that stands for a token."""
        return cookie_of(token, _PURPOSE)

    def add(self, name: str, role: Role) -> tuple[Member, str]:
        """A new member and the token; raises `BadInput` for a name that is taken or cannot be one."""
        clean, token = clean_name(name), new_token()
        member = Member(secrets.token_hex(5), clean, role, time.time())
        with self._store.transaction() as db:
            if db.execute("SELECT count(*) FROM members").fetchone()[0] >= MOST_MEMBERS:
                raise BadInput("classroom.members.full", most=MOST_MEMBERS)
            self._refuse_taken(db, clean, member.id)
            db.execute(
                "INSERT INTO members VALUES (?, ?, ?, ?, ?, ?, ?)",
                (member.id, clean, _key(clean), role, *self._hashes(token), member.joined),
            )
        return member, token

    def reset(self, member_id: str) -> str:
        """A new token for a member; the old one and its cookies let nobody in any more. Raises `NotFound`."""
        token = new_token()
        self._change(member_id, "token_hash = ?, cookie_hash = ?", self._hashes(token))
        return token

    def rename(self, member_id: str, name: str) -> Member:
        """A member under another name; raises `NotFound`, and `BadInput` for a name that is taken or cannot be one."""
        clean = clean_name(name)
        self._change(member_id, "name = ?, name_key = ?", (clean, _key(clean)), clean)
        return self.find(member_id)

    def remove(self, member_id: str) -> None:
        """Delete a student with everything in this database that belongs to the student; raises `NotFound`.

        A teacher stays: `BadInput`.
        """
        if self.find(member_id).is_teacher:
            raise BadInput("classroom.members.teacher_stays")
        with self._store.transaction() as db:
            db.execute("PRAGMA secure_delete=ON")
            db.execute("DELETE FROM members WHERE id = ?", (member_id,))

    def code(self) -> str | None:
        """The code that lets students join; None while nobody can."""
        return self._store.setting(_CODE)

    def renew_code(self) -> str:
        """A new code to join with; the one before lets nobody in any more."""
        code = secrets.token_urlsafe(9)
        self._store.set(_CODE, code)
        return code

    def close_joining(self) -> None:
        """Let nobody join until there is a new code."""
        self._store.set(_CODE, None)

    def is_code(self, given: str) -> bool:
        """Whether a code lets students join."""
        code = self.code()
        return code is not None and hmac.compare_digest(code.encode(), given.encode(errors="replace"))

    def join(self, code: str, name: str) -> tuple[Member, str]:
        """A new student and the token; raises `NotFound` for a wrong code, and `BadInput` for a name."""
        if not self.is_code(code):
            raise NotFound("classroom.members.no_code")
        return self.add(name, "student")

    def _by_secret(self, column: str, given: str) -> Member | None:
        with self._store.reading() as db:
            row = db.execute(f"{_CHOSEN} WHERE {column} = ?", (hash_of(given),)).fetchone()
        return _member(row) if row is not None and is_hash_of(row[column], given) else None

    def _row(self, column: str, value: str, shown: str = "") -> sqlite3.Row:
        with self._store.reading() as db:
            row: sqlite3.Row | None = db.execute(f"{_CHOSEN} WHERE {column} = ?", (value,)).fetchone()
        if row is None:
            raise NotFound("classroom.members.none", name=shown or value)
        return row

    def _change(self, member_id: str, change: str, values: tuple[str, ...], name: str | None = None) -> None:
        with self._store.transaction() as db:
            if name is not None:
                self._refuse_taken(db, name, member_id)
            if db.execute(f"UPDATE members SET {change} WHERE id = ?", (*values, member_id)).rowcount == 0:
                raise NotFound("classroom.members.none", name=member_id)

    @staticmethod
    def _refuse_taken(db: sqlite3.Connection, name: str, member_id: str) -> None:
        taken = "SELECT 1 FROM members WHERE name_key = ? AND id <> ?"
        if db.execute(taken, (_key(name), member_id)).fetchone() is not None:
            raise BadInput("classroom.members.taken", name=name)

    def _hashes(self, token: str) -> tuple[str, str]:
        return hash_of(token), hash_of(self.cookie_value(token))


def clean_name(name: str) -> str:
    """A name as it is kept, with single spaces; raises `BadInput` if it is empty, too long, or cannot be shown.

    >>> clean_name("  Ana   María ")
    'Ana María'
    """
    clean = " ".join(unicodedata.normalize("NFC", name).split())
    if not 0 < len(clean) <= _LONGEST_NAME or not clean.isprintable() or not any(map(str.isalnum, clean)):
        raise BadInput("classroom.members.bad_name", most=_LONGEST_NAME)
    return clean


def _key(name: str) -> str:
    """What two names must not share: case and the form of letters make no other name."""
    return unicodedata.normalize("NFKC", name).casefold()


def _member(row: sqlite3.Row) -> Member:
    return Member(row["id"], row["name"], row["role"], row["joined"])
