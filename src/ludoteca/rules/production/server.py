"""The service of an inference engine in a child process (see `child.server`)."""

from __future__ import annotations

from typing import Any

from ludoteca.child.server import serve
from ludoteca.core.record import to_json
from ludoteca.rules.production.engine import Engine, Outcome
from ludoteca.rules.production.faults import LoadError, RuntimeFault, runtime_fault
from ludoteca.rules.production.working_memory import State, UnsupportedValue


class EngineService:
    """An engine; every request after `load` calls a method of it."""

    def __init__(self) -> None:
        self._engine: Engine | None = None

    def load(self, files: list[tuple[str, str]]) -> dict[str, Any]:
        """Load a knowledge base; the number of seats and the initial state."""
        self._engine = Engine(files, check_refraction=True)
        return {"seats": self._engine.seats, "initial_state": self._engine.initial_state.save()}

    def __getattr__(self, name: str) -> Any:
        """The engine's method of that name, over saved states."""
        method = getattr(self._engine, name)

        def call(**arguments: Any) -> Any:
            if "state" in arguments:
                arguments["state"] = State.load(arguments["state"])
            found = method(**arguments)
            return _saved(found) if isinstance(found, Outcome) else found

        return call

    def describe_error(self, error: Exception) -> dict[str, Any] | None:
        """An error of the knowledge base, with its lines or its rule."""
        if isinstance(error, LoadError):
            return {"kind": "load", "diagnostics": to_json(error.diagnostics)}
        if isinstance(error, UnsupportedValue):
            error = runtime_fault(None, "unsupported", text=str(error))
        if isinstance(error, RuntimeFault):
            rule = error.rule.name if error.rule is not None else ""
            return {"kind": "runtime", "message": to_json(error.message), "rule": rule}
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
