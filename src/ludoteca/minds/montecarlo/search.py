"""The tree of one player, on the kernel's tree driver."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludoteca.core.seeds import derive
from ludoteca.minds.montecarlo.tree import Tree, Visited
from ludoteca.rules.kernel.bind import Kernel, records
from ludoteca.rules.kernel.compilation import kernel_faults
from ludoteca.rules.kernel.game import KernelPosition


class Search(Tree):
    """A tree that follows the game: what was learnt below the moves made is kept."""

    def __init__(self, kernel: Kernel, exploration: float, seed: int, capacity: int) -> None:
        """`capacity` is a number of nodes: a full tree stops growing, not searching. Memory is taken as it is used."""
        self.kernel = kernel
        self.exploration = exploration
        self.seed = seed
        self.position: KernelPosition
        self._history: list[int] = []
        self._options = np.empty(kernel.rules.MOVES, np.int64)
        self._nodes = records(capacity, kernel.tree_search.NODE)
        self._used = 0
        self.decided = False

    def stand_at(self, position: KernelPosition, history: list[int]) -> None:
        """Make this position the root; the old tree is kept where the history goes on from the last one."""
        known = len(self._history)
        decided = bool(self.kernel.rules.is_decided(position.states()[0]))
        # Once the game is decided rewards are margins: what was learnt before is on another scale.
        goes_on = self._used and history[:known] == self._history and decided == self.decided
        at = self._find(history[known:]) if goes_on else None
        self.decided = decided
        if at is None:
            self._used = self.kernel.tree_search.plant(self._nodes)
        elif at != 0:
            kept = records(len(self._nodes), self.kernel.tree_search.NODE)
            self._used = self.kernel.tree_search.keep(self._nodes, at, kept)
            self._nodes = kept
        self.position = position
        self._history = list(history)
        self._states = position.states(2)
        self._rng = np.array([derive(self.seed, "montecarlo", len(history)) | 1], np.uint64)

    def run(self, simulations: int) -> None:
        """Grow the tree by simulations."""
        with kernel_faults(self.kernel):
            self._used = self.kernel.tree_search.grow(
                self._states, self._nodes, self._used, simulations, self.exploration, self._rng, self._options
            )

    def below(self, node: int) -> list[Visited]:
        parent = self._nodes[node]
        return [self._visited(row) for row in range(int(parent.first), int(parent.first) + int(parent.children))]

    def _visited(self, row: int) -> Visited:
        node = self._nodes[row]
        visits = int(node.visits)
        value = float(node.total) / visits if visits else 0.0
        return Visited(row, int(node.move), int(node.seat), visits, value)

    def _find(self, moves: Sequence[int]) -> int | None:
        """The node these moves lead to from the root, if the tree goes that far."""
        at = 0
        for move in moves:
            found = next((child.node for child in self.children(at) if child.move == move), None)
            if found is None:
                return None
            at = found
        return at
