"""A child process with one knowledge file loaded: the base class of the engines of all knowledge minds."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from ludoteca.child.client import Client
from ludoteca.child.errors import ChildError, Garbled, ServiceError, TooSlow
from ludoteca.core.game import Move
from ludoteca.core.i18n import can_say
from ludoteca.core.mind import Player
from ludoteca.minds.shared.knowledge import BadKnowledge, Diagnostic, Knowledge, raise_errors

_LOADING_SECONDS = 20.0


class KnowledgeProcess(ABC):
    """A process that loads and checks knowledge and answers requests; raises `BadKnowledge` and `ChildError`."""

    sealed: ClassVar[bool] = True  # whether the process opens no more files once the knowledge is loaded

    def __init__(self, knowledge: Knowledge | None, client: Client, **loading: Any) -> None:
        """With knowledge loaded; without any, the process is there to `check` texts."""
        self.knowledge = knowledge or Knowledge("", "")
        self.warnings: tuple[Diagnostic, ...] = ()
        self._client = client
        self._loading = loading
        if knowledge is None:
            return
        with self._raising_bad_knowledge(_LOADING_SECONDS):
            found = self._loaded(_LOADING_SECONDS, self.sealed)
        try:
            self.warnings = raise_errors(knowledge, found)
        except BadKnowledge:
            self.close()
            raise

    def check(self, knowledge: Knowledge, seconds: float) -> tuple[Diagnostic, ...]:
        """The errors and warnings of a text, which replaces the last one; raises `ChildError`."""
        self.knowledge = knowledge
        try:
            return tuple(self._loaded(seconds, seal=False))
        except ServiceError as error:
            return tuple(self.faults(error))

    def _loaded(self, seconds: float, seal: bool) -> list[Diagnostic]:
        """Load the knowledge; what is wrong with its includes, and the findings of its check."""
        loaded = self._client.load(seconds, seal, **self.texts(), **self._loading)
        found = self._checked(lambda: [self.diagnostic(found) for found in loaded["diagnostics"]], loaded)
        return [*self.knowledge.problems, *found]

    def texts(self) -> dict[str, Any]:
        """What the service is told of the knowledge: its name and its text."""
        return {"name": self.knowledge.name, "text": self.knowledge.text}

    @property
    def alive(self) -> bool:
        return self._client.alive

    def ask(self, request: str, seconds: float, limit: float | None = None, /, **arguments: Any) -> Any:
        """The answer of the service to a request; an error in the answer is raised as `BadKnowledge`.

        An answer that is late is reported with the `limit` for the move, of which `seconds` are left.
        """
        with self._raising_bad_knowledge(seconds if limit is None else limit):
            return self._client.ask(request, seconds, **arguments)

    def printed(self) -> str:
        """Take what the knowledge has printed since the last call; also when the process has ended."""
        return self._client.printed()

    def close(self) -> None:
        self._client.kill()

    @abstractmethod
    def diagnostic(self, found: dict[str, Any]) -> Diagnostic:
        """The diagnostic for a finding of the service's check."""

    @abstractmethod
    def faults(self, error: ServiceError) -> Sequence[Diagnostic]:
        """The diagnostics for an error of the knowledge at run time."""

    def failure(self, error: ChildError, limit: float) -> Diagnostic | None:
        """The diagnostic for the end of the process if the knowledge caused it, else None."""
        return None

    def _checked(self, read: Callable[[], Sequence[Diagnostic]], answer: object) -> Sequence[Diagnostic]:
        """What is read from an answer; raises `Garbled` if our own service cannot have given it."""
        try:
            found = read()
            if all(isinstance(each.line, int) and can_say(each.message) for each in found):
                return found
        except (LookupError, TypeError, ValueError, AttributeError):
            pass
        self.close()
        raise Garbled("child.garbled", given=str(answer)[:80])

    @contextmanager
    def _raising_bad_knowledge(self, limit: float) -> Iterator[None]:
        """Raise `BadKnowledge` for errors that the knowledge caused."""
        try:
            yield
        except ServiceError as answered:
            self.close()
            faults = self._checked(partial(self.faults, answered), answered.data)
            raise BadKnowledge(self.knowledge, [*faults, *self.warnings]) from None
        except ChildError as error:
            failure = self.failure(error, limit)
            if failure is None and isinstance(error, TooSlow):
                raise TooSlow("child.too_slow", seconds=limit) from None
            if failure is None:
                raise
            raise BadKnowledge(self.knowledge, [failure, *self.warnings]) from None


class GameProcess(Protocol):
    """A process that follows one game."""

    warnings: tuple[Diagnostic, ...]

    @property
    def alive(self) -> bool: ...

    def printed(self) -> str: ...

    def close(self) -> None: ...


_Process = TypeVar("_Process", bound=GameProcess)


class StatefulPlayer(Player, Generic[_Process]):
    """A player whose process keeps the state of the knowledge from move to move."""

    def __init__(self, start: Callable[[], _Process]) -> None:
        self._start = start
        self._history: list[Move] = []
        self._process = start()

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        return self._process.warnings

    def printed(self) -> str:
        return self._process.printed()

    def process_after(self, history: Sequence[Move]) -> _Process:
        """The process for a history; a new one if the history does not continue the last."""
        if list(history[: len(self._history)]) != self._history or not self._process.alive:
            self._process.close()
            self._process = self._start()
        self._history = list(history)
        return self._process

    def close(self) -> None:
        self._process.close()
