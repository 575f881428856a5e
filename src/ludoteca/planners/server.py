"""The service that reads and solves a planning problem in a child process (see `child.server`).

The planner works in a thread, so that its progress can be read and it can be stopped.
"""

from __future__ import annotations

import threading
from typing import Any

from ludoteca.child.server import serve
from ludoteca.core.errors import BadInput
from ludoteca.core.record import to_json
from ludoteca.planners import planner_for, solve_and_validate
from ludoteca.planners.costs import costs_of
from ludoteca.planners.planner import Planner, Progress, SearchLimits, Solution
from ludoteca.planners.portfolio import PortfolioPlanner
from ludoteca.planners.result_json import SolutionJson, number, solution_json
from ludoteca.planners.symmetry import Symmetry
from ludoteca.rules.planning.game import owner_of
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_problem
from ludoteca.rules.planning.plan_steps import penalties_of, plain
from ludoteca.rules.planning.s_expressions import BadPddl
from ludoteca.rules.planning.syntax import Atom
from ludoteca.rules.planning.task import Inapplicable, Task

Answer = dict[str, Any]
_MEMORY = 1536 << 20  # bytes a search may hold: less than the process may, so that it ends with its best plan
_LONGEST_TRAIL = 240  # reports kept of a search; when there are more, every second one


class PlanningService:
    """Holds one problem, and one search at a time."""

    def __init__(self) -> None:
        self._task: Task | None = None
        self._search: _SearchThread | None = None

    def describe_error(self, error: Exception) -> Answer | None:
        """An error in the PDDL, with its file and line."""
        if isinstance(error, BadPddl):
            return {"kind": "pddl", "what": to_json(error.what), "file": error.file, "line": error.line}
        return None

    def read(self, domain: str, problem: str) -> Answer:
        """Parse and ground a problem; returns its summary."""
        known = read_domain(domain)
        self._task = task = ground(known, read_problem(problem, known))
        return {
            "domain": known.name,
            "problem": task.problem.name,
            "actions": len(task.actions),
            "facts": len(task.atoms),
            "numbers": len(task.fluents),
            "costs": [[str(atom), plain(value)] for atom, value in costs_of(task).items()],
        }

    def start(self, planner: str | None, seconds: float) -> str:
        """Start the planner of that name, or the default one; returns its name."""
        assert self._task is not None
        chosen = PortfolioPlanner(processes=False) if planner is None else planner_for(self._task, planner)
        if not chosen.confined:
            raise BadInput("planners.client.outside", planner=chosen.name)
        self._search = _SearchThread(self._task, chosen, seconds)
        self._search.start()
        return chosen.name

    def snapshot(self) -> Answer:
        """The progress of the search, and its result when it is over."""
        assert self._search is not None
        return self._search.snapshot()

    def stop(self) -> None:
        """End the search with the best plan so far."""
        assert self._search is not None
        self._search.limits.stop()

    def replay(self, plan: list[str]) -> Answer:
        """The cost of a plan in this problem, or its first inapplicable step and the first unmet condition."""
        assert self._task is not None
        task = self._task
        actions = [task.by_name.get(tuple(text.lower().strip("() ").split())) for text in plan]
        known = [action for action in actions if action is not None]
        if len(known) < len(plan):
            step = actions.index(None)
            return {"step": step + 1, "action": plan[step], "missing": plan[step]}
        try:
            last = task.replay(known)[-1]
        except Inapplicable as error:
            return {"step": error.step, "action": error.text, "missing": error.missing}
        if not task.finished(last):
            return {"step": len(plan) + 1, "action": "", "missing": task.missing(last, task.goal)}
        return {"cost": plain(task.total(last, len(plan))), "penalties": dict(penalties_of(task, last))}


class _SearchThread(threading.Thread):
    """A planner at work in a thread of its own."""

    def __init__(self, task: Task, planner: Planner, seconds: float) -> None:
        super().__init__(daemon=True)
        self.limits = SearchLimits(seconds, listener=self._note, memory=_MEMORY)
        self._task = task
        self._planner = planner
        self._latest = Progress(0, 0.0)
        self._trail = list[Progress]()
        self._result: SolutionJson | None = None
        self._alike = list[str]()
        self._error: Exception | None = None

    def run(self) -> None:
        try:
            solution = solve_and_validate(self._planner, self._task, self.limits)
            self._note(Progress(solution.states, solution.seconds, solution.bound, solution.cost))
            self._alike = _alike(self._task, solution)
            self._result = solution_json(self._task, solution)
        except Exception as error:
            self._error = error

    def _note(self, progress: Progress) -> None:
        self._latest = progress
        if not self._trail or (progress.bound, progress.cost) != (self._trail[-1].bound, self._trail[-1].cost):
            self._trail.append(progress)
        if len(self._trail) > _LONGEST_TRAIL:
            self._trail = self._trail[::2]

    def snapshot(self) -> Answer:
        """The progress of the search, and its result when it is over."""
        over = not self.is_alive()  # read first: afterwards nothing changes any more
        if over and self._error is not None:
            raise self._error
        return {
            "latest": _point(self._latest),
            "trail": [_point(progress) for progress in self._trail],
            "result": self._result if over else None,
            "alike": self._alike if over else [],
            "exact_bound": None if self._latest.bound is None else str(self._latest.bound),
        }


def _alike(task: Task, solution: Solution) -> list[str]:
    """For each step of a plan a text that is the same for all that differ only in player or interchangeable objects."""
    symmetry = Symmetry(task)
    first = {name: group[0] for group in symmetry.groups for name in group}
    owned = _players_and_belongings(task)
    return [
        str(Atom(action.schema.name, tuple(first.get(arg, arg) for arg in action.args if arg not in owned)))
        for action in solution.plan or ()
    ]


def _players_and_belongings(task: Task) -> set[str]:
    """The players, and the objects that initial facts connect with one player only, such as the people of a family."""
    players = {owner for owner in map(owner_of, task.actions) if owner is not None}
    tied = dict[str, set[str]]()
    for fact in task.problem.facts:
        for arg in players.intersection(fact.args):
            for other in set(fact.args) - players:
                tied.setdefault(other, set()).add(arg)
    return players | {thing for thing, owners in tied.items() if len(owners) == 1}


def _point(progress: Progress) -> Answer:
    return {
        "seconds": round(progress.seconds, 3),
        "states": progress.states,
        "bound": number(progress.bound),
        "cost": number(progress.cost),
    }


if __name__ == "__main__":
    serve(PlanningService())
