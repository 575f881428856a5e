"""What a tree knows of a move, whatever the tree is made of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol


@dataclass(frozen=True, slots=True)
class Visited:
    """A move as the tree knows it: how often it was tried, and how well the mover fared."""

    node: int
    move: int
    seat: int
    visits: int
    value: float


class Tree(Protocol):
    """A search that follows a game."""

    @property
    def decided(self) -> bool:
        """Whether only the margin is left to play for."""

    def stand_at(self, position: Any, history: list[int]) -> None: ...
    def run(self, simulations: int) -> None: ...
    def children(self, node: int = 0) -> list[Visited]: ...
    def line(self, node: int, fewest: int) -> list[int]: ...
