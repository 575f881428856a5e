"""Inference of a small network: what the seat to move observes, to the value of each seat and the prior of each move.

A network is a tuple of arrays, made by `network_arrays`: how components become rows of the first layer (`layout`), and
the weights and biases of the layers. Sums are taken in a fixed order, in single precision and without fused operations,
and the exponential is computed here: the same position gives the same numbers on every machine.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .rules import seats
from .vector import encode

LOG2_E = 1.4426950408889634
LN_2 = 0.6931471805599453
LEAST_EXPONENT = -60.0
TERMS = 14  # of the series of the exponential, exact to the last bits for |x| < 0.35


def vector_in(layout: Any, scratch: Any) -> Any:
    """The part of the scratch that holds the vector of a position."""
    return scratch[0][: layout[1].size]


def active_rows(layout: Any, context: Any, scratch: Any) -> int:
    """Write the rows of the first layer that the vector in the scratch sets, and by how much. Returns their number.

    A component with bins sets the row of its value, the last bin for all greater ones; its last row is proportional to
    the value. After the components come the rows of the options (`context`).
    """
    first_row, bins, scales = layout
    rows, amounts = scratch[1], scratch[2]
    vector = vector_in(layout, scratch)
    n = 0
    for place in range(vector.size):
        row = first_row[place]
        if vector[place] == 0.0 or row < 0:
            continue
        levels = bins[place]
        if levels > 0:
            rows[n] = row + min(int(vector[place]), levels) - 1
            amounts[n] = np.float32(1.0)
            n += 1
        rows[n] = row + levels
        amounts[n] = vector[place] * scales[place]
        n += 1
    options = first_row[first_row.size - 1]
    for i in range(context.size):
        if context[i] != 0.0:
            rows[n] = options + i
            amounts[n] = context[i]
            n += 1
    return n


def dense(x: Any, weights: Any, biases: Any, out: Any) -> None:
    """A layer: biases plus weights by inputs, added input by input; inputs of 0 add nothing."""
    rows = np.empty(x.size, np.int64)
    n = 0
    for i in range(x.size):
        rows[n] = i
        n += int(x[i] != 0.0)
    for j in range(out.size):
        out[j] = biases[j]
    add_rows(rows, x, True, n, weights, out)


def add_rows(rows: Any, amounts: Any, by_row: bool, n: int, weights: Any, out: Any) -> None:
    """Add multiples of n rows of weights, one after the other; `by_row` says that amounts are found by row.

    Four rows are added in one pass over the sums, in the same order as in four passes.
    """
    at = 0
    while at + 4 <= n:
        a, b, c, d = rows[at], rows[at + 1], rows[at + 2], rows[at + 3]
        first, second, third, fourth = (a, b, c, d) if by_row else (at, at + 1, at + 2, at + 3)
        p, q, r, s = amounts[first], amounts[second], amounts[third], amounts[fourth]
        by_a, by_b, by_c, by_d = weights[a], weights[b], weights[c], weights[d]
        for j in range(out.size):
            out[j] = out[j] + p * by_a[j] + q * by_b[j] + r * by_c[j] + s * by_d[j]
        at += 4
    while at < n:
        amount = amounts[rows[at] if by_row else at]
        row = weights[rows[at]]
        for j in range(out.size):
            out[j] += amount * row[j]
        at += 1


def rectify(x: Any) -> None:
    """Set negative numbers to 0."""
    for i in range(x.size):
        x[i] = max(x[i], np.float32(0.0))


def exponential(x: float) -> float:
    """The exponential of a number up to 0, by its series: library functions differ between machines."""
    if x < LEAST_EXPONENT:
        return 0.0
    twos = math.floor(x * LOG2_E + 0.5)
    rest = x - twos * LN_2
    total = 1.0
    for i in range(TERMS, 0, -1):
        total = 1.0 + total * rest / i
    return math.ldexp(total, int(twos))


def softmax(logits: Any, n: int, out: Any) -> None:
    """Write the probabilities of the first n logits."""
    most = logits[0]
    for i in range(1, n):
        most = max(most, logits[i])
    total = 0.0
    for i in range(n):
        out[i] = exponential(float(logits[i]) - float(most))
        total += out[i]
    for i in range(n):
        out[i] /= total


def evaluate(s: Any, network: Any, context: Any, scratch: Any, logits: Any, outputs: Any) -> None:
    """Evaluate a position for its seat to move: the logits of classes of moves, the raw outputs of the value head."""
    encode(s, s.turn, vector_in(network[0], scratch))
    evaluate_vector(network, context, scratch, logits, outputs)


def evaluate_vector(network: Any, context: Any, scratch: Any, logits: Any, outputs: Any) -> None:
    """Evaluate the position whose vector is in the scratch."""
    layout, first, blocks, heads = network
    n = active_rows(layout, context, scratch)
    rows, amounts, hidden, inner, added = scratch[1], scratch[2], scratch[3], scratch[4], scratch[5]
    weights, biases = first
    for j in range(hidden.size):
        hidden[j] = biases[j]
    add_rows(rows, amounts, False, n, weights, hidden)
    rectify(hidden)
    for block in range(blocks[0].shape[0]):
        dense(hidden, blocks[0][block], blocks[1][block], inner)
        rectify(inner)
        dense(inner, blocks[2][block], blocks[3][block], added)
        for j in range(hidden.size):
            hidden[j] += added[j]
        rectify(hidden)
    dense(hidden, heads[0], heads[1], logits)
    dense(hidden, heads[2], heads[3], outputs)


def shares(s: Any, outputs: Any, out: Any) -> None:
    """The share in the result that the network expects for each seat, from its outputs for the seat to move."""
    n = seats(s)
    relative = np.empty(n, np.float64)
    softmax(outputs, n, relative)
    for i in range(n):
        out[(s.turn + i) % n] = relative[i]


def margin_part(mine: float, best_other: float, spread: float) -> float:
    """A margin on a scale from 0 to 1; a margin of `spread` or more counts as 1."""
    return 0.5 + 0.5 * max(-1.0, min(1.0, (mine - best_other) / spread))
