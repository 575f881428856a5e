"""The best plan of a small task, found by listing every state: it confirms what a planner says is optimal."""

from __future__ import annotations

from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import State, Task


class TooManyStates(Exception):
    """More states can be reached than were to be listed."""


def best_total(task: Task, most: int, start: State | None = None) -> Number | None:
    """The best value of the metric over all plans, None when there is no plan; raises `TooManyStates`.

    A task without a metric counts steps: its best plan is found level by level.
    """
    level = [task.initial if start is None else start]
    seen, goals, depth = set(level), list[Number](), 0
    while level:
        goals += [task.total(state, depth) for state in level if task.finished(state)]
        if task.counts_steps and goals:
            break
        level = list(
            dict.fromkeys(
                after
                for state in level
                for action in task.applicable(state)
                if (after := task.after(state, action)) not in seen
            )
        )
        seen.update(level)
        depth += 1
        if len(seen) > most:
            raise TooManyStates
    return (max if task.maximizes else min)(goals, default=None)
