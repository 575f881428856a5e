"""The process a foreign knowledge base runs in: reads one JSON object a line, answers with one."""

from __future__ import annotations

from typing import Any

from ludoteca.child.server import serve
from ludoteca.core.record import to_json
from ludoteca.rules.production.engine import Engine, Outcome
from ludoteca.rules.production.faults import Broken, Unloadable, broken
from ludoteca.rules.production.working_memory import State, Unkeepable

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
            return {"slips": [[file, slip.line, to_json(slip.message)] for file, slip in error.complaints]}
        except Broken as error:
            return {"broken": to_json(error.fault), "rule": error.rule.name if error.rule else ""}
        except Unkeepable as error:
            return _broken("unkeepable", text=str(error))
        except MemoryError:
            return _broken("memory")
        except Exception as error:  # a fault of ours must not look like a crash
            return _broken("internal", text=f"{type(error).__name__}: {error}"[:200])

    def _load(self, files: list[tuple[str, str]]) -> Answer:
        self._engine = Engine(files, wary=True)
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


def _broken(key: str, **args: str) -> Answer:
    return {"broken": to_json(broken(None, key, **args).fault), "rule": ""}


if __name__ == "__main__":
    serve(Server().answer)
