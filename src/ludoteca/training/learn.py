"""Learning on a CPU: a small network or linear TD(λ) for one game with given options, within minutes."""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import replace
from typing import Protocol

from ludoteca.core.clock import running_time
from ludoteca.core.game import Game
from ludoteca.minds.learned.weights import Network
from ludoteca.training.config import Config, small_config
from ludoteca.training.learner import NumpyLearner
from ludoteca.training.linear import LinearRun
from ludoteca.training.loop import Limit, Progress, Run
from ludoteca.training.panel import Panel
from ludoteca.training.self_play import SelfPlay

NETWORK, LINEAR = "network", "linear"
LEARNERS = (LINEAR, NETWORK)
CHECKPOINTS = 12  # after the first, which is taken before anything is learnt


class LearningRun(Protocol):
    """A learner that plays against itself and learns, step by step."""

    def begin(self) -> None: ...
    def step(self, part: float) -> None: ...
    def end(self) -> None: ...
    def progress(self) -> Progress: ...
    def network(self) -> Network: ...


class Lesson:
    """A run of learning with checkpoints, at which the learner plays the panel. It can be ended early.

    Checkpoints are dense at the beginning, where a learner changes most: at 0, 1, 4, 9 … parts of 144 of the limit.
    """

    def __init__(
        self,
        game: Game,
        seed: int,
        config: Config | None = None,
        learner: str = NETWORK,
        threads: int | None = None,
        checkpoints: int = CHECKPOINTS,
    ) -> None:
        self.learner = learner
        config = config or small_config(game, seed)
        self._run: LearningRun = LinearRun(config) if learner == LINEAR else _network_run(config, threads)
        self._panel = Panel(config) if config.panel else None
        self._checkpoints, self._taken = checkpoints, 0
        self._seconds = 0.0  # of learning, without the games against the panel
        self._begun = self._stopped = self.over = False

    def learn(self, limit: Limit, report: Callable[[Progress], None]) -> Network:
        """Play and learn until the limit; the progress is reported about every second and at each checkpoint."""
        while not self.over:
            self.advance(limit, 1.0, report)
        return self.network()

    def advance(self, limit: Limit, seconds: float, report: Callable[[Progress], None]) -> None:
        """Play and learn for about so many seconds, at most to the next checkpoint; its standings are reported."""
        if not self._begun:
            self._run.begin()
            self._begun = True
        began = running_time()
        while not self._is_due(limit) and running_time() - began < seconds:
            before = running_time()
            self._run.step(limit.part(self.progress()))
            self._seconds += running_time() - before
        if not self._is_due(limit):
            report(self.progress())
            return
        self.over = self._stopped or limit.part(self.progress()) >= 1
        if self.over:
            self._run.end()
        report(self._measured())
        while not (self.over or self._stopped) and self._is_due(limit):  # a single step may have passed more than one
            self._taken += 1

    def _is_due(self, limit: Limit) -> bool:
        """Whether the next checkpoint is reached."""
        part = limit.part(self.progress())
        return self._stopped or part >= 1 or part >= (self._taken / self._checkpoints) ** 2

    def _measured(self) -> Progress:
        """The progress with the standings against the panel."""
        if self._panel is None:
            return self.progress()
        self._panel.begin(self.network())
        found = self._panel.finished()
        return replace(self.progress(), panel=found[1] if found else ())

    def progress(self) -> Progress:
        """Where the run stands, with the seconds of learning alone."""
        return replace(self._run.progress(), seconds=self._seconds)

    def network(self) -> Network:
        """What has been learnt so far, in the format that is kept."""
        now = self.progress()
        told = {"learner": self.learner, "games": now.games, "positions": now.positions, "steps": now.steps}
        found = self._run.network()
        return replace(found, training={**found.training, **told})

    def stop(self) -> None:
        """End the run soon with what has been learnt; may be called from another thread."""
        self._stopped = True


def _network_run(config: Config, threads: int | None) -> Run:
    network = config.network()
    return Run(config, NumpyLearner(config, network), SelfPlay(config, network, threads or os.cpu_count() or 1))


def mind_of(file: str, simulations: int | None = None) -> str:
    """The name of the mind that plays with what is kept in a file."""
    budget = "" if simulations is None else f",simulations={simulations}"
    return f"learned:file={file}{budget}"
