"""Confirmation of what a program that is not ours claims: an engine of ours has to prove it too."""

from __future__ import annotations

from dataclasses import replace

from ludoteca.planners.default_planner import better
from ludoteca.planners.engines.blind import BlindPlanner
from ludoteca.planners.engines.counting import CountingPlanner
from ludoteca.planners.planner import PROVEN, SearchLimits, Solution
from ludoteca.planners.support import accepts
from ludoteca.planners.validation.validate import validated
from ludoteca.rules.planning.task import Task

_PROGRAMS = 100  # integer programs that a confirmation may take
_STATES = 50_000  # states that it may visit


def confirmed(task: Task, solution: Solution, limits: SearchLimits) -> Solution:
    """A solution whose claim, if it has one, is proven by an engine of ours, or replaced by what that engine found.

    A claim that cannot be proven with little effort within the limits stays one.
    """
    if solution.claim is None:
        return solution
    for planner in (CountingPlanner(_PROGRAMS), BlindPlanner()):
        if accepts(planner, task):
            part = limits.part(lambda now: limits.report(now.states, now.bound, now.cost), states=_STATES)
            own = validated(task, planner.solve(task, part))
            if own.status in PROVEN:
                return replace(better(task, solution, own), claim=None)
    return solution
