"""Uniform-cost search without a heuristic.

It supports all of the supported PDDL. Where a step may have a negative cost, a plan is proven optimal only after all
reachable states were visited.
"""

from __future__ import annotations

import heapq
from typing import ClassVar

from ludoteca.planners.numeric_bounds import costs_can_fall
from ludoteca.planners.planner import FEATURES, OutOfLimits, Planner, SearchLimits, Solution, Status
from ludoteca.planners.symmetry import Symmetry
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, State, Task


class BlindPlanner(Planner):
    """Uniform-cost search; exhaustive where costs can fall."""

    name = "blind"
    about = "planners.engines.blind.about"
    proves = True
    reads: ClassVar[frozenset[str]] = FEATURES

    def solve(self, task: Task, limits: SearchLimits) -> Solution:
        try:
            return _Search(task, limits).run()
        except OutOfLimits:  # before the first state was expanded
            return Solution(self.name, "limit", None, None, None, 0, limits.elapsed)


class _Search:
    def __init__(self, task: Task, limits: SearchLimits) -> None:
        self.task = task
        self.limits = limits
        self.falls = costs_can_fall(task)
        self.symmetry = Symmetry(task, self.falls, limits.check)
        self.g: dict[State, Number] = {}
        self.parent: dict[State, State] = {}
        self.queue: list[tuple[Number, int, State]] = []
        self.pushed = 0
        self.best: State | None = None

    def run(self) -> Solution:
        start = self.symmetry.canonical(self.task.initial)
        self.g[start] = 0
        heapq.heappush(self.queue, (0, 0, start))
        bound: Number | None = None
        while self.queue:
            g, _, state = heapq.heappop(self.queue)
            if g > self.g[state]:
                continue
            bound = None if self.falls else g
            if self.limits.reached(len(self.g)):
                return self._solution(self._unfinished(), bound)
            self.limits.report(len(self.g), self._metric_value(bound), self._cost())
            if self.task.finished(state) and (self.best is None or g < self.g[self.best]):
                self.best = state
                if not self.falls:
                    break
            self._expand(state, g)
        if self.best is None:
            return self._solution("unsolvable", None)
        return self._solution("optimal", self.g[self.best])

    def _unfinished(self) -> Status:
        return "limit" if self.best is None else "plan" if self.falls else "gap"

    def _expand(self, state: State, g: Number) -> None:
        if self.task.finished(state) and not self.falls:
            return  # its successors cannot be cheaper
        for action in self.task.applicable(state):
            after = self.task.after(state, action)
            cost = g + self.task.cost(state, action, after)
            merged = self.symmetry.canonical(after)
            if merged not in self.g or cost < self.g[merged]:
                self.g[merged] = cost
                self.parent[merged] = state
                self.pushed += 1
                heapq.heappush(self.queue, (cost, self.pushed, merged))

    # Results

    def _metric_value(self, g: Number | None) -> Number | None:
        return None if g is None else self.task.plan_value(g)

    def _cost(self) -> Number | None:
        return None if self.best is None else self.task.plan_value(self.g[self.best])

    def _solution(self, status: Status, bound: Number | None) -> Solution:
        plan = None if self.best is None else self._plan(self.best)
        return Solution(
            "blind", status, plan, self._cost(), self._metric_value(bound), len(self.g), self.limits.elapsed
        )

    def _plan(self, state: State) -> tuple[Action, ...]:
        path = list[tuple[State, Number]]()
        while state in self.parent:
            before = self.parent[state]
            path.append((state, self.g[state] - self.g[before]))
            state = before
        return self.symmetry.restore_names(reversed(path))


PLANNER = BlindPlanner
