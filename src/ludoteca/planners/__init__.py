"""Planning: engines that make plans, and what they have in common.

>>> from ludoteca.planners import planner_names
>>> "counting" in planner_names()
True
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Iterator

from ludoteca.core.errors import BadInput, Unavailable, no_such
from ludoteca.core.i18n import Message
from ludoteca.planners import engines
from ludoteca.planners.default_planner import Relay
from ludoteca.planners.numeric_bounds import costs_can_fall
from ludoteca.planners.planner import Planner, SearchLimits, Solution
from ludoteca.planners.validation.validate import certified
from ludoteca.rules.planning.task import Task


def planner_names() -> list[str]:
    """The planners there are, by module."""
    return sorted(module.name for module in pkgutil.iter_modules(engines.__path__))


def load_planner(name: str) -> Planner:
    """A planner by its name; raises `BadInput`. Its module's class `PLANNER` is the planner."""
    if name not in planner_names():
        raise no_such("planner", name, planner_names())
    planner: Planner = importlib.import_module(f"{engines.__name__}.{name}").PLANNER()
    return planner


def features_of(task: Task) -> frozenset[str]:
    """What a planner must read to solve a task."""
    return task.features | ({"falling-costs"} if costs_can_fall(task) else frozenset())


def refusal(planner: Planner, task: Task) -> Message | None:
    """Why a planner cannot solve a task, and who could; None when it can try."""
    lacking = sorted(features_of(task) - planner.reads)
    if lacking:
        able = [other.name for other in _planners() if _can(other, task)]
        key = "planners.lacks" if able else "planners.lacks_like_all"
        return Message(key, {"planner": planner.name, "features": tuple(lacking), "able": tuple(able)})
    return planner.refuses(task)


def planner_for(task: Task, name: str | None = None) -> Planner:
    """The planner that was named, or the first that can; raises `BadInput` or `Unavailable` when it cannot."""
    if name is None:
        relay = Relay(load_planner("schedule"))
        return relay if _can(relay, task) else load_planner("blind")
    planner = load_planner(name)
    refused = refusal(planner, task)
    if refused is not None:
        raise BadInput(refused.key, **refused.args)
    missing = planner.missing()
    if missing is not None:
        raise Unavailable(missing.key, **missing.args)
    return planner


def make_plan(task: Task, watch: SearchLimits, name: str | None = None, apart: bool = False) -> Solution:
    """Have a plan made, by the planner that is named or the first that can, and checked by two referees, the second of
    them `apart` in a process of its own where the problem is not ours.

    Raises `BadInput`, `Unavailable`, and `Refuted` when a planner is wrong.
    """
    return certified(task, planner_for(task, name).solve(task, watch), apart)


def _can(planner: Planner, task: Task) -> bool:
    """Whether a planner can try a task."""
    return features_of(task) <= planner.reads and planner.refuses(task) is None


def _planners() -> Iterator[Planner]:
    for name in planner_names():
        yield load_planner(name)
