"""A league: the newest valid hand-ins of an assignment meet each other, and are rated night after night."""

from __future__ import annotations

import sqlite3
from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludoteca.arena.tournament.outcome import Outcome
from ludoteca.arena.tournament.settings import Format, pinned_settings
from ludoteca.arena.tournament.standings import Row
from ludoteca.arena.tournament.tournament import GamePool, Tournament
from ludoteca.classroom.assignments.assignment import Assignment
from ludoteca.classroom.assignments.coursework import Coursework
from ludoteca.classroom.assignments.grading import Progress
from ludoteca.classroom.assignments.hand_ins import HandIn
from ludoteca.classroom.league.names import LeagueNames
from ludoteca.core.errors import BadInput
from ludoteca.core.record import from_line, to_line
from ludoteca.core.seeds import derive
from ludoteca.games import open_game


@dataclass(frozen=True, slots=True)
class LeaguePlace:
    """A student's place in the table of a night; `row` has the figures."""

    night: int
    played: float
    member: str
    hand_in: int
    place: int
    row: Row


@dataclass(frozen=True, slots=True)
class LeagueGame:
    """A game of the newest night: its key, who sat where, and how it ended."""

    key: str
    members: tuple[str, ...]
    outcome: Outcome


class League:
    """The league of one assignment. It plays no part in any grade."""

    def __init__(self, coursework: Coursework, assignment: Assignment) -> None:
        if not assignment.league_games:
            raise BadInput("classroom.league.off", id=assignment.id)
        self._coursework, self._assignment = coursework, assignment
        self._store = coursework.store

    def entries(self) -> list[HandIn]:
        """The newest valid hand-in of each student, late ones too, the earliest first."""
        newest = {one.member: one for one in self._coursework.hand_ins.of(self._assignment.id) if one.state == "valid"}
        return sorted(newest.values(), key=lambda one: one.number)

    def play(self, pool: GamePool, on_progress: Progress = lambda done, planned: None) -> bool:
        """Play the games that are missing and keep the table as a night; False if the pool was stopped before.

        Raises `BadInput` while there are too few entries.
        """
        assignment, entries = self._assignment, self.entries()
        game = open_game(assignment.game, assignment.options)
        seats = len(game.seats)
        if len(entries) < seats:
            raise BadInput("classroom.league.too_few", seats=seats, entries=len(entries))
        minds = [assignment.with_budget(self._coursework.programs.mind(one.program)) for one in entries]
        settings = assignment.settings(tuple(minds), derive(0, "league", assignment.id))
        form: Format = "round-robin" if seats == 2 else "swiss"  # groups of more than two are too many
        settings = replace(settings, games=assignment.league_games, format=form)
        tournament = Tournament(pinned_settings(settings, game), game, self._coursework.games)
        before = tournament.games
        on_progress(before, tournament.planned)
        tournament.play(pool, lambda: on_progress(tournament.games, tournament.planned), grouped=True)
        if not tournament.finished:
            return False
        for entry in entries:
            LeagueNames(self._store).ensure(entry.member)
        self._keep(entries, tournament, tournament.games - before)
        return True

    def table(self) -> list[LeaguePlace]:
        """The table of the newest night, the first place first; empty before the first night."""
        newest = "(SELECT max(number) FROM league_nights WHERE assignment = ?)"
        return self._places(f"WHERE night = {newest} ORDER BY place", self._assignment.id)

    def history(self, member: str) -> list[LeaguePlace]:
        """The places of a student, night after night."""
        return self._places("WHERE assignment = ? AND member = ? ORDER BY night", self._assignment.id, member)

    def games(self, member: str) -> list[LeagueGame]:
        """The games of a student in the newest night."""
        mine = "SELECT night, number FROM league_games WHERE member = ?"
        of_night = "night IN (SELECT number FROM league_nights WHERE assignment = ?)"
        seats = f"SELECT number, key, member FROM league_games WHERE (night, number) IN ({mine}) AND {of_night}"
        with self._store.reading() as db:
            rows = db.execute(f"{seats} ORDER BY number, seat", (member, self._assignment.id)).fetchall()
        seated: dict[tuple[int, str], list[str]] = {}
        for row in rows:
            seated.setdefault((row["number"], row["key"]), []).append(row["member"])
        found = [(key, members, self._coursework.games.outcome(key)) for (_, key), members in seated.items()]
        return [LeagueGame(key, tuple(members), outcome) for key, members, outcome in found if outcome is not None]

    def _places(self, where: str, *values: str) -> list[LeaguePlace]:
        columns = "night, league_nights.played, member, hand_in, place, row"
        joined = "league_places JOIN league_nights ON league_nights.number = league_places.night"
        with self._store.reading() as db:
            return [_place(row) for row in db.execute(f"SELECT {columns} FROM {joined} {where}", values)]

    def _keep(self, entries: Sequence[HandIn], tournament: Tournament, new: int) -> None:
        """Keep the table; the games of the newest night replace those of the one before."""
        rows, of_assignment = tournament.standings().rows, (self._assignment.id,)
        seated = [
            (pairing.number, seat, tournament.key(pairing), entries[mind].member)
            for pairing, _ in tournament.outcomes()
            for seat, mind in enumerate(pairing.minds)
        ]
        with self._store.transaction() as db:
            nights = "(SELECT number FROM league_nights WHERE assignment = ?)"
            db.execute(f"DELETE FROM league_games WHERE night IN {nights}", of_assignment)
            added = "INSERT INTO league_nights (assignment, played, games) VALUES (?, ?, ?)"
            night = db.execute(added, (self._assignment.id, self._coursework.now(), new)).lastrowid
            for place, row in enumerate(rows, 1):
                entry = entries[row.mind]
                values = (night, entry.member, entry.number, place, to_line(row))
                db.execute("INSERT INTO league_places VALUES (?, ?, ?, ?, ?)", values)
            db.executemany("INSERT INTO league_games VALUES (?, ?, ?, ?, ?)", [(night, *one) for one in seated])


def _place(row: sqlite3.Row) -> LeaguePlace:
    figures: Row = from_line(Row, row["row"])
    return LeaguePlace(row["night"], row["played"], row["member"], row["hand_in"], row["place"], figures)
