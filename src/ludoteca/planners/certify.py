"""Nobody is believed: every plan is played through by the referee, and by a second one that shares no code with it."""

from __future__ import annotations

from ludoteca.core.errors import LudotecaError
from ludoteca.planners.planner import Solution
from ludoteca.rules.planning.task import Task, Unfit

_REFEREE = "ludoteca"


class Refuted(LudotecaError):
    """A planner's plan is none, or costs something else than it says: a fault of the planner's."""


def certified(task: Task, solution: Solution) -> Solution:
    """A solution whose plan, if it has one, is a plan of the problem as it is written; raises `Refuted`."""
    if solution.plan is None:
        return solution
    who = {"planner": solution.planner, "referee": _REFEREE}
    try:
        states = task.replay(solution.plan)
    except Unfit as error:
        raise Refuted(
            "planners.refuted.step", **who, step=error.step, action=error.text, missing=error.missing
        ) from None
    if not task.finished(states[-1]):
        raise Refuted("planners.refuted.goal", **who)
    cost = task.total(states[-1], len(solution.plan))
    if cost != solution.cost:
        raise Refuted("planners.refuted.cost", **who, cost=str(cost), claimed=str(solution.cost))
    return solution
