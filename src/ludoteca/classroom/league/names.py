"""Names in the league: a pseudonym for each student, drawn at random; each may show the own name instead."""

from __future__ import annotations

import secrets

from ludoteca.classroom.store import ClassStore
from ludoteca.core.i18n import phrase

ANIMALS = 48


class LeagueNames:
    """The pseudonyms of the members of a class."""

    def __init__(self, store: ClassStore) -> None:
        self._store = store

    def all(self) -> dict[str, tuple[int, bool]]:
        """The number of each member's pseudonym, and whether the member shows the own name."""
        with self._store.reading() as db:
            rows = db.execute("SELECT member, pseudonym, shown FROM league_names").fetchall()
        return {row["member"]: (row["pseudonym"], bool(row["shown"])) for row in rows}

    def ensure(self, member: str) -> int:
        """The number of a member's pseudonym, drawn now if there is none."""
        with self._store.transaction() as db:
            row = db.execute("SELECT pseudonym FROM league_names WHERE member = ?", (member,)).fetchone()
            if row is not None:
                return int(row["pseudonym"])
            taken = {one["pseudonym"] for one in db.execute("SELECT pseudonym FROM league_names")}
            rounds = len(taken) // ANIMALS + 1
            free = [number for number in range(rounds * ANIMALS) if number not in taken]
            chosen = secrets.choice(free or [rounds * ANIMALS])
            db.execute("INSERT INTO league_names VALUES (?, ?, 0)", (member, chosen))
        return chosen

    def show(self, member: str, shown: bool) -> None:
        """Show the own name of a member to the class, or hide it."""
        self.ensure(member)
        with self._store.transaction() as db:
            db.execute("UPDATE league_names SET shown = ? WHERE member = ?", (shown, member))


def pseudonym(number: int, language: str) -> str:
    """A pseudonym in a language.

    >>> pseudonym(0, "en"), pseudonym(48, "es")
    ('Heron', 'Garza 2')
    """
    name = phrase(f"classroom.league.animal.{number % ANIMALS}", language)
    return name if number < ANIMALS else f"{name} {number // ANIMALS + 1}"
