"""The service that checks plans by domains of users, in a child process (see `child.server`)."""

from __future__ import annotations

from typing import Any

from ludoteca.child.server import serve
from ludoteca.core.record import from_data
from ludoteca.games import load_game
from ludoteca.minds.planner.trace import PlanMade
from ludoteca.minds.planner.trace.check import plan_defects
from ludoteca.minds.shared.knowledge import Knowledge


class PlanCheck:
    """A game and a domain for it."""

    def load(self, game: str, options: dict[str, Any], name: str, text: str) -> None:
        self._game = load_game(game, options)
        self._knowledge = Knowledge(name, text)

    def check(self, trace: dict[str, Any], position: str, move: str) -> Any:
        """What is wrong with a plan in a position."""
        return plan_defects(from_data(PlanMade, trace), self._game.load(position), move, self._knowledge)


if __name__ == "__main__":
    serve(PlanCheck())
