"""Runs a search driver a slice at a time, so that it can be counted, limited and stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from ludoteca.core.errors import Unavailable
from ludoteca.rules.kernel.bind import Kernel, records
from ludoteca.rules.kernel.compilation import kernel_faults

LONGEST = 1024  # moves in any line searched
_ENTRY_BYTES = 16
_MEBIBYTE = 1 << 20
_COUNTERS = 4  # as many as any driver has


def _always() -> bool:
    return True


class Stopped(Exception):
    """The search was told not to go on; what its table holds stays true."""


class SearchRunner:
    """A driver with its transposition table and the line it is searching.

    `nodes` counts positions looked at. A question goes on to exactly `limit` nodes, and while `going()` says
    so; past that, `Stopped` is raised. The same questions with the same limits give the same answers.
    """

    slice: ClassVar[int] = 1 << 15  # nodes between two looks at whether to go on

    def __init__(self, kernel: Kernel, driver: Any, memory: int) -> None:
        """`memory` is the size of the table in MiB, rounded down to a power of two."""
        rows = 1 << ((memory * _MEBIBYTE // _ENTRY_BYTES).bit_length() - 1)
        try:
            self._table = records(rows, driver.ENTRY)
        except (MemoryError, ValueError, OverflowError):
            raise Unavailable("rules.kernel.no_memory", memory=memory) from None
        self.kernel = kernel
        self.driver = driver
        self.going: Callable[[], bool] = _always
        self.limit: int | None = None
        self._frames = records(LONGEST, driver.FRAME)
        self._stack = kernel.states(LONGEST)
        self._counters = np.zeros(_COUNTERS, np.int64)

    @property
    def nodes(self) -> int:
        """Positions looked at since the count was last reset."""
        return int(self._counters[self.driver.NODES])

    def reset(self) -> None:
        """Count from 0 again, with no limit."""
        self._counters[self.driver.NODES] = 0
        self.limit, self.going = None, _always

    def _finish(self) -> tuple[bool, bool]:
        """Go on with the question put until it is answered: yes or no, and whether that is sure."""
        driver = self.driver
        answer = driver.OPEN
        while answer == driver.OPEN:
            if (self.limit is not None and self.nodes >= self.limit) or not self.going():
                raise Stopped
            pause = self.nodes + self.slice
            self._counters[driver.LIMIT] = pause if self.limit is None else min(pause, self.limit)
            with kernel_faults(self.kernel):
                answer = driver.search(self._stack, self._frames, self._table, self._counters)
        return bool(answer & driver.YES), bool(answer & driver.SURE)
