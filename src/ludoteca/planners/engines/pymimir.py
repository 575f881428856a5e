"""pymimir's A*, in process: quick, and blind where there are numbers; what it finds is the best there is.

The search runs in C++ and knows no way to be stopped but its own limits; so somebody stands beside it who is asked
about every state it meets, and who calls it off when time is up.
"""

from __future__ import annotations

from fractions import Fraction
from typing import ClassVar

from pymimir.advanced import search

from ludoteca.core.i18n import Message
from ludoteca.planners.mimir import READS, Mimir, Unreadable
from ludoteca.planners.planner import Planner, SearchLimits, Solution, Status
from ludoteca.rules.planning.syntax import Number, tidy
from ludoteca.rules.planning.task import Action, Task

_TELL = 500  # states between two words on how far it is


class PymimirPlanner(Planner):
    """A* without a heuristic."""

    name = "pymimir"
    proves = True
    reads: ClassVar[frozenset[str]] = READS

    def refuses(self, task: Task) -> Message | None:
        try:
            Mimir(task.domain, task.problem)
        except Unreadable as error:
            return Message("planners.pymimir.unreadable", {"reason": str(error).strip()})
        if any(action.may_conflict for action in task.actions):
            return Message("planners.pymimir.clashing")
        paid = {place for places, _ in task.metric.terms for place in places}
        if any(
            change.place in paid
            for action in task.actions
            for _, effect in action.conditional_effects
            for change in effect.changes
        ):
            return Message("planners.pymimir.conditional_costs")
        return None

    def solve(self, task: Task, watch: SearchLimits) -> Solution:
        mimir = Mimir(task.domain, task.problem)
        guard = _Guard(mimir, task, watch)
        options = search.AStarEagerOptions()
        options.event_handler = guard.book
        options.goal_strategy = guard
        blind = search.BlindHeuristic.create(mimir.problem)
        try:
            result = search.find_solution_astar_eager(mimir.context, blind, options)
        except _Enough:
            return guard.solution("limit", None)
        if result.plan is not None:
            plan = tuple(task.by_name[mimir.named(action)] for action in result.plan.get_actions())
            return guard.solution("optimal", plan)
        over = result.status in (search.SearchStatus.EXHAUSTED, search.SearchStatus.UNSOLVABLE)
        return guard.solution("unsolvable" if over else "limit", None)


class _Enough(Exception):
    """The search has to end."""


class _Guard(search.IGoalStrategy):
    """Is asked of every state the search meets whether it is a goal; counts them, and keeps the limits."""

    def __init__(self, mimir: Mimir, task: Task, watch: SearchLimits) -> None:
        super().__init__()
        self.goal = mimir.goal
        self.book = search.DefaultAStarEagerEventHandler(mimir.problem, True)
        self.task = task
        self.watch = watch
        self.states = 0

    def test_static_goal(self) -> bool:
        return bool(self.goal.test_static_goal())

    def test_dynamic_goal(self, state: search.State) -> bool:
        self.states += 1
        if self.watch.over(self.states):
            raise _Enough
        if self.states % _TELL == 0:
            self.watch.note(self.states, self.bound, None)
        return bool(self.goal.test_dynamic_goal(state))

    @property
    def bound(self) -> Number | None:
        """Whatever costs less has been seen: no plan does."""
        layers = self.book.get_statistics().get_num_expanded_until_f_value()
        return self.task.plan_value(tidy(Fraction(max(layers)))) if layers else None

    def solution(self, status: Status, plan: tuple[Action, ...] | None) -> Solution:
        cost = None if plan is None else self.task.total(self.task.replay(plan)[-1], len(plan))
        bound = cost if status == "optimal" else None if status == "unsolvable" else self.bound
        return Solution("pymimir", status, plan, cost, bound, self.states, self.watch.passed)


PLANNER = PymimirPlanner
