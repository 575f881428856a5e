"""The scheduler of thinking time: games whose minds think at the same time share the cores in slices."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Protocol, TypeVar

SLICE = 0.2  # seconds

T = TypeVar("T")


class Pausable(Protocol):
    """A process that can be stopped for a while; its clock stands still meanwhile."""

    def pause(self) -> None: ...

    def resume(self) -> None: ...


@dataclass(eq=False, slots=True)
class Share:
    """The thinking time that a game has used; a game that comes later starts with that of the others."""

    seconds: float = 0.0


@dataclass(eq=False, slots=True)
class _Question:
    share: Share
    process: Pausable
    granted: asyncio.Event = field(default_factory=asyncio.Event)
    since: float = 0.0  # when it was last given a core, or charged for it


class ThinkingScheduler:
    """Lets as many questions run at once as there are cores. After a slice, the game that has used least goes on.

    A question that has to wait is paused; its own time limit and its clock stand still meanwhile. Use it in the event
    loop only.
    """

    def __init__(self, cores: int, most_questions: int, slice_seconds: float = SLICE) -> None:
        self._cores = cores
        self._slice = slice_seconds
        self._threads = ThreadPoolExecutor(max_workers=most_questions, thread_name_prefix="thinking")
        self._running: list[_Question] = []
        self._waiting: list[_Question] = []
        self._timer: asyncio.TimerHandle | None = None

    async def run(self, share: Share, process: Pausable, work: Callable[[], T]) -> T:
        """The result of `work`, a question to a process, done in a thread once it is this game's turn."""
        active = [other.share.seconds for other in (*self._running, *self._waiting)]
        share.seconds = max(share.seconds, min(active, default=share.seconds))
        question = _Question(share, process)
        self._waiting.append(question)
        self._dispatch()
        try:
            await question.granted.wait()
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._remove(question)

    def close(self) -> None:
        """Stop; the processes must have been ended before."""
        if self._timer is not None:
            self._timer.cancel()
        self._threads.shutdown(cancel_futures=True)

    def _remove(self, question: _Question) -> None:
        if question in self._running:
            self._charge(question)
            self._running.remove(question)
        else:
            self._waiting.remove(question)
            question.process.resume()
        self._dispatch()

    def _dispatch(self) -> None:
        """Give free cores to the games that have used least."""
        while self._waiting and len(self._running) < self._cores:
            question = min(self._waiting, key=_used)
            self._waiting.remove(question)
            self._running.append(question)
            question.since = time.monotonic()
            if question.granted.is_set():
                question.process.resume()
            else:
                question.granted.set()
        if self._running and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(self._slice, self._end_slice)

    def _end_slice(self) -> None:
        """Pause the questions of games that have used more than a game that waits."""
        self._timer = None
        for question in self._running:
            self._charge(question)
        places = self._cores - len(self._running)
        for question in sorted(self._running, key=_used, reverse=True):
            if sum(_used(other) < _used(question) for other in self._waiting) <= places:
                break
            question.process.pause()
            self._running.remove(question)
            self._waiting.append(question)
            places += 1
        self._dispatch()

    def _charge(self, question: _Question) -> None:
        now = time.monotonic()
        question.share.seconds += now - question.since
        question.since = now


def _used(question: _Question) -> float:
    return question.share.seconds
