"""The scheduler of thinking time: who runs, who waits, and who is paused after a slice."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable

import pytest

from ludoteca.lab.thinking_scheduler import Share, ThinkingScheduler
from tests.lab.conftest import run_async
from tests.waiting import PATIENCE

FOR_EVER = 1e9  # a slice that ends when the test says so


class Recorder:
    """Stands for a process: notes whether it runs, and answers when it is told to."""

    def __init__(self) -> None:
        self.paused = False
        self.asked = threading.Event()
        self.answer = threading.Event()

    def pause(self) -> None:
        self.paused = True

    def resume(self) -> None:
        self.paused = False

    def work(self) -> str:
        self.asked.set()
        self.answer.wait(60)
        return "answer"

    @property
    def runs(self) -> bool:
        return self.asked.is_set() and not self.paused


async def until(ready: Callable[[], bool]) -> None:
    """Let the event loop run until something is so."""
    async with asyncio.timeout(PATIENCE):
        while not ready():
            await asyncio.sleep(0.001)


class Bench:
    """A scheduler with one question for each process."""

    def __init__(self, cores: int) -> None:
        self.scheduler = ThinkingScheduler(cores, 8, FOR_EVER)
        self.processes: list[Recorder] = []
        self.tasks: list[asyncio.Task[str]] = []

    async def ask(self, share: Share | None = None) -> Recorder:
        process = Recorder()
        self.processes.append(process)
        self.tasks.append(asyncio.create_task(self.scheduler.run(share or Share(), process, process.work)))
        await until(lambda: process.asked.is_set() or self.waits(process))
        return process

    def waits(self, process: Recorder) -> bool:
        return any(question.process is process for question in self.scheduler._waiting)

    def end_slice(self) -> None:
        self.scheduler._end_slice()

    async def end(self) -> None:
        for process in self.processes:
            process.answer.set()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.scheduler.close()


def with_bench(cores: int, work: Callable[[Bench], Awaitable[None]]) -> None:
    async def run() -> None:
        bench = Bench(cores)
        try:
            await work(bench)
        finally:
            await bench.end()

    run_async(run())


def test_the_cores_are_shared_in_turn() -> None:
    async def work(bench: Bench) -> None:
        first, second, third = [await bench.ask() for _ in range(3)]
        seen: set[int] = set()
        for _ in range(6):
            running = [process for process in (first, second, third) if process.runs]
            assert len(running) <= 2
            seen.update(map(id, running))
            bench.end_slice()
            await until(lambda: sum(process.runs for process in (first, second, third)) == 2)
        assert len(seen) == 3, "everybody has had a core"

    with_bench(2, work)


def test_a_core_is_not_taken_when_nobody_waits() -> None:
    async def work(bench: Bench) -> None:
        only = await bench.ask()
        for _ in range(3):
            bench.end_slice()
            assert only.runs

    with_bench(1, work)


def test_who_has_thought_long_waits_for_who_has_not() -> None:
    async def work(bench: Bench) -> None:
        greedy, modest = Share(1000.0), Share()
        hog = await bench.ask(greedy)
        assert hog.runs
        short = await bench.ask(modest)
        assert modest.seconds >= 1000.0, "nobody saves time up by coming late"
        assert not short.runs
        bench.end_slice()
        await until(lambda: short.runs)
        assert not hog.runs
        short.answer.set()
        await until(lambda: hog.runs)  # it goes on when the other has answered

    with_bench(1, work)


def test_an_error_and_a_cancelled_question_free_the_core() -> None:
    async def work(bench: Bench) -> None:
        def fail() -> str:
            raise ValueError

        process = Recorder()
        with pytest.raises(ValueError, match=r"^$"):
            await bench.scheduler.run(Share(), process, fail)
        first = await bench.ask()
        second = await bench.ask()
        bench.tasks[0].cancel()
        await until(lambda: second.runs)
        first.answer.set()

    with_bench(1, work)
