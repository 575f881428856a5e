"""The second referee, who shares no code with the first: pymimir where it can read a problem, else one by the words.

pymimir is a program in C++ that can break down over a problem nobody has thought of: one that is not ours it plays
through in a process of its own, where its end is not ours.
"""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose

from ludoteca.child import ChildError, Client, ServiceError
from ludoteca.core.errors import LudotecaError
from ludoteca.planners.mimir import Mimir, Played, Unreadable
from ludoteca.planners.validation.interpreter import Plainly
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, Task

PYMIMIR = "pymimir"
PLAINLY = "plainly"
_SECONDS = 60.0  # for a plan to be played through


class Refuted(LudotecaError):
    """A planner's plan is none, or costs something else than it says: a fault of the planner's."""


def second_opinion(task: Task, plan: Sequence[Action], cost: Number, planner: str, apart: bool) -> str:
    """Who played the plan through and agrees; raises `Refuted`. Nobody judges a plan of their own."""
    try:
        if planner != PYMIMIR and not any(action.may_conflict for action in task.actions):
            by_pymimir(played_apart(task, plan) if apart else played(task, plan), plan, cost, planner)
            return PYMIMIR
    except (Unreadable, ChildError):
        pass
    by_the_words(task, plan, cost, planner)
    return PLAINLY


def played(task: Task, plan: Sequence[Action]) -> Played:
    return Mimir(task.domain, task.problem).played([(action.schema.name, *action.args) for action in plan])


def played_apart(task: Task, plan: Sequence[Action]) -> Played:
    """The same in a process of its own; raises `ChildError` when that does not survive."""
    steps = [(action.schema.name, *action.args) for action in plan]
    with Client.of_module("ludoteca.planners.refereeing") as client:
        try:
            answer = client.ask("played", _SECONDS, domain=task.domain.text, problem=task.problem.text, plan=steps)
        except ServiceError as error:
            raise Unreadable(str(error)) from None
    return Played(**answer)


def by_pymimir(played: Played, plan: Sequence[Action], cost: Number, planner: str) -> None:
    """What pymimir says of a plan; raises `Refuted`."""
    if played.steps < len(plan):
        raise _impossible(PYMIMIR, planner, played.steps + 1, plan[played.steps])
    # Its numbers are not exact.
    same = isclose(played.metric, cost, rel_tol=1e-9, abs_tol=1e-9)
    _judge(PYMIMIR, planner, played.finished, same, f"{played.metric:g}", cost)


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
