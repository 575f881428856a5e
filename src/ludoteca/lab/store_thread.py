"""The thread of the store: whoever needs it, in the event loop or in a thread, has the work done here."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from ludoteca.lab.store import Store

T = TypeVar("T")


class StoreThread:
    """Does one piece of work with the store after another."""

    def __init__(self, store: Store) -> None:
        self.first_change = store.first_change
        self._store = store
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="store")

    async def run(self, work: Callable[[Store], T]) -> T:
        """The result of some work, awaited in the event loop."""
        return await asyncio.get_running_loop().run_in_executor(self._thread, work, self._store)

    def call(self, work: Callable[[Store], T]) -> T:
        """The result of some work, waited for in another thread."""
        return self._thread.submit(work, self._store).result()

    def close(self) -> None:
        """Finish the work that waits, and close the store."""
        self._thread.submit(self._store.close)
        self._thread.shutdown()
