"""Search tree for games without compiled rules: each node keeps its position, and moves are made by `after`.

Hidden information is already redrawn in the position a mind is given, so the tree searches one determinization.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Protocol

from ludoteca.core.game import Move, margin
from ludoteca.core.seeds import derive
from ludoteca.minds.montecarlo.tree import NodeStats, Tree


class PlayablePosition(Protocol):
    """A position that can be played out at random."""

    @property
    def turn(self) -> int | None: ...
    @property
    def moves(self) -> Sequence[Move]: ...
    def after(self, move: Move) -> PlayablePosition: ...
    def move_order(self, move: Move) -> int: ...
    def playout(self, seed: int) -> tuple[float, ...]: ...
    def playout_after(self, move: Move, seed: int) -> tuple[float, ...]: ...


_BIAS = 4.0  # the weight of a move's rank by the game, which counts less with every visit (progressive bias)
_MARGIN_SCALE = 12.0  # a margin of this many points counts as a chance to win of about 3 in 4


@dataclass(slots=True)
class _Node:
    """A move, the seat that makes it, its rank by the game, the position it leads to once visited, and its rewards."""

    move: int
    seat: int
    rank: int = 0
    position: PlayablePosition | None = None
    visits: int = 0
    total: float = 0.0
    children: list[int] = field(default_factory=list)


class PositionTree(Tree):
    """A search tree with a position in each node, rebuilt for each move."""

    def __init__(self, exploration: float, seed: int) -> None:
        self.exploration = exploration
        self.seed = seed
        self.position: PlayablePosition
        self._history: list[int] = []
        self._nodes: list[_Node] = []
        self._runs = 0

    def set_root(self, position: PlayablePosition, history: list[int]) -> None:
        """Make a position the root of a new tree."""
        self.position = position
        self._history = list(history)
        self._nodes = [_Node(-1, -1, position=position)]
        self._runs = 0
        self._expand(0)

    def run(self, simulations: int) -> None:
        """Run simulations from the root."""
        for _ in range(simulations):
            self._runs += 1
            self._simulate()

    def run_from(self, child: int, simulations: int) -> None:
        root = self._nodes[0]
        children, root.children = root.children, [child]
        self.run(simulations)
        root.children = children

    def child_stats(self, node: int) -> list[NodeStats]:
        return [self._stats(row) for row in self._nodes[node].children]

    def _stats(self, row: int) -> NodeStats:
        node = self._nodes[row]
        return NodeStats(row, node.move, node.seat, node.visits, node.total / node.visits if node.visits else 0.0)

    def _simulate(self) -> None:
        """Run one simulation: selection, expansion, playout, backpropagation."""
        path = [0]
        while self._nodes[path[-1]].children:
            path.append(self._select(path[-1]))
        if self._nodes[path[-1]].visits and self._position_at(path).turn is not None:
            self._expand(path[-1])
            path.append(self._nodes[path[-1]].children[0])
        points = self._playout(path, derive(self.seed, "playout", len(self._history), self._runs))
        for row in path:
            node = self._nodes[row]
            node.visits += 1
            node.total += win_estimate(points, node.seat) if node.seat >= 0 else 0.0

    def _playout(self, path: Sequence[int], seed: int) -> tuple[float, ...]:
        """The points after a playout from the end of a path; a position that is visited once is not made."""
        node = self._nodes[path[-1]]
        if node.position is not None:
            return node.position.playout(seed)
        before = self._position_at(path[:-1])
        return before.playout_after(before.moves[node.move], seed)

    def _select(self, row: int) -> int:
        """An unvisited child, or the one with the highest UCB1 score and bias."""
        parent = self._nodes[row]
        log = math.log(parent.visits + 1)

        def ucb1(child: int) -> float:
            node = self._nodes[child]
            if not node.visits:
                return math.inf
            bias = _BIAS * node.rank / (node.visits + 1)
            return node.total / node.visits + self.exploration * math.sqrt(log / node.visits) / 2 + bias

        return max(parent.children, key=ucb1)

    def _position_at(self, path: Sequence[int]) -> PlayablePosition:
        """The position at the end of a path, made from the one before it on the second visit."""
        node = self._nodes[path[-1]]
        if node.position is None:
            before = self._nodes[path[-2]].position
            assert before is not None
            node.position = before.after(before.moves[node.move])
        return node.position

    def _expand(self, row: int) -> None:
        """Add a child for each legal move of a node."""
        position = self._nodes[row].position
        assert position is not None and position.turn is not None
        first = len(self._nodes)
        self._nodes += [_Node(move.code, position.turn, position.move_order(move)) for move in position.moves]
        self._nodes[row].children = list(range(first, len(self._nodes)))


def win_estimate(points: Sequence[float], seat: int) -> float:
    """The reward of a seat for final points, from 0 to 1: half for the result, half for the margin.

    With few simulations, the margin carries more information than the result.

    >>> win_estimate((20, 20), 0)
    0.5
    """
    ahead = margin(points, seat)
    won = 0.5 + 0.5 * math.copysign(1, ahead) if ahead else 0.5
    return (won + 1 / (1 + math.exp(-ahead / _MARGIN_SCALE))) / 2
