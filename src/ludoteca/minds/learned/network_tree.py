"""The search tree of a network: simulations by the kernel's driver, and what they found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludoteca.core.seeds import derive
from ludoteca.minds.learned.weights import Network
from ludoteca.rules.encoding import encoding_of
from ludoteca.rules.kernel.bind import records
from ludoteca.rules.kernel.compilation import kernel_faults
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.kernel.network_arrays import Floats, scratch_for


@dataclass(frozen=True, slots=True)
class NodeStats:
    """A move in the tree: the seat that makes it, the network's prior, its visits, the mean reward of that seat.

    `result` is the seat's proven result, None if there is none.
    """

    node: int
    move: int
    seat: int
    prior: float
    visits: int
    value: float
    result: float | None


class Evaluator:
    """A network on one game, for single positions."""

    def __init__(self, game: KernelGame, network: Network) -> None:
        self.game, self.network = game, network
        self.kernel = game.kernel_for("network_search")
        self.arrays = network.for_kernel(game)
        self.context = network.context_of(game)
        self.scratch = scratch_for(encoding_of(game).size, network.hidden)
        self.numbers = network.numbers(self.kernel.rules.MOVES)
        self._vector = self.kernel.network.vector_in(self.arrays[0], self.scratch)
        self._logits = np.empty(network.size.actions, np.float32)
        self._outputs = np.empty(2 * network.seats, np.float32)

    def value(self, position: KernelPosition, vector: Floats | None = None) -> float:
        """The share in the result that the network expects for the seat to move at first sight.

        A `vector` is looked at in place of that of the position.
        """
        kernel, state = self.kernel, position.states()[0]
        if vector is None:
            kernel.network.evaluate(state, self.arrays, self.context, self.scratch, self._logits, self._outputs)
        else:
            self._vector[:] = vector
            kernel.network.evaluate_vector(self.arrays, self.context, self.scratch, self._logits, self._outputs)
        shares = np.zeros(len(self.game.seats))
        kernel.network_search.expected_rewards(state, self._outputs, np.zeros(3), shares)
        return float(shares[state.turn])

    def layers(self, position: KernelPosition) -> Floats:
        """What all hidden layers hold at a position: the first one, then the inner and the outer one of each block."""
        (layout, first, weights, heads), state, found = self.arrays, position.states()[0], list[Floats]()
        for blocks in range(self.network.blocks + 1):
            below = (layout, first, tuple(array[:blocks] for array in weights), heads)
            self.kernel.network.evaluate(state, below, self.context, self.scratch, self._logits, self._outputs)
            outer, inner = self.scratch[3], self.scratch[4]
            found += [inner.copy(), outer.copy()] if blocks else [outer.copy()]
        return np.concatenate(found)


class NetworkTree:
    """A search tree that keeps the subtree of the moves played."""

    def __init__(
        self, evaluator: Evaluator, exploration: float, seed: int, capacity: int, playouts: int | None = None
    ) -> None:
        """`capacity` is the largest number of nodes; a full tree is searched without being expanded.

        `playouts` are those at a leaf before the network looks at it; by default what the file of the network says.
        """
        self.evaluator = evaluator
        self.seed = seed
        self._driver = evaluator.kernel.network_search
        network = evaluator.network
        self._settings = np.array([exploration, *network.margins, network.playouts if playouts is None else playouts])
        self._options = np.empty(evaluator.kernel.rules.MOVES, np.int64)
        self._nodes = records(capacity, self._driver.NODE)
        self._others = len(evaluator.game.seats) - 1
        self._used = 0
        self._history: list[int] = []
        self.decided_result: float | None = None

    def set_root(self, position: KernelPosition, history: list[int]) -> None:
        """Make a position the root; its subtree is kept if the history continues the last one."""
        known = len(self._history)
        rules, state = self.evaluator.kernel.rules, position.states()[0]
        result = float(rules.final_result(state, state.turn)) if rules.is_decided(state) else None
        # Once the game is decided rewards are margins: earlier rewards are on another scale.
        continues = (
            self._used and history[:known] == self._history and (result is None) == (self.decided_result is None)
        )
        at = self._find(history[known:]) if continues else None
        self.decided_result = result
        if at is None:
            self._used = self._driver.new_tree(self._nodes)
        elif at != 0:
            kept = records(len(self._nodes), self._driver.NODE)
            self._used = self.evaluator.kernel.subtree.reroot(self._nodes, at, kept)
            self._nodes = kept
        self._history = list(history)
        self._states = position.states(2)
        self._rng = np.array([derive(self.seed, "learned", len(history)) | 1], np.uint64)

    def run(self, simulations: int, first: int = 0) -> int:
        """Run simulations from the root, all with its child `first` unless that is 0. Returns how many were run."""
        evaluator, before = self.evaluator, int(self._nodes[0].visits)
        with kernel_faults(evaluator.kernel):
            self._used = self._driver.run_simulations(
                self._states,
                self._nodes,
                self._used,
                simulations,
                first,
                self._settings,
                self._rng,
                evaluator.numbers,
                evaluator.arrays,
                evaluator.context,
                evaluator.scratch,
                self._options,
            )
        return int(self._nodes[0].visits) - before

    @property
    def is_proven(self) -> bool:
        """Whether the result of the root is proven."""
        return bool(self._nodes[0].proven != self._driver.UNPROVEN)

    def moves(self, node: int = 0) -> list[NodeStats]:
        """The moves of a node from best to worst.

        First come those proven to win; then the others by visits, a proven draw where it is worth more than the most
        visited; last those proven to lose.
        """
        parent = self._nodes[node]
        rows = range(int(parent.first), int(parent.first) + int(parent.children))
        found = sorted((self._stats(row) for row in rows), key=lambda each: (-each.visits, -each.value, -each.prior))
        open_moves = [each for each in found if each.result is None]
        best_open = open_moves[0].value if open_moves else 0.0
        return sorted(found, key=lambda each: _order(each, best_open))

    def _stats(self, row: int) -> NodeStats:
        node = self._nodes[row]
        visits, proven, seat = int(node.visits), int(node.proven), int(node.seat)
        value = float(node.total) / visits if visits else 0.0
        result: float | None = float(proven == seat)
        if proven == self._driver.UNPROVEN or (result == 0 and self._others > 1):
            result = None  # among three, a loss depends on the wishes of the others
        elif proven == self._driver.SHARED:
            result = 1.0 / len(self.evaluator.game.seats)
        return NodeStats(row, int(node.move), seat, float(node.prior), visits, value, result)

    def principal_variation(self, node: int) -> list[int]:
        """The line of best moves from a node on, as far as they were visited."""
        line: list[int] = []
        moves = self.moves(node)
        while moves and (moves[0].visits or moves[0].result is not None):
            line.append(moves[0].move)
            moves = self.moves(moves[0].node)
        return line

    def _find(self, moves: Sequence[int]) -> int | None:
        """The node that moves lead to from the root, or None if it is not in the tree."""
        at = 0
        for move in moves:
            found = next((child.node for child in self.moves(at) if child.move == move), None)
            if found is None:
                return None
            at = found
        return at


def _order(move: NodeStats, best_open: float) -> int:
    if move.result is None:
        return 2
    if move.result == 1:
        return 0
    if move.result == 0:
        return 4
    return 1 if move.result >= best_open else 3
