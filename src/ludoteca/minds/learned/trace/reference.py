"""A network in plain NumPy and double precision, for checkers: it reads facts and runs no compiled code."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.game import Fact
from ludoteca.minds.learned.weights import Network
from ludoteca.rules.encoding import encoding_of
from ludoteca.rules.kernel.game import KernelPosition


class Reference:
    """A network at one position: its priors and its value for the seat to move."""

    def __init__(self, network: Network, position: KernelPosition) -> None:
        assert position.turn is not None
        self._network, self._position, self._seat = network, position, position.turn
        self._encoding = encoding_of(position.game)
        self._vector = self._encoding.vector(position, position.turn)

    def priors(self) -> dict[str, float]:
        """The prior of each legal move by its text: moves of a class have equal parts of what it is given."""
        numbers = {code: number for number, code in enumerate(self._network.codes)}
        weights, biases = self._network.arrays["policy"], self._network.arrays["policy_bias"]
        logits = self._hidden(self._vector) @ weights + biases
        found = [numbers[self._encoding.class_of(self._position, move)] for move in self._position.moves]
        alike = np.array([found.count(number) for number in found])
        priors = softmax(np.array([logits[number] for number in found]) - np.log(alike))
        return dict(zip((move.text for move in self._position.moves), priors, strict=True))

    def value(self, without: Fact | None = None) -> float:
        """The share in the result for the seat to move, without a fact of the position if one is given."""
        left = [fact for fact in self._position.facts() if fact != without]
        vector = self._encoding.vector_of(left, self._seat)
        outputs = self._hidden(vector) @ self._network.arrays["value"] + self._network.arrays["value_bias"]
        return softmax(outputs[: len(self._position.game.seats)])[0]

    def layers(self) -> NDArray[np.float64]:
        """What all hidden layers hold: the first one, then the inner and the outer one of each block."""
        return np.concatenate(self._layers(self._vector))

    def _hidden(self, vector: NDArray[np.float32]) -> NDArray[np.float64]:
        return self._layers(vector)[-1]

    def _layers(self, vector: NDArray[np.float32]) -> list[NDArray[np.float64]]:
        w, inputs = self._network.arrays, self._inputs(vector)
        layers = [np.maximum(inputs @ w["input"] + w["input_bias"], 0)]
        for block in range(self._network.blocks):
            hidden = layers[-1]
            inner = np.maximum(hidden @ w["inner"][block] + w["inner_bias"][block], 0)
            layers += [inner, np.maximum(hidden + inner @ w["outer"][block] + w["outer_bias"][block], 0)]
        return layers

    def _inputs(self, vector: NDArray[np.float32]) -> NDArray[np.float64]:
        """The rows of the first layer that a vector sets."""
        rows = np.zeros(self._network.rows)
        first, bins, scales = self._network.layout(self._position.game)
        for place, value in enumerate(vector):
            if value:
                if bins[place]:
                    rows[first[place] + min(int(value), int(bins[place])) - 1] = 1
                rows[first[place] + bins[place]] = value * scales[place]
        rows[first[-1] :] = self._network.context_of(self._position.game)
        return rows


def softmax(logits: NDArray[np.float64]) -> list[float]:
    """The probabilities of logits."""
    powers = np.exp(logits - logits.max())
    return [float(power) for power in powers / powers.sum()]
