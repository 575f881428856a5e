"""Learning on a CPU: a small network for one game with given options, within minutes."""

from __future__ import annotations

import os
from collections.abc import Callable

from ludoteca.core.game import Game
from ludoteca.minds.learned.weights import Network
from ludoteca.training.config import Config, small_config
from ludoteca.training.learner import NumpyLearner
from ludoteca.training.loop import Limit, Progress, Run
from ludoteca.training.self_play import SelfPlay


class Lesson:
    """A run of learning that can be ended early."""

    def __init__(self, game: Game, seed: int, config: Config | None = None) -> None:
        config = config or small_config(game, seed)
        network = config.network()
        learner = NumpyLearner(config, network)
        self._run = Run(config, learner, SelfPlay(config, network, os.cpu_count() or 1))

    def learn(self, limit: Limit, report: Callable[[Progress], None]) -> Network:
        """Play and learn until the limit; the progress is reported now and then."""
        return self._run.train(limit, report, seconds_between=1.0)

    def stop(self) -> None:
        """End the run with what has been learnt."""
        self._run.stop()
