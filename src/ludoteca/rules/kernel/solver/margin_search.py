"""Value of a position between two seats, as a final margin: MTD(f) over zero-window alpha-beta searches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from ludoteca.core.game import Move
from ludoteca.rules.kernel.bind import Kernel
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.kernel.solver.search_runner import MAX_PLY, SearchRunner


@dataclass(frozen=True, slots=True)
class MarginValue:
    """The value of a position for the seat to move, whether it is proven, and a best move (-1: any)."""

    margin: int
    proven: bool
    best: int


@dataclass(frozen=True, slots=True)
class MoveBound:
    """An upper bound of a move's final margin for its seat, and the replies that refute better, as far as known.

    Where the move was searched again by itself, in so many positions, the bound is its value.
    """

    move: Move
    at_most: int
    refutation: tuple[int, ...] = ()
    searched_again: int | None = None


@dataclass(slots=True)
class Bounds:
    """Lower and upper bound of a final margin during a search."""

    low: int
    high: int
    proven: bool = True
    best: int = -1


class MarginSearch(SearchRunner):
    """Searches for margins that share one transposition table."""

    def __init__(self, kernel: Kernel, memory: int) -> None:
        super().__init__(kernel, kernel.alphabeta, memory)

    @classmethod
    def of(cls, game: KernelGame, memory: int) -> Self:
        """A search for a game, with a table of `memory` MiB."""
        return cls(game.kernel_for("alphabeta"), memory)

    def bounds(self, position: KernelPosition) -> Bounds:
        """The bounds of the final margin before any search."""
        settled_margin, most = self._set_root(position), int(self.kernel.hints.max_remaining(self._stack[0]))
        return Bounds(settled_margin - most, settled_margin + most)

    def value(
        self, position: KernelPosition, depth: int | None, guess: int, bounds: Bounds | None = None
    ) -> MarginValue:
        """The final margin for the seat to move, searched `depth` moves ahead (None: to the end) by MTD(f).

        `guess` is the first beta. `bounds`, if given, are narrowed during the search, so that a caller can show them.
        """
        bounds = bounds if bounds is not None else self.bounds(position)
        settled_margin = self._set_root(position)
        step = int(self.kernel.hints.margin_step(self._stack[0]))
        beta = guess
        while bounds.low < bounds.high:
            beta = min(max(beta, bounds.low + step), bounds.high)
            beta += (bounds.high - beta) % step
            reached, proven = self._test(beta - settled_margin, depth)
            bounds.proven = bounds.proven and proven
            if reached:
                bounds.low, bounds.best = beta, self._table_move(self._stack[0])
                beta += step
            else:
                bounds.high = beta - step
                beta -= step
        return MarginValue(bounds.low, bounds.proven, bounds.best)

    def reaches(self, position: KernelPosition, move: Move, margin: int) -> bool:
        """Whether a move is proven to lead to a final margin of at least `margin` for the seat that makes it."""
        seat, after = int(position.state.turn), position.after(move)
        settled_margin = self._set_root(after, seat)
        if after.turn is None:
            return settled_margin >= margin
        if after.turn == seat:
            return self._test(margin - settled_margin, None)[0]
        return not self._test(settled_margin - margin + 1, None)[0]

    def move_bound(self, position: KernelPosition, move: Move, at_most: int, depth: int | None) -> MoveBound:
        """The best upper bound in the table for a move that gives no more than `at_most`.

        Only entries searched `depth` moves ahead (None: to the end) count.
        """
        seat, after = int(position.state.turn), position.after(move)
        settled_margin = self._set_root(after, seat)
        if after.turn is None:
            return MoveBound(move, settled_margin)
        row = self.driver.lookup(self._table, self._stack[0])
        if row < 0:
            return MoveBound(move, at_most)
        entry = self._table[row]
        required = self.driver.NO_HORIZON if depth is None else depth - 1
        refutation: tuple[int, ...] = ()
        if after.turn == seat:
            is_deep, bound = entry.high_depth >= required, settled_margin + int(entry.high)
        else:
            is_deep, bound = entry.low_depth >= required, settled_margin - int(entry.low)
            refutation = (int(entry.best),)
        return MoveBound(move, min(at_most, bound), refutation) if is_deep else MoveBound(move, at_most)

    def move_value(self, position: KernelPosition, bound: MoveBound, depth: int | None) -> int:
        """The margin of a move that does not end the game, for the seat that makes it, where an upper bound is known.

        Both are searched `depth` moves ahead, the move itself counted (None: to the end).
        """
        after = position.after(bound.move)
        bounds = self.bounds(after)
        ahead = None if depth is None else depth - 1
        if after.turn == position.turn:
            bounds.high = min(bounds.high, bound.at_most)
            return self.value(after, ahead, bound.at_most, bounds).margin
        bounds.low = max(bounds.low, -bound.at_most)
        return -self.value(after, ahead, -bound.at_most, bounds).margin

    def principal_variation(self, position: KernelPosition, first: int) -> list[int]:
        """The line of best moves in the table, after a first move."""
        moves = [first]
        rows = position.states()
        self.kernel.rules.play(rows[0], first, None)
        while not rows[0].over and len(moves) < MAX_PLY and (best := self._table_move(rows[0])) >= 0:
            moves.append(best)
            self.kernel.rules.play(rows[0], best, None)
        return moves

    def _test(self, beta: int, depth: int | None) -> tuple[bool, bool]:
        """Whether the seat to move at the root reaches a remaining margin of `beta`, and whether that is proven."""
        self.driver.start_search(self._frames, beta, self.driver.NO_HORIZON if depth is None else depth, self._counters)
        return self._run()

    def _table_move(self, state: object) -> int:
        """The best move of a state in the table, or -1."""
        row = self.driver.lookup(self._table, state)
        return int(self._table[row].best) if row >= 0 else -1

    def _set_root(self, position: KernelPosition, seat: int | None = None) -> int:
        """Make a position the root. Returns its settled margin from the view of a seat (None: the one to move)."""
        self._stack[0] = position.states()[0]
        seat = int(position.state.turn) if seat is None else seat
        return int(self.kernel.hints.settled_margin(self._stack[0])) * (1 - 2 * seat)
