"""Work that is looked at while it goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Generic, TypeVar

T = TypeVar("T")
GLANCE = 0.2  # seconds between two looks at a search under way


class Background(Generic[T]):
    """Compiled work in a thread of its own: the main thread would not hear Ctrl-C until it is done."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._future: Future[T] = Future()
        self._work = work
        threading.Thread(target=self._run, daemon=True).start()

    def done(self, seconds: float) -> bool:
        """Wait a little; whether there is a result."""
        return bool(wait([self._future], seconds).done)

    def result(self) -> T:
        return self._future.result()

    def _run(self) -> None:
        try:
            self._future.set_result(self._work())
        except BaseException as error:
            self._future.set_exception(error)
