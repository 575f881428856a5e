"""The portfolio: several engines on one task, each when those before it had their chance.

The default planner begins alone: it proves most tasks in less than a second. A task that takes it longer gets, on the
other core, a quick plan and then a plain search, and where no plan is known yet, another program that is made for first
plans. The first proof ends the search. The result names the engine that found the plan and the one that proved it.

Which engine is first depends on the machine, so minds that have to repeat themselves use the default planner alone.
"""

from __future__ import annotations

import importlib
import threading
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from queue import Empty, SimpleQueue

from ludoteca.core.errors import LudotecaError
from ludoteca.planners.default_planner import DefaultPlanner, better
from ludoteca.planners.discovery import load_planner
from ludoteca.planners.planner import PROVEN, Planner, Progress, SearchLimits, Solution
from ludoteca.planners.side_search import solutions_here, solutions_in_child
from ludoteca.planners.support import accepts
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Task

_CHANCE = 1.0  # seconds of computing that the first engine has alone
_OTHERS = 5.0  # seconds after which another program is asked for a plan, if none is known
_PERIOD = 0.05  # seconds between two looks at the engines
_GRACE = 0.4  # seconds in which an engine that is stopped can hand over its best plan

_END = 1.0  # seconds more, in which a solver that is stopped ends

Work = Callable[[SearchLimits], Iterator[Solution]]


class PortfolioPlanner(Planner):
    """Several engines, the first proof of which is the result."""

    name = "portfolio"
    proves = True

    def __init__(self, processes: bool = True) -> None:
        """Without `processes` all engines share this one, and other programs are not started."""
        self.processes = processes

    def solve(self, task: Task, limits: SearchLimits) -> Solution:
        first: Planner = DefaultPlanner()
        if not accepts(first, task):
            first = load_planner("blind")
        if limits.states is not None:  # a count is kept by one engine alone, and gives the same result again
            return first.solve(task, limits)
        return _Race(task, limits, first, self.processes).run()


class _Runner(threading.Thread):
    """Engines at work in a thread, one after another; each solution goes to the race, and None at the end."""

    def __init__(self, engine: str, work: Work, limits: SearchLimits) -> None:
        super().__init__(daemon=True)
        self.engine = engine  # the last one, whose bound is in the reports
        self.limits = limits.part(self._note)
        self.latest = Progress(0, 0.0)
        self.solutions = SimpleQueue[Solution | None]()
        self.error: LudotecaError | None = None
        self._work = work

    def _note(self, progress: Progress) -> None:
        self.latest = progress

    def run(self) -> None:
        try:
            for solution in self._work(self.limits):
                self.solutions.put(solution)
        except LudotecaError as error:
            self.error = error
        finally:
            self.solutions.put(None)


class _Race:
    def __init__(self, task: Task, limits: SearchLimits, first: Planner, processes: bool) -> None:
        self.task = task
        self.limits = limits
        self.first = first
        self.processes = processes
        self.running = list[_Runner]()
        self.errors = list[LudotecaError]()
        self.result: Solution | None = None
        self.waiting: list[Callable[[], None]] = [self._start_side, self._start_others]
        importlib.import_module("ludoteca.planners.operator_counting")  # half a second that is no chance of an engine
        self.begun = time.process_time()
        self.helped_at = 0.0

    def run(self) -> Solution:
        self._start(self.first.name, lambda limits: iter([self.first.solve(self.task, limits)]))
        while not (self._is_proven or self.limits.reached() or not (self.running or self.waiting)):
            self._collect(_PERIOD)
            self._report()
            if self.waiting and not self._is_proven and self._is_due():
                self.helped_at = self.limits.elapsed
                self.waiting.pop(0)()
        self._close()
        if self.result is None or (self.result.status == "limit" and self.errors):
            return self._without_result()
        return replace(self.result, seconds=self.limits.elapsed)

    # Engines

    def _start(self, engine: str, work: Work) -> None:
        runner = _Runner(engine, work, self.limits)
        self.running.append(runner)
        runner.start()

    def _is_due(self) -> bool:
        """Whether the next engines begin: those before had their chance, or are over."""
        if not self.running:
            return True
        if len(self.waiting) > 1:
            return time.process_time() - self.begun > _CHANCE
        return self.limits.elapsed - self.helped_at > _OTHERS

    def _start_side(self) -> None:
        """A quick plan, where none is known, and then a plain search: on the other core if that is allowed."""
        wanted = ["blind"] if self._best_cost() is not None else ["greedy", "blind"]
        names = [each for each in wanted if each != self.first.name and accepts(load_planner(each), self.task)]
        has_core = self.processes and self.running
        if names:
            search = solutions_in_child if has_core else solutions_here
            self._start(names[-1], lambda limits: search(self.task, limits, names))

    def _start_others(self) -> None:
        """A program that is made for first plans, where none is known."""
        other = load_planner("enhsp")
        quick = other.first_plan()
        needed = self.processes and self._best_cost() is None
        if needed and quick is not None and other.missing() is None and accepts(other, self.task):
            self._start(other.name, lambda limits: iter([quick.solve(self.task, limits)]))

    # Results

    @property
    def _is_proven(self) -> bool:
        return self.result is not None and self.result.status in PROVEN

    def _collect(self, seconds: float) -> None:
        """Take what the engines have found; wait for the first of them so long at most."""
        for number, runner in enumerate(tuple(self.running)):
            try:
                solution = runner.solutions.get(timeout=seconds if number == 0 else 0.001)
            except Empty:
                continue
            if solution is not None:
                self._merge(replace(solution, claim=None))  # what another program claims is left to our engines
                continue
            self.running.remove(runner)
            if runner.error is not None:
                self.errors.append(runner.error)

    def _merge(self, found: Solution) -> None:
        self.result = found if self.result is None else better(self.task, self.result, found)

    def _best_cost(self) -> Number | None:
        costs = [None if self.result is None else self.result.cost, *(runner.latest.cost for runner in self.running)]
        known = [cost for cost in costs if cost is not None]
        return (max if self.task.maximizes else min)(known, default=None)

    def _report(self) -> None:
        bounds = [None if self.result is None else self.result.bound, *(each.latest.bound for each in self.running)]
        known = [bound for bound in bounds if bound is not None]
        bound = (min if self.task.maximizes else max)(known, default=None)
        states = 0 if self.result is None else self.result.states
        states += sum(runner.latest.states for runner in self.running)
        self.limits.report(states, bound, self._best_cost())

    def _close(self) -> None:
        """Stop all engines; without a proof, wait a moment for their best plans and keep their bounds."""
        for runner in self.running:
            runner.limits.stop()
        until = time.monotonic() + _GRACE
        while self.running and not self._is_proven and time.monotonic() < until:
            self._collect(_PERIOD)
        for runner in self.running:
            runner.join(max(0.0, until + _END - time.monotonic()))  # a solver must not outlive the program
            if not self._is_proven:
                now = runner.latest
                self._merge(Solution(runner.engine, "limit", None, None, now.bound, now.states, self.limits.elapsed))

    def _without_result(self) -> Solution:
        """Raises the error of an engine, unless a limit was reached before another could try."""
        if self.errors and not self.limits.reached():
            raise self.errors[0]
        empty = Solution(self.first.name, "limit", None, None, None, 0, self.limits.elapsed)
        return self.result or empty
