"""Comparisons by Monte Carlo tree search, in games with compiled rules; forced wins are proven where that is cheap."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from statistics import fmean

from ludoteca.arena.review.comparison import SEARCHES, Comparison, Grader, Withheld, difference_interval
from ludoteca.arena.review.grading import chances
from ludoteca.core.game import Move, Position
from ludoteca.core.seeds import derive
from ludoteca.minds.montecarlo.kernel_tree import KernelTree
from ludoteca.minds.shared.reasons import line_texts
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.kernel.solver import driver_of
from ludoteca.rules.kernel.solver.coalition_proofs import CoalitionProofs
from ludoteca.rules.kernel.solver.search_runner import Stopped

_CHOICE = 8_000  # simulations of the search that looks for the best move
_VALUE = 800  # simulations of each search that values a move
_EXPLORATION = 1.5
_SHOWN_VISITS = 50  # moves with fewer are left out of lines
_SHOWN = 6  # moves of a line
_PROOF_MEMORY = 32  # MiB
_PROOF_NODES = 100_000  # positions searched for one proof; then nothing is proven


class SearchGrader(Grader):
    """Finds the best move by one search, and compares it with the played one by independent searches of both.

    A move after which its seat can force a win has the value 1, one after which another seat can has the value 0.
    """

    def __init__(self, game: KernelGame, seed: int, should_continue: Callable[[], bool]) -> None:
        self.scale = chances(len(game.seats))
        self._game = game
        self._seed = seed
        self._should_continue = should_continue
        self._proofs = None
        if driver_of(game) == "coalition":
            self._proofs = CoalitionProofs(game.kernel_for("coalition"), _PROOF_MEMORY)
            self._proofs.should_continue = should_continue

    def compare(self, position: Position, history: Sequence[Move], move: Move) -> Comparison:
        assert isinstance(position, KernelPosition)
        if self._game.rules.is_decided(position.state):
            raise Withheld("decided")
        seed = derive(self._seed, "review", len(history))
        tree = self._tree(position, seed, _CHOICE)
        tree.run(_CHOICE)
        winning = self._winning(position, move)
        best = winning or _move(position, tree.children()[0].move)
        played = self._values(position, move, seed)
        if best == move:
            return Comparison(move, fmean(played), fmean(played), (0.0, 0.0), forced=winning is not None)
        values = self._values(position, best, seed)
        proven = winning is not None and self._proven(position, move) is not None
        return Comparison(
            best,
            fmean(values),
            fmean(played),
            None if proven else difference_interval(values, played),
            _line(position, tree, best),
            _line(position, tree, move),
            winning is not None,
        )

    def _tree(self, position: KernelPosition, seed: int, simulations: int) -> KernelTree:
        kernel = self._game.kernel_for("tree_search")
        tree = KernelTree(kernel, _EXPLORATION, seed, (simulations + 64) * kernel.rules.MOVES)
        tree.set_root(position, [])
        return tree

    def _values(self, position: KernelPosition, move: Move, seed: int) -> list[float]:
        """The values of a move by independent searches, with the same seeds for all moves; or its proven value."""
        proven = self._proven(position, move)
        if proven is not None:
            return [proven] * SEARCHES
        return [self._value(position, move, derive(seed, "search", number)) for number in range(SEARCHES)]

    def _value(self, position: KernelPosition, move: Move, seed: int) -> float:
        if not self._should_continue():
            raise Stopped
        tree = self._tree(position, seed, _VALUE)
        tree.run(1)  # it makes the children of the root
        child = next(child.node for child in tree.child_stats(0) if child.move == move.code)
        tree.run_from(child, _VALUE)
        return next(child.value for child in tree.child_stats(0) if child.move == move.code)

    def _winning(self, position: KernelPosition, played: Move) -> Move | None:
        """A move that is proven to force a win: the played one if it does; None if none is known."""
        assert position.turn is not None
        if not self._forces(position, position.turn):
            return None
        moves = sorted(position.moves, key=lambda move: move != played)
        return next((move for move in moves if self._forces(position, position.turn, move)), None)

    def _proven(self, position: KernelPosition, move: Move) -> float | None:
        """The result of a move for the seat that makes it, if a seat is proven to force its win after it."""
        others = (seat for seat in range(len(self._game.seats)) if seat != position.turn)
        assert position.turn is not None
        if self._forces(position, position.turn, move):
            return 1.0
        return 0.0 if any(self._forces(position, seat, move) for seat in others) else None

    def _forces(self, position: KernelPosition, seat: int, move: Move | None = None) -> bool:
        """Whether a seat is proven to force its win, after a move if one is given."""
        if self._proofs is None:
            return False
        self._proofs.limit = self._proofs.nodes + _PROOF_NODES
        try:
            return bool(self._proofs.is_forced_win(position, seat, after=() if move is None else (move.code,)))
        except Stopped:
            if not self._should_continue():
                raise
            return False


def _move(position: KernelPosition, code: int) -> Move:
    return next(move for move in position.moves if move.code == code)


def _line(position: KernelPosition, tree: KernelTree, move: Move) -> tuple[str, ...]:
    """A move and the most visited moves after it."""
    node = next(child.node for child in tree.child_stats(0) if child.move == move.code)
    return line_texts(position, [move.code, *tree.principal_variation(node, _SHOWN_VISITS)][:_SHOWN])
