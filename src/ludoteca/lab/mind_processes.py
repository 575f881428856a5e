"""The processes of the minds: one for each game, ended when the game is idle, started again when it goes on."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from ludoteca.arena.seat import MindProcess
from ludoteca.child.errors import Shortage
from ludoteca.child.forking import preload
from ludoteca.lab.capacity import Capacity
from ludoteca.lab.thinking_scheduler import Pausable, Share, ThinkingScheduler
from ludoteca.rules.kernel.compilation import RUNTIME

_NICENESS = 10  # the lab answers people before minds think
_MATCH_THREADS = 32  # for questions to the minds of matches
_RESTING = 10.0  # seconds without a question after which a process may be ended for another game's …
_ROTATION = 3.0  # … or else, one in so many seconds: a process takes long to start
_LOOK = 0.5  # seconds between two looks for room
_RETRY = 1.0  # seconds until a process is tried again when the machine has no room for one

T = TypeVar("T")


class GameProcess:
    """The process of one game's minds, and its share of the thinking time. It starts with the first question."""

    def __init__(self, share: Share | None = None) -> None:
        self.process = MindProcess(pausable=True, niceness=_NICENESS)
        self.share = share or Share()
        self.one_at_a_time = asyncio.Lock()
        self.questions = 0  # under way or waiting
        self.last_used = time.monotonic()
        self.waits_for_room = False  # the lab has as many processes as it may have, or the machine has no room

    @property
    def idle(self) -> bool:
        return self.questions == 0 and self.process.alive


class TurnTakingProcess(MindProcess):
    """A process for minds that are asked in a thread: it takes its turns with the games that are played in the lab."""

    def __init__(self, scheduler: ThinkingScheduler, loop: asyncio.AbstractEventLoop, share: Share) -> None:
        super().__init__(pausable=True, niceness=_NICENESS)
        self._scheduler = scheduler
        self._share = share
        self._loop = loop

    def ask(self, request: str, seconds: float, /, **arguments: object) -> Any:
        work = partial(super().ask, request, seconds, **arguments)
        return asyncio.run_coroutine_threadsafe(self._scheduler.run(self._share, self, work), self._loop).result()


class MindProcesses:
    """All processes of games: no more than the capacity allows at once; the one unused for longest ends first."""

    def __init__(self, capacity: Capacity) -> None:
        preload(RUNTIME)
        self._loop = asyncio.get_running_loop()
        self._capacity = capacity
        self._scheduler = ThinkingScheduler(capacity.cores, capacity.processes + _MATCH_THREADS)
        self._games: set[GameProcess] = set()
        self._shares: dict[str, Share] = {}  # of the members of a class
        self._room = asyncio.Condition()
        self._queue: list[GameProcess] = []  # for room, first come first served
        self._rotated = 0.0  # when a process that did not rest was last ended

    async def run(self, game: GameProcess, work: Callable[[], T], announce: Callable[[], None] = lambda: None) -> T:
        """The result of `work`, a question to the process of a game, when it is the game's turn.

        Waits while there is no room for a process; `announce` is called when that begins and ends.
        """
        game.questions += 1
        try:
            async with game.one_at_a_time:
                return await self._run(game, work, announce)
        finally:
            _set_waiting(game, False, announce)
            game.questions -= 1
            game.last_used = time.monotonic()
            async with self._room:
                self._room.notify_all()

    def share_of(self, owner: str | None) -> Share:
        """The share of the thinking time of what is new: one for all that a member of the class asks for."""
        return Share() if owner is None else self._shares.setdefault(owner, Share())

    def turn_taking_process(self, owner: str | None = None) -> MindProcess:
        """A process for a mind of a match."""
        return TurnTakingProcess(self._scheduler, self._loop, self.share_of(owner))

    def in_turn(self, share: Share, process: Pausable, work: Callable[[], T]) -> T:
        """The result of `work`, a question to another process, from a thread: it takes its turns with the games."""
        return asyncio.run_coroutine_threadsafe(self._scheduler.run(share, process, work), self._loop).result()

    async def end(self, game: GameProcess) -> None:
        """End the process of a game at once; a question under way fails."""
        self._games.discard(game)
        await asyncio.to_thread(game.process.kill)
        async with self._room:
            self._room.notify_all()

    async def end_idle(self) -> None:
        """End the processes of games in which no mind was asked for a while."""
        before = time.monotonic() - self._capacity.idle_seconds
        for game in [game for game in self._games if game.idle and game.last_used < before]:
            await self.end(game)

    async def close(self) -> None:
        """End all processes."""
        for game in list(self._games):
            await self.end(game)
        self._scheduler.close()

    async def _run(self, game: GameProcess, work: Callable[[], T], announce: Callable[[], None]) -> T:
        while True:
            await self._make_room(game, announce)
            try:
                return await self._scheduler.run(game.share, game.process, work)
            except Shortage:
                await self._end_longest_unused(0.0)
                _set_waiting(game, True, announce)
                await asyncio.sleep(_RETRY)

    async def _make_room(self, game: GameProcess, announce: Callable[[], None]) -> None:
        """Wait until the game has a process, or may start one."""
        if game in self._games:
            return
        self._queue.append(game)
        try:
            while self._queue[0] is not game or not await self._has_room():
                _set_waiting(game, True, announce)
                async with self._room:
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(self._room.wait(), _LOOK)
            self._games.add(game)
        finally:
            self._queue.remove(game)
        _set_waiting(game, False, announce)

    async def _has_room(self) -> bool:
        """Whether one more process may start, perhaps because another one was ended."""
        self._games -= {other for other in self._games if other.questions == 0 and not other.process.alive}
        if len(self._games) < self._capacity.processes:
            return True
        now = time.monotonic()
        if await self._end_longest_unused(_RESTING):
            return True
        if now - self._rotated < _ROTATION:
            return False
        self._rotated = now
        return await self._end_longest_unused(0.0)

    async def _end_longest_unused(self, seconds: float) -> bool:
        """End the process that was unused for longest, for so many seconds at least; whether there was one."""
        before = time.monotonic() - seconds
        unused = [game for game in self._games if game.idle and game.last_used <= before]
        if unused:
            await self.end(min(unused, key=lambda game: game.last_used))
        return bool(unused)


def _set_waiting(game: GameProcess, waits: bool, announce: Callable[[], None]) -> None:
    if game.waits_for_room != waits:
        game.waits_for_room = waits
        announce()
