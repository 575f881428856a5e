"""A quick look at every plugin: what cannot be used is named, and everything else goes on working."""

from __future__ import annotations

import os
from contextlib import closing
from dataclasses import dataclass
from functools import cache

from ludoteca.child.client import Client
from ludoteca.child.errors import ChildError, ServiceError
from ludoteca.child.limits import OURS
from ludoteca.core.errors import LudotecaError
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.loading import GameFault
from ludoteca.core.plugins import PATH, Kind, Plugin, path_problems, plugins
from ludoteca.core.traces import traces_of
from ludoteca.core.verdicts import claims_of
from ludoteca.exam.trial_service import BEGIN
from ludoteca.games import load_game
from ludoteca.games.levels import levels_of
from ludoteca.minds.schools import school

_SERVICE = "ludoteca.exam.trial_service"
_COMPILE = 300.0  # seconds for compiling a game's rules: one that does not end is not the author's fault


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
    with closing(_Trials()) as trials:
        for plugin in (*plugins("games").values(), *plugins("minds").values()):
            try:
                _check(plugin, trials)
            except LudotecaError as error:
                found.append(PluginProblem(plugin.kind, plugin.name, error.message))
    return tuple(found)


def _check(plugin: Plugin, trials: _Trials) -> None:
    """See that a plugin can be used; raises `LudotecaError`."""
    if plugin.kind == "minds":
        school(plugin.name)
        if not plugin.shipped:
            claims_of(plugin)
            traces_of(plugin)
    elif plugin.shipped:
        levels_of(load_game(plugin.name))
    else:
        trials.check(plugin)


class _Trials:
    """Tries games out in a child process, which one that hangs or crashes cannot harm."""

    def __init__(self) -> None:
        self._client: Client | None = None

    def check(self, plugin: Plugin) -> None:
        """See that a game can be played; raises `LudotecaError`."""
        try:
            for request, seconds in (("begin", 2 * BEGIN), ("compile_rules", _COMPILE)):
                self._ask(request, seconds, name=plugin.name)
        except ServiceError as error:
            raise GameFault(error.message.key, **error.message.args) from None
        except ChildError as error:
            what, file = quoted(error.message), str(plugin.folder / "__init__.py")
            raise GameFault("core.game_fault.process", game=plugin.name, what=what, file=file) from None

    def _ask(self, request: str, seconds: float, **arguments: str) -> None:
        if self._client is None or not self._client.alive:
            self._client = Client.of_module(_SERVICE, OURS)
        self._client.ask(request, seconds, **arguments)

    def close(self) -> None:
        if self._client is not None:
            self._client.close()
