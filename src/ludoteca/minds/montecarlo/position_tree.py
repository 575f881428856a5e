"""The search tree for games without compiled rules: every node keeps its position and plays on through `after`.

Hidden information was drawn anew in the position a mind is given; the search plays on from that.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ludoteca.core.game import Move, margin
from ludoteca.core.seeds import derive
from ludoteca.minds.montecarlo.tree import Tree, Visited


class PlayablePosition(Protocol):
    """A position that can be played out at random."""

    @property
    def turn(self) -> int | None: ...
    @property
    def moves(self) -> Sequence[Move]: ...
    def after(self, move: Move) -> PlayablePosition: ...
    def playout(self, seed: int) -> tuple[float, ...]: ...


_DECISIVE = 12.0  # points ahead that make a win about three times as likely as a loss


@dataclass(slots=True)
class _Node:
    """A move, the seat that makes it, where it leads once somebody looked, and how well it went."""

    move: int
    seat: int
    position: PlayablePosition | None = None
    visits: int = 0
    total: float = 0.0
    children: list[int] = field(default_factory=list)


class PositionTree(Tree):
    """A search tree with a position in every node, built anew for every move."""

    def __init__(self, exploration: float, seed: int) -> None:
        self.exploration = exploration
        self.seed = seed
        self.position: PlayablePosition
        self._history: list[int] = []
        self._nodes: list[_Node] = []
        self._runs = 0

    def stand_at(self, position: PlayablePosition, history: list[int]) -> None:
        """Make this position the root of a new tree."""
        self.position = position
        self._history = list(history)
        self._nodes = [_Node(-1, -1, position)]
        self._runs = 0
        self._expand(0)

    def run(self, simulations: int) -> None:
        """Grow the tree by simulations."""
        for _ in range(simulations):
            self._runs += 1
            self._simulate()

    def below(self, node: int) -> list[Visited]:
        return [self._visited(row) for row in self._nodes[node].children]

    def _visited(self, row: int) -> Visited:
        node = self._nodes[row]
        return Visited(row, node.move, node.seat, node.visits, node.total / node.visits if node.visits else 0.0)

    def _simulate(self) -> None:
        """Down the tree, one step beyond it, and on at random to the end."""
        path = [0]
        while self._nodes[path[-1]].children:
            path.append(self._chosen(path[-1]))
        position = self._reached(path)
        if self._nodes[path[-1]].visits and position.turn is not None:
            self._expand(path[-1])
            path.append(self._nodes[path[-1]].children[0])
            position = self._reached(path)
        seed = derive(self.seed, "playout", len(self._history), self._runs)
        points = position.playout(seed)
        for row in path:
            node = self._nodes[row]
            node.visits += 1
            node.total += win_estimate(points, node.seat) if node.seat >= 0 else 0.0

    def _chosen(self, row: int) -> int:
        """The child to look at: one not seen yet, or the best by UCB1."""
        parent = self._nodes[row]
        log = math.log(parent.visits + 1)

        def worth(child: int) -> float:
            node = self._nodes[child]
            if not node.visits:
                return math.inf
            return node.total / node.visits + self.exploration * math.sqrt(log / node.visits) / 2

        return max(parent.children, key=worth)

    def _reached(self, path: Sequence[int]) -> PlayablePosition:
        """The position at the end of a path; the one before it is known."""
        node = self._nodes[path[-1]]
        if node.position is None:
            before = self._nodes[path[-2]].position
            assert before is not None
            node.position = before.after(before.moves[node.move])
        return node.position

    def _expand(self, row: int) -> None:
        position = self._nodes[row].position
        assert position is not None and position.turn is not None
        first = len(self._nodes)
        self._nodes += [_Node(move.code, position.turn) for move in position.moves]
        self._nodes[row].children = list(range(first, len(self._nodes)))


def win_estimate(points: Sequence[float], seat: int) -> float:
    """How good an end is for a seat, from 0 to 1: half for the win, half for the margin.

    With few games to learn from, the margin says more than the winner.

    >>> win_estimate((20, 20), 0)
    0.5
    """
    ahead = margin(points, seat)
    won = 0.5 + 0.5 * math.copysign(1, ahead) if ahead else 0.5
    return (won + 1 / (1 + math.exp(-ahead / _DECISIVE))) / 2
