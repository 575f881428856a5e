"""Self-play in lockstep: the compiled driver on several threads, with one batch for the network at a time."""

from __future__ import annotations

import math
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.seeds import derive
from ludoteca.minds.learned.weights import Network
from ludoteca.rules.encoding import encoding_of
from ludoteca.rules.kernel.bind import Kernel, records
from ludoteca.rules.kernel.network_arrays import scratch_for
from ludoteca.training.config import Config

_LONGEST_PATH = 128
_SCHEDULE = 13  # the place of the schedule among the arguments of the driver


@dataclass(frozen=True)
class Samples:
    """Positions of finished games: inputs as bytes, the improved policy, results and scores, and the kind of game.

    Kinds are counted as the games of the configuration are.
    """

    inputs: NDArray[np.uint8]
    policies: NDArray[np.float32]
    results: NDArray[np.float32]
    kinds: NDArray[np.int32]


class Half:
    """One half of the games: while the network evaluates it, the other half advances."""

    def __init__(self, inputs: NDArray[np.uint8], logits: NDArray[np.float32], outputs: NDArray[np.float32]) -> None:
        self.inputs = inputs
        self.logits = logits
        self.outputs = outputs
        self.blocks: list[tuple[Any, ...]] = []
        self.samples: list[tuple[Any, ...]] = []
        self.counts: list[NDArray[np.int64]] = []


class SelfPlay:
    """Games in lockstep, in two halves. `buffer` makes the arrays that the network reads and writes."""

    def __init__(self, config: Config, network: Network, threads: int, buffer: Any = np.zeros) -> None:
        self.config, self.network = config, network
        first_game = config.kernel_games[0][0]
        self.kernel = first_game.kernel_for("self_play")
        self._starts, self._contexts, kinds = _starts(config, network)
        self._layouts = *_layouts(config, network), kinds
        self._schedule = schedule(config.considered, config.simulations)
        self._settings = np.array([config.exploration, *network.margins, config.trust, config.playout_weight])
        self._numbers = network.numbers(self.kernel.rules.MOVES)
        size, n = network.size, config.games // 2
        self.halves = [
            Half(
                buffer((n, size.rows), np.uint8),
                buffer((n, size.actions), np.float32),
                buffer((n, 2 * size.seats), np.float32),
            )
            for _ in range(2)
        ]
        for number, half in enumerate(self.halves):
            for block in range(config.blocks_of_games // 2):
                self._add_block(half, number, block)
        self._pool = ThreadPoolExecutor(threads)
        self.finished_games = 0

    def _add_block(self, half: Half, number: int, block: int) -> None:
        config, kernel, size = self.config, self.kernel, self.network.size
        blocks = config.blocks_of_games // 2
        first, last = (len(half.inputs) * at // blocks for at in (block, block + 1))
        n, longest = last - first, config.longest
        nodes = (config.simulations + 2) * min(
            kernel.rules.MOVES, _branching(kernel, self._starts)
        ) + kernel.rules.MOVES
        seeds = [derive(config.seed, "self-play", number, block, game) | 1 for game in range(n)]
        history = (
            np.zeros((n, longest, size.rows), np.uint8),
            np.zeros((n, longest, size.actions), np.float32),
            np.zeros((n, longest), np.int64),
            np.zeros((n, longest)),
        )
        most = max(64, n * longest // 4)
        samples = (
            np.zeros((most, size.rows), np.uint8),
            np.zeros((most, size.actions), np.float32),
            np.zeros((most, 2 * size.seats), np.float32),
            np.zeros(most, np.int32),
        )
        count = np.zeros(2, np.int64)
        half.samples.append(samples)
        half.counts.append(count)
        here = slice(first, last)
        half.blocks.append(
            (
                records(n, kernel.self_play.GAME),
                records(2 * n, kernel.rules.STATE).reshape(n, 2),
                records(n * nodes, kernel.network_search.NODE).reshape(n, nodes),
                np.zeros((n, _LONGEST_PATH), np.int32),
                np.zeros((n, kernel.rules.MOVES)),
                np.array(seeds, np.uint64).reshape(n, 1),
                half.inputs[here],
                np.zeros((n, size.rows), np.uint8),
                (half.logits[here], half.outputs[here]),
                history,
                samples,
                count,
                self._starts,
                self._schedule,
                self._settings,
                config.random_plies,
                self._numbers,
                self._layouts,
                self._contexts,
                scratch_for(self._layouts[1].shape[1], self.network.hidden),
                np.empty(kernel.rules.MOVES, np.int64),
            )
        )

    def advance(self, half: Half) -> list[Future[None]]:
        """Begin to advance all games of a half to their next evaluation."""
        return [self._pool.submit(self.kernel.self_play.advance, *block) for block in half.blocks]

    def collect(self, half: Half) -> Iterator[Samples]:
        """The samples of games of a half that have finished since the last time; not while it advances."""
        for samples, count in zip(half.samples, half.counts, strict=True):
            n = int(count[0])
            self.finished_games += int(count[1])
            count[:] = 0
            if n:
                yield Samples(*(array[:n].copy() for array in samples))

    def set_time(self, seconds: float) -> None:
        """Search less in the first seconds, so that the first games end soon."""
        late = seconds >= self.config.early_seconds
        wanted = self.config.simulations if late else self.config.early_simulations
        if wanted != self._schedule.shape[1]:
            self._schedule = schedule(self.config.considered, wanted)
            for half in self.halves:
                half.blocks = [(*b[:_SCHEDULE], self._schedule, *b[_SCHEDULE + 1 :]) for b in half.blocks]

    def close(self) -> None:
        """End the threads."""
        self._pool.shutdown()


def _layouts(config: Config, network: Network) -> tuple[Any, ...]:
    """The layouts of all games, in arrays large enough for each, and the number of components of each.

    Rows are set to the values of components themselves: they are scaled where batches are evaluated.
    """
    games = [game for game, _ in config.kernel_games]
    sizes = np.array([encoding_of(game).size for game in games])
    first_rows, bins = np.zeros((len(games), sizes.max() + 1), np.int32), np.zeros((len(games), sizes.max()), np.int32)
    for kind, game in enumerate(games):
        first, levels, _ = network.layout(game)
        first_rows[kind, : len(first)], bins[kind, : len(levels)] = first, levels
    return first_rows, bins, np.ones(bins.shape, np.float32), sizes


def _starts(config: Config, network: Network) -> tuple[Any, NDArray[np.float32], NDArray[np.int64]]:
    """The initial states, each game's as often as its weight says, the options of each, and the number of its game."""
    found, contexts, kinds = [], [], list[int]()
    for kind, (game, weight) in enumerate(config.kernel_games):
        dealt = (game.start(derive(config.seed, "start", number)) for number in range(config.starts))
        states = list({position.identity(): position for position in dealt}.values())
        copies = weight * max(1, config.starts // len(states))
        for position in states:
            found += [position.states()[0]] * copies
            contexts += [network.context_of(game)] * copies
            kinds += [kind] * copies
    starts = records(len(found), found[0].dtype)
    for row, state in enumerate(found):
        starts[row] = state
    return starts, np.array(contexts, np.float32), np.array(kinds)


def _branching(kernel: Kernel, starts: Any) -> int:
    """A bound for the mean number of moves in a position: twice the greatest number at the start."""
    codes = np.empty(kernel.rules.MOVES, np.int64)
    return int(max(2 * kernel.rules.moves(state, codes) for state in starts[:: max(1, len(starts) // 64)]))


def schedule(considered: int, simulations: int) -> NDArray[np.int64]:
    """Sequential halving: for each number of moves, how often the move of each simulation was visited before.

    >>> schedule(4, 8)[4].tolist()
    [0, 0, 0, 0, 1, 1, 2, 2]
    """
    rows = np.zeros((considered + 1, simulations), np.int64)
    for moves in range(1, considered + 1):
        rounds, left, visits, row = max(1, math.ceil(math.log2(moves))), moves, 0, list[int]()
        while len(row) < simulations:
            for _ in range(max(1, simulations // (rounds * left))):
                row += [visits] * left
                visits += 1
            left = max(2, left // 2) if moves > 1 else 1
        rows[moves] = row[:simulations]
    return rows
