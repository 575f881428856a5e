"""Discovery of planners: the modules of `engines`, and the modules `planner` in the folders of games.

A module's class `PLANNER` is the planner. An engine is named after its module. A game's planner says its own name: only
the light module `planner` of the game's folder is imported for it, and that loads what the search needs when it runs.
"""

from __future__ import annotations

import importlib
import pkgutil
from pathlib import Path

import ludoteca
from ludoteca.core.errors import no_such
from ludoteca.core.plugins import SHARED, extended
from ludoteca.planners import engines
from ludoteca.planners.planner import Planner

_GAMES = "games"
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
    """The planners that games bring, by the game's name; those of `LUDOTECA_PATH` too."""
    games = f"{ludoteca.__name__}.{_GAMES}"
    return [importlib.import_module(f"{games}.{game}.{_MODULE}").PLANNER() for game in _games_with_planner()]


def _engine_names() -> list[str]:
    return [module.name for module in pkgutil.iter_modules(engines.__path__) if not module.ispkg]


def _games_with_planner() -> list[str]:
    """The games whose folder has a module `planner`; found by path, so that no game is imported."""
    folders = extended([str(Path(folder) / _GAMES) for folder in ludoteca.__path__], _GAMES)
    games = {game for folder in folders for game in Path(folder).glob(f"*/{_MODULE}.py") if game.parent.name != SHARED}
    return sorted({game.parent.name for game in games})
