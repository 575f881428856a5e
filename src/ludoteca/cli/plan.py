"""`plan`: a plan for a planning problem, and what is proven of it; or whether somebody's plan is one."""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from types import FrameType

from rich.markup import escape
from rich.padding import Padding

from ludoteca.cli.background import GLANCE, Background
from ludoteca.cli.output import console, print_json, seat_name
from ludoteca.cli.plan_file import Verdict, checked, new_file, read_plan, write_plan
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import Message, say
from ludoteca.core.options import read_settings
from ludoteca.games import game_names, load_game, open_game
from ludoteca.planners import make_plan, planner_for
from ludoteca.planners.planner import Progress, SearchLimits, Solution
from ludoteca.planners.result_json import told
from ludoteca.planners.validation.validate import certified
from ludoteca.rules.planning.game import PlanningGame
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_file, read_problem
from ludoteca.rules.planning.plan_steps import PlanStep, penalties_of, plain, steps_of
from ludoteca.rules.planning.plan_table import Measure, figure, penalties_line, steps_table
from ludoteca.rules.planning.task import Action, Task

_MOST = 1_000  # steps that are shown: a plan may have a hundred thousand


@dataclass(frozen=True, slots=True)
class Asked:
    """How a plan is to be made, shown and kept; or which one is to be checked."""

    problem: str | None
    settings: Sequence[str]
    planner: str | None
    seconds: float
    output: Path | None
    check: Path | None
    as_json: bool


@dataclass(frozen=True, slots=True)
class _Subject:
    """What is planned: the task, what it is in JSON, what its players are called, and the game it is of, if any."""

    task: Task
    origin: Mapping[str, object]
    named: Callable[[str], str]
    game: PlanningGame | None = None

    def steps(self, plan: Sequence[Action]) -> tuple[PlanStep, ...]:
        """A plan as it is told: moves are written in English, so in other languages the game says what happens."""
        steps = steps_of(self.task, plan)
        if self.game is None or LANGUAGE == "en":
            return steps
        events = map(self.game.event_of, plan)
        said = (say(Message(event.key, event.args), LANGUAGE) for event in events)
        return tuple(replace(step, text=text) for step, text in zip(steps, said, strict=True))

    @property
    def foreign(self) -> bool:
        """Whether somebody else wrote the problem."""
        return not isinstance(self.game, PlanningGame) or self.game.name not in game_names()

    @property
    def measure(self) -> Measure:
        return "steps" if self.task.counts_steps else "most" if self.task.maximizes else "least"


def plan(what: str, file: str | None, asked: Asked) -> int:
    """Plan a game's problem, or that of two files. The exit code: 0 for a plan, a proof that there is none, or a plan
    that is one; 1 when there was no time for a plan, or what was to be checked is none."""
    if asked.check is not None and (asked.planner is not None or asked.output is not None):
        raise BadInput("cli.plan.check_alone")
    if asked.output is not None:
        new_file(asked.output)
    subject = _of_game(what, asked) if file is None else _of_files(Path(what), Path(file), asked)
    return _check(subject, asked.check, asked.as_json) if asked.check is not None else _make(subject, asked)


def _of_files(domain_file: Path, problem_file: Path, asked: Asked) -> _Subject:
    if asked.problem is not None or asked.settings:
        raise BadInput("cli.plan.no_options")
    domain = read_domain(read_file(domain_file), str(domain_file))
    problem = read_problem(read_file(problem_file), domain, str(problem_file))
    return _Subject(ground(domain, problem), {"domain": str(domain_file), "problem": str(problem_file)}, str)


def _of_game(name: str, asked: Asked) -> _Subject:
    if name.endswith(".pddl"):
        raise BadInput("cli.plan.no_problem", file=name)
    settings = read_settings(asked.settings)
    if asked.problem is not None:
        settings["problem"] = asked.problem
    game = open_game(name)
    if isinstance(game, PlanningGame):
        game = open_game(name, settings)
    if not isinstance(game, PlanningGame):
        able = tuple(other for other in game_names() if isinstance(load_game(other), PlanningGame))
        raise BadInput("cli.plan.not_planning", game=name, games=able)
    names = {player: seat_name(game, player) for player in game.table.seats if player in game.seats}
    origin = {"game": game.name, "options": dict(game.values)}
    return _Subject(game.table.task, origin, lambda player: names.get(player, player), game)


# Making a plan


def _make(subject: _Subject, asked: Asked) -> int:
    task = subject.task
    planner_for(task, asked.planner)
    latest = _Latest()
    watch = SearchLimits(seconds=asked.seconds, listener=latest.hear)
    quiet = asked.as_json or not console.is_terminal
    solution = _watched(lambda: make_plan(task, watch, asked.planner, subject.foreign), watch, latest, quiet)
    if asked.output is not None and solution.plan is not None:
        write_plan(asked.output, solution.plan, solution.cost)
    if asked.as_json:
        print_json({**subject.origin, **told(task, solution)})
    else:
        _show(subject, solution, watch)
    return 1 if solution.status == "limit" else 0


class _Latest:
    """The last that was heard of a search, number by number: not all news is about everything."""

    def __init__(self) -> None:
        self.now = Progress(0, 0.0)

    def hear(self, news: Progress) -> None:
        bound = self.now.bound if news.bound is None else news.bound
        cost = self.now.cost if news.cost is None else news.cost
        self.now = replace(news, bound=bound, cost=cost)


def _watched(work: Callable[[], Solution], watch: SearchLimits, latest: _Latest, quiet: bool) -> Solution:
    """Search where Ctrl-C can be heard: the first ends the search with what there is, the second ends everything."""
    with _interrupted(watch.stop), nullcontext() if quiet else console.status(tell("plan.begins")) as status:
        background = Background(work)
        while not background.done(GLANCE):
            if status is not None:
                status.update(_progress(latest.now, watch.passed))
        return background.result()


@contextmanager
def _interrupted(stop: Callable[[], None]) -> Iterator[None]:
    before = signal.getsignal(signal.SIGINT)

    def heard(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, before)
        stop()

    signal.signal(signal.SIGINT, heard)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _progress(now: Progress, seconds: float) -> str:
    parts = [tell("plan.states", n=now.states)]
    if now.bound is not None:
        parts.append(tell("plan.bound_now", bound=figure(plain(now.bound), LANGUAGE)))
    if now.cost is not None:
        parts.append(tell("plan.best_now", cost=figure(plain(now.cost), LANGUAGE)))
    return " · ".join([*parts, tell("plan.seconds", seconds=seconds), tell("plan.ctrl_c")])


# What was found


def _show(subject: _Subject, solution: Solution, watch: SearchLimits) -> None:
    task = subject.task
    if solution.plan is not None:
        steps = subject.steps(solution.plan)
        console.print(escape(tell("plan.head", problem=task.problem.name, n=len(steps))))
        _show_steps(subject, steps)
        _show_penalties(subject, penalties_of(task, task.replay(solution.plan)[-1]))
    for line in _found(solution, subject.measure, watch):
        console.print(f"[bold]{escape(line)}[/bold]")
    console.print(f"[dim]{escape(_figures(solution))}[/dim]")


def _show_steps(subject: _Subject, steps: Sequence[PlanStep]) -> None:
    if steps:
        console.print(Padding(steps_table(steps[:_MOST], LANGUAGE, subject.named, subject.measure), (1, 0)))
    if len(steps) > _MOST:
        console.print(escape(tell("plan.more_kept", n=len(steps) - _MOST)))


def _show_penalties(subject: _Subject, penalties: Mapping[str, float]) -> None:
    if penalties:
        console.print(escape(tell("plan.penalties", who=penalties_line(penalties, LANGUAGE, subject.named))))


def _found(solution: Solution, measure: Measure, watch: SearchLimits) -> Iterator[str]:
    """What is known of the plan, or why there is none; and what ended the search early."""
    cost, bound = solution.cost, solution.bound
    if cost is not None:
        words = {"cost": figure(plain(cost), LANGUAGE), "bound": "", "gap": ""}
        if bound is not None:
            words |= {"bound": figure(plain(bound), LANGUAGE), "gap": figure(abs(plain(cost) - plain(bound)), LANGUAGE)}
        yield f"{tell(f'plan.total.{measure}', **words)} {tell(f'plan.proven.{solution.status}.{measure}', **words)}"
    elif solution.status == "unsolvable":
        yield tell("plan.proven.unsolvable")
    else:
        yield tell("plan.proven.limit")
        if bound is not None:
            yield tell(f"plan.proven.at_least.{measure}", bound=figure(plain(bound), LANGUAGE))
    if solution.status not in ("optimal", "unsolvable"):
        yield from _ended(solution, watch)


def _ended(solution: Solution, watch: SearchLimits) -> Iterator[str]:
    if watch.stopped:
        yield tell("plan.ended.stopped")
    elif watch.full:
        yield tell("plan.ended.memory")
    elif watch.left == 0.0:
        yield tell("plan.ended.time")
    elif solution.status == "limit":
        yield tell("plan.ended.gave_up", planner=solution.planner)


def _figures(solution: Solution) -> str:
    parts = [tell("plan.by", planner=solution.planner), tell("plan.states", n=solution.states)]
    parts.append(tell("plan.seconds", seconds=solution.seconds))
    if solution.checked:
        parts.append(tell("plan.agreed", referees=solution.checked))
    return " · ".join(parts)


# Checking somebody's plan


def _check(subject: _Subject, path: Path, as_json: bool) -> int:
    task = subject.task
    verdict = checked(task, read_plan(path), str(path))
    cost, referees = task.total(verdict.state, len(verdict.plan)), tuple[str, ...]()
    if verdict.reason is None:
        referees = certified(
            task, Solution(path.name, "plan", verdict.plan, cost, None, 0, 0.0), subject.foreign
        ).checked
    if as_json:
        print_json({**subject.origin, **_judged(task, verdict), "checked": list(referees)})
    else:
        _show_verdict(subject, path, verdict, referees)
    return 0 if verdict.reason is None else 1


def _judged(task: Task, verdict: Verdict) -> dict[str, object]:
    return {
        "valid": verdict.reason is None,
        "reason": None if verdict.reason is None else say(verdict.reason, LANGUAGE),
        "step": verdict.step,
        "action": verdict.action,
        "missing": verdict.missing,
        "cost": plain(task.total(verdict.state, len(verdict.plan))),
        "penalties": dict(penalties_of(task, verdict.state)),
        "steps": len(verdict.plan),
    }


def _show_verdict(subject: _Subject, path: Path, verdict: Verdict, referees: tuple[str, ...]) -> None:
    task, plan = subject.task, verdict.plan
    _show_steps(subject, subject.steps(plan))
    _show_penalties(subject, penalties_of(task, verdict.state))
    if verdict.reason is not None:
        console.print(f"[bold red]✗[/bold red] [bold]{escape(say(verdict.reason, LANGUAGE))}[/bold]")
        return
    cost = figure(plain(task.total(verdict.state, len(plan))), LANGUAGE)
    line = f"{tell('plan.file.good', file=str(path))} {tell(f'plan.total.{subject.measure}', cost=cost)}"
    console.print(f"[bold green]✓[/bold green] [bold]{escape(line)}[/bold]")
    console.print(f"[dim]{escape(tell('plan.agreed', referees=referees))}[/dim]")
