"""Discovery of planners: the modules of `engines`, and the modules `planner` in the folders of games.

A module's class `PLANNER` is the planner. An engine is named after its module. A game's planner says its own name: only
the light module `planner` of the game's folder is imported for it, and that loads what the search needs when it runs.
"""

from __future__ import annotations

import contextlib
import importlib
import pkgutil

from ludoteca.core.errors import no_such
from ludoteca.core.loading import BrokenPlugin, load_class
from ludoteca.core.plugins import plugins
from ludoteca.planners import engines
from ludoteca.planners.planner import Planner

_MODULE = "planner"


def planner_names() -> list[str]:
    """The names of all planners.

    >>> "counting" in planner_names()
    True
    """
    return sorted({*_engine_names(), *(planner.name for planner in game_planners())})


def load_planner(name: str) -> Planner:
    """A planner by its name; raises `BadInput`."""
    if name in _engine_names():
        planner: Planner = importlib.import_module(f"{engines.__name__}.{name}").PLANNER()
        return planner
    for planner in game_planners():
        if planner.name == name:
            return planner
    raise no_such("planner", name, planner_names())


def game_planners() -> list[Planner]:
    """The planners that games bring, by the game's name; a broken game brings none."""
    found = list[Planner]()
    for _, plugin in sorted(plugins("games").items()):
        if (plugin.folder / f"{_MODULE}.py").is_file():
            with contextlib.suppress(BrokenPlugin):
                load_class(plugin)
                found.append(importlib.import_module(f"{plugin.package}.{_MODULE}").PLANNER())
    return found


def _engine_names() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(engines.__path__) if not module.ispkg]
