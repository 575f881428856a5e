"""What a planner found, as data: the same for the terminal's JSON and the page.

>>> from ludoteca.games.agricola_planning import AgricolaPlanning
>>> from ludoteca.planners import make_plan
>>> from ludoteca.planners.planner import SearchLimits
>>> task = AgricolaPlanning({}).table.task
>>> answer = told(task, make_plan(task, SearchLimits()))
>>> answer["status"], answer["cost"], answer["plan"][-1]["action"].partition(" ")[0]
('optimal', 32, '(finish')
"""

from __future__ import annotations

from typing import TypedDict

from ludoteca.planners.planner import Solution, Status
from ludoteca.rules.planning.plan_steps import PlanStep, penalties_of, plain, steps_of
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Task


class ToldStep(TypedDict):
    """A step of a plan: in words, as PDDL, whose it is and in which turn, its cost and the cost with all before it."""

    text: str
    action: str
    seat: str | None
    turn: int | None
    cost: float
    total: float


class Told(TypedDict):
    """A solution as JSON has it; `plan` is None when there is none."""

    status: Status
    plan: list[ToldStep] | None
    cost: float | None
    bound: float | None
    penalties: dict[str, float]
    states: int
    seconds: float
    planner: str
    checked: list[str]  # the referees that played the plan through


def told(task: Task, solution: Solution) -> Told:
    """A solution of a task as JSON has it; the penalties are those its plan ends with."""
    plan = solution.plan
    return Told(
        status=solution.status,
        plan=None if plan is None else [_step(step) for step in steps_of(task, plan)],
        cost=number(solution.cost),
        bound=number(solution.bound),
        penalties={} if plan is None else dict(penalties_of(task, task.replay(plan)[-1])),
        states=solution.states,
        seconds=round(solution.seconds, 3),
        planner=solution.planner,
        checked=list(solution.checked),
    )


def number(value: Number | None) -> float | None:
    """A number for JSON, if there is one."""
    return None if value is None else plain(value)


def _step(step: PlanStep) -> ToldStep:
    return ToldStep(
        text=step.text, action=step.action, seat=step.seat, turn=step.turn, cost=step.cost, total=step.total
    )
