"""The output of `ludoteca plan`: a solution or a verdict in the terminal, and the progress of a search."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from rich.markup import escape
from rich.padding import Padding

from ludoteca.cli.output import console
from ludoteca.cli.plan_file import PlanCheck
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.i18n import Message, say
from ludoteca.planners.planner import PROVEN, Progress, Solution
from ludoteca.rules.planning.game import PlanningGame
from ludoteca.rules.planning.plan_steps import PlanStep, penalties_of, plain, steps_of
from ludoteca.rules.planning.plan_table import Measure, figure, penalties_line, steps_table
from ludoteca.rules.planning.task import Action, Task

_FEW = 5  # numbers without a value that are named
_MOST = 1_000  # steps that are shown: a plan may have a hundred thousand


@dataclass(frozen=True, slots=True)
class PlannedTask:
    """The task to plan: where it is from, as JSON, the names of its players, and its game, if it has one."""

    task: Task
    origin: Mapping[str, object]
    named: Callable[[str], str]
    game: PlanningGame | None = None

    def steps(self, plan: Sequence[Action]) -> tuple[PlanStep, ...]:
        """The steps of a plan; in other languages than English, their texts are the game's events."""
        steps = steps_of(self.task, plan)
        if self.game is None or LANGUAGE == "en":
            return steps
        events = map(self.game.event_of, plan)
        texts = (say(Message(event.key, event.args), LANGUAGE) for event in events)
        return tuple(replace(step, text=text) for step, text in zip(steps, texts, strict=True))

    @property
    def measure(self) -> Measure:
        return "steps" if self.task.counts_steps else "most" if self.task.maximizes else "least"


def progress_line(now: Progress, seconds: float) -> str:
    """The progress of a search in one line."""
    parts = [tell("plan.states", n=now.states)]
    if now.bound is not None:
        parts.append(tell("plan.bound_now", bound=figure(plain(now.bound), LANGUAGE)))
    if now.cost is not None:
        parts.append(tell("plan.best_now", cost=figure(plain(now.cost), LANGUAGE)))
    return " · ".join([*parts, tell("plan.seconds", seconds=seconds), tell("plan.ctrl_c")])


# A solution


def show_solution(subject: PlannedTask, solution: Solution) -> None:
    """Print the plan, what is proven of it, and the figures of the search."""
    task = subject.task
    if solution.plan is not None:
        steps = subject.steps(solution.plan)
        console.print(escape(tell("plan.head", problem=task.problem.name, n=len(steps))))
        _show_steps(subject, steps)
        _show_penalties(subject, penalties_of(task, task.replay(solution.plan)[-1]))
    for line in _result_lines(solution, subject.measure):
        console.print(f"[bold]{escape(line)}[/bold]")
    for line in _notes(task):
        console.print(escape(line))
    console.print(f"[dim]{escape(_figures(solution))}[/dim]")


def _show_steps(subject: PlannedTask, steps: Sequence[PlanStep]) -> None:
    if steps:
        console.print(
            Padding(steps_table(steps[:_MOST], LANGUAGE, subject.named, subject.measure), (1, 0), expand=False)
        )
    if len(steps) > _MOST:
        console.print(escape(tell("plan.more_kept", n=len(steps) - _MOST)))


def _show_penalties(subject: PlannedTask, penalties: Mapping[str, float]) -> None:
    if penalties:
        console.print(escape(tell("plan.penalties", who=penalties_line(penalties, LANGUAGE, subject.named))))


def _result_lines(solution: Solution, measure: Measure) -> Iterator[str]:
    """The cost of the plan and what is proven of it, or why there is none; and which limit ended the search."""
    cost, bound, claim = solution.cost, solution.bound, solution.claim
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
    if claim is not None:
        yield tell(f"plan.claim.{claim.status}", planner=claim.planner)
    elif solution.status not in PROVEN:
        yield from _limit_lines(solution)


def _limit_lines(solution: Solution) -> Iterator[str]:
    if solution.ended is not None:
        yield tell(f"plan.ended.{solution.ended}")
    elif solution.status == "limit":
        yield tell("plan.ended.gave_up", planner=solution.planner)


def _notes(task: Task) -> Iterator[str]:
    """What a reader may not expect of the problem."""
    if task.undefined:
        few, more = tuple(map(str, task.undefined[:_FEW])), len(task.undefined) - _FEW
        yield tell("plan.note.undefined", fluents=few) + (tell("plan.note.more", n=more) if more > 0 else "")
    if task.problem.time_as_steps:
        yield tell("plan.note.time_as_steps")


def _figures(solution: Solution) -> str:
    parts = [*_engines(solution), tell("plan.states", n=solution.states)]
    parts.append(tell("plan.seconds", seconds=solution.seconds))
    if solution.checked:
        parts.append(tell("plan.agreed", validators=solution.checked))
    return " · ".join(parts)


def _engines(solution: Solution) -> Iterator[str]:
    """Which engine found the plan, and which one proved it."""
    found, proved = solution.found_by, solution.proved_by
    if found == proved or proved is None:
        yield tell("plan.by", planner=solution.planner)
        return
    if found is not None:
        yield tell("plan.found_by", planner=found)
    yield tell("plan.proved_by" if solution.status in PROVEN else "plan.bound_by", planner=proved)


# A verdict


def verdict_json(task: Task, verdict: PlanCheck) -> dict[str, object]:
    """A verdict on a plan in JSON."""
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


def show_verdict(subject: PlannedTask, path: Path, verdict: PlanCheck, validators: tuple[str, ...]) -> None:
    """Print the steps of a checked plan and the verdict."""
    task, plan = subject.task, verdict.plan
    _show_steps(subject, subject.steps(plan))
    _show_penalties(subject, penalties_of(task, verdict.state))
    if verdict.reason is not None:
        console.print(f"[bold red]✗[/bold red] [bold]{escape(say(verdict.reason, LANGUAGE))}[/bold]")
        return
    cost = figure(plain(task.total(verdict.state, len(plan))), LANGUAGE)
    line = f"{tell('plan.file.good', file=str(path))} {tell(f'plan.total.{subject.measure}', cost=cost)}"
    console.print(f"[bold green]✓[/bold green] [bold]{escape(line)}[/bold]")
    console.print(f"[dim]{escape(tell('plan.agreed', validators=validators))}[/dim]")
