"""Exact search of kernel games: the best margin between two seats, or a win forced by one seat against all others.

Used by the mind `alphabeta`, by ``ludoteca solve``, and by whatever needs exact values (`exact_values`).
"""

from __future__ import annotations

from typing import Literal

from ludoteca.rules.kernel.game import KernelGame

Driver = Literal["alphabeta", "coalition"]


def driver_of(game: KernelGame) -> Driver | None:
    """The search driver that a game has hints for, or None: alpha-beta for two seats, coalition proofs for more."""
    if len(game.seats) == 2 and hasattr(game.hints, "settled_margin"):
        return "alphabeta"
    return "coalition" if hasattr(game.hints, "forced_result") else None
