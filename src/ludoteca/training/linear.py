"""Linear TD(λ): a weight for each row of a game's vector, learnt from games against itself.

The value of a position is the softmax of sums of weights, a sum for each seat. A move is chosen by the values of the
positions it leads to (afterstates). After each game every position is moved towards its λ-return, which mixes the
values that followed with the result (the forward view of TD(λ)); a policy, linear too, is moved towards the choice by
afterstates. Both are kept in the format of a network: a sum z becomes two units, and max(z, 0) − max(−z, 0) is z again.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.minds.learned.weights import Network, new_network
from ludoteca.rules.encoding import encoding_of
from ludoteca.rules.kernel.network_arrays import scratch_for
from ludoteca.training.config import Config
from ludoteca.training.learner import masked_softmax
from ludoteca.training.loop import Progress

LAMBDA = 0.8  # how far a result reaches back: 1 is learning from results alone, 0 from the next value alone
RATE, LAST_RATE = 0.02, 0.002  # of a weight, at the start and at the end of a run
EXPLORATION = 0.2  # the part of moves that are chosen at random
SHARPNESS = 20.0  # of the choice that the policy is to learn: a difference of value times this is one of logits
_LEAST_CHANCE = 1e-5  # of a legal move in a policy to learn
_GAMES = 4  # in one step

Array = NDArray[np.float64]


class LinearRun:
    """Self-play of one game at a time with linear TD(λ)."""

    def __init__(self, config: Config) -> None:
        self._config = config
        self.game = config.kernel_games[0][0]
        self._kernel = kernel = self.game.kernel_for("network_search")
        self._blank = linear_network(config)
        size, n = self._blank.size, len(self.game.seats)
        self._value = np.zeros((size.rows, n))
        self._policy = np.zeros((size.rows, size.actions))
        self._rng = np.random.Generator(np.random.PCG64(config.seed))
        self._chance = np.array([config.seed | 1], np.uint64)
        self._layout, self._context = self._blank.layout(self.game), self._blank.context_of(self.game)
        self._scratch = scratch_for(encoding_of(self.game).size, 1)
        self._numbers = self._blank.numbers(kernel.rules.MOVES)
        self._codes = np.empty(kernel.rules.MOVES, np.int64)
        self._states = kernel.states(2)
        self._games = self._positions = 0

    def begin(self) -> None:
        """Nothing has to be prepared."""

    def end(self) -> None:
        """Nothing is left to end."""

    def progress(self) -> Progress:
        """Where the run stands; a step of learning is a game."""
        return Progress(0.0, self._games, self._positions, self._games)

    def step(self, part: float) -> None:
        """Play some games and learn from them; `part` of the run is done."""
        for _ in range(_GAMES):
            self._learn(self._play(), RATE + (LAST_RATE - RATE) * part)

    def _play(self) -> Game:
        """A game against itself, from a start with some random moves."""
        rules, s, played = self._kernel.rules, self._states[0], Game()
        self._states[0] = self.game.start(int(self._rng.integers(1 << 31))).states()[0]
        for _ in range(int(self._rng.integers(self._config.random_plies + 1))):
            if not rules.is_decided(s):
                rules.play(s, int(self._rng.choice(self._legal(s))), None)
        value = self.values(s)
        while not rules.is_decided(s):
            codes, mover = self._legal(s), int(s.turn)
            after = np.array([self._afterstate(int(code)) for code in codes])
            played.inputs.append(self._inputs(s))
            played.values.append(np.roll(value, -mover))
            played.policies.append(self._improved_policy(s, codes, after[:, mover]))
            played.movers.append(mover)
            chosen = self._choice(after[:, mover])
            rules.play(s, int(codes[chosen]), None)
            value = after[chosen]
        played.result = value
        return played

    def _legal(self, s: Any) -> NDArray[np.int64]:
        return self._codes[: int(self._kernel.rules.moves(s, self._codes))].copy()

    def _afterstate(self, code: int) -> Array:
        """The values of all seats after a move, by the weights or, where the game is decided, by the rules."""
        self._states[1] = self._states[0]
        s = self._states[1]
        self._kernel.rules.resample_hidden(s, self._chance)
        self._kernel.rules.play(s, code, None)
        return self.values(s)

    def values(self, s: Any) -> Array:
        """The share in the result that is expected for each seat, from the first seat on."""
        rules, seats = self._kernel.rules, self._value.shape[1]
        if rules.is_decided(s):
            return np.array([rules.final_result(s, seat) for seat in range(seats)])
        return np.roll(_softmax(self._inputs(s) @ self._value), int(s.turn))

    def _inputs(self, s: Any) -> Array:
        """The rows that a position sets, as its seat to move sees it."""
        kernel, layout, scratch = self._kernel, self._layout, self._scratch
        kernel.vector.encode(s, s.turn, kernel.network.vector_in(layout, scratch))
        n = kernel.network.active_rows(layout, self._context, scratch)
        found = np.zeros(len(self._value))
        found[scratch[1][:n]] = scratch[2][:n]
        return found

    def _improved_policy(self, s: Any, codes: NDArray[np.int64], values: Array) -> Array:
        """The chance of each numbered class of moves by the values of afterstates; 0 where no move is legal."""
        found = np.zeros(self._policy.shape[1])
        numbers = self._numbers[[self._kernel.vector.move_class(s, int(code)) for code in codes]]
        chances = np.maximum(_softmax(SHARPNESS * values), _LEAST_CHANCE)
        np.add.at(found, numbers[numbers >= 0], chances[numbers >= 0])
        return found

    def _choice(self, values: Array) -> int:
        """The place of a best move, now and then of any move."""
        if self._rng.random() < EXPLORATION:
            return int(self._rng.integers(len(values)))
        return int(self._rng.choice(np.flatnonzero(values == values.max())))

    def _learn(self, played: Game, rate: float) -> None:
        """Move values towards λ-returns, and the policy towards the choices by afterstates."""
        self._games += 1
        if not played.movers:
            return
        self._positions += len(played.movers)
        inputs, values, policies = (np.array(each) for each in (played.inputs, played.values, played.policies))
        self._value += rate * inputs.T @ (lambda_returns(played) - values)
        policy = masked_softmax((inputs @ self._policy).astype(np.float32), policies > 0)
        self._policy += rate * inputs.T @ (policies - policy)

    def network(self) -> Network:
        """The weights in the format of a network."""
        arrays = {name: array.copy() for name, array in self._blank.arrays.items()}
        weights = np.concatenate([self._value, self._policy], axis=1)
        arrays["input"][:] = np.concatenate([weights, -weights], axis=1)
        return replace(self._blank, arrays=arrays, training={"seed": self._config.seed, "lambda": LAMBDA})


@dataclass
class Game:
    """Of each position of a game against itself: inputs, values and improved policy as its seat to move has them.

    Values begin with the seat to move; `result` begins with the first seat.
    """

    inputs: list[Array] = field(default_factory=list)
    values: list[Array] = field(default_factory=list)
    policies: list[Array] = field(default_factory=list)
    movers: list[int] = field(default_factory=list)
    result: Array = field(default_factory=lambda: np.zeros(0))


def lambda_returns(played: Game) -> Array:
    """The λ-return of each position, from its seat to move on: the next value mixed with the next return.

    >>> played = Game(values=[np.array([0.5, 0.5]), np.array([0.5, 0.5])], movers=[0, 1], result=np.array([1.0, 0.0]))
    >>> lambda_returns(played).tolist() == [[0.5 + 0.5 * LAMBDA, 0.5 - 0.5 * LAMBDA], [0.0, 1.0]]
    True
    """
    found = list[Array]()
    following = value = played.result
    for values, mover in zip(reversed(played.values), reversed(played.movers), strict=True):
        following = LAMBDA * following + (1 - LAMBDA) * value
        found.append(np.roll(following, -mover))
        value = np.roll(values, mover)
    return np.array(found[::-1])


def linear_network(config: Config) -> Network:
    """A network that computes sums of weights, all 0: of two units for each seat and each numbered move."""
    games = [game for game, _ in config.kernel_games]
    seats, moves = len(games[0].seats), len(encoding_of(games[0]).classes)
    sums = seats + moves
    margins = 0.0, config.margin_spread, config.score_unit
    found = new_network(games, 2 * sums, 0, config.context, config.bins, margins, config.seed)
    for array in found.arrays.values():
        array[:] = 0
    same = np.concatenate([np.eye(sums), -np.eye(sums)])
    found.arrays["value"][:, :seats] = same[:, :seats]
    found.arrays["policy"][:] = same[:, seats:]
    return found


def _softmax(logits: Array) -> Array:
    powers = np.exp(logits - logits.max())
    found: Array = powers / powers.sum()
    return found
