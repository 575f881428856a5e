"""Processes that are kept from one question to the next, as long as the questions are about the same things."""

from __future__ import annotations

import atexit
import threading
from collections.abc import Callable, Hashable
from typing import Any, Generic, Protocol, TypeVar


class Process(Protocol):
    """A process that answers requests."""

    @property
    def alive(self) -> bool: ...
    def ask(self, request: str, seconds: float, /, **arguments: Any) -> Any: ...
    def close(self) -> None: ...


_Kept = TypeVar("_Kept", bound=Process)


class KeptProcesses(Generic[_Kept]):
    """The processes that were asked last. Several threads can ask them, and they end with this process."""

    def __init__(self, most: int = 2) -> None:
        self._lock = threading.Lock()
        self._most = most
        self._processes: dict[Hashable, _Kept] = {}
        atexit.register(self.close)

    def ask(self, about: Hashable, start: Callable[[], _Kept], request: str, seconds: float, /, **args: Any) -> Any:
        """The answer of the process about something, which is started unless it is among those asked last."""
        with self._lock:
            process = self._processes.pop(about, None)
            if process is None or not process.alive:
                process = start()
            self._processes[about] = process
            while len(self._processes) > self._most:
                self._processes.pop(next(iter(self._processes))).close()
            return process.ask(request, seconds, **args)

    def close(self) -> None:
        """End the processes."""
        while self._processes:
            self._processes.popitem()[1].close()
