"""Interface of a Monte Carlo search tree, and the statistics of its nodes."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class NodeStats:
    """The statistics of a node: the move and seat that lead to it, its visits, and the mean reward of that seat."""

    node: int
    move: int
    seat: int
    visits: int
    value: float


class Tree(ABC):
    """A search tree whose root follows the game."""

    decided_result: float | None = None
    """The result for the seat to move where it is decided at the root, so that only the margin can change."""

    max_points: int | None = None
    """The points that a value of 1 stands for; None where values are results."""

    @property
    def decided(self) -> bool:
        """Whether the result is decided at the root."""
        return self.decided_result is not None

    @abstractmethod
    def set_root(self, position: Any, history: list[int]) -> None:
        """Make a position the root; `history` are the moves that led to it."""

    @abstractmethod
    def run(self, simulations: int) -> None:
        """Run simulations from the root."""

    @abstractmethod
    def run_from(self, child: int, simulations: int) -> None:
        """Run simulations that begin with the move of one child of the root."""

    @abstractmethod
    def child_stats(self, node: int) -> list[NodeStats]:
        """The children of a node, in the order of the rules."""

    def children(self, node: int = 0) -> list[NodeStats]:
        """The children of a node by visits, then by value, then in the order of the rules."""
        return sorted(self.child_stats(node), key=lambda child: (-child.visits, -child.value))

    def principal_variation(self, node: int, min_visits: int) -> list[int]:
        """The line of most visited moves from a node on, while they have at least `min_visits`."""
        moves: list[int] = []
        children = self.children(node)
        while children and children[0].visits >= min_visits:
            moves.append(children[0].move)
            children = self.children(children[0].node)
        return moves
