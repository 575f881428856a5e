"""A domain that is not ours plays from a process of its own: it can be huge or wrong, and harm nobody."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

from ludoteca.child import Crashed, Limits, TooSlow, python_child
from ludoteca.child.limits import MEBIBYTE
from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.mind import Choice
from ludoteca.core.record import from_data
from ludoteca.minds.planner.plan_maker import Settings
from ludoteca.minds.shared.knowledge import BadKnowledge, Complaint, Knowledge, StatefulPlayer

_SERVER = "ludoteca.minds.planner.server"
_LIMITS = Limits(memory=2048 * MEBIBYTE, open_files=256)
_LOADING = 20.0  # seconds
_ITS_SHARE = 0.9  # it can still move when the time is up; killed, it cannot


class Served:
    """One process with one player in it; raises `BadKnowledge`."""

    warnings: tuple[Complaint, ...] = ()

    def __init__(self, game: Game, seat: int, knowledge: Knowledge, settings: Settings) -> None:
        self.knowledge = knowledge
        self._child = python_child(_SERVER, _LIMITS)
        self._ask(
            {
                "do": "sit",
                "game": game.name,
                "options": dict(game.values),
                "seat": seat,
                "name": knowledge.name,
                "text": knowledge.text,
                "planner": settings.planner,
                "states": settings.states,
            },
            _LOADING,
        )

    @property
    def alive(self) -> bool:
        return self._child.alive

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        question = {
            "do": "choose",
            "position": position.save(),
            "history": [(move.code, move.text) for move in history],
            "seconds": _ITS_SHARE * clock.left,
            "effort": clock.effort,
        }
        return from_data(Choice, self._ask(question, clock.left))

    def close(self) -> None:
        self._child.kill()

    def _ask(self, question: dict[str, Any], seconds: float) -> Any:
        try:
            answer = self._child.ask(question, seconds)
        except TooSlow:
            slow = Message("minds.planner.slow", {"seconds": round(seconds, 1)})
            raise BadKnowledge(self.knowledge, [Complaint(0, slow)]) from None
        except Crashed as error:
            died = Message("minds.planner.died", {"how": quoted(error.message)})
            raise BadKnowledge(self.knowledge, [Complaint(0, died)]) from None
        if "complaints" in answer:
            self.close()
            raise BadKnowledge(self.knowledge, [from_data(Complaint, complaint) for complaint in answer["complaints"]])
        return answer["done"]


class ServedPlayer(StatefulPlayer[Served]):
    """Keeps its process, and the plan in it, from move to move."""

    def __init__(self, game: Game, seat: int, knowledge: Knowledge, settings: Settings) -> None:
        super().__init__(partial(Served, game, seat, knowledge, settings))

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        return self.engine_after(history).choose(position, history, clock)
