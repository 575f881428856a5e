"""The client of the process in which a program in Python runs."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludoteca.child.client import Client
from ludoteca.child.errors import ChildError, Crashed, Garbled, ServiceError
from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Position
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.operating_system import ONE_THREAD
from ludoteca.core.plugins import PATH
from ludoteca.core.record import from_data
from ludoteca.minds.shared.knowledge import Diagnostic, Knowledge
from ludoteca.minds.shared.knowledge_process import KnowledgeProcess
from ludoteca.minds.shared.own_words import Answer

_SERVICE = "ludoteca.minds.python.process"
_SHARE = 0.95  # of the time limit, for the process: it then answers with the line that was slow; killed, it cannot


class Engine(KnowledgeProcess):
    """A process with a program loaded, which has the game's rules at hand."""

    def __init__(self, game: Game, seat: int, knowledge: Knowledge | None) -> None:
        environment = {
            "PYTHONHASHSEED": "0",  # the same sets in the same order
            **ONE_THREAD,
            PATH: os.environ.get(PATH, ""),
        }
        folders = [Path(folder) for folder in environment[PATH].split(os.pathsep) if folder]
        client = Client.of_module(_SERVICE, environment=environment, readable=folders)
        super().__init__(knowledge, client, game=game.name, options=dict(game.values), seat=seat)

    def texts(self) -> dict[str, Any]:
        """The main file, and each module with the number of lines before it in the linked text."""
        known, modules, before = self.knowledge, list[tuple[str, str, int]](), 0
        for section in known.sections:
            modules.append((section.file, known.texts[section.file], before))
            before += section.count
        return {"name": known.name, "text": known.texts[known.name], "modules": modules[1:]}

    def choose(self, position: Position, random: int, clock: Clock) -> Answer:
        """What the program chooses in a position."""
        left, limit = clock.left, clock.seconds
        self._limit = limit
        answer = self.ask("choose", left, limit, position=position.save(), random=random, seconds=_SHARE * left)
        from pydantic import ValidationError

        try:
            return from_data(Answer, answer)
        except ValidationError:
            self.close()
            raise Garbled("child.garbled", given=str(answer)[:80]) from None

    def diagnostic(self, found: dict[str, Any]) -> Diagnostic:
        return Diagnostic(found["line"], Message(f"minds.python.diagnostic.{found['kind']}", found["args"]))

    def failure(self, error: ChildError, limit: float) -> Diagnostic | None:
        if not isinstance(error, Crashed):
            return None
        return Diagnostic(0, Message("minds.python.fault.died", {"how": quoted(error.message)}))

    def faults(self, error: ServiceError) -> Sequence[Diagnostic]:
        data = error.data
        args = {"text": data.get("text", ""), "limit": self._limit}
        return [Diagnostic(data.get("line", 0), Message(f"minds.python.fault.{error.kind}", args))]

    _limit: float = 0.0  # of the latest request
