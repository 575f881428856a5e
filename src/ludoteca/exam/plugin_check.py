"""A quick look at every plugin: what cannot be used is named, and everything else goes on working."""

from __future__ import annotations

import os
from dataclasses import dataclass
from functools import cache

from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game
from ludoteca.core.i18n import Message
from ludoteca.core.plugins import PATH, Kind, path_problems, plugins
from ludoteca.games import load_game
from ludoteca.games.levels import levels_of
from ludoteca.minds import school
from ludoteca.rules.kernel.game import KernelGame, prepare_kernel


@dataclass(frozen=True, slots=True)
class PluginProblem:
    """A plugin that cannot be used, or an entry of the path that holds none; `name` is empty for the latter."""

    kind: Kind
    name: str
    message: Message


def plugin_problems() -> list[PluginProblem]:
    """Everything wrong with the plugins there are, and with ``LUDOTECA_PATH``; found out once for each path."""
    return list(_problems(os.environ.get(PATH, "")))


@cache
def _problems(path: str) -> tuple[PluginProblem, ...]:
    """The same; `path` is an argument so that a change of it is seen."""
    found = [
        PluginProblem("games", problem.name, Message(problem.key, {"path": str(problem.path), "name": problem.name}))
        for problem in path_problems()
    ]
    found += [PluginProblem("games", name, problem) for name in plugins("games") if (problem := game_problem(name))]
    for name in plugins("minds"):
        try:
            school(name)
        except LudotecaError as error:
            found.append(PluginProblem("minds", name, error.message))
    return tuple(found)


def game_problem(name: str) -> Message | None:
    """What keeps a game from being played; a plugin is begun, drawn and compiled once to find out."""
    try:
        game = load_game(name)
        levels_of(game)
        if not plugins("games")[name].shipped:
            _try_out(game)
    except LudotecaError as error:
        return error.message
    return None


def _try_out(game: Game) -> None:
    """The first position, its views and its moves; rules that compile are compiled."""
    start = game.start(0)
    start.facts()
    start.scores()
    for move in start.moves[:1]:
        start.events(move)
        start.after(move)
    game.svg(start)
    game.terminal(start)
    if isinstance(game, KernelGame):
        prepare_kernel(game, "perft")
