"""The learner with PyTorch, where it is installed: it computes and learns as the one with NumPy does."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from ludoteca.minds.learned.weights import Network
from ludoteca.training.learner import NumpyLearner
from ludoteca.training.self_play import Half, Samples
from tests.training.test_training import small_kalah

pytest.importorskip("torch")

from ludoteca.training.torch_learner import TorchLearner, pinned

_RATE = 1e-3


def copy_of(network: Network) -> Network:
    return replace(network, arrays={name: array.copy() for name, array in network.arrays.items()})


def one_sample(network: Network) -> Samples:
    """A position with two moves that are equally good, won by the seat to move: every batch is made of it."""
    size = network.size
    inputs = np.random.Generator(np.random.PCG64(1)).integers(0, 2, (1, size.rows), np.uint8)
    policies = np.zeros((1, size.actions), np.float32)
    policies[0, :2] = 0.5
    return Samples(inputs, policies, np.array([[1, 0, 0.25, -0.25]], np.float32), np.array([0], np.int32))


def test_it_evaluates_and_learns_as_the_numpy_learner_does() -> None:
    _, config = small_kalah()
    network = config.network()
    learners = NumpyLearner(config, copy_of(network)), TorchLearner(config, copy_of(network))
    sample, size, seen = one_sample(network), network.size, []
    for learner in learners:
        half = Half(
            pinned((1, size.rows), np.uint8),
            pinned((1, size.actions), np.float32),
            pinned((1, 2 * size.seats), np.float32),
        )
        half.inputs[:] = sample.inputs
        learner.evaluate(half)
        learner.add(sample)
        first, last = learner.learn(1, _RATE), learner.learn(20, _RATE)
        assert last.policy < first.policy and last.result < first.result
        assert learner.steps == 21
        seen.append(np.array([*half.logits[0], *half.outputs[0], first.policy, first.result, first.score]))
    assert seen[1] == pytest.approx(seen[0], rel=1e-3, abs=1e-4)
    assert learners[0].state().keys() == learners[1].state().keys()


def test_it_goes_on_from_a_checkpoint() -> None:
    _, config = small_kalah()
    network = config.network()
    learner = TorchLearner(config, copy_of(network))
    learner.add(one_sample(network))
    learner.learn(3, _RATE)
    again = TorchLearner(config, copy_of(learner.network()))
    again.restore({name: moment.copy() for name, moment in learner.state().items()}, learner.steps)
    again.add(one_sample(network))
    for each in (learner, again):
        each.learn(2, _RATE)
    assert again.steps == learner.steps == 5
    for name, array in learner.network().arrays.items():
        assert again.network().arrays[name] == pytest.approx(array, abs=1e-6), name
