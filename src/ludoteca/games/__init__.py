"""The games: one folder each, found by its name."""

from __future__ import annotations

import importlib
import os
import pkgutil
import sys
from collections.abc import Mapping
from pathlib import Path

from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.game import Game
from ludoteca.core.plugins import SHARED, extended

__path__ = extended(__path__, "games")


def game_names() -> list[str]:
    """The games there are, by folder.

    >>> "kalah" in game_names()
    True
    """
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg and module.name != SHARED)


def load_game(name: str, values: Mapping[str, object] | None = None) -> Game:
    """A game with its options set; the folder's class `GAME` is the game."""
    if name not in game_names():
        raise no_such("game", name, game_names())
    module = importlib.import_module(f"{__name__}.{name}")
    game: Game = module.GAME(values or {})
    return game


def open_game(name: str, values: Mapping[str, object] | None = None) -> Game:
    """A game by its name, or a knowledge base or planning domain by the path of its folder; raises `BadInput`.

    For people at their own machine: what comes over a network must name a game.
    """
    folder = Path(name)
    if name in game_names() or not (folder.is_dir() or os.sep in name):
        return load_game(name, values)
    if not folder.is_dir():
        raise BadInput("rules.production.no_folder", folder=name)
    from ludoteca.rules.planning.folder_game import DOMAIN, PlanningFolder
    from ludoteca.rules.production.folder_game import FolderGame

    return (PlanningFolder if (folder / DOMAIN).is_file() else FolderGame)(folder, values or {})


def folder_of(game: Game) -> Path:
    """Where a game's own files lie: its pages, its knowledge."""
    folder: Path | None = getattr(game, "folder", None)
    return folder or Path(sys.modules[type(game).__module__].__file__ or "").parent
