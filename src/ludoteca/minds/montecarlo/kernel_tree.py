"""Search tree for games with compiled rules, run by the kernel's tree search driver."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ludoteca.core.seeds import derive
from ludoteca.minds.montecarlo.tree import NodeStats, Tree
from ludoteca.rules.kernel.bind import Kernel, records
from ludoteca.rules.kernel.compilation import kernel_faults
from ludoteca.rules.kernel.game import KernelPosition


class KernelTree(Tree):
    """A search tree that keeps the subtree of the moves played."""

    def __init__(
        self,
        kernel: Kernel,
        exploration: float,
        seed: int,
        capacity: int,
        cutoff: int | None = None,
        max_points: int | None = None,
    ) -> None:
        """`capacity` is the largest number of nodes; a full tree is searched without being expanded.

        Simulations stop where a seat has `cutoff` points; with `max_points`, rewards are parts of them.
        """
        self.kernel = kernel
        self.exploration = exploration
        self.seed = seed
        self.position: KernelPosition
        self._history: list[int] = []
        self.cutoff = kernel.tree_search.NO_CUTOFF if cutoff is None else cutoff
        self.max_points = max_points
        self._cut = False  # whether a seat has the points of the cutoff at the root
        self._options = np.empty(kernel.rules.MOVES, np.int64)
        self._nodes = records(capacity, kernel.tree_search.NODE)
        self._used = 0

    def set_root(self, position: KernelPosition, history: list[int]) -> None:
        """Make a position the root; its subtree is kept if the history continues the last one."""
        known = len(self._history)
        rules, state = self.kernel.rules, position.states()[0]
        result = float(rules.final_result(state, state.turn)) if rules.is_decided(state) else None
        cut = any(points >= self.cutoff for points in position.scores())
        # Once the game is decided rewards are margins, and beyond the cutoff simulations go on to the end: earlier
        # rewards are on another scale.
        same_scale = (result is not None) == self.decided and cut == self._cut
        continues = self._used and history[:known] == self._history and same_scale
        at = self._find(history[known:]) if continues else None
        self.decided_result, self._cut = result, cut
        if at is None:
            self._used = self.kernel.tree_search.new_tree(self._nodes)
        elif at != 0:
            kept = records(len(self._nodes), self.kernel.tree_search.NODE)
            self._used = self.kernel.subtree.reroot(self._nodes, at, kept)
            self._nodes = kept
        self.position = position
        self._history = list(history)
        self._states = position.states(2)
        self._rng = np.array([derive(self.seed, "montecarlo", len(history)) | 1], np.uint64)

    def run(self, simulations: int) -> None:
        """Run simulations from the root."""
        with kernel_faults(self.kernel):
            self._used = self.kernel.tree_search.run_simulations(
                self._states,
                self._nodes,
                self._used,
                simulations,
                self.exploration,
                self.cutoff,
                float(self.max_points or 0),
                self._rng,
                self._options,
            )

    def run_from(self, child: int, simulations: int) -> None:
        root = self._nodes[0]
        first, children = int(root.first), int(root.children)
        root.first, root.children = child, 1
        self.run(simulations)
        root.first, root.children = first, children

    def child_stats(self, node: int) -> list[NodeStats]:
        parent = self._nodes[node]
        return [self._stats(row) for row in range(int(parent.first), int(parent.first) + int(parent.children))]

    def _stats(self, row: int) -> NodeStats:
        node = self._nodes[row]
        visits = int(node.visits)
        value = float(node.total) / visits if visits else 0.0
        return NodeStats(row, int(node.move), int(node.seat), visits, value)

    def _find(self, moves: Sequence[int]) -> int | None:
        """The node that moves lead to from the root, or None if it is not in the tree."""
        at = 0
        for move in moves:
            found = next((child.node for child in self.children(at) if child.move == move), None)
            if found is None:
                return None
            at = found
        return at
