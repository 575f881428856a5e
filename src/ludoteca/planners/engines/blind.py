"""A search that knows nothing of where the goal is: the cheapest way to every state, until there is no cheaper one.

It reads everything the referee reads. Where steps may make things better again, nothing is final before every state
that can be reached has been seen; the search sees them all, or says that it did not.
"""

from __future__ import annotations

import heapq
from typing import ClassVar

from ludoteca.planners.numeric_bounds import costs_can_fall
from ludoteca.planners.planner import FEATURES, Planner, SearchLimits, Solution, Status
from ludoteca.planners.symmetry import Symmetry
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, State, Task


class BlindPlanner(Planner):
    """Uniform cost; exhaustive where costs can fall."""

    name = "blind"
    proves = True
    reads: ClassVar[frozenset[str]] = FEATURES

    def solve(self, task: Task, watch: SearchLimits) -> Solution:
        return _Search(task, watch).run()


class _Search:
    def __init__(self, task: Task, watch: SearchLimits) -> None:
        self.task = task
        self.watch = watch
        self.falls = costs_can_fall(task)
        self.symmetry = Symmetry(task, keeps_paid=self.falls)
        self.paid: dict[State, Number] = {}
        self.came: dict[State, State] = {}
        self.queue: list[tuple[Number, int, State]] = []
        self.pushed = 0
        self.best: State | None = None

    def run(self) -> Solution:
        start = self.symmetry.canonical(self.task.initial)
        self.paid[start] = 0
        heapq.heappush(self.queue, (0, 0, start))
        bound: Number | None = None
        while self.queue:
            paid, _, state = heapq.heappop(self.queue)
            if paid > self.paid[state]:
                continue
            bound = None if self.falls else paid
            if self.watch.over(len(self.paid)):
                return self._solution(self._unfinished(), bound)
            self.watch.note(len(self.paid), self._told(bound), self._cost())
            if self.task.finished(state) and (self.best is None or paid < self.paid[self.best]):
                self.best = state
                if not self.falls:
                    break
            self._expand(state, paid)
        if self.best is None:
            return self._solution("unsolvable", None)
        return self._solution("optimal", self.paid[self.best])

    def _unfinished(self) -> Status:
        return "limit" if self.best is None else "plan" if self.falls else "gap"

    def _expand(self, state: State, paid: Number) -> None:
        if self.task.finished(state) and not self.falls:
            return  # going on cannot make it cheaper
        for action in self.task.applicable(state):
            after = self.task.after(state, action)
            cost = paid + self.task.cost(state, action, after)
            merged = self.symmetry.canonical(after)
            if merged not in self.paid or cost < self.paid[merged]:
                self.paid[merged] = cost
                self.came[merged] = state
                self.pushed += 1
                heapq.heappush(self.queue, (cost, self.pushed, merged))

    # What is told

    def _told(self, paid: Number | None) -> Number | None:
        return None if paid is None else self.task.plan_value(paid)

    def _cost(self) -> Number | None:
        return None if self.best is None else self.task.plan_value(self.paid[self.best])

    def _solution(self, status: Status, bound: Number | None) -> Solution:
        plan = None if self.best is None else self._plan(self.best)
        return Solution("blind", status, plan, self._cost(), self._told(bound), len(self.paid), self.watch.passed)

    def _plan(self, state: State) -> tuple[Action, ...]:
        path = list[tuple[State, Number]]()
        while state in self.came:
            before = self.came[state]
            path.append((state, self.paid[state] - self.paid[before]))
            state = before
        return self.symmetry.told_apart(reversed(path))


PLANNER = BlindPlanner
