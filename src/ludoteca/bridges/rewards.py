"""Rewards of a finished game, as learners want them: they add up to zero."""

from __future__ import annotations

from collections.abc import Sequence


def zero_sum(result: Sequence[float]) -> list[float]:
    """A result as rewards: 1 for the only winner, a loss shared by all others; 0 for each where all are level.

    >>> zero_sum((1, 0)), zero_sum((0.5, 0.5)), zero_sum((1, 0, 0))
    ([1.0, -1.0], [0.0, 0.0], [1.0, -0.5, -0.5])
    """
    seats = len(result)
    return [(seats * share - 1) / max(1, seats - 1) for share in result]
