"""The service of an inference engine in a child process (see `child.server`)."""

from __future__ import annotations

from typing import Any

from ludoteca.child.server import serve
from ludoteca.core.record import to_json
from ludoteca.rules.production.engine import Engine, Outcome
from ludoteca.rules.production.faults import Broken, Unloadable, broken
from ludoteca.rules.production.working_memory import State, Unkeepable


class EngineService:
    """One engine; every other request is a question to it."""

    def __init__(self) -> None:
        self._engine: Engine | None = None

    def load(self, files: list[tuple[str, str]]) -> dict[str, Any]:
        """Load a knowledge base; its number of seats and the first working memory."""
        self._engine = Engine(files, wary=True)
        return {"seats": self._engine.seats, "beginning": self._engine.beginning.save()}

    def __getattr__(self, name: str) -> Any:
        """The engine's method of that name, over saved states."""
        method = getattr(self._engine, name)

        def asked(**arguments: Any) -> Any:
            if "state" in arguments:
                arguments["state"] = State.load(arguments["state"])
            found = method(**arguments)
            return _saved(found) if isinstance(found, Outcome) else found

        return asked

    def describe_error(self, error: Exception) -> dict[str, Any] | None:
        """An error of the knowledge with its rule or its lines."""
        if isinstance(error, Unloadable):
            found = [[file, slip.line, to_json(slip.message)] for file, slip in error.complaints]
            return {"kind": "unloadable", "diagnostics": found}
        if isinstance(error, Unkeepable):
            error = broken(None, "unkeepable", text=str(error))
        if isinstance(error, Broken):
            return {"kind": "broken", "fault": to_json(error.fault), "rule": error.rule.name if error.rule else ""}
        return None


def _saved(outcome: Outcome) -> dict[str, Any]:
    return {
        "state": outcome.state.save(),
        "turn": outcome.turn,
        "choices": list(outcome.choices),
        "firings": to_json(outcome.firings),
    }


if __name__ == "__main__":
    serve(EngineService())
