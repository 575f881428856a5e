"""Kalah as a network sees it, compiled: the vector of `encoding.py`, written straight from a state.

The components are those of the largest game, so that a network can serve boards of several sizes.
"""

from __future__ import annotations

from typing import Any

from .rules import MAX_PITS, MAX_SEEDS, SEATS, State

LARGEST = {"pits": MAX_PITS, "seeds": MAX_SEEDS, "pie": True}
PITS = SEATS + 1  # after the turn and the end
STORES = PITS + SEATS * MAX_PITS
SWAP_OFFERED = STORES + SEATS
ME = SWAP_OFFERED + 1
COMPONENTS = ME + SEATS


def observe(s: State, seat: int, places: Any, values: Any) -> int:
    """Write the components other than 0 that a seat observes: their places and values. Returns their number."""
    places[0] = SEATS if s.over else (s.turn + SEATS - seat) % SEATS
    values[0] = 1
    n = 1
    for relative in range(SEATS):
        owner = (seat + relative) % SEATS
        for pit in range(s.width):
            if s.pits[owner, pit] > 0:
                places[n] = PITS + relative * MAX_PITS + pit
                values[n] = s.pits[owner, pit]
                n += 1
        if s.stores[owner] > 0:
            places[n] = STORES + relative
            values[n] = s.stores[owner]
            n += 1
    if s.pie and not s.over:
        places[n] = SWAP_OFFERED
        values[n] = 1
        n += 1
    places[n] = ME + seat
    values[n] = 1
    return n + 1
