"""What a tree knows of a move, whatever the tree is made of."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Visited:
    """A move as the tree knows it: how often it was tried, and how well the mover fared."""

    node: int
    move: int
    seat: int
    visits: int
    value: float


class Tree(ABC):
    """A search that follows a game."""

    decided = False
    """Whether only the margin is left to play for."""

    @abstractmethod
    def stand_at(self, position: Any, history: list[int]) -> None:
        """Make this position the root."""

    @abstractmethod
    def run(self, simulations: int) -> None:
        """Grow the tree by simulations."""

    @abstractmethod
    def below(self, node: int) -> list[Visited]:
        """The moves below a node, as the rules list them."""

    def children(self, node: int = 0) -> list[Visited]:
        """The moves below a node, most visited first; equals by their value, then as the rules list them."""
        return sorted(self.below(node), key=lambda child: (-child.visits, -child.value))

    def line(self, node: int, fewest: int) -> list[int]:
        """The moves most looked at from a node on, as long as they were looked at often enough."""
        moves: list[int] = []
        children = self.children(node)
        while children and children[0].visits >= fewest:
            moves.append(children[0].move)
            children = self.children(children[0].node)
        return moves
