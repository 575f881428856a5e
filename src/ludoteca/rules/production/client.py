"""The client of an inference engine in a child process, for knowledge bases that are not ours."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from ludoteca.child import ChildError, Client, ServiceError
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.record import from_data
from ludoteca.rules.production.agenda import Activation
from ludoteca.rules.production.engine import Firing, Outcome
from ludoteca.rules.production.rule_parser import Rule, rules_of
from ludoteca.rules.production.working_memory import State

_SERVICE = "ludoteca.rules.production.server"
_SECONDS = 10.0  # for any one answer


class InferenceEngine(Protocol):
    """The questions an inference engine answers, in this process or in a child."""

    @property
    def rules(self) -> Mapping[str, Rule]: ...
    @property
    def beginning(self) -> State:
        """Working memory before anything has fired."""

    def begin(self, chance: int) -> Outcome: ...
    def play(self, state: State, text: str, told: bool = False) -> Outcome: ...
    def look(self, state: State) -> Outcome: ...
    def offers(self, state: State) -> Mapping[str, Activation]: ...
    def agenda(self, state: State, strategy: str = "depth", seed: int = 0) -> tuple[Activation, ...]: ...
    def infer(self, state: State, strategy: str, seed: int, text: str | None = None, on: bool = False) -> Outcome: ...
    def worth(self, state: State) -> tuple[float, ...]: ...
    def playout(self, state: State, seed: int) -> tuple[float, ...]: ...


class BrokenGame(BadInput):
    """A knowledge base that does not load, or failed while it ran."""


class EngineClient:
    """An inference engine in a child process: a knowledge base that loops or crashes harms nothing else."""

    def __init__(self, folder: str, files: Sequence[tuple[str, str]]) -> None:
        """Raises `BadInput` with CLIPS's own words when the knowledge does not load."""
        self.rules = {rule.name: rule for name, text in files for rule in rules_of(name, text)}
        self._folder = folder
        self._lock = threading.Lock()
        self._files = [list(file) for file in files]
        self._client = self._started()

    def begin(self, chance: int) -> Outcome:
        return _outcome(self._ask("begin", chance=chance))

    def play(self, state: State, text: str, told: bool = False) -> Outcome:
        return _outcome(self._ask("play", state=state.save(), text=text, told=told))

    def look(self, state: State) -> Outcome:
        return _outcome(self._ask("look", state=state.save()))

    def offers(self, state: State) -> dict[str, Activation]:
        return from_data(dict[str, Activation], self._ask("offers", state=state.save()))

    def agenda(self, state: State, strategy: str = "depth", seed: int = 0) -> tuple[Activation, ...]:
        return from_data(tuple[Activation, ...], self._ask("agenda", state=state.save(), strategy=strategy, seed=seed))

    def infer(self, state: State, strategy: str, seed: int, text: str | None = None, on: bool = False) -> Outcome:
        return _outcome(self._ask("infer", state=state.save(), strategy=strategy, seed=seed, text=text, on=on))

    def worth(self, state: State) -> tuple[float, ...]:
        return tuple(self._ask("worth", state=state.save()))

    def playout(self, state: State, seed: int) -> tuple[float, ...]:
        return tuple(self._ask("playout", state=state.save(), seed=seed))

    def close(self) -> None:
        self._client.close()

    def _started(self) -> Client:
        client = Client.of_module(_SERVICE)
        weakref.finalize(self, client.kill)
        try:
            loaded = client.load(_SECONDS, files=self._files)
        except ServiceError as error:
            client.close()
            raise self._refused(error) from None
        except ChildError as error:
            raise BadInput("rules.production.no_start", folder=self._folder, reason=quoted(error.message)) from None
        self.seats = int(loaded["seats"])
        self.beginning = State.load(loaded["beginning"])
        return client

    def _ask(self, what: str, **arguments: object) -> Any:
        with self._lock:
            if not self._client.alive:
                self._client = self._started()
            try:
                return self._client.ask(what, _SECONDS, **arguments)
            except ServiceError as error:
                raise self._refused(error) from None
            except ChildError as error:
                reason = quoted(error.message)
                raise BrokenGame("rules.production.failed", folder=self._folder, reason=reason) from None

    def _refused(self, error: ServiceError) -> BadInput:
        """The error for knowledge that does not load or failed while it ran, with file and line where known."""
        data = error.data
        if error.kind == "unloadable":
            (file, line, message), *others = data["diagnostics"]
            more = len(others)
        else:
            rule, message, more = self.rules.get(data.get("rule", "")), data.get("fault"), 0
            file, line = (rule.file, rule.line) if rule is not None else ("", 0)
        key = "more" if more else "line" if line else "somewhere"
        where = f"{self._folder}/{file}" if file else self._folder
        what = quoted(error.message if message is None else from_data(Message, message))
        return BrokenGame(f"rules.production.wrong.{key}", where=where, line=line, what=what, more=more)


def _outcome(answer: dict[str, Any]) -> Outcome:
    firings = from_data(tuple[Firing, ...], answer["firings"])
    return Outcome(State.load(answer["state"]), answer["turn"], tuple(answer["choices"]), firings)
