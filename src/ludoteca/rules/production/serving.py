"""The process a foreign knowledge base runs in: reads one JSON object a line, answers with one."""

from __future__ import annotations

from typing import Any

from ludoteca.child.serving import serve
from ludoteca.core.record import to_json
from ludoteca.rules.production.engine import Broken, Endless, Engine, Outcome, Unloadable
from ludoteca.rules.production.memory import State

Answer = dict[str, Any]


class Server:
    """Holds one engine."""

    def __init__(self) -> None:
        self._engine: Engine | None = None

    def answer(self, question: dict[str, Any]) -> Answer:
        """Do what is asked; never raises."""
        what = question.pop("do")
        try:
            return {"done": self._load(question["files"]) if what == "load" else self._done(what, question)}
        except Unloadable as error:
            return {"faults": [[file, fault.line, fault.text] for file, fault in error.complaints]}
        except Endless:
            return {"broken": "endless"}
        except Broken as error:
            return {"broken": "broken", "rule": error.rule.name if error.rule else "", "text": error.fault}
        except MemoryError:
            return {"broken": "memory_full"}
        except Exception as error:  # a fault of ours must not look like a crash
            return {"broken": "internal", "text": f"{type(error).__name__}: {error}"[:200]}

    def _load(self, files: list[tuple[str, str]]) -> Answer:
        self._engine = Engine(files)
        return {"seats": self._engine.seats, "beginning": self._engine.beginning.save()}

    def _done(self, what: str, question: dict[str, Any]) -> Any:
        assert self._engine is not None
        if "state" in question:
            question["state"] = State.load(question["state"])
        found = getattr(self._engine, what)(**question)
        if isinstance(found, Outcome):
            return {
                "state": found.state.save(),
                "turn": found.turn,
                "choices": list(found.choices),
                "firings": to_json(found.firings),
            }
        return to_json(found)


if __name__ == "__main__":
    serve(Server().answer)
