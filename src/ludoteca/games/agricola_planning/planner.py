"""The planner that this game brings: `schedule`, which solves its tasks as timetables with constraint programming."""

from __future__ import annotations

from functools import lru_cache

from ludoteca.core.i18n import Message
from ludoteca.games.agricola_planning import domain
from ludoteca.games.shared.agricola.working_day import UnsupportedProblem, read_working_day
from ludoteca.planners.planner import Planner, SearchLimits, Solution
from ludoteca.rules.planning.s_expressions import normalized
from ludoteca.rules.planning.task import Task

_MESSAGES = "games.shared.agricola.schedule"


class SchedulePlanner(Planner):
    """The timetable planner, for tasks of this game's domain."""

    name = "schedule"
    about = f"{_MESSAGES}.about"
    proves = True

    def refuses(self, task: Task) -> Message | None:
        if not _is_own_domain(task.domain.text):
            return Message(f"{_MESSAGES}.other_domain", {"domain": task.domain.name})
        try:
            read_working_day(task)
        except UnsupportedProblem as error:
            return Message(f"{_MESSAGES}.other_problem", {"what": str(error)})
        return None

    def solve(self, task: Task, limits: SearchLimits) -> Solution:
        from ludoteca.games.shared.agricola.timetable_planner import solve_timetable  # loads the constraint solver

        return solve_timetable(task, limits, self.name)


@lru_cache(maxsize=4)
def _is_own_domain(text: str) -> bool:
    """Whether a text is this game's domain, but for layout, case and comments."""
    return normalized(text) == normalized(domain().text)


PLANNER = SchedulePlanner
