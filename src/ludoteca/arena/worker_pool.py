"""Worker pools: do jobs at the same time, in threads of this process (here) or on other machines (`cluster.py`)."""

from __future__ import annotations

import queue
import threading
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Generic, TypeVar

Job = TypeVar("Job")
Outcome = TypeVar("Outcome")

_GLANCE = 0.2  # seconds: a wait without end would not notice Ctrl-C everywhere


class Worker(ABC, Generic[Job, Outcome]):
    """Does one job after another, all in one thread."""

    @abstractmethod
    def run(self, job: Job) -> Outcome:
        """Do a job."""

    @abstractmethod
    def interrupt(self) -> None:
        """Give up the job under way; called from another thread."""

    @abstractmethod
    def close(self) -> None:
        """Let go of everything; called in the worker's own thread."""


class WorkerPool(ABC, Generic[Job, Outcome]):
    """Workers that share jobs. `stop` may be called from any thread; jobs under way are then given up."""

    def __init__(self) -> None:
        self._stopped = threading.Event()

    @abstractmethod
    def run(self, jobs: Iterable[Job], finished: Callable[[Job, Outcome], None]) -> None:
        """Do all jobs, or as many as are done before `stop`; `finished` is called in this thread after each.

        An exception in a worker is raised here. Jobs that were done by then are still handed over.
        """

    @property
    def stopped(self) -> bool:
        return self._stopped.is_set()

    def stop(self) -> None:
        """Give up the jobs that are not done; may be called from any thread."""
        self._stopped.set()


class LocalPool(WorkerPool[Job, Outcome]):
    """Workers in threads of this process. They are made anew for each run."""

    def __init__(self, new_worker: Callable[[], Worker[Job, Outcome]], workers: int = 1) -> None:
        super().__init__()
        self._new_worker = new_worker
        self._workers = workers

    def run(self, jobs: Iterable[Job], finished: Callable[[Job, Outcome], None]) -> None:
        _Run([self._new_worker() for _ in range(self._workers)], self._stopped).run(jobs, finished)


class _Run(Generic[Job, Outcome]):
    """One run of a pool: a thread for each worker, which takes jobs until none is left or the pool is stopped."""

    def __init__(self, workers: Sequence[Worker[Job, Outcome]], stopped: threading.Event) -> None:
        self._workers = workers
        self._jobs: queue.SimpleQueue[Job] = queue.SimpleQueue()
        self._done: queue.Queue[tuple[Job, Outcome] | Exception | None] = queue.Queue()
        self._stopped = stopped
        self._given_up = threading.Event()

    def run(self, jobs: Iterable[Job], finished: Callable[[Job, Outcome], None]) -> None:
        for job in jobs:
            self._jobs.put(job)
        threads = [threading.Thread(target=self._work, args=(worker,), daemon=True) for worker in self._workers]
        for thread in threads:
            thread.start()
        try:
            self._collect(len(threads), finished)
        finally:
            self._given_up.set()
            for worker, thread in zip(self._workers, threads, strict=True):
                worker.interrupt()
                thread.join()
            while not self._done.empty():
                if isinstance(item := self._done.get(), tuple):
                    finished(*item)

    def _collect(self, working: int, finished: Callable[[Job, Outcome], None]) -> None:
        """Hand over what is done until every worker has ended."""
        while working:
            try:
                item = self._done.get(timeout=_GLANCE)
            except queue.Empty:
                if self._stopped.is_set():
                    return
                continue
            if item is None:
                working -= 1
            elif isinstance(item, Exception):
                raise item
            else:
                finished(*item)

    def _work(self, worker: Worker[Job, Outcome]) -> None:
        """One worker's thread. What goes wrong after the stop is of no interest: the job was given up."""
        try:
            while not self._is_over():
                job = self._jobs.get_nowait()
                outcome = worker.run(job)
                if self._is_over():
                    return
                self._done.put((job, outcome))
        except queue.Empty:
            pass
        except Exception as error:
            if not self._is_over():
                self._done.put(error)
        finally:
            self._done.put(None)
            worker.close()

    def _is_over(self) -> bool:
        return self._stopped.is_set() or self._given_up.is_set()
