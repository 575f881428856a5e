"""The coursework of a class in the lab: its worker processes, the nights of its league, and who is active."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable
from contextlib import suppress

from ludoteca.classroom.assignments.coursework import Coursework
from ludoteca.classroom.assignments.jobs import Job, JobKind, Jobs
from ludoteca.classroom.league.nights import start_due_night
from ludoteca.classroom.store import ClassStore
from ludoteca.classroom.worker import Lane
from ludoteca.minds.shared.knowledge import KNOWLEDGE_FOLDER

_LOOKING = 20.0  # seconds between two looks for a night that is due and for work that was left
_WORKERS = 1  # games at once in each lane: people who play come first


class CourseworkService:
    """Coursework by the lab's clock. Games are played by processes of their own, so that pages do not wait for them."""

    def __init__(self, store: ClassStore, now: Callable[[], float] = time.time, workers: int = _WORKERS) -> None:
        self.coursework = Coursework(store, now)
        self.jobs = Jobs(store, now)
        self.activity: dict[str, tuple[float, str]] = {}  # by member: when, and in which part of the lab
        self._workers = workers
        self._processes: dict[Lane, asyncio.subprocess.Process] = {}
        self._starting = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()

    def run(self) -> None:
        """Go on with what a restart interrupted, and play the nights of the league."""
        self._tasks.add(asyncio.create_task(self._look()))

    async def ask(self, kind: JobKind, assignment: str) -> Job:
        """Ask for a grading or a league night, and let it start."""
        job = await asyncio.to_thread(self.jobs.ask, kind, assignment)
        await self.ensure("games")
        return job

    async def ensure(self, lane: Lane) -> None:
        """Let a process work in a lane; one that is at work goes on."""
        async with self._starting:
            process = self._processes.get(lane)
            if process is not None and process.returncode is None:
                return
            environment = {name: value for name, value in os.environ.items() if name != KNOWLEDGE_FOLDER}
            words = ("-m", "ludoteca.classroom.worker", str(self.coursework.folder), lane, str(self._workers))
            process = await asyncio.create_subprocess_exec(
                sys.executable, *words, env=environment, stdin=asyncio.subprocess.DEVNULL
            )
            self._processes[lane] = process
            self._tasks.add(task := asyncio.create_task(self._after(process)))
            task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End the processes; what they have finished is kept, and the rest is done after the next start."""
        for task in self._tasks:
            task.cancel()
        for process in self._processes.values():
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()

    async def _look(self) -> None:
        while True:
            await asyncio.to_thread(start_due_night, self.coursework)
            await self._ensure_all()
            await asyncio.sleep(_LOOKING)

    async def _after(self, process: asyncio.subprocess.Process) -> None:
        """Look again when a process has ended: work may have come while it was ending.

        Not at once after a failure, or while a process that a killed lab has left works in the lane.
        """
        if await process.wait() == 0:
            await self._ensure_all()

    async def _ensure_all(self) -> None:
        if await asyncio.to_thread(self.coursework.hand_ins.unchecked):
            await self.ensure("checks")
        if await asyncio.to_thread(self.jobs.is_open):
            await self.ensure("games")
