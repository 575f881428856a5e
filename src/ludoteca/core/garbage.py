"""Garbage collection: what a process has imported stays, and need not be looked at again."""

from __future__ import annotations

import gc

_ALLOCATIONS = 20_000  # between two collections; with Python's own 700 they took 9 % of the time of all tests
_COLLECTIONS = 20  # of the young before the older objects are looked at


def collect_rarely() -> None:
    """Exempt all objects there are from garbage collection, and collect what is made from here on less often."""
    gc.freeze()
    gc.set_threshold(_ALLOCATIONS, _COLLECTIONS, _COLLECTIONS)
