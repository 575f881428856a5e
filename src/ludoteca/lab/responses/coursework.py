"""Answers about coursework: assignments, hand-ins, grades, league, and the teacher's overview."""

from __future__ import annotations

from pydantic import BaseModel, Field

from ludoteca.classroom.assignments.assignment import Assignment, PanelMind
from ludoteca.classroom.assignments.grade import Grade, GradedGame, PanelScore, instructive_games
from ludoteca.classroom.assignments.gradebook import GradeRow
from ludoteca.classroom.assignments.hand_ins import HandIn, counted
from ludoteca.classroom.assignments.jobs import Job
from ludoteca.core.game import seat_key
from ludoteca.core.i18n import full_stop, phrase, say
from ludoteca.games import load_game


class ThresholdView(BaseModel):
    score: float
    points: float


class PanelMindView(BaseModel):
    """A mind of the panel, and the points for playing against it."""

    mind: str
    points: float
    thresholds: list[ThresholdView]


class AssignmentView(BaseModel):
    """An assignment. `seed` is shown when the deadline has passed."""

    id: str
    title: str
    about: str
    game: str
    options: dict[str, int | float | bool | str]
    deadline: float
    deadline_text: str
    over: bool
    schools: list[str]
    budget: dict[str, dict[str, int | float | bool | str]]
    time: float
    games: int
    points: float
    bonus: float | None
    panel: list[PanelMindView]
    league: bool
    seed: str | None


class HandInView(BaseModel):
    """A version that was handed in, and what its checks found; `counts` if it is the one that is graded."""

    number: int
    file: str
    digest: str
    school: str
    handed: float
    late: bool
    state: str
    counts: bool
    problems: list[str]


class ScoreView(BaseModel):
    """The result against one mind of the panel, or against the student's own earlier version."""

    mind: str
    bonus: bool
    wins: int
    draws: int
    losses: int
    score: float
    interval: list[float]
    points: float
    most: float


class GradedGameView(BaseModel):
    """A game of a grade; `kind` says why it is one to look at."""

    key: str
    kind: str | None
    opponents: list[str]
    seat: str
    result: float
    margin: float
    moves: int
    forfeit: str | None


class GradeView(BaseModel):
    points: float
    most: float
    scores: list[ScoreView]
    instructive: list[GradedGameView]
    lost: list[GradedGameView] = Field(description="The games that were not won, the worst first.")
    forfeits: list[str]


class JobView(BaseModel):
    """How far a grading or a league night is."""

    state: str
    done: int
    planned: int
    problem: str | None


class AssignmentPage(BaseModel):
    """An assignment with the hand-ins of the person who asks, and the grade if it can be shown."""

    assignment: AssignmentView
    hand_ins: list[HandInView]
    grade: GradeView | None


class AssignmentSummary(BaseModel):
    """An assignment in the list; for the teacher with the number of students in each state."""

    assignment: AssignmentView
    state: str
    points: float | None
    states: dict[str, int]


def assignment_view(assignment: Assignment, now: float) -> AssignmentView:
    over = assignment.is_over(now)
    return AssignmentView(
        id=assignment.id,
        title=assignment.title,
        about=assignment.about,
        game=assignment.game,
        options={name: value for name, value in assignment.options.items() if value is not None},
        deadline=assignment.deadline,
        deadline_text=assignment.deadline_text,
        over=over,
        schools=list(assignment.schools),
        budget={
            school: {name: value for name, value in values.items() if value is not None}
            for school, values in (assignment.budget or {}).items()
        },
        time=assignment.time,
        games=assignment.games,
        points=assignment.points,
        bonus=None if assignment.bonus is None else assignment.bonus.points,
        panel=[_panel_view(mind) for mind in assignment.panel],
        league=assignment.league_games > 0,
        seed=str(assignment.seed) if over else None,
    )


def _panel_view(mind: PanelMind) -> PanelMindView:
    steps = [ThresholdView(score=step.score, points=step.points) for step in mind.thresholds]
    return PanelMindView(mind=mind.mind, points=mind.most_points, thresholds=steps)


def hand_in_views(hand_ins: list[HandIn], language: str) -> list[HandInView]:
    """The hand-ins of one student, the newest first."""
    chosen = counted(hand_ins)
    return [hand_in_view(one, chosen is not None and one.number == chosen.number, language) for one in hand_ins[::-1]]


def hand_in_view(hand_in: HandIn, counts: bool, language: str) -> HandInView:
    return HandInView(
        number=hand_in.number,
        file=hand_in.program.file,
        digest=hand_in.program.digest,
        school=hand_in.program.school,
        handed=hand_in.handed,
        late=hand_in.late,
        state=hand_in.state,
        counts=counts,
        problems=[full_stop(say(problem, language)) for problem in hand_in.problems],
    )


def job_view(job: Job | None, language: str) -> JobView | None:
    if job is None:
        return None
    problem = None if job.problem is None else full_stop(say(job.problem, language))
    return JobView(state=job.state, done=job.done, planned=job.planned, problem=problem)


def grade_view(assignment: Assignment, grade: Grade, language: str) -> GradeView:
    kinds = {game.key: kind for kind, game in instructive_games(grade.games)}
    lost = sorted((game for game in grade.games if game.result < 1), key=lambda game: (game.result, game.margin))
    bonus = [] if grade.bonus is None else [_score_view(grade.bonus, bonus=True)]
    return GradeView(
        points=grade.points,
        most=grade.most,
        scores=[*(_score_view(score, bonus=False) for score in grade.panel), *bonus],
        instructive=[_game_view(assignment, game, kind, language) for kind, game in instructive_games(grade.games)],
        lost=[_game_view(assignment, game, kinds.get(game.key), language) for game in lost],
        forfeits=[
            phrase("lab.coursework.forfeit", language, n=one.games, reason=full_stop(say(one.reason, language)))
            for one in grade.forfeits
        ],
    )


def _score_view(score: PanelScore, bonus: bool) -> ScoreView:
    return ScoreView(
        mind=score.mind,
        bonus=bonus,
        wins=score.wins,
        draws=score.draws,
        losses=score.losses,
        score=score.score,
        interval=list(score.interval),
        points=score.points,
        most=score.most,
    )


def _game_view(assignment: Assignment, game: GradedGame, kind: str | None, language: str) -> GradedGameView:
    rules = load_game(assignment.game, assignment.options)
    return GradedGameView(
        key=game.key,
        kind=kind,
        opponents=opponents(assignment, game, language),
        seat=phrase(seat_key(rules, game.seat), language),
        result=game.result,
        margin=game.margin,
        moves=game.moves,
        forfeit=None if game.forfeit is None else full_stop(say(game.forfeit, language)),
    )


def opponents(assignment: Assignment, game: GradedGame, language: str) -> list[str]:
    """The names of the minds at the table besides the hand-in."""
    own = [phrase("classroom.assignments.report.own_version", language)] if game.bonus else []
    names = [*own, *(mind.mind for mind in assignment.panel)]
    return [names[number - 1] for number in game.minds if number]


class StudentRow(BaseModel):
    """A student in the teacher's overview: hand-ins, what fails, the grade, and when the student was last active."""

    id: str
    name: str
    number: str
    state: str
    late: bool
    hand_ins: list[HandInView]
    points: float | None
    active: float | None
    doing: str | None


class Overview(BaseModel):
    """The teacher's overview of an assignment."""

    assignment: AssignmentView
    students: list[StudentRow]
    grading: JobView | None
    league: JobView | None
    league_hour: str | None


def student_row(row: GradeRow, hand_ins: list[HandInView], activity: tuple[float, str] | None) -> StudentRow:
    return StudentRow(
        id=row.member,
        name=row.name,
        number=row.number,
        state=row.state,
        late=row.late,
        hand_ins=hand_ins,
        points=None if row.grade is None else row.grade.points,
        active=None if activity is None else activity[0],
        doing=None if activity is None else activity[1],
    )
