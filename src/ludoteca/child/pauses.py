"""The pauses of a process: how long it was stopped in all, on a page of memory that it and its children can read.

The clocks of those processes (`core.clock.running_time`) stand still while they are paused.
"""

from __future__ import annotations

import mmap
import os
import struct
import time

from ludoteca.core.clock import PAUSES, PAUSES_FORMAT, PAUSES_SIZE


class Pauses:
    """The seconds for which a process was paused. Only the process that paused it can write them."""

    def __init__(self) -> None:
        writable = os.memfd_create("pauses")
        try:
            os.ftruncate(writable, PAUSES_SIZE)
            self._page = mmap.mmap(writable, PAUSES_SIZE)
            self.descriptor = os.open(f"/proc/self/fd/{writable}", os.O_RDONLY)
        finally:
            os.close(writable)
        self._ended = 0.0  # seconds of all pauses that are over
        self._begun: float | None = None

    @property
    def under_way(self) -> bool:
        return self._begun is not None

    @property
    def seconds(self) -> float:
        """Seconds of all pauses, the present one included."""
        begun = self._begun
        return self._ended + (0.0 if begun is None else time.monotonic() - begun)

    def begin(self) -> None:
        self._begun = time.monotonic()

    def end(self) -> None:
        """Note the pause; call it before the process goes on."""
        self._ended, self._begun = self.seconds, None
        struct.pack_into(PAUSES_FORMAT, self._page, 0, self._ended)

    def close(self) -> None:
        """Close the descriptor that children inherit; the page stays."""
        os.close(self.descriptor)


def inherited_descriptor() -> int | None:
    """The page on which the pauses of this process are written, if it can be paused: its children share it."""
    return int(os.environ[PAUSES]) if PAUSES in os.environ else None
