"""Coursework of a class in the terminal: publish, hand in, grade, league, similar programs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from rich.markup import escape
from rich.table import Table

from ludoteca.arena.tournament.tournament import GamePool
from ludoteca.classroom.assignments.assignment_file import read_assignment
from ludoteca.classroom.assignments.checks import CHECK_GAMES
from ludoteca.classroom.assignments.coursework import Coursework
from ludoteca.classroom.assignments.gradebook import GRADES_FORMATS, GradeRow, gradebook
from ludoteca.classroom.assignments.grading import Grading
from ludoteca.classroom.assignments.programs import knowledge_schools, school_of
from ludoteca.classroom.assignments.similar_hand_ins import similar_hand_ins
from ludoteca.classroom.assignments.student_report import student_report
from ludoteca.classroom.league.league import League
from ludoteca.classroom.league.nights import set_league_hour
from ludoteca.classroom.store import ClassStore, class_folder
from ludoteca.classroom.worker import check_hand_ins, lane
from ludoteca.cli.output import announce_compiling, console, games_progress, print_json
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.cli.tournament import worker_pool
from ludoteca.core.errors import no_such
from ludoteca.core.i18n import full_stop, say
from ludoteca.minds.shared.knowledge import read_knowledge


@contextmanager
def opened(name: str) -> Iterator[Coursework]:
    """The coursework of a class; raises `NotFound` and `BadInput`."""
    with closing(ClassStore(class_folder(name))) as store:
        yield Coursework(store)


def assign(name: str, file: Path, as_json: bool) -> None:
    """Publish an assignment, or change it."""
    announce_compiling()
    with opened(name) as coursework:
        found = coursework.assignments.publish(read_assignment(file, coursework.programs))
    if as_json:
        print_json({"id": found.id, "deadline": found.deadline, "points": found.points, "minds": len(found.panel)})
        return
    deadline = found.deadline_text
    console.print(escape(tell("class.assigned", title=found.title, id=found.id, deadline=deadline)))


def list_assignments(name: str, as_json: bool) -> None:
    """Print the assignments with how many students have handed in."""
    with opened(name) as coursework:
        rows = [(one, Grading(coursework, one).rows()) for one in coursework.assignments.all()]
    if as_json:
        print_json(
            [
                {"id": one.id, "title": one.title, "game": one.game, "deadline": one.deadline, "states": _counts(found)}
                for one, found in rows
            ]
        )
        return
    table = _table("id", "title", "game", "deadline", "handed_in", "graded")
    for one, found in rows:
        counts = _counts(found)
        handed = sum(number for state, number in counts.items() if state != "none")
        shown = (f"{handed} / {len(found)}", str(counts.get("graded", 0)))
        table.add_row(*map(escape, (one.id, one.title, one.game, one.deadline_text, *shown)))
    console.print(table)


def hand_in(name: str, assignment_id: str, student: str, file: Path, workers: int, as_json: bool) -> None:
    """Hand in a file for a student, and check it."""
    announce_compiling()
    with opened(name) as coursework:
        assignment, member = coursework.assignments.find(assignment_id), coursework.members.named(student)
        school = school_of(file.name)
        knowledge = knowledge_schools()[school].linked(read_knowledge(file), file.absolute().parent)
        added = coursework.hand_ins.add(assignment, member.id, knowledge, school)
        with lane(coursework.folder, "checks"), worker_pool(workers) as pool:
            check_hand_ins(coursework, pool)
        checked = coursework.hand_ins.find(added.number)
    problems = [full_stop(say(problem, LANGUAGE)) for problem in checked.problems]
    if as_json:
        print_json({"hand_in": checked.number, "state": checked.state, "late": checked.late, "problems": problems})
        return
    key = "class.late" if checked.late else "class.valid" if checked.state == "valid" else "class.invalid"
    minds, games = len(assignment.panel), assignment.games
    console.print(
        escape(tell(key, file=file.name, digest=checked.program.digest, n=CHECK_GAMES, games=games, minds=minds))
    )
    for problem in problems:
        console.print(f"  [red]✗[/red] {escape(problem)}")


def grade(name: str, assignment_id: str, workers: int | str, as_json: bool) -> None:
    """Play the games that are missing and print the grades; Ctrl-C keeps what is finished."""
    announce_compiling()
    with opened(name) as coursework:
        grading = Grading(coursework, coursework.assignments.find(assignment_id))
        _played(coursework, workers, as_json, grading.play)
        rows = grading.rows()
    _show_grades(rows, as_json)


def _played(
    coursework: Coursework,
    workers: int | str,
    quiet: bool,
    play: Callable[[GamePool, Callable[[int, int], None]], object],
) -> None:
    with lane(coursework.folder, "games"), worker_pool(workers) as pool, games_progress(quiet) as progress:
        bar = progress.add_task(tell("match.playing"), total=None)
        try:
            play(pool, lambda done, planned: progress.update(bar, completed=done, total=planned))
        except KeyboardInterrupt:
            pool.stop()


def _show_grades(rows: list[GradeRow], as_json: bool) -> None:
    if as_json:
        print_json([_grade_data(row) for row in rows])
        return
    table = _table("student", "state", "points", "scores", "forfeits", right=("points", "forfeits"))
    for row in rows:
        points = scores = forfeits = ""
        if row.grade is not None:
            points = f"{row.grade.points:g} / {row.grade.most:g}"
            scores = ", ".join(
                tell(
                    "class.score",
                    mind=one.mind,
                    score=100 * one.score,
                    low=100 * one.interval[0],
                    high=100 * one.interval[1],
                )
                for one in row.grade.panel
            )
            forfeits = str(sum(one.games for one in row.grade.forfeits) or "")
        state = say_state(row)
        table.add_row(*map(escape, (row.name, state, points, scores, forfeits)))
    console.print(table)
    for row in rows:
        for forfeit in () if row.grade is None else row.grade.forfeits:
            reason = full_stop(say(forfeit.reason, LANGUAGE))
            console.print(
                f"  [red]✗[/red] {escape(row.name)}, {tell('match.forfeits', n=forfeit.games)}: {escape(reason)}"
            )


def say_state(row: GradeRow) -> str:
    """The state of a student's row in words."""
    return tell(f"class.state.{row.state}")


def _grade_data(row: GradeRow) -> dict[str, object]:
    grade = row.grade
    return {
        "student": row.name,
        "state": row.state,
        "late": row.late,
        "version": row.digest,
        "points": None if grade is None else grade.points,
        "scores": [] if grade is None else [one.score for one in grade.panel],
        "intervals": [] if grade is None else [one.interval for one in grade.panel],
    }


def grades(name: str, assignment_id: str, form: str, output: Path | None) -> None:
    """Print the grades as CSV, or write them to a file."""
    found = next((one for one in GRADES_FORMATS if one == form), None)
    if found is None:
        raise no_such("value", form, GRADES_FORMATS, prefix="--format=")
    with opened(name) as coursework:
        assignment = coursework.assignments.find(assignment_id)
        text = gradebook(assignment, Grading(coursework, assignment).rows(), found, LANGUAGE)
    if output is None:
        print(text, end="")
    else:
        output.write_text(text, encoding="utf-8")


def reports(name: str, assignment_id: str, folder: Path) -> None:
    """Write a page for each student with a grade."""
    folder.mkdir(parents=True, exist_ok=True)
    with opened(name) as coursework:
        assignment = coursework.assignments.find(assignment_id)
        rows = [row for row in Grading(coursework, assignment).rows() if row.grade is not None]
        for row in rows:
            text = student_report(assignment, row, LANGUAGE)
            (folder / f"{assignment.id}-{row.member}.html").write_text(text, encoding="utf-8")
    console.print(escape(tell("class.reports", n=len(rows), folder=str(folder))))


def number(name: str, student: str, known_as: str) -> None:
    """Keep what the institution calls a student."""
    with opened(name) as coursework:
        coursework.set_number(coursework.members.named(student).id, known_as)


def league(name: str, assignment_id: str | None, workers: int | str, nightly: str | None, as_json: bool) -> None:
    """Play a league night and print the table, or set the time of the nights that the lab plays."""
    announce_compiling()
    with opened(name) as coursework:
        if nightly is not None:
            set_league_hour(coursework.store, nightly)
            return
        chosen = [one for one in coursework.assignments.all() if one.league_games and assignment_id in (None, one.id)]
        if assignment_id is not None and not chosen:
            chosen = [coursework.assignments.find(assignment_id)]
        for assignment in chosen:
            found = League(coursework, assignment)
            _played(coursework, workers, as_json, found.play)
            names = {member.id: member.name for member in coursework.members.all()}
            _show_league(assignment.title, found, names, as_json)


def _show_league(title: str, found: League, names: dict[str, str], as_json: bool) -> None:
    places = found.table()
    if as_json:
        print_json(
            [{"place": one.place, "student": names[one.member], "rating": one.row.rating.value} for one in places]
        )
        return
    table = _table("place", "student", "rating", "interval", "games", right=("place", "rating", "interval", "games"))
    table.title, table.title_justify = escape(title), "left"
    for one in places:
        rating = one.row.rating
        figures = (f"{rating.value:+.0f}", f"{rating.low:+.0f} … {rating.high:+.0f}", str(one.row.games))
        table.add_row(str(one.place), escape(names[one.member]), *figures)
    console.print(table)


def similar(name: str, assignment_id: str, as_json: bool) -> None:
    """Print the pairs of students with similar programs."""
    with opened(name) as coursework:
        pairs = similar_hand_ins(coursework, coursework.assignments.find(assignment_id))
        names = {member.id: member.name for member in coursework.members.all()}
    if as_json:
        print_json(
            [
                {
                    "students": [names[pair.first.member], names[pair.second.member]],
                    "share": pair.pair.share,
                    "parts": [{"first": part.first, "second": part.second} for part in pair.pair.parts],
                }
                for pair in pairs
            ]
        )
        return
    if not pairs:
        console.print(tell("class.no_similar"))
    for pair in pairs:
        who = {"first": names[pair.first.member], "second": names[pair.second.member]}
        console.print(escape(tell("class.similar", share=100 * pair.pair.share, **who)))
        for part in pair.pair.parts:
            (first, last), (start, end) = part.first, part.second
            console.print(escape("  " + tell("class.lines", first=first, last=last, start=start, end=end)))


def _counts(rows: list[GradeRow]) -> dict[str, int]:
    found: dict[str, int] = {}
    for row in rows:
        found[row.state] = found.get(row.state, 0) + 1
    return found


def _table(*columns: str, right: tuple[str, ...] = ()) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    for column in columns:
        table.add_column(
            tell(f"class.column.{column}"), justify="right" if column in right else "left", overflow="fold"
        )
    return table
