"""The client of a planning player in a child process, for domains from users."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ludoteca.child.client import Client
from ludoteca.child.errors import ChildError, ServiceError, TooSlow
from ludoteca.child.limits import MEBIBYTE, Limits
from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.mind import AnsweringPlayer, Choice
from ludoteca.core.record import from_data
from ludoteca.minds.planner.plan_maker import Settings
from ludoteca.minds.shared.knowledge import Diagnostic, Knowledge
from ludoteca.minds.shared.knowledge_process import KnowledgeProcess, StatefulPlayer

_SERVICE = "ludoteca.minds.planner.server"
_LIMITS = Limits(memory=2048 * MEBIBYTE, open_files=256)
_ITS_SHARE = 0.9  # of the time, so that it can still move when that is up


class PlayerProcess(KnowledgeProcess):
    """One process with one planning player in it."""

    sealed = False  # a planner may load its own libraries later

    def __init__(self, game: Game, seat: int, knowledge: Knowledge | None, settings: Settings) -> None:
        super().__init__(
            knowledge,
            Client.of_module(_SERVICE, _LIMITS),
            game=game.name,
            options=dict(game.values),
            seat=seat,
            planner=settings.planner,
            states=settings.states,
        )

    def choose(self, position: Position, history: Sequence[Move], clock: Clock, about: Move | None) -> Choice:
        """The player's move and its reasons; asked about a move, also the reason against it."""
        answer = self.ask(
            "choose",
            clock.left,
            clock.seconds,
            position=position.save(),
            history=[(move.code, move.text) for move in history],
            seconds=_ITS_SHARE * clock.left,
            effort=clock.effort,
            about=None if about is None else (about.code, about.text),
        )
        return from_data(Choice, answer)

    def diagnostic(self, found: dict[str, Any]) -> Diagnostic:
        return from_data(Diagnostic, found)

    def faults(self, error: ServiceError) -> Sequence[Diagnostic]:
        if error.kind == "knowledge":
            return [self.diagnostic(found) for found in error.data["diagnostics"]]
        return [Diagnostic(0, Message("minds.planner.memory") if error.kind == "memory" else error.message)]

    def failure(self, error: ChildError, limit: float) -> Diagnostic | None:
        if isinstance(error, TooSlow):
            return Diagnostic(0, Message("minds.planner.slow", {"seconds": limit}))
        return Diagnostic(0, Message("minds.planner.died", {"how": quoted(error.message)}))


class RemotePlayer(StatefulPlayer[PlayerProcess], AnsweringPlayer):
    """A planning player in a child process, which keeps the plan from move to move."""

    def __init__(self, game: Game, seat: int, knowledge: Knowledge, settings: Settings) -> None:
        super().__init__(partial(PlayerProcess, game, seat, knowledge, settings))

    def answer(self, position: Position, history: Sequence[Move], clock: Clock, about: Move | None) -> Choice:
        return self.process_after(history).choose(position, history, clock, about)
