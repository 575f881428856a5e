"""The games: one folder each, found by its name."""

from __future__ import annotations

import importlib
import pkgutil
import sys
from collections.abc import Mapping
from pathlib import Path

from ludoteca.core.errors import no_such
from ludoteca.core.game import Game
from ludoteca.core.plugins import extended

__path__ = extended(__path__, "games")


def game_names() -> list[str]:
    """The games there are, by folder.

    >>> "kalah" in game_names()
    True
    """
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg)


def load_game(name: str, values: Mapping[str, object] | None = None) -> Game:
    """A game with its options set; the folder's class `GAME` is the game."""
    if name not in game_names():
        raise no_such("game", name, game_names())
    module = importlib.import_module(f"{__name__}.{name}")
    game: Game = module.GAME(values or {})
    return game


def folder_of(game: Game) -> Path:
    """Where a game's own files lie: its pages, its knowledge."""
    return Path(sys.modules[type(game).__module__].__file__ or "").parent
