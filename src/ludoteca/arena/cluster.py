"""A worker pool on other machines: games as tasks of a Dask cluster (the extra `ludoteca[cluster]`).

Each task is one game and carries all it needs, the texts of knowledge files among it. The client keeps results as they
come, so that the cluster holds nothing that could be lost. A task whose worker is lost goes to another one.
"""

from __future__ import annotations

import itertools
import queue
import secrets
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ludoteca.arena.game_worker import GameTask, GameWorker
from ludoteca.arena.tournament.game_key import GameKeys
from ludoteca.arena.worker_pool import WorkerPool
from ludoteca.core.errors import BadInput, LudotecaError, Unavailable
from ludoteca.core.i18n import Message
from ludoteca.core.record import Record
from ludoteca.minds.schools import load_mind

if TYPE_CHECKING:
    from distributed import Future

_FETCHING = 20.0  # seconds for the answer of a task that is done
_LOST = 60.0  # seconds without a scheduler until a run ends
_GLANCE = 0.2  # seconds: a wait without end would not notice Ctrl-C everywhere
_COUNTING = 2.0  # seconds between two looks at the number of workers
_LEAST_AHEAD = 32  # tasks that are handed over before one is done
_AHEAD = 4  # the same for each thread of the workers
_TRIES = 3  # of a game whose workers were lost


@dataclass(frozen=True, slots=True)
class WorkerAnswer:
    """What a worker answers: a record, or why it could not play."""

    record: Record | None
    error: Message | None = None
    is_input: bool = False


class ClusterPool(WorkerPool[GameTask, Record]):
    """The workers of a Dask scheduler, given by its address or by the path of its scheduler file."""

    def __init__(self, address: str) -> None:
        """Connect to the scheduler; raises `Unavailable`."""
        super().__init__()
        try:
            from distributed import Client
        except ImportError:
            raise Unavailable("arena.cluster.not_installed") from None
        place = {"scheduler_file": address} if address.endswith(".json") else {"address": address}
        try:
            connect: Any = Client
            self._client = connect(**place, set_as_default=False)
        except (OSError, ValueError, TimeoutError) as error:
            reason = str(error) or type(error).__name__
            raise Unavailable("arena.cluster.no_scheduler", address=address, reason=reason) from None

    def close(self) -> None:
        """Leave the scheduler."""
        self._client.close()

    def run(self, jobs: Iterable[GameTask], finished: Callable[[GameTask, Record], None]) -> None:
        run = _Run(self._client, iter(jobs))
        try:
            while not self.stopped and not run.is_over():
                for task, record in run.results():
                    finished(task, record)
        finally:
            run.cancel()


class _Run:
    """One run: the tasks under way, and those that are done."""

    def __init__(self, client: Any, jobs: Iterator[GameTask]) -> None:
        self._client = client
        self._jobs = jobs
        self._name = secrets.token_hex(4)  # of the run: the keys of its tasks are its own
        self._numbers = itertools.count()
        self._under_way: dict[Future[WorkerAnswer], tuple[GameTask, int]] = {}
        self._done: queue.SimpleQueue[Future[WorkerAnswer]] = queue.SimpleQueue()
        self._most = _LEAST_AHEAD
        self._counted = self._seen = time.monotonic()
        self._hand_over()

    def is_over(self) -> bool:
        return not self._under_way

    def cancel(self) -> None:
        """Give up the tasks under way."""
        if self._under_way and self._client.status == "running":
            self._client.cancel(list(self._under_way), force=True)
        self._under_way.clear()

    def results(self) -> Iterator[tuple[GameTask, Record]]:
        """The next game that is done, if there is one soon; new tasks are handed over in its place."""
        self._look_around()
        try:
            future = self._done.get(timeout=_GLANCE)
        except queue.Empty:
            return
        if future not in self._under_way:
            return
        answer = self._answer(future)
        if answer is None:
            return
        task, _ = self._under_way.pop(future)
        if answer.record is None:
            assert answer.error is not None
            kind = BadInput if answer.is_input else LudotecaError
            raise kind(answer.error.key, **answer.error.args)
        self._hand_over()
        yield task, answer.record

    def _answer(self, future: Future[WorkerAnswer]) -> WorkerAnswer | None:
        """The answer of a task that is done; None if it has to be waited for or was handed over again."""
        from concurrent.futures import CancelledError

        from distributed.scheduler import KilledWorker

        task, tries = self._under_way[future]
        try:
            answer: WorkerAnswer = future.result(timeout=_FETCHING)
            return answer
        except TimeoutError:
            self._done.put(future)  # its worker was lost before the answer came: the game is played again
        except (KilledWorker, CancelledError):
            del self._under_way[future]
            if tries >= _TRIES:
                raise Unavailable("arena.cluster.killed", minds=task.minds, times=tries) from None
            self._submit(task, tries + 1)
        return None

    def _look_around(self) -> None:
        """Count the workers now and then; raises `Unavailable` when the scheduler is gone for long."""
        now = time.monotonic()
        if self._client.status == "running":
            self._seen = now
        elif now - self._seen > _LOST or self._client.status == "closed":
            raise Unavailable("arena.cluster.lost")
        if now - self._counted > _COUNTING and self._client.status == "running":
            self._counted = now
            self._most = max(_LEAST_AHEAD, _AHEAD * sum(self._client.nthreads().values()))
            self._hand_over()

    def _hand_over(self) -> None:
        while len(self._under_way) < self._most and (task := next(self._jobs, None)) is not None:
            self._submit(task, 1)

    def _submit(self, task: GameTask, tries: int) -> None:
        key = f"ludoteca-{self._name}-{next(self._numbers)}"
        future: Any = self._client.submit(play_on_worker, task, key=key, pure=False)
        self._under_way[future] = (task, tries)
        future.add_done_callback(self._done.put)


_own = threading.local()


def play_on_worker(task: GameTask) -> WorkerAnswer:
    """Play a game in a thread of a Dask worker. The worker must have what the client has, or it refuses."""
    if not hasattr(_own, "worker"):
        _own.worker = GameWorker()
    worker: GameWorker = _own.worker
    try:
        game = worker.game_of(task)
        minds = [worker.local_name(mind, task) for mind in task.minds]
        if GameKeys(game).key(minds, task.seed, task.opening, task.time) != task.key:
            raise BadInput("arena.cluster.other_version", game=task.game, minds=task.minds)
        for mind in minds:
            load_mind(mind, game).prepare(game)
        return WorkerAnswer(worker.run(task))
    except LudotecaError as error:
        return WorkerAnswer(None, error.message, isinstance(error, BadInput))
