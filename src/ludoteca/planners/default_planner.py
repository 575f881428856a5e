"""The planner of minds, and the first of a portfolio: `counting`, then a planner that a game brings for its own tasks.

`counting` proves most tasks at once, but where the cost depends on the order of the steps it has to try one order after
another. A game may bring a planner that knows its tasks better. It continues when `counting` has used up its patience,
and the result is the better plan and the better bound of the two. Equal limits in states give equal results.
"""

from __future__ import annotations

from dataclasses import replace

from ludoteca.planners.discovery import game_planners
from ludoteca.planners.engines.counting import CountingPlanner
from ludoteca.planners.planner import Planner, Progress, SearchLimits, Solution
from ludoteca.planners.support import accepts
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Task

_PATIENCE = 12  # integer programs before another planner continues


class DefaultPlanner(Planner):
    """`counting`, and then the first planner of a game that accepts the task."""

    name = CountingPlanner.name
    about = CountingPlanner.about
    proves = True
    reads = CountingPlanner.reads

    def solve(self, task: Task, limits: SearchLimits) -> Solution:
        specialist = _specialist(task)
        if specialist is None:
            return CountingPlanner().solve(task, limits)
        first = CountingPlanner(_PATIENCE).solve(task, limits)
        if first.status in ("optimal", "unsolvable") or limits.reached():
            return first
        limits.amend_reports(lambda progress: _with_first(task, first, progress))
        return better(task, first, specialist.solve(task, limits))


def _specialist(task: Task) -> Planner | None:
    """The first planner of a game that accepts a task, and works wherever the default planner does."""
    able = (planner for planner in game_planners() if planner.confined and planner.missing() is None)
    return next((planner for planner in able if accepts(planner, task)), None)


def _with_first(task: Task, first: Solution, progress: Progress) -> Progress:
    """A report of the second planner with what the first one found."""
    bounds = [bound for bound in (first.bound, progress.bound) if bound is not None]
    costs = [cost for cost in (first.cost, progress.cost) if cost is not None]
    return replace(
        progress,
        states=first.states + progress.states,
        bound=max(bounds, key=lambda bound: _minimized(task, bound), default=None),
        cost=min(costs, key=lambda cost: _minimized(task, cost), default=None),
    )


def better(task: Task, one: Solution, two: Solution) -> Solution:
    """The better plan and the better bound of two solutions of a task; of plans that cost the same, the first."""
    states, seconds = one.states + two.states, max(one.seconds, two.seconds)
    hopeless = next((found for found in (one, two) if found.status == "unsolvable"), None)
    if hopeless is not None:
        return replace(hopeless, states=states, seconds=seconds)
    best = min((one, two), key=lambda found: (found.plan is None, _minimized(task, found.cost)))
    bounds = [(found.bound, found.proved_by) for found in (one, two) if found.bound is not None]
    bound, prover = max(bounds, key=lambda pair: _minimized(task, pair[0]), default=(None, None))
    best = replace(best, bound=bound, prover=prover, states=states, seconds=seconds)
    if best.plan is None or bound is None:
        return best
    return replace(best, status="optimal" if best.cost == bound else "gap")


def _minimized(task: Task, value: Number | None) -> Number:
    """A value of the problem's metric with the sign that makes less better."""
    return 0 if value is None else -value if task.maximizes else value
