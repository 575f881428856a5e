"""The service that runs minds in a child process (see `child.server`).

A process holds players by name: `join` makes one, `choose` asks it for a move, `why_not` for its reason against one,
`leave` closes it. On an interrupt (SIGUSR1) the player that is choosing is asked to answer at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from ludoteca.child.server import serve
from ludoteca.core.clock import Clock
from ludoteca.core.errors import LudotecaError
from ludoteca.core.explanation import cut_to_limits
from ludoteca.core.game import Game, Move, read_fact
from ludoteca.core.loading import BrokenPlugin, GameFault
from ludoteca.core.mind import Choice, Player
from ludoteca.core.operating_system import on_interrupt
from ludoteca.core.record import to_json
from ludoteca.games import open_game
from ludoteca.minds.schools import load_mind
from ludoteca.minds.shared.remarks import Remarks, remarks_of


class MindService:
    """The players of one process, of any minds and games."""

    def __init__(self) -> None:
        self._players: dict[str, tuple[Game, Player]] = {}
        self._clock: Clock | None = None

    def interrupt(self) -> None:
        """Ask the player that is choosing to answer at once."""
        if self._clock is not None:
            self._clock.stop()

    def join(
        self,
        player: str,
        game: str,
        options: dict[str, Any],
        mind: str,
        seat: int,
        seed: int,
        start: Sequence[str] = (),
    ) -> None:
        """Make a player; it replaces one of the same name. `start` are facts, of a position that was set up."""
        self.leave(player)
        opened = open_game(game, options)
        if start:
            opened = opened.starting_from(map(read_fact, start))
        self._players[player] = opened, load_mind(mind, opened).join(opened, seat, seed)

    def choose(
        self, player: str, position: str, history: list[tuple[int, str]], seconds: float, effort: int | None
    ) -> Choice:
        """A player's choice: its move and the explanation."""
        game, chooser = self._players[player]
        self._clock = Clock(seconds, effort)
        choice = _checked(chooser.choose(game.load(position), _moves(history), self._clock))
        return replace(choice, why=cut_to_limits(choice.why))

    def why_not(
        self,
        player: str,
        position: str,
        history: list[tuple[int, str]],
        seconds: float,
        effort: int | None,
        about: tuple[int, str],
    ) -> Choice:
        """A player's choice, with its reason against a move."""
        game, chooser = self._players[player]
        self._clock, move = Clock(seconds, effort), Move(*about)
        choice = _checked(chooser.why_not(game.load(position), _moves(history), move, self._clock))
        return replace(choice, why=cut_to_limits(choice.why, move.text))

    def remarks(self, player: str) -> Remarks:
        """The warnings about a player's knowledge, and what it has printed since the last call."""
        return remarks_of(self._players[player][1]) if player in self._players else Remarks()

    def describe_error(self, error: Exception) -> dict[str, Any] | None:
        """The description of an error in the game's rules; None for an error of the mind."""
        if isinstance(error, GameFault | BrokenPlugin):
            return {"kind": "game_fault", "message": to_json(error.message)}
        return None

    def leave(self, player: str) -> None:
        """Close the player of a name, if there is one."""
        if player in self._players:
            self._players.pop(player)[1].close()


def _checked(choice: object) -> Choice:
    """What a player chose, if it is a `Choice`; raises `LudotecaError`."""
    if not isinstance(choice, Choice):
        raise LudotecaError("minds.no_choice", type=type(choice).__name__)
    return choice


def _moves(pairs: list[tuple[int, str]]) -> list[Move]:
    return [Move(code, text) for code, text in pairs]


def main() -> None:
    """Serve until the input ends."""
    service = MindService()
    on_interrupt(service.interrupt)
    serve(service)


if __name__ == "__main__":
    main()
