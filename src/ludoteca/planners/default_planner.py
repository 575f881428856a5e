"""Whom to ask when nobody is named: the house's own planner, and where it loses its way, one that knows the problem.

Counting proves most problems at once, but where everything depends on when something is done it has to try one order
after another. The working day of Agricola has a planner of its own that reckons with time; it takes over then, and
what is told is the better plan and the better bound of the two.
"""

from __future__ import annotations

from dataclasses import replace

from ludoteca.planners.engines.counting import CountingPlanner
from ludoteca.planners.planner import Planner, Progress, SearchLimits, Solution
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Task

_PATIENCE = 12  # counts before it is somebody else's turn


class Relay(Planner):
    """One planner, and then another that can go on where it stopped."""

    name = CountingPlanner.name
    proves = True
    reads = CountingPlanner.reads

    def __init__(self, then: Planner) -> None:
        self.then = then

    def solve(self, task: Task, watch: SearchLimits) -> Solution:
        if self.then.refuses(task) is not None:
            return CountingPlanner().solve(task, watch)
        first = CountingPlanner(_PATIENCE).solve(task, watch)
        if first.status in ("optimal", "unsolvable") or watch.over():
            return first
        watch.knowing(lambda news: _together(task, first, news))
        return better(task, first, self.then.solve(task, watch))


def _together(task: Task, first: Solution, news: Progress) -> Progress:
    """What is known while the second is at work: nothing that the first has found is forgotten."""
    bounds = [bound for bound in (first.bound, news.bound) if bound is not None]
    costs = [cost for cost in (first.cost, news.cost) if cost is not None]
    return replace(
        news,
        states=first.states + news.states,
        bound=max(bounds, key=lambda bound: _size(task, bound), default=None),
        cost=min(costs, key=lambda cost: _size(task, cost), default=None),
    )


def better(task: Task, one: Solution, two: Solution) -> Solution:
    """What two planners know together of a task."""
    if two.status in ("optimal", "unsolvable"):
        return replace(two, states=one.states + two.states)
    best = min((one, two), key=lambda found: (found.plan is None, _size(task, found.cost)))
    bounds = [found.bound for found in (one, two) if found.bound is not None]
    bound = max(bounds, key=lambda value: _size(task, value), default=None)
    best = replace(best, bound=bound, states=one.states + two.states, seconds=two.seconds)
    if best.plan is None or bound is None:
        return best
    return replace(best, status="optimal" if best.cost == bound else "gap")


def _size(task: Task, value: Number | None) -> Number:
    """A number of a problem's, so that less is better."""
    return 0 if value is None else -value if task.maximizes else value
