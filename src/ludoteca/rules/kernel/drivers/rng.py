"""A small random generator over one word of memory: xorshift64, plain enough to run interpreted."""

from __future__ import annotations

from typing import Any

import numpy as np


def draw(rng: Any, n: int) -> int:
    """A number below n, n under 2**32; `rng` is an array of one uint64 other than 0."""
    x = rng[0]
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    rng[0] = x
    # The upper half, scaled to the range: no division, and no bias anyone could measure for small n.
    return int(((x >> np.uint64(32)) * np.uint64(n)) >> np.uint64(32))
