"""A child process with one file of knowledge loaded: what the engines of all knowledge schools have in common."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Generic, TypeVar

from ludoteca.child import ChildError, Client, ServiceError
from ludoteca.core.game import Move
from ludoteca.core.mind import Player
from ludoteca.minds.shared.knowledge import BadKnowledge, Diagnostic, Knowledge, raise_errors

_LOADING = 20.0  # seconds


class KnowledgeProcess(ABC):
    """Loads knowledge, checks it, seals the process, and asks it; raises `BadKnowledge` and `ChildError`."""

    sealed: ClassVar[bool] = True  # whether it has opened every file it needs once the knowledge is loaded

    def __init__(self, knowledge: Knowledge, client: Client, **loading: Any) -> None:
        self.knowledge = knowledge
        self.warnings: tuple[Diagnostic, ...] = ()
        self._client = client
        with self._blaming_knowledge(_LOADING):
            loaded = client.load(_LOADING, self.sealed, name=knowledge.name, text=knowledge.text, **loading)
        try:
            self.warnings = raise_errors(knowledge, [self.diagnostic(found) for found in loaded["diagnostics"]])
        except BadKnowledge:
            self.close()
            raise

    @property
    def alive(self) -> bool:
        return self._client.alive

    def ask(self, request: str, seconds: float, /, **arguments: Any) -> Any:
        """What the service answers; an error it answers with is a fault of the knowledge."""
        with self._blaming_knowledge(seconds):
            return self._client.ask(request, seconds, **arguments)

    def close(self) -> None:
        self._client.kill()

    @abstractmethod
    def diagnostic(self, found: dict[str, Any]) -> Diagnostic:
        """A finding of the service's check as a diagnostic."""

    @abstractmethod
    def faults(self, error: ServiceError) -> Sequence[Diagnostic]:
        """An error the knowledge met while it ran, as diagnostics."""

    def failure(self, error: ChildError, seconds: float) -> Diagnostic | None:
        """The end of the process as a diagnostic, where it is the knowledge's fault; else None."""
        return None

    @contextmanager
    def _blaming_knowledge(self, seconds: float) -> Iterator[None]:
        """Raise `BadKnowledge` for errors that are the knowledge's fault."""
        try:
            yield
        except ServiceError as error:
            self.close()
            raise BadKnowledge(self.knowledge, [*self.faults(error), *self.warnings]) from None
        except ChildError as error:
            failure = self.failure(error, seconds)
            if failure is None:
                raise
            raise BadKnowledge(self.knowledge, [failure, *self.warnings]) from None


_Process = TypeVar("_Process", bound=KnowledgeProcess)


class StatefulPlayer(Player, Generic[_Process]):
    """A player whose process keeps the knowledge's own state from move to move."""

    def __init__(self, start: Callable[[], _Process]) -> None:
        self._start = start
        self._history: list[Move] = []
        self._process = start()

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return self._process.warnings

    def process_after(self, history: Sequence[Move]) -> _Process:
        """The process; a new one if the history does not continue the last one."""
        if list(history[: len(self._history)]) != self._history or not self._process.alive:
            self._process.close()
            self._process = self._start()
        self._history = list(history)
        return self._process

    def close(self) -> None:
        self._process.close()
