"""Planners: engines that make plans, and the validation of what they find.

>>> from ludoteca.planners import planner_names
>>> "counting" in planner_names()
True
"""

from __future__ import annotations

from ludoteca.core.errors import BadInput, Unavailable
from ludoteca.planners.default_planner import DefaultPlanner
from ludoteca.planners.discovery import load_planner, planner_names
from ludoteca.planners.planner import Planner, SearchLimits, Solution
from ludoteca.planners.support import accepts, features_of, refusal
from ludoteca.planners.validation.validate import validated
from ludoteca.rules.planning.task import Task

__all__ = ["features_of", "load_planner", "make_plan", "planner_for", "planner_names", "refusal", "solve_and_validate"]


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


def solve_and_validate(planner: Planner, task: Task, limits: SearchLimits) -> Solution:
    """A planner's solution, validated twice; raises `Refuted` when its plan is wrong."""
    return validated(task, planner.solve(task, limits))


def make_plan(task: Task, limits: SearchLimits, name: str | None = None) -> Solution:
    """A validated solution by the planner of that name, or the default one.

    Raises `BadInput`, `Unavailable`, and `Refuted` when the planner's plan is wrong.
    """
    return solve_and_validate(planner_for(task, name), task, limits)
