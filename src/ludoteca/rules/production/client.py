"""The client of an inference engine in a child process, for knowledge bases of users."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from ludoteca.child.client import Client
from ludoteca.child.errors import ChildError, ServiceError
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.loading import GameFault
from ludoteca.core.record import from_data
from ludoteca.rules.production.engine import Outcome
from ludoteca.rules.production.faults import Diagnostic
from ludoteca.rules.production.firing import Activation, Firing
from ludoteca.rules.production.rule_parser import Rule, rules_of
from ludoteca.rules.production.working_memory import State

_SERVICE = "ludoteca.rules.production.server"
_SECONDS = 10.0  # for any one answer


class InferenceEngine(Protocol):
    """The methods of an inference engine, in this process or in a child."""

    @property
    def rules(self) -> Mapping[str, Rule]: ...
    @property
    def initial_state(self) -> State:
        """Working memory before the first firing."""

    def begin(self, chance: int, log: bool = True) -> Outcome: ...
    def play(self, state: State, text: str, log: bool = False, changes: bool = True) -> Outcome: ...
    def outcome_at(self, state: State) -> Outcome: ...
    def offers(self, state: State) -> Mapping[str, Activation]: ...
    def agenda(self, state: State, strategy: str = "depth", seed: int = 0) -> tuple[Activation, ...]: ...
    def infer(self, state: State, strategy: str, seed: int, text: str | None = None, on: bool = False) -> Outcome: ...
    def scores(self, state: State) -> tuple[float, ...]: ...
    def playout(self, state: State, seed: int, text: str | None = None) -> tuple[float, ...]: ...


class BrokenGame(GameFault, BadInput):
    """A knowledge base that does not load, or that failed while it ran."""


class EngineClient:
    """An inference engine in a child process, so that a knowledge base that loops or crashes ends only that process."""

    def __init__(self, folder: str, files: Sequence[tuple[str, str]]) -> None:
        """Raises `BadInput` with the message of CLIPS when the knowledge base does not load."""
        self.rules = {rule.name: rule for name, text in files for rule in rules_of(name, text)}
        self._folder = folder
        self._lock = threading.Lock()
        self._files = [list(file) for file in files]
        self._client = self._started()

    def begin(self, chance: int, log: bool = True) -> Outcome:
        return _outcome(self._ask("begin", chance=chance, log=log))

    def play(self, state: State, text: str, log: bool = False, changes: bool = True) -> Outcome:
        return _outcome(self._ask("play", state=state.save(), text=text, log=log, changes=changes))

    def outcome_at(self, state: State) -> Outcome:
        return _outcome(self._ask("outcome_at", state=state.save()))

    def offers(self, state: State) -> dict[str, Activation]:
        return from_data(dict[str, Activation], self._ask("offers", state=state.save()))

    def agenda(self, state: State, strategy: str = "depth", seed: int = 0) -> tuple[Activation, ...]:
        return from_data(tuple[Activation, ...], self._ask("agenda", state=state.save(), strategy=strategy, seed=seed))

    def infer(self, state: State, strategy: str, seed: int, text: str | None = None, on: bool = False) -> Outcome:
        return _outcome(self._ask("infer", state=state.save(), strategy=strategy, seed=seed, text=text, on=on))

    def scores(self, state: State) -> tuple[float, ...]:
        return tuple(self._ask("scores", state=state.save()))

    def playout(self, state: State, seed: int, text: str | None = None) -> tuple[float, ...]:
        return tuple(self._ask("playout", state=state.save(), seed=seed, text=text))

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
        self.initial_state = State.load(loaded["initial_state"])
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
        """The error for a knowledge base that does not load or failed while it ran, with file and line where known."""
        data = error.data
        if error.kind == "load":
            first, *others = from_data(tuple[Diagnostic, ...], data["diagnostics"])
            file, line, message, more = first.file, first.line, first.message, len(others)
        else:
            rule, more = self.rules.get(data.get("rule", "")), 0
            file, line = (rule.file, rule.line) if rule is not None else ("", 0)
            message = from_data(Message, data["message"]) if error.kind == "runtime" else error.message
        key = "more" if more else "line" if line else "somewhere"
        where = f"{self._folder}/{file}" if file else self._folder
        return BrokenGame(f"rules.production.error.{key}", where=where, line=line, what=quoted(message), more=more)


def _outcome(answer: dict[str, Any]) -> Outcome:
    firings = from_data(tuple[Firing, ...], answer["firings"])
    return Outcome(State.load(answer["state"]), answer["turn"], tuple(answer["choices"]), firings)
