"""Exact search of kernel games: the best margin between two seats, or a win forced by one seat against all others.

Used by the mind that searches with alpha-beta, and by ``ludoteca solve``.
"""

from __future__ import annotations

from typing import Literal

from ludoteca.rules.kernel.game import KernelGame

Driver = Literal["alphabeta", "coalition"]


def driver_of(game: KernelGame) -> Driver | None:
    """The driver a game has hints for: margins between two seats, proofs among more; None when for neither."""
    if len(game.seats) == 2 and hasattr(game.hints, "settled_margin"):
        return "alphabeta"
    return "coalition" if hasattr(game.hints, "forced_result") else None
