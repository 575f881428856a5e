"""Many states as vectors in one call, for learners."""

from __future__ import annotations

from typing import Any

from .vector import encode


def encode_all(states: Any, seats: Any, out: Any) -> None:
    """Write each state, as the seat beside it sees it, into the row of `out` with the same number."""
    for i in range(len(out)):
        encode(states[i], seats[i], out[i])
