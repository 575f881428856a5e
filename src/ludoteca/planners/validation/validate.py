"""Nobody is believed: every plan is played through by the referee, and by a second one that shares no code with it."""

from __future__ import annotations

from dataclasses import replace

from ludoteca.planners.planner import Solution
from ludoteca.planners.second import Refuted, second_opinion
from ludoteca.rules.planning.task import Inapplicable, Task

__all__ = ["REFEREE", "Refuted", "certified"]

REFEREE = "ludoteca"


def certified(task: Task, solution: Solution, apart: bool = False) -> Solution:
    """A solution whose plan, if it has one, is a plan of the problem as it is written; raises `Refuted`.

    `apart` has the second referee work in a process of its own: for problems that are not ours.
    """
    if solution.plan is None:
        return solution
    _first_opinion(task, solution)
    assert solution.cost is not None  # the first referee compared it
    other = second_opinion(task, solution.plan, solution.cost, solution.planner, apart)
    return replace(solution, checked=(REFEREE, other))


def _first_opinion(task: Task, solution: Solution) -> None:
    assert solution.plan is not None
    who = {"planner": solution.planner, "referee": REFEREE}
    try:
        states = task.replay(solution.plan)
    except Inapplicable as error:
        raise Refuted(
            "planners.refuted.step", **who, step=error.step, action=error.text, missing=error.missing
        ) from None
    if not task.finished(states[-1]):
        raise Refuted("planners.refuted.goal", **who)
    cost = task.total(states[-1], len(solution.plan))
    if cost != solution.cost:
        raise Refuted("planners.refuted.cost", **who, cost=str(cost), claimed=str(solution.cost))
