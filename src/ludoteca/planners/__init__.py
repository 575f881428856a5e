"""Planners: engines that make plans, and the validation of what they find.

>>> from ludoteca.planners import planner_names
>>> "counting" in planner_names()
True
"""

from __future__ import annotations

from dataclasses import replace

from ludoteca.core.errors import BadInput, Unavailable
from ludoteca.planners.confirmation import confirmed
from ludoteca.planners.default_planner import DefaultPlanner
from ludoteca.planners.discovery import load_planner, planner_names
from ludoteca.planners.planner import PROVEN, Planner, SearchLimits, Solution
from ludoteca.planners.portfolio import PortfolioPlanner
from ludoteca.planners.support import accepts, features_of, refusal
from ludoteca.planners.validation.validate import validated
from ludoteca.rules.planning.task import Task

__all__ = [
    "features_of",
    "load_planner",
    "make_plan",
    "planner_for",
    "planner_names",
    "planner_or_portfolio",
    "refusal",
    "solve_and_validate",
]


def planner_for(task: Task, name: str | None = None) -> Planner:
    """The planner of that name, or the default one; raises `BadInput` or `Unavailable` when it cannot solve a task."""
    if name is None:
        default = DefaultPlanner()
        return default if accepts(default, task) else load_planner("blind")
    planner = load_planner(name)
    refused = refusal(planner, task)
    if refused is not None:
        raise BadInput(refused.key, **refused.args)
    missing = planner.missing()
    if missing is not None:
        raise Unavailable(missing.key, **missing.args)
    return planner


def planner_or_portfolio(task: Task, name: str | None = None) -> Planner:
    """The planner of that name, or a portfolio of all that can solve a task; raises `BadInput` or `Unavailable`."""
    return PortfolioPlanner() if name is None else planner_for(task, name)


def solve_and_validate(planner: Planner, task: Task, limits: SearchLimits) -> Solution:
    """A planner's solution, validated twice, with what another program claims confirmed where that is possible.

    Raises `Refuted` when its plan is wrong.
    """
    solution = confirmed(task, validated(task, planner.solve(task, limits)), limits)
    ended = None if solution.status in PROVEN else limits.which(solution.states)
    return replace(solution, ended=ended, seconds=max(solution.seconds, limits.elapsed))


def make_plan(task: Task, limits: SearchLimits, name: str | None = None) -> Solution:
    """A validated solution by the planner of that name, or by a portfolio.

    Raises `BadInput`, `Unavailable`, and `Refuted` when the planner's plan is wrong.
    """
    return solve_and_validate(planner_or_portfolio(task, name), task, limits)
