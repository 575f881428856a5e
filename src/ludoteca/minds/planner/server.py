"""The process a domain that is not ours plays from: reads one JSON object a line, answers with one."""

from __future__ import annotations

from typing import Any

from ludoteca.child.server import serve
from ludoteca.core.clock import Clock
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game, Move
from ludoteca.core.i18n import Message
from ludoteca.core.record import to_json
from ludoteca.games import load_game
from ludoteca.minds.planner.plan_maker import Settings
from ludoteca.minds.planner.player import PlannerPlayer
from ludoteca.minds.shared.knowledge import BadKnowledge, Complaint, Knowledge


class _Server:
    """One player, from its domain to its end."""

    def __init__(self) -> None:
        self.game: Game | None = None
        self.player: PlannerPlayer | None = None

    def answer(self, question: dict[str, Any]) -> dict[str, Any]:
        """Do what is asked; never raises."""
        try:
            return {"done": self._sit(question) if question["do"] == "sit" else self._choose(question)}
        except BadKnowledge as error:
            return _complaints(*error.complaints)
        except LudotecaError as error:
            return _complaints(Complaint(0, error.message))
        except MemoryError:
            return _complaints(Complaint(0, Message("minds.planner.memory")))

    def _sit(self, question: dict[str, Any]) -> bool:
        self.game = load_game(question["game"], question["options"])
        knowledge = Knowledge(question["name"], question["text"])
        settings = Settings(question["planner"], question["states"])
        self.player = PlannerPlayer(self.game, question["seat"], knowledge, settings)
        return True

    def _choose(self, question: dict[str, Any]) -> Any:
        assert self.game is not None and self.player is not None, "it sits down first"
        history = [Move(code, text) for code, text in question["history"]]
        clock = Clock(question["seconds"], question["effort"])
        return to_json(self.player.choose(self.game.load(question["position"]), history, clock))


def _complaints(*complaints: Complaint) -> dict[str, Any]:
    return {"complaints": [to_json(complaint) for complaint in complaints]}


if __name__ == "__main__":
    serve(_Server().answer)
