"""The second referee: pymimir plays a plan through, by its own reading of the same PDDL."""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose

from ludoteca.core.errors import LudotecaError
from ludoteca.planners.mimir import Mimir, Unreadable
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, Task

REFEREE = "pymimir"


class Refuted(LudotecaError):
    """A planner's plan is none, or costs something else than it says: a fault of the planner's."""


def second_opinion(task: Task, plan: Sequence[Action], cost: Number, planner: str) -> bool:
    """Whether the second referee can judge a plan of a task at all; raises `Refuted` when it judges against it."""
    who = {"planner": planner, "referee": REFEREE}
    try:
        mimir = Mimir(task)
    except Unreadable:
        return False
    state, metric = mimir.start()
    for number, action in enumerate(plan, 1):
        known = mimir.applicable(state).get((action.schema.name, *action.args))
        if known is None:
            raise Refuted("planners.refuted.impossible", **who, step=number, action=str(action))
        state, metric = mimir.after(state, known, metric)
    if not mimir.finished(state):
        raise Refuted("planners.refuted.goal", **who)
    if not isclose(metric, cost, rel_tol=1e-9, abs_tol=1e-9):
        raise Refuted("planners.refuted.cost", **who, cost=f"{metric:g}", claimed=str(cost))
    return True
