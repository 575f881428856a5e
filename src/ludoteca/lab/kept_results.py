"""Results of work in threads: each is worked out once and kept for a while for everybody who asks for it."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Hashable
from typing import Generic, TypeVar

from ludoteca.lab.background_threads import BackgroundThreads

Key = TypeVar("Key", bound=Hashable)
T = TypeVar("T")


class KeptResults(Generic[Key, T]):
    """The latest results, by key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[Key, asyncio.Task[T]] = OrderedDict()

    async def get(self, key: Key, work: Callable[[], T], threads: BackgroundThreads) -> T:
        """The result under a key; when there is none, `work` makes it. Raises what `work` raises, and `LabBusy`."""
        task = self._kept.get(key)
        if task is None:
            task = asyncio.create_task(threads.run(work))
            task.add_done_callback(lambda done: self._drop_failed(key, done))
            self._kept[key] = task
            if len(self._kept) > self._most:
                self._kept.popitem(last=False)
        self._kept.move_to_end(key)
        return await asyncio.shield(task)

    def _drop_failed(self, key: Key, task: asyncio.Task[T]) -> None:
        """Work that failed is tried again when it is next asked for."""
        if task.cancelled() or task.exception() is not None:
            self._kept.pop(key, None)
