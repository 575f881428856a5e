"""Pseudorandom numbers by xorshift64 with one word of state, the same compiled and interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np


def draw(rng: Any, n: int) -> int:
    """A random number from 0 to n - 1, with n below 2**32; `rng` is an array of one uint64 other than 0."""
    x = rng[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    rng[0] = x
    # The upper half, scaled to the range: no division, and a negligible bias for small n.
    return int(((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))
