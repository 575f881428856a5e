"""Learning with NumPy alone: forward, backward and Adam for the small networks of the house."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass, replace

import numpy as np

from ludoteca.minds.learned.weights import Network
from ludoteca.rules.kernel.network_arrays import Floats
from ludoteca.training.config import Config
from ludoteca.training.images import Images
from ludoteca.training.self_play import Half, Samples

_BETA1, _BETA2, _EPSILON = 0.9, 0.999, 1e-8
_TINY = np.float32(1e-12)


@dataclass(frozen=True, slots=True)
class Losses:
    """The mean losses of a step: of the policy, of the results and of the scores."""

    policy: float
    result: float
    score: float


class Learner(ABC):
    """A network that evaluates batches and learns from samples it keeps."""

    steps: int

    @abstractmethod
    def evaluate(self, half: Half) -> None:
        """Write logits and outputs for the inputs of a half."""

    @abstractmethod
    def add(self, samples: Samples) -> None:
        """Keep samples, in place of the oldest when there are too many."""

    @abstractmethod
    def learn(self, steps: int, rate: float) -> Losses:
        """Take so many steps, each with a random batch. Returns the losses of the last."""

    @abstractmethod
    def network(self) -> Network:
        """The network as it is now."""

    @abstractmethod
    def state(self) -> dict[str, Floats]:
        """What a checkpoint needs besides the network: the moments of Adam."""

    @abstractmethod
    def restore(self, state: dict[str, Floats], steps: int) -> None:
        """Go on from a checkpoint."""


class NumpyLearner(Learner):
    """A learner on the CPU."""

    def __init__(self, config: Config, network: Network) -> None:
        self._config, self._network = config, network
        self._scales = network.row_scales
        self._moments = {name: (np.zeros_like(a), np.zeros_like(a)) for name, a in network.arrays.items()}
        self._rng = np.random.Generator(np.random.PCG64(config.seed))
        size, n = network.size, config.replay
        self._inputs = np.zeros((n, size.rows), np.uint8)
        self._policies = np.zeros((n, size.actions), np.float32)
        self._results = np.zeros((n, 2 * size.seats), np.float32)
        self._kinds = np.zeros(n, np.int32)
        self._images = Images(config, network)
        self._added = 0
        self.steps = 0

    def evaluate(self, half: Half) -> None:
        hidden = self._forward(half.inputs)[-1][0]
        w = self._network.arrays
        half.logits[:] = hidden @ w["policy"] + w["policy_bias"]
        half.outputs[:] = hidden @ w["value"] + w["value_bias"]

    def _forward(self, inputs: np.ndarray[tuple[int, int], np.dtype[np.uint8]]) -> list[tuple[Floats, Floats]]:
        """Inputs and first layer, then for each block its inner layer and what comes out of it, then that alone."""
        w = self._network.arrays
        x = inputs * self._scales
        hidden = np.maximum(x @ w["input"] + w["input_bias"], 0)
        layers = [(x, hidden)]
        for block in range(self._network.blocks):
            inner = np.maximum(hidden @ w["inner"][block] + w["inner_bias"][block], 0)
            hidden = np.maximum(hidden + inner @ w["outer"][block] + w["outer_bias"][block], 0)
            layers.append((inner, hidden))
        return [*layers, (hidden, hidden)]

    def add(self, samples: Samples) -> None:
        places = (self._added + np.arange(len(samples.kinds))) % self._config.replay
        self._inputs[places], self._policies[places] = samples.inputs, samples.policies
        self._results[places], self._kinds[places] = samples.results, samples.kinds
        self._added += len(places)

    def learn(self, steps: int, rate: float) -> Losses:
        losses = Losses(0.0, 0.0, 0.0)
        for _ in range(steps):
            rows = self._rng.integers(0, min(self._added, self._config.replay), self._config.batch)
            policies, results = self._policies[rows], self._results[rows]
            batch = self._imaged(Samples(self._inputs[rows], policies, results, self._kinds[rows]))
            losses, gradients = self._gradients(batch)
            self._adam(gradients, rate)
        return losses

    def _imaged(self, batch: Samples) -> Samples:
        """Each position of a batch in the place of one of its images."""
        if not self._images.are_many:
            return batch
        drawn = self._images.draw(batch.kinds, self._rng)
        inputs = np.take_along_axis(batch.inputs, self._images.inputs[drawn], axis=1)
        policies = np.take_along_axis(batch.policies, self._images.moves[drawn], axis=1)
        return replace(batch, inputs=inputs, policies=policies)

    def _gradients(self, batch: Samples) -> tuple[Losses, dict[str, Floats]]:
        w, layers = self._network.arrays, self._forward(batch.inputs)
        hidden, n = layers[-1][0], np.float32(len(batch.kinds))
        policy = masked_softmax(hidden @ w["policy"] + w["policy_bias"], batch.policies > 0)
        outputs = hidden @ w["value"] + w["value_bias"]
        half = outputs.shape[1] // 2
        at_table = np.arange(half) < self._images.seats[batch.kinds][:, None]
        shares = masked_softmax(outputs[:, :half], at_table)
        missed = np.where(at_table, outputs[:, half:] - batch.results[:, half:], np.float32(0))
        by_score = np.float32(self._config.score_weight) * missed
        by_outputs = (np.concatenate([shares - batch.results[:, :half], by_score], axis=1) / n).astype(np.float32)
        by_logits = (policy - batch.policies) / n
        found = {"policy": hidden.T @ by_logits, "policy_bias": by_logits.sum(0)}
        found |= {"value": hidden.T @ by_outputs, "value_bias": by_outputs.sum(0)}
        self._backward(layers, by_logits @ w["policy"].T + by_outputs @ w["value"].T, found)
        losses = Losses(
            float(-(batch.policies * np.log(policy + _TINY)).sum() / n),
            float(-(batch.results[:, :half] * np.log(shares + _TINY)).sum() / n),
            float((missed**2).sum() / n),
        )
        return losses, {name: gradient.astype(np.float32) for name, gradient in found.items()}

    def _backward(self, layers: list[tuple[Floats, Floats]], by_hidden: Floats, found: dict[str, Floats]) -> None:
        w = self._network.arrays
        for name in ("inner", "inner_bias", "outer", "outer_bias"):
            found[name] = np.zeros_like(w[name])
        for block in range(self._network.blocks - 1, -1, -1):
            inner, after = layers[block + 1]
            before = layers[block][1]
            by_hidden = by_hidden * (after > 0)
            found["outer"][block], found["outer_bias"][block] = inner.T @ by_hidden, by_hidden.sum(0)
            by_inner = (by_hidden @ w["outer"][block].T) * (inner > 0)
            found["inner"][block], found["inner_bias"][block] = before.T @ by_inner, by_inner.sum(0)
            by_hidden = by_hidden + by_inner @ w["inner"][block].T
        x, first = layers[0]
        by_hidden = by_hidden * (first > 0)
        found["input"], found["input_bias"] = x.T @ by_hidden, by_hidden.sum(0)

    def _adam(self, gradients: dict[str, Floats], rate: float) -> None:
        """A step of Adam, with weights that decay by themselves."""
        self.steps += 1
        size = rate * np.sqrt(1 - _BETA2**self.steps) / (1 - _BETA1**self.steps)
        for name, gradient in gradients.items():
            mean, square = self._moments[name]
            mean += (1 - _BETA1) * (gradient - mean)
            square += (1 - _BETA2) * (gradient * gradient - square)
            array = self._network.arrays[name]
            array *= np.float32(1 - rate * self._config.weight_decay)
            array -= np.float32(size) * mean / (np.sqrt(square) + np.float32(_EPSILON))

    def network(self) -> Network:
        return self._network

    def state(self) -> dict[str, Floats]:
        return {f"{name}.{k}": moment for name, both in self._moments.items() for k, moment in enumerate(both)}

    def restore(self, state: dict[str, Floats], steps: int) -> None:
        self._moments = {name: (state[f"{name}.0"], state[f"{name}.1"]) for name in self._moments}
        self.steps = steps


def masked_softmax(logits: Floats, mask: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]) -> Floats:
    """The softmax of each row over the places that the mask allows."""
    allowed = np.where(mask, logits, np.float32(-1e9))
    powers = np.exp(allowed - allowed.max(axis=1, keepdims=True))
    found: Floats = powers / powers.sum(axis=1, keepdims=True)
    return found
