"""Learning in the lab: learners play against themselves in a process of low priority, checkpoints are kept."""

from __future__ import annotations

import asyncio
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

from ludoteca.child.client import Client
from ludoteca.child.limits import OURS
from ludoteca.core.errors import LudotecaError, NotFound
from ludoteca.core.game import Game
from ludoteca.core.record import from_data
from ludoteca.lab.errors import Conflict, LabBusy
from ludoteca.lab.ids import new_id
from ludoteca.lab.learning_files import LearningFiles, LearningRecord, State
from ludoteca.lab.mind_processes import MindProcesses
from ludoteca.training.learn import CHECKPOINTS, LEARNERS
from ludoteca.training.side_by_side import Report

LONGEST = 600.0  # seconds of learning in one run
MOST_POSITIONS = 1_000_000
_MOST_KEPT = 6  # runs of one person; the oldest one makes room
_NICENESS = 10  # as minds: people watch it
_ANSWERING = 900.0  # seconds for an answer: the first time, rules are compiled
_PROGRAM = (sys.executable, "-m", "ludoteca.training.side_by_side_server")

Ask = Callable[[Client, Callable[[], Any]], Any]
"""Asks a process something when it is its turn."""


class BackgroundLearning:
    """One run: its record, and the thread that asks its process to go on, slice by slice."""

    def __init__(self, record: LearningRecord, files: LearningFiles, ask: Ask) -> None:
        self.record = record
        self._files, self._ask = files, ask
        self._client: Client | None = None
        self._stopping = self._closing = False
        self._thread = threading.Thread(target=self._run, name=f"learning-{record.id}", daemon=True)

    def start(self) -> None:
        """Keep the record, and begin; raises `StoreError`."""
        self._files.save(self.record)
        self._thread.start()

    def stop(self) -> None:
        """End it soon, with a last checkpoint of what was learnt."""
        self._stopping = True

    def kill(self) -> None:
        """End the process at once; the checkpoints so far are kept."""
        self._closing = True
        if self._client is not None:
            self._client.kill()

    def join(self) -> None:
        """Wait until it has ended."""
        if self._thread.ident is not None:
            self._thread.join()

    def _run(self) -> None:
        try:
            with Client(_PROGRAM, OURS, pausable=True) as self._client:
                self._client.lower_priority(_NICENESS)
                if not self._closing:  # from here on, `kill` finds the process
                    self._learn(self._client)
            self._keep("stopped" if self._stopping or self._closing else "finished")
        except LudotecaError as error:
            self.record = self.record if self._closing else replace(self.record, fault=error.message)
            self._keep("stopped" if self._closing else "failed")

    def _learn(self, client: Client) -> None:
        record, told = self.record, False
        start = {"game": record.game, "options": record.options, "seed": record.seed, "positions": record.positions}
        seconds = None if record.seconds is None else record.seconds / len(LEARNERS)
        more = {"seconds": seconds, "checkpoints": CHECKPOINTS, "folder": str(self._files.folder(record))}
        self._ask(client, lambda: client.ask("start", _ANSWERING, **start, **more, name=record.id))
        while not self._closing:
            if self._stopping and not told:
                client.ask("stop", _ANSWERING)
                told = True
            report = from_data(Report, self._ask(client, lambda: client.ask("advance", _ANSWERING)))
            known = (*self.record.checkpoints, *report.checkpoints)
            self.record = replace(self.record, learners=report.learners, checkpoints=known)
            if report.checkpoints:
                self._files.save(self.record)
            if report.over:
                return

    def _keep(self, state: State) -> None:
        self.record = replace(self.record, state=state)
        try:
            self._files.save(self.record)
        except LudotecaError as error:  # its checkpoints were kept before
            self.record = replace(self.record, state="failed", fault=error.message)


class LearningService:
    """All runs of the lab; one of each person is under way at most, and `most` of all. Used by the event loop."""

    def __init__(self, folder: Path, processes: MindProcesses, most: int) -> None:
        self._files, self._processes, self._most = LearningFiles(folder), processes, most
        self._runs: dict[str, BackgroundLearning] = {}
        for record in sorted(self._files.all(), key=lambda record: record.began):
            ended = replace(record, state="stopped") if record.state == "running" else record
            self._runs[record.id] = BackgroundLearning(ended, self._files, self._asker(record.owner))

    def start(
        self, game: Game, seed: int, seconds: float | None, positions: int | None, owner: str | None
    ) -> LearningRecord:
        """Start a run; raises `Conflict` if the person has one under way, `LabBusy` if the lab has too many."""
        running = [run.record for run in self._runs.values() if run.record.state == "running"]
        if any(record.owner == owner for record in running):
            raise Conflict("lab.learning.running")
        if len(running) >= self._most:
            raise LabBusy("lab.learning.full", most=self._most)
        options = dict(game.values)
        record = LearningRecord(new_id(), game.name, options, seed, time.time(), seconds, positions, owner=owner)
        run = BackgroundLearning(record, self._files, self._asker(owner))
        run.start()
        self._runs[record.id] = run
        mine = [old for old in self._runs.values() if old.record.owner == owner]
        for old in mine[: max(0, len(mine) - _MOST_KEPT)]:
            self.delete(old.record.id)
        return record

    def _asker(self, owner: str | None) -> Ask:
        share = self._processes.share_of(owner)
        return lambda client, work: self._processes.in_turn(share, client, work)

    def all(self) -> list[LearningRecord]:
        """All runs, the latest first."""
        return [run.record for run in reversed(self._runs.values())]

    def find(self, run_id: str) -> LearningRecord:
        """A run by its id; raises `NotFound`."""
        return self._find(run_id).record

    def _find(self, run_id: str) -> BackgroundLearning:
        if run_id not in self._runs:
            raise NotFound("lab.learning.no_such", id=run_id)
        return self._runs[run_id]

    def stop(self, run_id: str) -> LearningRecord:
        """End a run soon; raises `NotFound`."""
        self._find(run_id).stop()
        return self.find(run_id)

    async def remove(self, run_id: str) -> None:
        """End a run, and delete it with its checkpoints; raises `NotFound` or `StoreError`."""
        run = self._find(run_id)
        run.kill()
        await asyncio.to_thread(run.join)
        self.delete(run_id)

    def delete(self, run_id: str) -> None:
        """Delete a run that is not under way; raises `StoreError`."""
        self._files.delete(self._runs.pop(run_id).record)

    async def close(self) -> None:
        """End all processes; what was learnt up to the last checkpoints is kept."""
        for run in self._runs.values():
            run.kill()
        for run in self._runs.values():
            await asyncio.to_thread(run.join)
