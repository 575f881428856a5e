"""A network in plain NumPy and double precision, for checkers: it reads facts and runs no compiled code."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ludoteca.minds.learned.weights import Network
from ludoteca.rules.encoding import encoding_of
from ludoteca.rules.kernel.game import KernelPosition


class Reference:
    """A network at one position: its priors and its value for the seat to move."""

    def __init__(self, network: Network, position: KernelPosition) -> None:
        assert position.turn is not None
        self._network, self._position = network, position
        self._vector = encoding_of(position.game).vector(position, position.turn)

    def priors(self) -> dict[str, float]:
        """The prior of each legal move by its text."""
        numbers = {code: number for number, code in enumerate(self._network.codes)}
        weights, biases = self._network.arrays["policy"], self._network.arrays["policy_bias"]
        logits = self._hidden(self._vector) @ weights + biases
        found = np.array([logits[numbers[move.code]] for move in self._position.moves])
        return dict(zip((move.text for move in self._position.moves), softmax(found), strict=True))

    def value(self, without: int | None = None) -> float:
        """The share in the result for the seat to move, without the component of a number if one is given."""
        vector = self._vector.copy()
        if without is not None:
            vector[without] = 0
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
