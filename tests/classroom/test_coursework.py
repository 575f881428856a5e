"""Coursework from the assignment to the gradebook, with real programs and real games."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from ludoteca.arena.game_worker import GameWorker
from ludoteca.arena.tournament.tournament import GamePool
from ludoteca.arena.worker_pool import LocalPool
from ludoteca.classroom.assignments.assignment import Assignment
from ludoteca.classroom.assignments.assignment_file import parse_assignment
from ludoteca.classroom.assignments.coursework import Coursework
from ludoteca.classroom.assignments.grade import Grade, GradedGame, instructive_games
from ludoteca.classroom.assignments.gradebook import GradesFormat, gradebook
from ludoteca.classroom.assignments.grading import Grading
from ludoteca.classroom.assignments.hand_ins import HandIn
from ludoteca.classroom.assignments.personal_data import delete_programs, program_files
from ludoteca.classroom.assignments.similar_hand_ins import similar_hand_ins
from ludoteca.classroom.assignments.student_report import student_report
from ludoteca.classroom.league.league import League
from ludoteca.classroom.league.names import LeagueNames
from ludoteca.classroom.league.nights import set_league_hour, start_due_night
from ludoteca.classroom.store import new_class
from ludoteca.classroom.worker import check_hand_ins
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import Message
from ludoteca.minds.shared.knowledge import Knowledge

DEADLINE = 1796165940.0
TEXT = """
id = "kalah-1"
title = "First steps"
game = "kalah"
deadline = 2026-12-01T23:59:00+01:00
schools = ["prolog"]
games = 2
[options]
seeds = 1
pits = 2
[budget.prolog]
inferences = 200000
[[panel]]
mind = "random"
points = 4
[[panel]]
mind = "greedy"
points = 6
thresholds = [[0.25, 2], [0.5, 6]]
[bonus]
points = 1
"""
FIRST = "% The first legal move.\nchoose(Move) :- legal(Move), !.\n"
LAST = "choose(Move) :- findall(One, legal(One), All), last(All, Move).\n"
BROKEN = "choose(Move) :- legal(Move\n"
RESIGNS = "choose(_) :- fail.\n"


class Clock:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.time = DEADLINE - 3600

    def __call__(self) -> float:
        return self.time


@pytest.fixture
def pool() -> GamePool:
    return LocalPool(GameWorker, 1)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def coursework(tmp_path: Path, clock: Clock) -> Iterator[Coursework]:
    with closing(new_class(tmp_path / "logic")) as store:
        yield Coursework(store, clock)


def published(coursework: Coursework, text: str = TEXT) -> Assignment:
    given = parse_assignment(text, "kalah-1.toml", coursework.programs, str)
    return coursework.assignments.publish(replace(given, seed=7))


def handed_in(coursework: Coursework, assignment: Assignment, name: str, text: str) -> HandIn:
    known = {member.name: member.id for member in coursework.members.all()}
    member = known[name] if name in known else coursework.members.add(name, "student")[0].id
    return coursework.hand_ins.add(assignment, member, Knowledge("mine.pl", text), "prolog")


def rows_of(text: str) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(text)))


def test_a_grade_depends_on_the_panel_alone(
    coursework: Coursework, clock: Clock, pool: GamePool, tmp_path: Path
) -> None:
    assignment = published(coursework)
    first = handed_in(coursework, assignment, "Ana", FIRST)
    assert coursework.hand_ins.find(first.number).state == "checking"  # stored before it is checked
    handed_in(coursework, assignment, "Ben", BROKEN)
    handed_in(coursework, assignment, "Ben", FIRST.replace("Move", "M") + "% all my own work\n")
    handed_in(coursework, assignment, "Cleo", RESIGNS)
    handed_in(coursework, assignment, "Ana", LAST)
    clock.time = DEADLINE + 1
    late = handed_in(coursework, assignment, "Dana", LAST)
    assert late.late
    check_hand_ins(coursework, pool)
    found = {(one.member, one.number): one for one in coursework.hand_ins.of(assignment.id)}
    states = [one.state for one in found.values()]
    assert states == ["valid", "invalid", "valid", "invalid", "valid", "valid"]
    assert "mine.pl" in str(coursework.hand_ins.find(2).problems[0])

    grading = Grading(coursework, assignment)
    told = list[tuple[int, int]]()
    grading.play(pool, lambda done, planned: told.append((done, planned)))
    assert told[-1] == (10, 10)  # Ana's version, its bonus, and Ben's
    rows = {row.name: row for row in grading.rows()}
    assert [rows[name].state for name in ("Ana", "Ben", "Cleo", "Dana")] == ["graded", "graded", "invalid", "late"]
    grade = rows["Ana"].grade
    assert grade is not None and grade.bonus is not None and len(grade.games) == 6
    assert grade.points == round(sum(one.points for one in grade.panel) + grade.bonus.points, 2)

    with closing(new_class(tmp_path / "alone")) as store:  # the same student without the others
        alone = Coursework(store, clock)
        clock.time = DEADLINE - 3600
        same = published(alone)
        for text in (FIRST, LAST):
            handed_in(alone, same, "Ana", text)
        check_hand_ins(alone, pool)
        Grading(alone, same).play(pool)
        assert Grading(alone, same).rows()[0].grade == grade
    _check_what_comes_after(coursework, assignment, pool, clock)


def _check_what_comes_after(coursework: Coursework, assignment: Assignment, pool: GamePool, clock: Clock) -> None:
    """Gradebook, report, league and similar programs, from the games above."""
    clock.time = DEADLINE + 1
    rows = Grading(coursework, assignment).rows()
    coursework.set_number(rows[0].member, "ana@uni.example")
    rows = Grading(coursework, assignment).rows()
    formats: tuple[GradesFormat, ...] = ("plain", "moodle", "canvas")
    plain, moodle, canvas = (rows_of(gradebook(assignment, rows, form, "en")) for form in formats)
    points = [row["points"] for row in plain]
    assert points[2:] == ["", ""] and {row["name"] for row in plain} == {"Ana", "Ben", "Cleo", "Dana"}
    assert moodle[0]["Email address"] == "ana@uni.example" and moodle[0]["First steps"] == points[0]
    assert canvas[0] == {
        "Student": "    Points Possible",
        **dict.fromkeys(("ID", "SIS User ID", "SIS Login ID", "Section"), ""),
        "First steps": "10",
    }
    assert canvas[1]["SIS Login ID"] == "ana@uni.example" and canvas[3]["First steps"] == "0"
    page = student_report(assignment, rows[0], "es", lambda game: f"/class/game/{game.key}")
    assert "Ana" in page and "/class/game/" in page and "http" not in page

    (pair,) = similar_hand_ins(coursework, assignment)[:1]
    names = {row.member: row.name for row in rows}
    assert {names[pair.first.member], names[pair.second.member]} == {"Ana", "Dana"} and pair.pair.share == 1.0

    league = League(coursework, assignment)
    assert league.play(pool)
    table = league.table()
    assert [place.place for place in table] == [1, 2, 3]
    assert len(league.games(rows[0].member)) == 4  # two against each of the others
    played: list[tuple[int, int]] = []
    assert league.play(pool, lambda done, planned: played.append((done, planned)))
    assert played == [(6, 6)]  # nothing has changed: nothing is played
    assert [one.place for one in league.history(rows[0].member)] == [table_place(league, rows[0].member)] * 2
    _check_nothing_stays(coursework, names, assignment)
    pseudonyms = LeagueNames(coursework.store).all()
    assert len({number for number, _ in pseudonyms.values()}) == 2 and not any(
        shown for _, shown in pseudonyms.values()
    )


def _check_nothing_stays(coursework: Coursework, names: dict[str, str], assignment: Assignment) -> None:
    """A student is removed: what only this student used is gone, the grades of the others stay."""
    before = {row.name: row.grade for row in Grading(coursework, assignment).rows()}
    (ben,) = [member for member, name in names.items() if name == "Ben"]
    keys = {one.program.key for one in coursework.hand_ins.of_member(ben)}
    assert len(dict(program_files(coursework.store, ben))) == 2
    delete_programs(coursework.store, ben)
    coursework.members.remove(ben)
    assert not any((coursework.folder / "programs" / key).exists() for key in keys)
    grade = before["Ben"]
    assert grade is not None and not any(coursework.games.path(game.key).exists() for game in grade.games)
    assert {row.name: row.grade for row in Grading(coursework, assignment).rows()} == {
        name: grade for name, grade in before.items() if name != "Ben"
    }


def table_place(league: League, member: str) -> int:
    return next(one.place for one in league.table() if one.member == member)


def test_assignments_name_key_and_remedy(coursework: Coursework, clock: Clock) -> None:
    def refusal(old: str, new: str) -> str:
        with pytest.raises(BadInput) as refused:
            parse_assignment(TEXT.replace(old, new), "a.toml", coursework.programs, str)
        return str(refused.value)

    assert "a.toml, game: There is no game" in refusal('"kalah"\nd', '"kala"\nd')
    assert "a.toml, deadline: The time zone is missing" in refusal("+01:00", "")
    assert "a.toml, panel.2.mind: There is no mind" in refusal('"greedy"', '"gredy"')
    assert "a.toml, budget.prolog: There is no option" in refusal("inferences", "inference")
    assert "a.toml, panel.2.thresholds" in refusal("0.25, 2", "0.25, 7")
    assert "a.toml, titel" in refusal("title", "titel") or "a.toml, title: It is missing" in refusal("title", "titel")
    zoned = TEXT.replace("+01:00", '\ntime_zone = "Europe/Madrid"'.replace("\n", "\n", 1))
    assert parse_assignment(zoned, "a.toml", coursework.programs, str).deadline == DEADLINE

    assignment = published(coursework)
    handed_in(coursework, assignment, "Ana", FIRST)
    with pytest.raises(BadInput, match="under another id"):
        published(coursework, TEXT.replace("games = 2", "games = 4"))
    clock.time = DEADLINE + 1
    longer = published(coursework, TEXT.replace("2026-12-01", "2026-12-08"))
    assert longer.seed != assignment.seed  # it may have been seen


def test_league_nights_come_once_a_day(coursework: Coursework, clock: Clock) -> None:
    published(coursework)
    assert not start_due_night(coursework)
    with pytest.raises(BadInput):
        set_league_hour(coursework.store, "25:00")
    set_league_hour(coursework.store, "0:00")
    assert start_due_night(coursework) and not start_due_night(coursework)
    clock.time += 86_400
    assert start_due_night(coursework)


def test_instructive_games_are_three_different_ones() -> None:
    def game(key: str, result: float, margin: float, forfeit: Message | None = None) -> GradedGame:
        return GradedGame(key, (0, 1), 0, result, margin, 20, forfeit)

    games = [game("a", 0, -9), game("b", 0, -1), game("c", 1, 12), game("d", 1, 2), game("e", 0, 3, Message("child.x"))]
    assert [(kind, one.key) for kind, one in instructive_games(games)] == [
        ("worst_loss", "e"),
        ("closest_loss", "b"),
        ("best_win", "c"),
    ]
    assert [one.key for _, one in instructive_games(games[2:4])] == ["c", "d"]
    assert Grade(0, 0, (), None, (), ()).games == ()
