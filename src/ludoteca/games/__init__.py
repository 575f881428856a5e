"""The games: one folder each, discovered by its name."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from ludoteca.core.errors import BadInput, LudotecaError, no_such
from ludoteca.core.extras import missing_extra
from ludoteca.core.game import Game, seat_key
from ludoteca.core.i18n import Message
from ludoteca.core.loading import BrokenPlugin, broken_by, check_options, load_class, require_messages
from ludoteca.core.options import read_settings
from ludoteca.core.plugins import Plugin, add_to_path, kind_of, lacking_extra, plugins
from ludoteca.core.vocabulary import lexicon_of
from ludoteca.rules.game_base import GameBase


def game_names() -> list[str]:
    """The names of the games there are, broken ones among them.

    >>> "kalah" in game_names()
    True
    """
    return sorted(plugins("games"))


def load_game(name: str, values: Mapping[str, object] | None = None) -> Game:
    """A game with its options set; raises `BadInput`, and `BrokenPlugin` when the game's own files are wrong."""
    known = plugins("games")
    if name not in known:
        lacking = lacking_extra("games", name)
        raise no_such("game", name, known) if lacking is None else missing_extra(*lacking)
    plugin = known[name]
    made = load_class(plugin)
    if not issubclass(made, GameBase):
        what = Message("core.plugin.not_a_class", {"name": "GAME", "base": "GameBase"})
        raise BrokenPlugin(plugin, what, "base_games")
    make: Any = made
    if not plugin.shipped and isinstance(made.options, tuple):
        check_options(plugin, "options", made.options)
    try:
        game: Game = make(values or {})
    except LudotecaError:
        raise
    except Exception as error:
        raise broken_by(plugin, error) from error
    if not plugin.shipped:
        _check_messages(plugin, game)
    return game


def open_game(name: str, values: Mapping[str, object] | None = None) -> Game:
    """A game by its name, or by the path of its folder: a plugin, a knowledge base or a planning domain.

    A name can have options behind it, as in ``kalah:pits=3,seeds=2``. For people at their own machine: a request over a
    network must name a game.
    """
    plain, colon, settings = name.partition(":")
    if colon and plain.isidentifier():
        return load_game(plain, {**read_settings(settings.split(",")), **(values or {})})
    folder = Path(name)
    if name in game_names() or not (folder.is_dir() or os.sep in name):
        return load_game(name, values)
    if not folder.is_dir():
        raise BadInput("rules.production.no_folder", folder=name)
    if kind_of(folder) == "games" or (folder / "__init__.py").is_file():
        add_to_path(folder)
        return load_game(folder.resolve().name, values)
    from ludoteca.rules.planning.folder_game import DOMAIN, PlanningFolder
    from ludoteca.rules.production.folder_game import FolderGame

    return (PlanningFolder if (folder / DOMAIN).is_file() else FolderGame)(folder, values or {})


def folder_of(game: Game) -> Path:
    """The folder a game's own files lie in: its rules page, its knowledge."""
    assert isinstance(game, GameBase)
    return game.folder


def all_games() -> list[Game]:
    """Every game that can be loaded, with its default options."""
    found = []
    for name in game_names():
        with contextlib.suppress(BrokenPlugin):
            found.append(load_game(name))
    return found


def by_weight(games: Iterable[Game]) -> list[Game]:
    """Games with the simplest rules first."""
    return sorted(games, key=lambda game: game.weight if isinstance(game, GameBase) else GameBase.weight)


def _check_messages(plugin: Plugin, game: Game) -> None:
    """See that a game introduces itself in every language."""
    prefix = f"games.{plugin.name}"
    keys = [f"{prefix}.title", f"{prefix}.about", *(seat_key(game, seat) for seat in range(len(game.seats)))]
    keys += [option.about for option in game.options]
    relations = {relation.about: relation.args for relation in lexicon_of(game)}
    require_messages(plugin, {**dict.fromkeys(keys, ()), **relations})
