"""Waiting for what must happen, however busy the machine is."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TypeVar

PATIENCE = 600.0  # seconds: a busy machine is no failure
_GLANCE = 0.05  # seconds between two looks

T = TypeVar("T")


def eventually(look: Callable[[], T], ready: Callable[[T], object] = bool, seconds: float = PATIENCE) -> T:
    """What `look` sees as soon as it is ready; an `AssertionError` with what it saw when patience is at an end."""
    end = time.monotonic() + seconds
    while not ready(seen := look()):
        assert time.monotonic() < end, seen
        time.sleep(_GLANCE)
    return seen
