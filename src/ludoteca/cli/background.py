"""Work in a background thread, so that Ctrl-C is noticed while compiled code runs."""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future, wait
from typing import Generic, TypeVar

T = TypeVar("T")
GLANCE = 0.2  # seconds between two looks at a search under way


class Background(Generic[T]):
    """Work in a thread of its own; the main thread waits in short steps."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._future: Future[T] = Future()
        self._work = work
        threading.Thread(target=self._run, daemon=True).start()

    def done(self, seconds: float) -> bool:
        """Wait for some seconds; whether there is a result."""
        return bool(wait([self._future], seconds).done)

    def result(self) -> T:
        return self._future.result()

    def _run(self) -> None:
        try:
            self._future.set_result(self._work())
        except BaseException as error:
            self._future.set_exception(error)
