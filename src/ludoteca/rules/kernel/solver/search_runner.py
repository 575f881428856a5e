"""Runs a search driver in slices of nodes, so that a search can be counted, limited and stopped."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

import numpy as np

from ludoteca.core.errors import Unavailable
from ludoteca.rules.kernel.bind import Kernel, records
from ludoteca.rules.kernel.compilation import kernel_faults

MAX_PLY = 1024  # moves in a line of the search
_ENTRY_BYTES = 16
_LINE = 64  # bytes of a line of the cache
_MEBIBYTE = 1 << 20
_COUNTERS = 4  # the most that a driver has


def _always() -> bool:
    return True


class Stopped(Exception):
    """The search was stopped by its limit; the entries in its table stay valid."""


def _aligned_records(n: int, dtype: Any) -> Any:
    """An array of n zeroed records that starts with a line of the processor's cache: no bucket is in two lines."""
    rows = records(n + _LINE // _ENTRY_BYTES, dtype)
    first = -rows.ctypes.data % _LINE // _ENTRY_BYTES
    return rows[first : first + n]


class SearchRunner:
    """A search driver with its transposition table and its stack.

    `nodes` counts searched positions. A search raises `Stopped` after exactly `limit` nodes, or when
    `should_continue()` is false. The same searches with the same limits give the same answers.
    """

    slice: ClassVar[int] = 1 << 15  # nodes between two calls of `should_continue`

    def __init__(self, kernel: Kernel, driver: Any, memory: int) -> None:
        """`memory` is the size of the table in MiB, rounded down to a power of two."""
        rows = 1 << ((memory * _MEBIBYTE // _ENTRY_BYTES).bit_length() - 1)
        try:
            self._table = _aligned_records(rows, driver.ENTRY)
        except (MemoryError, ValueError, OverflowError):
            raise Unavailable("rules.kernel.no_memory", memory=memory) from None
        self.kernel = kernel
        self.driver = driver
        self.should_continue: Callable[[], bool] = _always
        self.limit: int | None = None
        self._frames = records(MAX_PLY, driver.FRAME)
        self._stack = kernel.states(MAX_PLY)
        self._counters = np.zeros(_COUNTERS, np.int64)

    @property
    def nodes(self) -> int:
        """The number of positions searched since the last `reset`."""
        return int(self._counters[self.driver.NODES])

    def reset(self) -> None:
        """Set the node count to 0 and remove the limits."""
        self._counters[self.driver.NODES] = 0
        self.limit, self.should_continue = None, _always

    def _search(self) -> int:
        """Run the driver until its answer or its limit of nodes."""
        return int(self.driver.search(self._stack, self._frames, self._table, self._counters))

    def _run(self) -> tuple[bool, bool]:
        """Run the search that was set up to its end. Returns the answer, and whether it is proven."""
        answer = self._run_to_end()
        return bool(answer & self.driver.YES), bool(answer & self.driver.PROVEN)

    def _run_to_end(self) -> int:
        """The answer of the driver to the search that was set up; raises `Stopped`."""
        driver = self.driver
        answer = driver.UNKNOWN
        while answer == driver.UNKNOWN:
            if (self.limit is not None and self.nodes >= self.limit) or not self.should_continue():
                raise Stopped
            slice_end = self.nodes + self.slice
            self._counters[driver.LIMIT] = slice_end if self.limit is None else min(slice_end, self.limit)
            with kernel_faults(self.kernel):
                answer = self._search()
        return int(answer)
