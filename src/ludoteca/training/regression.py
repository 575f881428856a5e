"""Logistic regression in plain NumPy: Newton's method, each step by conjugate gradients, with a ridge."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Singles = NDArray[np.float32]
Bools = NDArray[np.bool_]
Doubles = NDArray[np.float64]

_RIDGE = 1e-3  # for each sample, on standardized features
_STEPS = 12
_INNER_STEPS = 60
_CLOSE = 1e-3  # of the slope, compared with its first length
_LARGEST_LOGIT = 30.0
_LEAST_SPREAD = 1e-3  # of a feature that never changes


@dataclass(frozen=True)
class Regression:
    """A fitted regression on the features as they are."""

    weights: Doubles
    bias: float

    def predicts(self, features: Singles) -> Bools:
        """Where the probability is more than one half."""
        found: Bools = features @ self.weights + self.bias > 0
        return found


def fit(features: Singles, labels: Bools) -> Regression:
    """The regression of some labels on features.

    >>> x = np.linspace(-1.0, 1.0, 9, dtype=np.float32).reshape(-1, 1)
    >>> fit(x, x[:, 0] > 0.1).predicts(x).tolist() == (x[:, 0] > 0.1).tolist()
    True
    """
    mean, spread = features.mean(0), features.std(0) + np.float32(_LEAST_SPREAD)
    rows = np.column_stack([(features - mean) / spread, np.ones(len(features), np.float32)])
    ridge = np.full(rows.shape[1], _RIDGE * len(rows))
    ridge[-1] = _RIDGE  # the bias is free
    found, first = np.zeros(rows.shape[1]), 0.0
    for _ in range(_STEPS):
        chances = _chances(rows, found)
        slope = (chances - labels) @ rows + ridge * found
        length = float(np.linalg.norm(slope))
        first = first or length
        if length <= _CLOSE * first:
            break
        found -= _solved(_curvature(rows, chances * (1 - chances), ridge), slope)
    weights = found[:-1] / spread
    return Regression(weights, float(found[-1] - weights @ mean))


def _chances(rows: Singles, weights: Doubles) -> Singles:
    logits = np.clip(rows @ weights.astype(np.float32), -_LARGEST_LOGIT, _LARGEST_LOGIT)
    return (1 / (1 + np.exp(-logits))).astype(np.float32)


def _curvature(rows: Singles, weights: Singles, ridge: Doubles) -> Callable[[Doubles], Doubles]:
    """The second derivatives by a vector."""
    return lambda vector: (weights * (rows @ vector.astype(np.float32))) @ rows + ridge * vector


def _solved(product: Callable[[Doubles], Doubles], wanted: Doubles) -> Doubles:
    """The vector whose product is wanted, by conjugate gradients, to a tenth."""
    found, rest = np.zeros_like(wanted), wanted.copy()
    direction, square = rest.copy(), float(rest @ rest)
    enough = square / 100
    for _ in range(_INNER_STEPS):
        turned = product(direction)
        along = square / float(direction @ turned)
        found += along * direction
        rest -= along * turned
        last, square = square, float(rest @ rest)
        if square <= enough:
            break
        direction = rest + (square / last) * direction
    return found


def balanced_accuracy(predicted: Bools, labels: Bools) -> float:
    """The mean of the shares that are right where the label is true and where it is not; one half if all are alike.

    >>> balanced_accuracy(np.array([True, False, False, False]), np.array([True, True, False, False]))
    0.75
    """
    if labels.all() or not labels.any():
        return 0.5
    return float((predicted[labels].mean() + (~predicted[~labels]).mean()) / 2)
