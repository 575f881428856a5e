"""The interface of a game's `observation.py`: what a seat observes, as numbered components, for networks.

The components and their order are those of the game's `encoding.py` in the largest game, whose options are `LARGEST`. A
game without this file cannot be learned.
"""

from typing import Any

LARGEST: dict[str, Any]
COMPONENTS: int
"""The number of components."""

def observe(s: Any, seat: int, places: Any, values: Any) -> int:
    """Write the components other than 0 that a seat observes: their places and values. Returns their number."""
