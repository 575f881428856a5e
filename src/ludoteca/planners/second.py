"""The second referee, who shares no code with the first: pymimir where it can read a problem, else one by the words."""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose

from ludoteca.core.errors import LudotecaError
from ludoteca.planners.mimir import Mimir, Unreadable
from ludoteca.planners.plainly import Plainly
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, Task

PYMIMIR = "pymimir"
PLAINLY = "plainly"


class Refuted(LudotecaError):
    """A planner's plan is none, or costs something else than it says: a fault of the planner's."""


def second_opinion(task: Task, plan: Sequence[Action], cost: Number, planner: str) -> str:
    """Who played the plan through and agrees; raises `Refuted`."""
    try:
        mimir = Mimir(task)
    except Unreadable:
        by_the_words(task, plan, cost, planner)
        return PLAINLY
    by_pymimir(mimir, plan, cost, planner)
    return PYMIMIR


def by_pymimir(mimir: Mimir, plan: Sequence[Action], cost: Number, planner: str) -> None:
    """What pymimir says of a plan; raises `Refuted`."""
    state, metric = mimir.start()
    for number, action in enumerate(plan, 1):
        known = mimir.applicable(state).get((action.schema.name, *action.args))
        if known is None:
            raise _impossible(PYMIMIR, planner, number, action)
        state, metric = mimir.after(state, known, metric)
    # Its numbers are not exact.
    same = isclose(metric, cost, rel_tol=1e-9, abs_tol=1e-9)
    _judge(PYMIMIR, planner, mimir.finished(state), same, f"{metric:g}", cost)


def by_the_words(task: Task, plan: Sequence[Action], cost: Number, planner: str) -> None:
    """What somebody says of a plan who goes by the words of the problem; raises `Refuted`."""
    plainly = Plainly(task.domain.text, task.problem.text)
    for number, action in enumerate(plan, 1):
        if not plainly.step(action.schema.name, action.args):
            raise _impossible(PLAINLY, planner, number, action)
    _judge(PLAINLY, planner, plainly.finished, plainly.cost == cost, str(plainly.cost), cost)


def _impossible(referee: str, planner: str, step: int, action: Action) -> Refuted:
    return Refuted("planners.refuted.impossible", planner=planner, referee=referee, step=step, action=str(action))


def _judge(referee: str, planner: str, finished: bool, same: bool, cost: str, claimed: Number) -> None:
    if not finished:
        raise Refuted("planners.refuted.goal", planner=planner, referee=referee)
    if not same:
        raise Refuted("planners.refuted.cost", planner=planner, referee=referee, cost=cost, claimed=str(claimed))
