"""Greedy best-first search for a first plan, with plans of the delete relaxation as its heuristic (see `relaxed_plan`).

A state is evaluated when it is expanded; its successors wait with its value. Those by actions of the relaxed plan wait
in a queue of their own too, and the two queues take turns. The search proves nothing.
"""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field
from typing import ClassVar

from ludoteca.planners.planner import FEATURES, OutOfLimits, Planner, SearchLimits, Solution
from ludoteca.planners.relaxed_plan import RelaxedPlans
from ludoteca.planners.symmetry import Symmetry
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import State, Task

_PREFERRED = 8  # turns of the queue of helpful actions for each one of the other


class GreedyPlanner(Planner):
    """Greedy best-first search with relaxed plans."""

    name = "greedy"
    about = "planners.engines.greedy.about"
    proves = False
    reads: ClassVar[frozenset[str]] = FEATURES

    def solve(self, task: Task, limits: SearchLimits) -> Solution:
        try:
            return _Search(task, limits).run()
        except OutOfLimits:
            return Solution(self.name, "limit", None, None, None, 0, limits.elapsed)


@dataclass(order=True, slots=True)
class _Waiting:
    """A state that waits: the steps that its parent's relaxed plan has, and its number."""

    steps: int
    number: int
    state: State = field(compare=False)


class _Search:
    def __init__(self, task: Task, limits: SearchLimits) -> None:
        self.task = task
        self.limits = limits
        self.symmetry = Symmetry(task, checkpoint=limits.check)
        self.plans = RelaxedPlans(task)
        self.parent: dict[State, tuple[State, Number] | None] = {}
        self.closed = set[State]()
        self.queues: tuple[list[_Waiting], list[_Waiting]] = ([], [])  # of all, and of helpful actions
        self.turn = 0
        self.pushed = 0

    def run(self) -> Solution:
        start = self.symmetry.canonical(self.task.initial)
        self.parent[start] = None
        self._push(0, 0, start)
        while any(self.queues):
            state = self._next()
            if state in self.closed:
                continue
            self.closed.add(state)
            if self.limits.reached(len(self.parent)):
                break
            self.limits.report(len(self.parent), None, None)
            if self.task.finished(state):
                return self._found(state)
            self._expand(state)
        return Solution("greedy", "limit", None, None, None, len(self.parent), self.limits.elapsed)

    def _next(self) -> State:
        self.turn += 1
        queue = self.queues[self.turn % (_PREFERRED + 1) != 0] or self.queues[0] or self.queues[1]
        return heapq.heappop(queue).state

    def _push(self, queue: int, steps: int, state: State) -> None:
        self.pushed += 1
        heapq.heappush(self.queues[queue], _Waiting(steps, self.pushed, state))

    def _expand(self, state: State) -> None:
        relaxed = self.plans.plan(state)
        if relaxed is None:
            return
        helpful = {id(self.task.actions[number]) for number in relaxed.helpful}
        for action in self.task.applicable(state):
            reached = self.task.after(state, action)
            after = self.symmetry.canonical(reached)
            if after in self.parent:
                continue
            self.parent[after] = (state, self.task.cost(state, action, reached))
            self._push(0, relaxed.steps, after)
            if id(action) in helpful:
                self._push(1, relaxed.steps, after)

    def _found(self, state: State) -> Solution:
        path, before = list[tuple[State, Number]](), self.parent[state]
        while before is not None:
            path.append((state, before[1]))
            state, before = before[0], self.parent[before[0]]
        plan = self.symmetry.restore_names(reversed(path))
        cost = self.task.total(self.task.replay(plan)[-1], len(plan))
        return Solution("greedy", "plan", plan, cost, None, len(self.parent), self.limits.elapsed)


PLANNER = GreedyPlanner
