"""A training run: self-play and learning side by side, measured against the panel, with checkpoints to go on from."""

from __future__ import annotations

import json
import time
from collections import defaultdict
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.minds.learned.weights import Network, read_network, with_blocks, with_inputs
from ludoteca.training.config import Config
from ludoteca.training.learner import Learner, Losses
from ludoteca.training.panel import Panel, Standing
from ludoteca.training.self_play import Half, Samples, SelfPlay

_BETWEEN_CHECKPOINTS = 60.0  # seconds
NETWORK, MOMENTS, CURVE, BEST = "network.npz", "moments.npz", "curve.jsonl", "best.npz"


@dataclass(frozen=True)
class Progress:
    """Where a run stands: what the learning curve notes."""

    seconds: float
    games: int
    positions: int
    steps: int
    losses: Losses | None = None
    panel: tuple[Standing, ...] = ()


@dataclass(frozen=True)
class Limit:
    """When a run ends, whichever comes first: seconds, or positions of finished games."""

    seconds: float = 1e9
    positions: int = 10**12

    def part(self, progress: Progress) -> float:
        """The part of the run that is done, from 0 to 1."""
        return min(1.0, max(progress.seconds / self.seconds, progress.positions / self.positions))


class Run:
    """A training run with a learner. It continues the checkpoint in `folder` if there is one."""

    def __init__(
        self, config: Config, learner: Learner, self_play: SelfPlay, folder: Path | None = None, processes: int = 0
    ) -> None:
        """`processes` are those of the panel; with none, training waits for it."""
        self._panel = Panel(config, processes)
        self.config, self.learner, self.self_play, self.folder = config, learner, self_play, folder
        self._began = time.monotonic()
        self._before = last_progress(folder)
        self._positions = 0
        self.times: defaultdict[str, float] = defaultdict(
            float
        )  # seconds of this thread, by what it did; playing is what it waited for
        self._turn = 0
        self._under_way: list[Future[None]] = []
        self._fresh: list[Samples] = []
        self._owed = 0.0
        self._losses: Losses | None = None
        self._measured = self._kept = 0.0
        self._best = -1.0

    @contextmanager
    def spent(self, what: str) -> Iterator[None]:
        """Add the time that something takes to `times`."""
        began = time.perf_counter()
        yield
        self.times[what] += time.perf_counter() - began

    def progress(self) -> Progress:
        """Where the run stands, with what earlier runs of the same folder did."""
        before, seconds = self._before, time.monotonic() - self._began
        games = self.self_play.finished_games + before.games
        return Progress(
            before.seconds + seconds, games, before.positions + self._positions, self.learner.steps, self._losses
        )

    def begin(self) -> None:
        """Begin to play; the first time, this compiles."""
        halves = self.self_play.halves
        for future in self.self_play.advance(halves[1]):  # compiles
            future.result()
        self._began = time.monotonic()
        self._under_way = self.self_play.advance(halves[0])

    def step(self, part: float) -> None:
        """Evaluate one half of the games and let it advance, and learn until the other has; `part` of the run is done.

        Both halves are under way for a while, so that threads which are done with one go on with the other.
        """
        halves, spent, unfinished = self.self_play.halves, self.spent, self._under_way
        playing, resting = halves[self._turn % 2], halves[1 - self._turn % 2]
        with spent("evaluate"):
            self.learner.evaluate(resting)
        self.self_play.set_time(self._before.seconds + time.monotonic() - self._began)
        self._under_way = self.self_play.advance(resting)
        with spent("learn"):
            self._learn(part)
        with spent("play"):
            for future in unfinished:
                future.result()
        with spent("collect"):
            self._collect(playing)
        self._turn += 1

    def end(self) -> None:
        """Let the games under way rest, and end the threads."""
        for future in self._under_way:
            future.result()
        self._collect(self.self_play.halves[self._turn % 2])
        self.self_play.close()

    def train(
        self, limit: Limit, report: Callable[[Progress], None], pause_after: float = 1e9, seconds_between: float = 5.0
    ) -> Network:
        """Play and learn until the limit, or for `pause_after` seconds; the progress is reported now and then.

        Returns the network. A run that was paused can be continued: rates depend on the limit alone.
        """
        self.begin()
        last = time.monotonic()
        while (part := limit.part(self.progress())) < 1 and time.monotonic() - self._began <= pause_after:
            self.step(part)
            if time.monotonic() - last >= seconds_between:
                last = time.monotonic()
                report(self._note())
        self.end()
        report(self._note(final=True))
        return self.learner.network()

    def network(self) -> Network:
        """The network as it is now, with the seed of the run."""
        return replace(self.learner.network(), training={"seed": self.config.seed})

    def _collect(self, half: Half) -> None:
        """Note the samples of finished games; the learner takes many at a time."""
        for samples in self.self_play.collect(half):
            self._fresh.append(samples)
            self._positions += len(samples.kinds)
        if sum(len(samples.kinds) for samples in self._fresh) >= self.config.batch:
            samples = Samples(*(np.concatenate(arrays) for arrays in zip(*map(_arrays, self._fresh), strict=True)))
            self._fresh.clear()
            self.learner.add(samples)
            self._owed += len(samples.kinds) * self.config.reuse / self.config.batch

    def _learn(self, part: float) -> None:
        """Take the steps that the new positions are due, with a rate that falls to the end of the run."""
        if self._positions < self.config.warm_up or self._owed < 1:
            return
        rate = self.config.last_rate + (self.config.rate - self.config.last_rate) * (1 + np.cos(np.pi * part)) / 2
        steps = min(int(self._owed), 64)
        self._losses = self.learner.learn(steps, float(rate))
        self._owed -= steps

    def _note(self, final: bool = False) -> Progress:
        """The progress, with the standings of a network that the panel has measured, noted in the folder."""
        now, seconds = self.progress(), time.monotonic() - self._began
        if final and self.folder is not None:
            self._keep(now, self.folder)  # before the panel, which may take minutes
        if final and not self._panel.is_idle:
            self._panel.finished(wait=True)
        if (
            self._panel.is_idle
            and self.config.panel
            and (final or seconds - self._measured > self.config.panel_seconds)
        ):
            self._panel.begin(self.learner.network())
            self._measured = seconds
        measured = self._panel.finished(wait=final)
        if measured is not None:
            now = replace(now, panel=measured[1])
        if self.folder is not None:
            self._save(now, measured[0] if measured else None, self.folder)
        if final:
            self._panel.close()
        return now

    def _save(self, now: Progress, measured: Network | None, folder: Path) -> None:
        """Note the progress, a network that the panel has measured if it is the best, and a checkpoint now and then."""
        with (folder / CURVE).open("a", encoding="utf-8") as curve:
            curve.write(json.dumps(asdict(now)) + "\n")
        if measured is not None:
            mean = sum(each.result for each in now.panel) / len(now.panel)
            if mean >= self._best:  # gating: the best against the panel is kept
                self._best = mean
                panel = [asdict(each) for each in now.panel]
                replace(measured, training={**self._told(now), "panel": panel}).save(folder / BEST)
        if time.monotonic() - self._began - self._kept > _BETWEEN_CHECKPOINTS:
            self._keep(now, folder)

    def _keep(self, now: Progress, folder: Path) -> None:
        """Write a checkpoint: the network, and the moments of the learner."""
        self._kept = time.monotonic() - self._began
        replace(self.learner.network(), training=self._told(now)).save(folder / NETWORK)
        np.savez(folder / MOMENTS, steps=np.array(now.steps), **self.learner.state())  # type: ignore[arg-type]

    def _told(self, now: Progress) -> dict[str, int]:
        """What the file of a network says of its training."""
        return {"games": now.games, "positions": now.positions, "steps": now.steps, "seed": self.config.seed}


def _arrays(samples: Samples) -> tuple[Any, ...]:
    return samples.inputs, samples.policies, samples.results, samples.kinds


def checkpoints(folder: Path) -> Iterator[Progress]:
    """The learning curve in a folder."""
    file = folder / CURVE
    for line in file.read_text(encoding="utf-8").splitlines() if file.exists() else ():
        given = json.loads(line)
        losses = Losses(**given["losses"]) if given["losses"] else None
        yield Progress(**{**given, "losses": losses, "panel": tuple(Standing(**each) for each in given["panel"])})


def last_progress(folder: Path | None) -> Progress:
    """The last note of a run; nothing done where there is none."""
    notes = [] if folder is None else list(checkpoints(folder))
    return notes[-1] if notes else Progress(0.0, 0, 0, 0)


def restore(learner: Learner, folder: Path) -> None:
    """Go on with the moments of Adam in a folder; the network was read before."""
    file = folder / MOMENTS
    if file.exists():
        with np.load(file, allow_pickle=False) as archive:
            state = {name: archive[name] for name in archive.files}
        learner.restore(state, int(state.pop("steps")))


def network_of(config: Config, folder: Path | None, begin: Path | None = None) -> Network:
    """The network of a checkpoint; else that of a file, with the blocks and inputs that it lacks; else a new one.

    Raises `BadInput` when the one found is for other settings.
    """
    fresh = config.network()
    file = begin if folder is None or not (folder / NETWORK).exists() else folder / NETWORK
    if file is None:
        return fresh
    found = read_network(file, config.game)
    if file == begin and found.blocks < fresh.blocks:
        found = with_blocks(found, fresh)
    if file == begin and set(found.inputs) < set(fresh.inputs):
        found = with_inputs(found, fresh)
    if found.size != fresh.size:
        raise BadInput("training.other_checkpoint", file=str(file))
    return replace(found, playouts=config.playouts)
