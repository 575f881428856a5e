"""Planning in the lab: each search runs in a process of its own and is polled by a thread of its own."""

from __future__ import annotations

import threading
import time
from concurrent.futures import Future
from functools import partial

from ludoteca.core.errors import BadInput, LudotecaError, NotFound
from ludoteca.core.i18n import Message
from ludoteca.games import load_game
from ludoteca.lab.background_threads import BackgroundThreads
from ludoteca.lab.ids import new_id
from ludoteca.planners.client import PlannerClient, ProblemSummary, ProgressPoint, Replayed, SearchSnapshot
from ludoteca.planners.result_json import SolutionJson
from ludoteca.rules.planning.game import PlanningGame

MOST_RUNNING = 3  # searches at a time
LONGEST = 600.0  # seconds of one search
_MOST_KEPT = 64  # searches; the oldest finished ones are dropped
_POLLING = 0.15  # seconds between two requests for progress
_STARTING = 2.0  # seconds to start a process, which do not count
_LEAST = 0.1  # seconds that a search has at least
_GRACE = 20.0  # seconds beyond its time after which a search is killed
_ABANDONED = 30.0  # seconds without a request after which a search makes room for another


class PlanningRun:
    """One search of a planner. `progress` is the latest answer of its process; `started` has the planner's name."""

    def __init__(self, run_id: str, domain: str, problem: str, planner: str | None, seconds: float) -> None:
        self.id = run_id
        self.domain = domain
        self.problem = problem
        self.seconds = seconds
        self.started: Future[tuple[ProblemSummary, str]] = Future()
        self.progress = SearchSnapshot(ProgressPoint(0.0, 0, None, None), (), None)
        self.fault: Message | None = None
        self.last_request = time.monotonic()
        self._wake = threading.Event()  # wakes the polling thread before its time
        self._stopping = False
        self._killed = False
        self._thread = threading.Thread(
            target=self._search, args=(domain, problem, planner), name=f"plan-{run_id}", daemon=True
        )
        self._thread.start()

    @property
    def over(self) -> bool:
        """Whether the search has ended."""
        return self._killed or not self._thread.is_alive()

    @property
    def result(self) -> SolutionJson | None:
        return self.progress.result

    @property
    def abandoned(self) -> bool:
        """Whether no request has asked for it for long."""
        return time.monotonic() - self.last_request > _ABANDONED

    def stop(self) -> None:
        """End the search; its result is the best plan so far."""
        self._stopping = True
        self._wake.set()

    def kill(self) -> None:
        """End the search without a result."""
        self._killed = True
        self._wake.set()

    def join(self) -> None:
        """Wait until its process has ended, at most a second."""
        self._thread.join(1.0)

    def _search(self, domain: str, problem: str, planner: str | None) -> None:
        begun = time.monotonic()
        try:
            with PlannerClient() as client:
                outline = client.read(domain, problem, _STARTING + self.seconds)
                left = max(_LEAST, self.seconds - max(0.0, time.monotonic() - begun - _STARTING))
                self.started.set_result((outline, client.start(planner, left)))
                self._poll(client)
        except LudotecaError as error:
            if self.started.done():
                self.fault = error.message
            else:
                self.started.set_exception(error)

    def _poll(self, client: PlannerClient) -> None:
        deadline = time.monotonic() + self.seconds + _GRACE
        while not self._killed:
            self.progress = client.snapshot()
            if self.progress.result is not None:
                return
            if time.monotonic() > deadline:
                raise BadInput("lab.plans.late", seconds=self.seconds)
            if self._wake.wait(_POLLING):
                self._wake.clear()
                if self._stopping:
                    self._stopping = False
                    deadline = time.monotonic() + _GRACE
                    client.stop()


class PlanningService:
    """All searches of the lab, by id; and short requests about problems, in threads of their own."""

    def __init__(self) -> None:
        self._runs: dict[str, PlanningRun] = {}
        self._lock = threading.Lock()
        self._threads = BackgroundThreads("planning")

    def start(
        self, domain: str, problem: str, planner: str | None, seconds: float, replaces: str | None = None
    ) -> PlanningRun:
        """Start a search, and kill the one that it replaces; raises `BadInput` when too many are running."""
        with self._lock:
            if replaces in self._runs:
                self._runs[replaces].kill()
            running = [run for run in self._runs.values() if not run.over]
            if len(running) >= MOST_RUNNING:
                abandoned = next((run for run in running if run.abandoned), None)
                if abandoned is None:
                    raise BadInput("lab.plans.too_many", most=MOST_RUNNING)
                abandoned.kill()
            run = PlanningRun(new_id(), domain, problem, planner, seconds)
            self._runs[run.id] = run
            for old in [run for run in self._runs.values() if run.over][: max(0, len(self._runs) - _MOST_KEPT)]:
                del self._runs[old.id]
            return run

    def find(self, run_id: str) -> PlanningRun:
        """A search by its id; raises `NotFound`."""
        with self._lock:
            run = self._runs.get(run_id)
            if run is None:
                raise NotFound("lab.plans.no_such", id=run_id)
            run.last_request = time.monotonic()
            return run

    async def outline(self, domain: str, problem: str) -> ProblemSummary:
        """The contents of a problem; raises `BadInput`."""
        return await self._threads.run(partial(outline, domain, problem))

    async def replay(self, domain: str, problem: str, plan: list[str]) -> Replayed:
        """The cost of a plan in a problem, or the step that is not possible; raises `BadInput`."""
        return await self._threads.run(partial(_replay, domain, problem, plan))

    async def pddl_of(self, game: str, options: dict[str, object]) -> tuple[str, str]:
        """The domain and the problem of a game; raises `BadInput` when its rules are not a planning domain."""
        return await self._threads.run(partial(_pddl_of, game, options))

    def close(self) -> None:
        self._threads.close()
        for run in self._runs.values():
            run.kill()
        for run in self._runs.values():
            run.join()


def outline(domain: str, problem: str) -> ProblemSummary:
    """The contents of a problem, read in a child process; raises `BadInput`."""
    with PlannerClient() as client:
        return client.read(domain, problem)


def _replay(domain: str, problem: str, plan: list[str]) -> Replayed:
    with PlannerClient() as client:
        client.read(domain, problem)
        return client.replay(plan)


def _pddl_of(game_name: str, options: dict[str, object]) -> tuple[str, str]:
    game = load_game(game_name, options)
    if not isinstance(game, PlanningGame):
        raise BadInput("lab.plans.no_domain", game=game.name)
    task = game.table.task
    return task.domain.text, task.problem.text
