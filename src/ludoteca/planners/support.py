"""Whether a planner can solve a task: the features that the task uses, and the planner's own refusal."""

from __future__ import annotations

from ludoteca.core.i18n import Message
from ludoteca.planners.discovery import load_planner, planner_names
from ludoteca.planners.numeric_bounds import costs_can_fall
from ludoteca.planners.planner import Planner
from ludoteca.rules.planning.task import Task


def features_of(task: Task) -> frozenset[str]:
    """The features that a planner must support to solve a task."""
    return task.features | ({"falling-costs"} if costs_can_fall(task) else frozenset())


def accepts(planner: Planner, task: Task) -> bool:
    """Whether a planner can try a task."""
    return features_of(task) <= planner.reads and planner.refuses(task) is None


def refusal(planner: Planner, task: Task) -> Message | None:
    """Why a planner cannot solve a task, and which planners can; None when it can try."""
    lacking = sorted(features_of(task) - planner.reads)
    if lacking:
        able = [other.name for other in map(load_planner, planner_names()) if accepts(other, task)]
        key = "planners.lacks" if able else "planners.lacks_like_all"
        return Message(key, {"planner": planner.name, "features": tuple(lacking), "able": tuple(able)})
    return planner.refuses(task)
