"""The process a mind thinks in: reads one JSON object a line, answers with one.

A host holds one player. ``{"do": "join", …}`` seats it, ``{"do": "choose", …}`` asks for a move. An answer is
``{"done": …}``, or ``{"error": …}`` with a message: whatever the mind raises, the host goes on.
"""

from __future__ import annotations

import json
import os
import sys
import traceback
from collections.abc import Mapping
from typing import Any

from ludoteca.core.clock import Clock
from ludoteca.core.errors import LudotecaError
from ludoteca.core.game import Move
from ludoteca.core.language import Message
from ludoteca.core.mind import Player
from ludoteca.core.record import to_json
from ludoteca.games import load_game
from ludoteca.minds import load_mind


class Host:
    """One player at a time, and what it is asked to do."""

    def __init__(self) -> None:
        self._player: Player | None = None

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
        match request["do"]:
            case "join":
                self._leave()
                self._game = load_game(request["game"], request["options"])
                mind = load_mind(request["mind"], self._game)
                self._player = mind.join(self._game, request["seat"], request["seed"])
                return True
            case "choose":
                assert self._player is not None, "nobody has joined"
                position = self._game.load(request["position"])
                history = [Move(code, text) for code, text in request["history"]]
                clock = Clock(request["seconds"], request["effort"])
                return to_json(self._player.choose(position, history, clock))
            case "leave":
                self._leave()
                return True
            case unknown:
                raise ValueError(f"no such request: {unknown}")

    def _leave(self) -> None:
        if self._player is not None:
            self._player.close()
            self._player = None


def main() -> None:
    """Serve until the other side hangs up. What a mind prints goes to standard error, out of the way."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    host = Host()
    for line in sys.stdin:
        answers.write(json.dumps(host.answer(json.loads(line)), ensure_ascii=False) + "\n")
        answers.flush()
    host.answer({"do": "leave"})


if __name__ == "__main__":
    main()
