"""The clock of one move."""

from __future__ import annotations

import threading
import time


class Clock:
    """The time for one move. A mind reads `left` and `stopped`; the limit itself is enforced from outside.

    ``effort`` asks for exactly that much work, in the mind's own count, whatever the time: replay uses it.
    """

    def __init__(self, seconds: float = 10.0, effort: int | None = None) -> None:
        self.seconds = seconds
        self.effort = effort
        self._deadline = time.monotonic() + seconds
        self._stop = threading.Event()

    @property
    def left(self) -> float:
        """Seconds left; never below 0."""
        return max(0.0, self._deadline - time.monotonic())

    @property
    def stopped(self) -> bool:
        """Whether to answer now."""
        return self._stop.is_set() or self.left == 0.0

    def stop(self) -> None:
        """Ask the mind to answer now, with what it has."""
        self._stop.set()
