"""The process minds think in: reads one JSON object a line, answers with one.

A host holds players by name. ``{"do": "join", "player": …}`` seats one, ``{"do": "choose", "player": …}`` asks it
for a move, ``{"do": "leave", "player": …}`` lets it go. An answer is ``{"done": …}``, or ``{"error": …}`` with a
message: whatever a mind raises, the host goes on. On SIGUSR1 the mind that is thinking is asked to answer now.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import traceback
from collections.abc import Mapping
from typing import Any

from ludoteca.core.clock import Clock
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Game, Move
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Player
from ludoteca.core.record import to_json
from ludoteca.games import open_game
from ludoteca.minds import load_mind


class Host:
    """Players, and what they are asked to do."""

    def __init__(self) -> None:
        self._players: dict[str, tuple[Game, Player]] = {}
        self._clock: Clock | None = None

    def hurry(self) -> None:
        """Ask the mind that is thinking to answer now."""
        if self._clock is not None:
            self._clock.stop()

    def answer(self, request: Mapping[str, Any]) -> dict[str, Any]:
        """Do what is asked; never raises."""
        try:
            return {"done": self._do(request)}
        except LudotecaError as error:
            return {"error": to_json(error.message)}
        except Exception as error:
            traceback.print_exc()
            last = traceback.extract_tb(error.__traceback__)[-1]
            args: dict[str, str | int] = {
                "kind": type(error).__name__,
                "text": str(error),
                "file": last.filename,
                "line": last.lineno or 0,
            }
            return {"error": to_json(Message("minds.raised", args))}

    def _do(self, request: Mapping[str, Any]) -> Any:
        name = request["player"]
        match request["do"]:
            case "join":
                self._leave(name)
                game = open_game(request["game"], request["options"])
                player = load_mind(request["mind"], game).join(game, request["seat"], request["seed"])
                self._players[name] = game, player
                return True
            case "choose":
                game, player = self._players[name]
                position = game.load(request["position"])
                history = [Move(code, text) for code, text in request["history"]]
                self._clock = Clock(request["seconds"], request["effort"])
                return to_json(player.choose(position, history, self._clock))
            case "leave":
                return self._leave(name)
            case unknown:
                raise ValueError(f"no such request: {unknown}")

    def _leave(self, name: str) -> bool:
        if name in self._players:
            self._players.pop(name)[1].close()
        return True


def main() -> None:
    """Serve until the other side hangs up. What a mind prints goes to standard error, out of the way."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    host = Host()
    signal.signal(signal.SIGUSR1, lambda *_: host.hurry())
    for line in sys.stdin:
        answers.write(json.dumps(host.answer(json.loads(line)), ensure_ascii=False) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
