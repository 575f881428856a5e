"""A search beside another: some engines one after another, in this process or in a child process on another core."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from fractions import Fraction

from ludoteca.planners.client import PlannerClient
from ludoteca.planners.discovery import load_planner
from ludoteca.planners.planner import SearchLimits, Solution
from ludoteca.rules.planning.syntax import Number, tidy
from ludoteca.rules.planning.task import Task

_QUICK = 5.0  # seconds for every engine but the last
_LONGEST = 24 * 3600.0  # seconds for the last, where time is not limited
_PERIOD = 0.1  # seconds between two requests for progress


def solutions_here(task: Task, limits: SearchLimits, engines: Sequence[str]) -> Iterator[Solution]:
    """The solutions of some engines in this thread, one after another."""
    for name in engines:
        part = limits.part(lambda now: limits.report(now.states, now.bound, now.cost))
        if name != engines[-1]:
            part.seconds = _QUICK if part.seconds is None else min(_QUICK, part.seconds)
        yield load_planner(name).solve(task, part)


def solutions_in_child(task: Task, limits: SearchLimits, engines: Sequence[str]) -> Iterator[Solution]:
    """The solutions of some engines in a child process, one after another; raises `BadInput`."""
    with PlannerClient() as client:
        client.read(task.domain.text, task.problem.text, _LONGEST)
        for name in engines:
            left = _LONGEST if limits.remaining is None else limits.remaining
            client.start(name, left if name == engines[-1] else min(_QUICK, left))
            solution = _followed(task, client, name, limits)
            if solution is None:
                return
            yield solution


def _followed(task: Task, client: PlannerClient, engine: str, limits: SearchLimits) -> Solution | None:
    """The solution of the search that a child process has begun; None when this search has to end before."""
    while not limits.reached():
        now = client.snapshot()
        bound = None if now.exact_bound is None else tidy(Fraction(now.exact_bound))
        limits.report(now.latest.states, bound, None)
        if now.result is None:
            time.sleep(_PERIOD)
            continue
        steps = now.result["plan"]
        plan = None if steps is None else tuple(task.by_name[_words(step["action"])] for step in steps)
        cost: Number | None = None if plan is None else task.total(task.replay(plan)[-1], len(plan))
        return Solution(engine, now.result["status"], plan, cost, bound, now.latest.states, limits.elapsed)
    return None


def _words(action: str) -> tuple[str, ...]:
    return tuple(action.strip("()").split())
