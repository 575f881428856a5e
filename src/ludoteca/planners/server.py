"""The service that reads and solves a planning problem in a child process (see `child.server`).

The planner works in a thread, so that it can be looked at, and stopped, while it does.
"""

from __future__ import annotations

import threading
from typing import Any

from ludoteca.child.server import serve
from ludoteca.core.errors import BadInput
from ludoteca.core.record import to_json
from ludoteca.planners import planner_for
from ludoteca.planners.costs import costs_of
from ludoteca.planners.planner import Planner, Progress, SearchLimits, Solution
from ludoteca.planners.result_json import Told, number, told
from ludoteca.planners.symmetry import Symmetry
from ludoteca.planners.validation.validate import certified
from ludoteca.rules.planning.game import owner_of
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_problem
from ludoteca.rules.planning.plan_steps import penalties_of, plain
from ludoteca.rules.planning.s_expressions import BadPddl
from ludoteca.rules.planning.syntax import Atom
from ludoteca.rules.planning.task import Inapplicable, Task

Answer = dict[str, Any]
_MEMORY = 1536 << 20  # bytes a search may hold: less than the process may, so that it ends with what it has
_LONGEST_TRAIL = 240  # moments kept of a search; of more, every second one


class PlanningService:
    """Holds one problem, and one search at a time."""

    def __init__(self) -> None:
        self._task: Task | None = None
        self._search: _Search | None = None

    def describe_error(self, error: Exception) -> Answer | None:
        """Wrong PDDL with its file and line."""
        if isinstance(error, BadPddl):
            return {"kind": "pddl", "what": to_json(error.what), "file": error.file, "line": error.line}
        return None

    def read(self, domain: str, problem: str) -> Answer:
        """Read a problem; says what there is in it."""
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

    def begin(self, planner: str | None, seconds: float) -> str:
        """Let a planner begin, the one that is named or the first that can; says who it is."""
        assert self._task is not None
        chosen = planner_for(self._task, planner)
        if not chosen.confined:
            raise BadInput("planners.client.outside", planner=chosen.name)
        self._search = _Search(self._task, chosen, seconds)
        self._search.start()
        return chosen.name

    def look(self) -> Answer:
        """How far the search has come, and what came of it when it is over."""
        assert self._search is not None
        return self._search.seen()

    def stop(self) -> None:
        """Let the search end with what it has."""
        assert self._search is not None
        self._search.watch.stop()

    def replay(self, plan: list[str]) -> Answer:
        """What a plan costs in this problem, or where it cannot go on, and for want of what."""
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


class _Search(threading.Thread):
    """A planner at work."""

    def __init__(self, task: Task, planner: Planner, seconds: float) -> None:
        super().__init__(daemon=True)
        self.watch = SearchLimits(seconds, listener=self._note, memory=_MEMORY)
        self._task = task
        self._planner = planner
        self._latest = Progress(0, 0.0)
        self._trail = list[Progress]()
        self._result: Told | None = None
        self._alike = list[str]()
        self._error: Exception | None = None

    def run(self) -> None:
        try:
            solution = certified(self._task, self._planner.solve(self._task, self.watch))
            self._note(Progress(solution.states, solution.seconds, solution.bound, solution.cost))
            self._alike = _alike(self._task, solution)
            self._result = told(self._task, solution)
        except Exception as error:
            self._error = error

    def _note(self, progress: Progress) -> None:
        self._latest = progress
        if not self._trail or (progress.bound, progress.cost) != (self._trail[-1].bound, self._trail[-1].cost):
            self._trail.append(progress)
        if len(self._trail) > _LONGEST_TRAIL:
            self._trail = self._trail[::2]

    def seen(self) -> Answer:
        over = not self.is_alive()  # asked first: what is over does not change any more
        if over and self._error is not None:
            raise self._error
        return {
            "latest": _moment(self._latest),
            "trail": [_moment(progress) for progress in self._trail],
            "result": self._result if over else None,
            "alike": self._alike if over else [],
        }


def _alike(task: Task, solution: Solution) -> list[str]:
    """For each step of a plan what is the same for all that differ only in who does it, or in which of some
    interchangeable things is meant."""
    symmetry = Symmetry(task)
    first = {name: group[0] for group in symmetry.groups for name in group}
    doers = _doers(task)
    return [
        str(Atom(action.schema.name, tuple(first.get(arg, arg) for arg in action.args if arg not in doers)))
        for action in solution.plan or ()
    ]


def _doers(task: Task) -> set[str]:
    """The players, and what is one player's own from the beginning, such as the people of a family."""
    players = {owner for owner in map(owner_of, task.actions) if owner is not None}
    tied = dict[str, set[str]]()
    for fact in task.problem.facts:
        for arg in players.intersection(fact.args):
            for other in set(fact.args) - players:
                tied.setdefault(other, set()).add(arg)
    return players | {thing for thing, owners in tied.items() if len(owners) == 1}


def _moment(progress: Progress) -> Answer:
    return {
        "seconds": round(progress.seconds, 3),
        "states": progress.states,
        "bound": number(progress.bound),
        "cost": number(progress.cost),
    }


if __name__ == "__main__":
    serve(PlanningService())
