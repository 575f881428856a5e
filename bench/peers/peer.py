"""What a player of another project has to do to play Azul here."""

from __future__ import annotations

from pathlib import Path
from typing import Protocol

from ludoteca.core.game import Move
from ludoteca.rules.kernel.game import KernelPosition


class Peer(Protocol):
    """A player of another project, with its referee. Moves are told by the codes of our rules."""

    def __init__(self, folder: Path) -> None:
        """Load it from a checkout of its project."""

    def begin(self, seed: int) -> None:
        """Begin a game; a seed for its chance."""

    def choose(self, position: KernelPosition) -> int:
        """Its move, as a code."""

    def legal_codes(self, position: KernelPosition) -> set[int]:
        """The codes of the moves that its referee allows."""

    def agrees(self, position: KernelPosition, move: Move, after: KernelPosition) -> bool:
        """Compare what its referee makes of a move; raises `AssertionError`. Returns whether they can be compared."""
