"""The service of a planning player in a child process (see `child.server`)."""

from __future__ import annotations

from typing import Any

from ludoteca.child.server import serve
from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move
from ludoteca.core.mind import Choice
from ludoteca.core.record import to_json
from ludoteca.games import load_game
from ludoteca.minds.planner.plan_maker import Settings
from ludoteca.minds.planner.player import PlannerPlayer
from ludoteca.minds.shared.knowledge import BadKnowledge, Knowledge


class PlayerService:
    """One player over one domain."""

    game: Game
    player: PlannerPlayer

    def load(
        self, name: str, text: str, game: str, options: dict[str, Any], seat: int, planner: str | None, states: int
    ) -> dict[str, Any]:
        """Load the domain and make its player."""
        self.game = load_game(game, options)
        self.player = PlannerPlayer(self.game, seat, Knowledge(name, text), Settings(planner, states))
        return {"diagnostics": []}

    def choose(
        self,
        position: str,
        history: list[tuple[int, str]],
        seconds: float,
        effort: int | None,
        about: tuple[int, str] | None,
    ) -> Choice:
        """The player's move and its reasons; asked about a move, also the reason against it."""
        moves = [Move(code, text) for code, text in history]
        asked = None if about is None else Move(*about)
        return self.player.answer(self.game.load(position), moves, Clock(seconds, effort), asked)

    def describe_error(self, error: Exception) -> dict[str, Any] | None:
        """An error of the domain as its diagnostics."""
        if isinstance(error, BadKnowledge):
            return {"kind": "knowledge", "diagnostics": to_json(error.diagnostics)}
        return None


if __name__ == "__main__":
    serve(PlayerService())
