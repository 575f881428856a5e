"""The arrays that the network driver works on."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float32]
Ints: TypeAlias = NDArray[np.int32]

BLOCKS = ("inner", "inner_bias", "outer", "outer_bias")
WEIGHTS = ("input", "input_bias", *BLOCKS)
_MOST_OPTIONS = 256  # rows of options that are set
HEADS = ("policy", "policy_bias", "value", "value_bias")


class NetworkSize(NamedTuple):
    """The size of a network: rows of the first layer, hidden units, residual blocks, numbered moves, seats."""

    rows: int
    hidden: int
    blocks: int
    actions: int
    seats: int

    @property
    def shapes(self) -> dict[str, tuple[int, ...]]:
        """The shape of each array of weights and biases, by name."""
        rows, hidden, blocks, actions, seats = self
        square, bias = (blocks, hidden, hidden), (blocks, hidden)
        first: tuple[tuple[int, ...], ...] = ((rows, hidden), (hidden,), square, bias, square, bias)
        heads: tuple[tuple[int, ...], ...] = ((hidden, actions), (actions,), (hidden, 2 * seats), (2 * seats,))
        return dict(zip((*WEIGHTS, *HEADS), (*first, *heads), strict=True))


def for_kernel(first_row: Ints, bins: Ints, scales: Floats, arrays: dict[str, Floats]) -> tuple[Any, ...]:
    """A network as the driver reads it."""
    layout = (first_row, bins, scales)
    weights, heads = [arrays[name] for name in WEIGHTS], [arrays[name] for name in HEADS]
    return layout, tuple(weights[:2]), tuple(weights[2:]), tuple(heads)


def blank_network(components: int, size: NetworkSize) -> tuple[Any, ...]:
    """A network that observes nothing of the components of a vector, and knows nothing."""
    arrays = {name: np.zeros(shape, np.float32) for name, shape in size.shapes.items()}
    first_row = np.full(components + 1, -1, np.int32)
    first_row[-1] = 0
    return for_kernel(first_row, np.zeros(components, np.int32), np.zeros(components, np.float32), arrays)


def scratch_for(components: int, hidden: int) -> tuple[Any, ...]:
    """Arrays for one evaluation at a time: the vector, rows and amounts, and the hidden layers."""
    rows, floats = 3 * components + _MOST_OPTIONS, np.float32
    first = np.zeros(components, floats), np.zeros(rows, np.int64), np.zeros(rows, floats)
    return (*first, *(np.zeros(hidden, floats) for _ in range(3)))
