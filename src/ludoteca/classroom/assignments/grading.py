"""Grading: every student's graded version plays against the panel, and what is finished is not played again."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property

from ludoteca.arena.tournament.schedule import planned_games
from ludoteca.arena.tournament.settings import Settings, pinned_settings
from ludoteca.arena.tournament.tournament import GamePool, Tournament
from ludoteca.classroom.assignments.assignment import Assignment
from ludoteca.classroom.assignments.coursework import Coursework
from ludoteca.classroom.assignments.grade import Grade, grade_of
from ludoteca.classroom.assignments.gradebook import GradeRow, RowState
from ludoteca.classroom.assignments.hand_ins import HandIn, counted, version_before
from ludoteca.core.game import Game
from ludoteca.games import open_game

Progress = Callable[[int, int], None]
"""Told how many games are finished, and how many there will be."""


class Grading:
    """The grading of one assignment."""

    def __init__(self, coursework: Coursework, assignment: Assignment) -> None:
        self._coursework, self._assignment = coursework, assignment
        self._done = 0

    @cached_property
    def _game(self) -> Game:
        return open_game(self._assignment.game, self._assignment.options)

    def to_grade(self) -> list[HandIn]:
        """The graded versions of all students, in the order in which they were handed in."""
        by_member: dict[str, list[HandIn]] = {}
        for hand_in in self._coursework.hand_ins.of(self._assignment.id):
            by_member.setdefault(hand_in.member, []).append(hand_in)
        found = [counted(versions) for versions in by_member.values()]
        return sorted((one for one in found if one is not None), key=lambda one: one.number)

    @property
    def planned(self) -> int:
        """The number of games of all graded versions."""
        return sum(self._planned(hand_in) for hand_in in self.to_grade())

    def play(self, pool: GamePool, on_progress: Progress = lambda done, planned: None) -> None:
        """Play what is missing and keep the grades, one student after another, until the pool is stopped.

        A grade that was given after the deadline stays.
        """
        chosen, planned = self.to_grade(), self.planned
        self._done = 0
        for hand_in in chosen:
            if self._is_final(hand_in):
                self._done += self._planned(hand_in)
                on_progress(self._done, planned)
                continue
            grade = self._graded(hand_in, pool, lambda: on_progress(self._done, planned))
            if grade is None:
                return
            self._coursework.keep_grade(hand_in.number, grade)

    def rows(self) -> list[GradeRow]:
        """The gradebook: every student by name, with the grade of the graded version."""
        numbers, hand_ins = self._coursework.numbers(), dict[str, list[HandIn]]()
        for hand_in in self._coursework.hand_ins.of(self._assignment.id):
            hand_ins.setdefault(hand_in.member, []).append(hand_in)
        return [
            self._row(member.id, member.name, numbers.get(member.id, ""), hand_ins.get(member.id, []))
            for member in self._coursework.students()
        ]

    def row(self, member: str, name: str) -> GradeRow:
        """One student's row of the gradebook."""
        number = self._coursework.numbers().get(member, "")
        return self._row(member, name, number, self._coursework.hand_ins.of(self._assignment.id, member))

    def _row(self, member: str, name: str, number: str, versions: list[HandIn]) -> GradeRow:
        chosen = counted(versions)
        late = any(one.late for one in versions)
        if chosen is None:
            waiting = any(one.state == "checking" and not one.late for one in versions)
            in_time = any(not one.late for one in versions)
            state: RowState = "waiting" if waiting else "invalid" if in_time else "late" if versions else "none"
            return GradeRow(member, name, number, state, late, "", None)
        found = self._coursework.grade(chosen.number)
        grade = None if found is None else found[0]
        return GradeRow(
            member, name, number, "waiting" if grade is None else "graded", late, chosen.program.digest, grade
        )

    def _is_final(self, hand_in: HandIn) -> bool:
        found = self._coursework.grade(hand_in.number)
        return found is not None and found[1] > self._assignment.deadline

    def _graded(self, hand_in: HandIn, pool: GamePool, on_game: Callable[[], None]) -> Grade | None:
        """The grade of a hand-in after all its games; None if the pool was stopped before."""
        panel = self._played(self._panel_settings(hand_in), pool, on_game)
        if panel is None:
            return None
        settings, earlier = self._bonus_settings(hand_in), self._earlier(hand_in)
        if settings is None or earlier is None:
            return grade_of(self._assignment, panel.outcomes(), panel.key)
        own = self._played(settings, pool, on_game)
        if own is None:
            return None
        against = (own.outcomes(), own.key, earlier.program.mind)
        return grade_of(self._assignment, panel.outcomes(), panel.key, against)

    def _played(self, settings: Settings, pool: GamePool, on_game: Callable[[], None]) -> Tournament | None:
        """A tournament that is played to the end; None if the pool was stopped before."""
        tournament = Tournament(pinned_settings(settings, self._game), self._game, self._coursework.games)
        before = self._done

        def count() -> None:
            self._done = before + tournament.games
            on_game()

        count()
        tournament.play(pool, count, grouped=True)
        return tournament if tournament.finished else None

    def _planned(self, hand_in: HandIn) -> int:
        seats, bonus = len(self._game.seats), self._bonus_settings(hand_in)
        planned = planned_games(self._panel_settings(hand_in), seats)
        return planned + (0 if bonus is None else planned_games(bonus, seats))

    def _panel_settings(self, hand_in: HandIn) -> Settings:
        panel = [self._coursework.programs.placed(mind.mind, mind.program) for mind in self._assignment.panel]
        return self._assignment.settings((self._mind(hand_in), *panel))

    def _bonus_settings(self, hand_in: HandIn) -> Settings | None:
        """The games against the student's own earlier version; seats that are left go to the panel."""
        earlier = self._earlier(hand_in)
        if earlier is None:
            return None
        panel = self._panel_settings(hand_in).minds[1 : len(self._game.seats) - 1]
        return self._assignment.settings((self._mind(hand_in), self._mind(earlier), *panel))

    def _earlier(self, hand_in: HandIn) -> HandIn | None:
        bonus = self._assignment.bonus
        if bonus is None:
            return None
        if bonus.over is not None:
            earlier = counted(self._coursework.hand_ins.of(bonus.over, hand_in.member))
            return None if earlier is None or earlier.program.key == hand_in.program.key else earlier
        return version_before(self._coursework.hand_ins.of(self._assignment.id, hand_in.member), hand_in)

    def _mind(self, hand_in: HandIn) -> str:
        return self._assignment.with_budget(self._coursework.programs.mind(hand_in.program))
