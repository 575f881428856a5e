"""The clock of one move, and the time it runs on, which stands still while the process is paused."""

from __future__ import annotations

import mmap
import os
import struct
import threading
import time
from functools import cache

PAUSES = "LUDOTECA_PAUSES"  # the descriptor of the page on which the parent process writes how long it paused this one
PAUSES_FORMAT = "d"
PAUSES_SIZE = struct.calcsize(PAUSES_FORMAT)


def running_time() -> float:
    """Seconds of a steady clock that stands still while this process is paused (see `child.pauses`)."""
    page = _pauses()
    paused: float = 0.0 if page is None else struct.unpack_from(PAUSES_FORMAT, page)[0]
    return time.monotonic() - paused


@cache
def _pauses() -> mmap.mmap | None:
    descriptor = os.environ.get(PAUSES)
    return None if descriptor is None else mmap.mmap(int(descriptor), PAUSES_SIZE, access=mmap.ACCESS_READ)


class Clock:
    """The time for one move. A mind reads `left` and `stopped`; the limit itself is enforced from outside.

    ``effort`` asks for exactly that much work, in the mind's own count, whatever the time: replay uses it.
    """

    def __init__(self, seconds: float = 10.0, effort: int | None = None) -> None:
        self.seconds = seconds
        self.effort = effort
        self._deadline = running_time() + seconds
        self._stop = threading.Event()

    @property
    def left(self) -> float:
        """Seconds left; never below 0."""
        return max(0.0, self._deadline - running_time())

    @property
    def stopped(self) -> bool:
        """Whether to answer now."""
        return self._stop.is_set() or self.left == 0.0

    def stop(self) -> None:
        """Ask the mind to answer now, with what it has."""
        self._stop.set()
