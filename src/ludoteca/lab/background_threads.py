"""Threads for requests that take long, so that games and pages do not wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ludoteca.lab.errors import LabBusy

_THREADS = 2
_MOST_WAITING = 16  # requests at work or waiting at once

T = TypeVar("T")


class BackgroundThreads:
    """A small thread pool with a limit on the requests that wait for it."""

    def __init__(self, name: str, threads: int = _THREADS, most_waiting: int = _MOST_WAITING) -> None:
        self._threads = ThreadPoolExecutor(max_workers=threads, thread_name_prefix=name)
        self._most_waiting = most_waiting
        self._pending = 0

    async def run(self, work: Callable[[], T]) -> T:
        """The result of `work`, done in one of the threads; raises `LabBusy` when too many requests wait."""
        if self._pending >= self._most_waiting:
            raise LabBusy("lab.too_many_requests")
        self._pending += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._pending -= 1

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)
