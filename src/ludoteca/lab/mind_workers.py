"""The worker pool of the minds: a few processes in which the minds of all games choose their moves."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ludoteca.arena.seat import MindProcess

T = TypeVar("T")


class MindWorker:
    """One process, and the one thread that talks to it: a child process ends with the thread that started it."""

    def __init__(self) -> None:
        self.process = MindProcess()
        self.players = 0  # how many players of unfinished games use it
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="mind-worker")

    async def run(self, work: Callable[[], T]) -> T:
        """The result of `work`, done in the worker's thread; one call runs after another."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def close(self) -> None:
        self.process.kill()
        self._thread.submit(self.process.close).result()
        self._thread.shutdown()


class MindWorkerPool:
    """As many workers as there are cores, at least two."""

    def __init__(self, count: int | None = None) -> None:
        self._workers = [MindWorker() for _ in range(count or max(2, os.cpu_count() or 2))]

    def least_busy(self) -> MindWorker:
        """The worker with the fewest players."""
        return min(self._workers, key=lambda worker: worker.players)

    def close(self) -> None:
        for worker in self._workers:
            worker.close()
