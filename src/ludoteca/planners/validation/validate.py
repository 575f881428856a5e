"""Validation of solutions: a plan is replayed by the task's own referee and by the interpreter of the PDDL text.

The interpreter shares no code with the planners and the referee, so that an error of theirs does not validate itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from ludoteca.core.errors import LudotecaError
from ludoteca.planners.planner import Solution
from ludoteca.planners.validation.interpreter import Interpreter
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, Inapplicable, Task

REFEREE = "ludoteca"
INTERPRETER = "interpreter"


class Refuted(LudotecaError):
    """A planner's plan is not a plan, or has another cost than the planner says: an error of the planner."""


def validated(task: Task, solution: Solution) -> Solution:
    """A solution whose plan, if it has one, both validators accept; raises `Refuted`."""
    if solution.plan is None:
        return solution
    validate_by_referee(task, solution.plan, solution.cost, solution.planner)
    validate_by_interpreter(task, solution.plan, solution.cost, solution.planner)
    return replace(solution, checked=(REFEREE, INTERPRETER))


def validate_by_referee(task: Task, plan: Sequence[Action], cost: Number | None, planner: str) -> None:
    """Replay a plan in the ground task; raises `Refuted`."""
    try:
        states = task.replay(plan)
    except Inapplicable as error:
        who = {"planner": planner, "validator": REFEREE}
        raise Refuted(
            "planners.refuted.step", **who, step=error.step, action=error.text, missing=error.missing
        ) from None
    _compare(REFEREE, planner, task.finished(states[-1]), task.total(states[-1], len(plan)), cost)


def validate_by_interpreter(task: Task, plan: Sequence[Action], cost: Number | None, planner: str) -> None:
    """Replay a plan by the text of domain and problem; raises `Refuted`."""
    interpreter = Interpreter(task.domain.text, task.problem.text)
    for number, action in enumerate(plan, 1):
        if not interpreter.step(action.schema.name, action.args):
            who = {"planner": planner, "validator": INTERPRETER}
            raise Refuted("planners.refuted.inapplicable", **who, step=number, action=str(action))
    _compare(INTERPRETER, planner, interpreter.finished, interpreter.cost, cost)


def _compare(validator: str, planner: str, finished: bool, cost: Number, claimed: Number | None) -> None:
    """Raises `Refuted` unless the goal is reached at the cost that the planner says."""
    if not finished:
        raise Refuted("planners.refuted.goal", planner=planner, validator=validator)
    if cost != claimed:
        raise Refuted(
            "planners.refuted.cost", planner=planner, validator=validator, cost=str(cost), claimed=str(claimed)
        )
