"""The JSON form of a solution, for `ludoteca plan --json` and for the lab."""

from __future__ import annotations

from typing import Literal, TypedDict

from ludoteca.planners.planner import Limit, Solution, Status
from ludoteca.rules.planning.plan_steps import PlanStep, penalties_of, plain, steps_of
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Task


class StepJson(TypedDict):
    """A step of a plan: its text, its PDDL, its player and turn, its cost, and the cost up to it."""

    text: str
    action: str
    seat: str | None
    turn: int | None
    cost: float
    total: float


class ClaimJson(TypedDict):
    """What another program claims and no engine of ours has confirmed."""

    planner: str
    status: Literal["optimal", "unsolvable"]


class SolutionJson(TypedDict):
    """A solution in JSON; `plan` is None when there is none.

    `ended` is the limit that ended the search. `undefined` are numbers without an initial value; with `time_as_steps`
    the problem asks for the least time, and steps were counted.
    """

    status: Status
    plan: list[StepJson] | None
    cost: float | None
    bound: float | None
    penalties: dict[str, float]
    states: int
    seconds: float
    planner: str
    found_by: str | None
    proved_by: str | None
    claim: ClaimJson | None
    ended: Limit | None
    checked: list[str]  # the validators of the plan
    undefined: list[str]
    time_as_steps: bool


def solution_json(task: Task, solution: Solution) -> SolutionJson:
    """A solution of a task in JSON, with the penalties at the end of its plan."""
    plan, claim = solution.plan, solution.claim
    return SolutionJson(
        status=solution.status,
        plan=None if plan is None else [_step(step) for step in steps_of(task, plan)],
        cost=number(solution.cost),
        bound=number(solution.bound),
        penalties={} if plan is None else dict(penalties_of(task, task.replay(plan)[-1])),
        states=solution.states,
        seconds=round(solution.seconds, 3),
        planner=solution.planner,
        found_by=solution.found_by,
        proved_by=solution.proved_by,
        claim=None if claim is None else ClaimJson(planner=claim.planner, status=claim.status),
        ended=solution.ended,
        checked=list(solution.checked),
        undefined=list(map(str, task.undefined)),
        time_as_steps=task.problem.time_as_steps,
    )


def number(value: Number | None) -> float | None:
    """A number for JSON; None stays None."""
    return None if value is None else plain(value)


def _step(step: PlanStep) -> StepJson:
    return StepJson(
        text=step.text, action=step.action, seat=step.seat, turn=step.turn, cost=step.cost, total=step.total
    )
