"""`ludoteca plan`: makes a plan for a planning problem and shows what is proven of it, or checks a plan in a file."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from rich.markup import escape

from ludoteca.cli.background import GLANCE, Background
from ludoteca.cli.output import console, print_json, seat_name
from ludoteca.cli.plan_file import check_steps, new_file, read_plan, write_plan
from ludoteca.cli.plan_report import PlannedTask, progress_line, show_solution, show_verdict, verdict_json
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import say
from ludoteca.core.options import read_settings
from ludoteca.games import all_games, open_game
from ludoteca.planners import planner_or_portfolio, solve_and_validate
from ludoteca.planners.planner import OutOfLimits, Progress, SearchLimits, Solution
from ludoteca.planners.result_json import solution_json
from ludoteca.planners.validation.validate import validated
from ludoteca.rules.planning.game import PlanningGame
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_file, read_problem


@dataclass(frozen=True, slots=True)
class PlanOptions:
    """The options of the command: how to make, show and keep a plan, or which one to check."""

    problem: str | None
    settings: Sequence[str]
    planner: str | None
    seconds: float
    output: Path | None
    check: Path | None
    as_json: bool


def plan(what: str, file: str | None, options: PlanOptions) -> int:
    """Plan the problem of a game or of two files, or check a plan; returns the exit code.

    It is 0 for a plan, for a proof that there is none, and for a valid plan; 1 when no plan was found in time, and for
    an invalid plan.
    """
    if options.check is not None and (options.planner is not None or options.output is not None):
        raise BadInput("cli.plan.check_alone")
    if options.output is not None:
        new_file(options.output)
    latest = _LatestProgress()
    limits = SearchLimits(None if options.check is not None else options.seconds, listener=latest.update)
    try:
        subject = _of_game(what, options) if file is None else _of_files(Path(what), Path(file), options, limits)
    except OutOfLimits as error:
        return _not_begun(error, options.as_json)
    if options.check is not None:
        return _check(subject, options.check, options.as_json)
    return _make(subject, options, limits, latest)


def _of_files(domain_file: Path, problem_file: Path, options: PlanOptions, limits: SearchLimits) -> PlannedTask:
    if options.problem is not None or options.settings:
        raise BadInput("cli.plan.no_options")
    domain = read_domain(read_file(domain_file), str(domain_file))
    problem = read_problem(read_file(problem_file), domain, str(problem_file))
    origin = {"domain": str(domain_file), "problem": str(problem_file)}
    return PlannedTask(ground(domain, problem, limits.check), origin, str)


def _not_begun(error: OutOfLimits, as_json: bool) -> int:
    """Say which limit was reached before a search was begun; returns the exit code."""
    said = say(error.message, LANGUAGE)
    if as_json:
        print_json({"status": "limit", "plan": None, "ended": error.limit, "reason": said})
    else:
        console.print(f"[bold]{escape(tell('plan.proven.limit'))}[/bold]")
        console.print(f"[bold]{escape(said)}[/bold]")
    return 1


def _of_game(name: str, options: PlanOptions) -> PlannedTask:
    if name.endswith(".pddl"):
        raise BadInput("cli.plan.no_problem", file=name)
    settings: dict[str, object] = {**read_settings(options.settings)}
    if options.problem is not None:
        settings["problem"] = options.problem
    game = _open_planning_game(name, settings)
    names = {player: seat_name(game, player) for player in game.table.seats if player in game.seats}
    origin = {"game": game.name, "options": dict(game.values)}
    return PlannedTask(game.table.task, origin, lambda player: names.get(player, player), game)


def _open_planning_game(name: str, settings: dict[str, object]) -> PlanningGame:
    try:
        game: Game = open_game(name, settings)
    except BadInput:
        if not settings or isinstance(open_game(name), PlanningGame):
            raise
        raise _not_planning(name) from None  # a more useful error than that an option does not exist
    if not isinstance(game, PlanningGame):
        raise _not_planning(name)
    return game


def _not_planning(name: str) -> BadInput:
    able = tuple(other.name for other in all_games() if isinstance(other, PlanningGame))
    return BadInput("cli.plan.not_planning", game=name, games=able)


# Making a plan


def _make(subject: PlannedTask, options: PlanOptions, limits: SearchLimits, latest: _LatestProgress) -> int:
    task = subject.task
    planner = planner_or_portfolio(task, options.planner)
    quiet = options.as_json or not console.is_terminal
    solution = _solve_in_background(lambda: solve_and_validate(planner, task, limits), limits, latest, quiet)
    if options.output is not None and solution.plan is not None:
        write_plan(options.output, solution.plan, solution.cost)
    if options.as_json:
        print_json({**subject.origin, **solution_json(task, solution)})
    else:
        show_solution(subject, solution)
    return 1 if solution.status == "limit" else 0


class _LatestProgress:
    """The latest numbers that a search reported: a report may lack some of them."""

    def __init__(self) -> None:
        self.now = Progress(0, 0.0)

    def update(self, report: Progress) -> None:
        bound = self.now.bound if report.bound is None else report.bound
        cost = self.now.cost if report.cost is None else report.cost
        self.now = replace(report, bound=bound, cost=cost)


def _solve_in_background(
    work: Callable[[], Solution], limits: SearchLimits, latest: _LatestProgress, quiet: bool
) -> Solution:
    """Search in a thread: the first Ctrl-C ends the search with the best plan so far, the second one the program."""
    with _stops_at_interrupt(limits.stop), nullcontext() if quiet else console.status(tell("plan.begins")) as status:
        background = Background(work)
        while not background.done(GLANCE):
            if status is not None:
                status.update(progress_line(latest.now, limits.elapsed))
        return background.result()


@contextmanager
def _stops_at_interrupt(stop: Callable[[], None]) -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)

    def interrupted(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        stop()

    signal.signal(signal.SIGINT, interrupted)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


# Checking a plan


def _check(subject: PlannedTask, path: Path, as_json: bool) -> int:
    task = subject.task
    verdict = check_steps(task, read_plan(path), str(path))
    validators = tuple[str, ...]()
    if verdict.reason is None:
        cost = task.total(verdict.state, len(verdict.plan))
        validators = validated(task, Solution(path.name, "plan", verdict.plan, cost, None, 0, 0.0)).checked
    if as_json:
        print_json({**subject.origin, **verdict_json(task, verdict), "checked": list(validators)})
    else:
        show_verdict(subject, path, verdict, validators)
    return 0 if verdict.reason is None else 1
