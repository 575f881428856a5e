"""Threads for requests that take long, so that games and pages do not wait for them."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import TypeVar

from ludoteca.lab.errors import LabBusy

_THREADS = 2
_MOST_OF_ONE = 16  # requests of one person at work or waiting at once
_MOST = 1000  # of all

T = TypeVar("T")


@dataclass(eq=False, slots=True)
class _Waiting:
    """A request that waits for its turn: the round in which it comes, and its number in it."""

    owner: str | None
    round: int
    number: int
    granted: asyncio.Event = field(default_factory=asyncio.Event)


class BackgroundThreads:
    """A small thread pool with a fair queue: in each round, one request of every person who waits is done.

    Whoever sends many requests waits for their own; without a class all requests are of one person, and are done in
    their order. Use it in the event loop only.
    """

    def __init__(self, name: str, threads: int = _THREADS, most_waiting: int = _MOST_OF_ONE) -> None:
        """`most_waiting` requests of one person may be at work or wait."""
        self._threads = ThreadPoolExecutor(max_workers=threads, thread_name_prefix=name)
        self._most_waiting = most_waiting
        self._free = threads
        self._waiting: list[_Waiting] = []
        self._pending: dict[str | None, int] = {}
        self._last: dict[str | None, int] = {}  # the round of the last request of each person
        self._round = self._number = 0

    async def run(self, work: Callable[[], T], owner: str | None = None) -> T:
        """The result of `work`, done in one of the threads; raises `LabBusy` when too many requests wait."""
        mine = self._pending.get(owner, 0)
        if mine >= self._most_waiting or sum(self._pending.values()) >= max(_MOST, self._most_waiting):
            raise LabBusy("lab.too_many_requests")
        self._pending[owner] = mine + 1
        waiting = self._queue(owner)
        try:
            await waiting.granted.wait()
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._leave(waiting)

    def place(self, owner: str | None) -> int:
        """How many requests come before the first one of a person that waits; 0 if none waits."""
        order = [one.owner for one in sorted(self._waiting, key=_turn)]
        return order.index(owner) + 1 if owner in order else 0

    def close(self) -> None:
        self._threads.shutdown(cancel_futures=True)

    def _queue(self, owner: str | None) -> _Waiting:
        self._number += 1
        waiting = _Waiting(owner, max(self._round, self._last.get(owner, -1) + 1), self._number)
        self._last[owner] = waiting.round
        self._waiting.append(waiting)
        self._dispatch()
        return waiting

    def _leave(self, waiting: _Waiting) -> None:
        if waiting.granted.is_set():
            self._free += 1
        else:
            self._waiting.remove(waiting)
        self._pending[waiting.owner] -= 1
        if not self._pending[waiting.owner]:
            del self._pending[waiting.owner], self._last[waiting.owner]
        self._dispatch()

    def _dispatch(self) -> None:
        while self._waiting and self._free:
            following = min(self._waiting, key=_turn)
            self._waiting.remove(following)
            self._round = following.round
            self._free -= 1
            following.granted.set()


def _turn(waiting: _Waiting) -> tuple[int, int]:
    return waiting.round, waiting.number
