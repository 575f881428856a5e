"""The few processes that all minds of the lab think in, so that the page answers whatever they do."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ludoteca.arena.seat import MindProcess

T = TypeVar("T")


class MindWorker:
    """One process, and the one thread that talks to it: a child ends with the thread that started it."""

    def __init__(self) -> None:
        self.process = MindProcess()
        self.seats = 0  # how many minds count on it
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="thinker")

    async def run(self, work: Callable[[], T]) -> T:
        """Do work that waits for the process, in its thread, one piece after another."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        self.process.kill()
        self._thread.submit(self.process.close).result()
        self._thread.shutdown()


class MindWorkers:
    """As many as there are cores; a new mind goes to the one with the fewest."""

    def __init__(self, count: int | None = None) -> None:
        self._all = [MindWorker() for _ in range(count or max(2, os.cpu_count() or 2))]

    def least_busy(self) -> MindWorker:
        return min(self._all, key=lambda thinker: thinker.seats)

    def close(self) -> None:
        for thinker in self._all:
            thinker.close()
