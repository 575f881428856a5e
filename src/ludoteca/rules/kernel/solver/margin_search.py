"""Value of a position between two seats, as a final margin: MTD(f) over zero-window alpha-beta searches."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar, Self

import numpy as np

from ludoteca.core.game import Move
from ludoteca.rules.kernel.bind import Kernel
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.kernel.solver.endgame_table import NO_TABLE, EndgameTable
from ludoteca.rules.kernel.solver.search_runner import MAX_PLY, SearchRunner


@dataclass(frozen=True, slots=True)
class MarginValue:
    """The value of a position for the seat to move, and whether it is proven."""

    margin: int
    proven: bool
    best: int  # the code of a move that reaches the margin; -1: any does


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
    """Searches for margins that share one transposition table and an endgame table."""

    driver_name: ClassVar[str] = "alphabeta"

    def __init__(self, kernel: Kernel, memory: int, endgame: EndgameTable = NO_TABLE) -> None:
        super().__init__(kernel, getattr(kernel, self.driver_name), memory)
        self.endgame = endgame
        self._counters[self.driver.LEFT] = endgame.left

    @classmethod
    def of(cls, game: KernelGame, memory: int, endgame: EndgameTable = NO_TABLE) -> Self:
        """A search for a game, with a table of `memory` MiB."""
        return cls(game.kernel_for(cls.driver_name), memory, endgame)

    def bounds(self, position: KernelPosition) -> Bounds:
        """The bounds of the final margin before any search."""
        settled_margin, most = self._set_root(position), int(self.kernel.hints.max_remaining(self._stack[0]))
        return Bounds(settled_margin - most, settled_margin + most)

    def settled_margin(self, position: KernelPosition) -> int:
        """The settled margin of a position for the seat to move."""
        return self._set_root(position)

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
                bounds.low, bounds.best = settled_margin + self._root_bound(beta - settled_margin), self._root_move()
                beta = bounds.low + step
            else:
                bounds.high = beta = settled_margin + self._root_bound(beta - settled_margin - step)
        return MarginValue(bounds.low, bounds.proven, bounds.best)

    def can_reach(self, position: KernelPosition, margin: int) -> bool:
        """Whether the seat to move is proven to reach a final margin of at least `margin`."""
        return self._test(margin - self._set_root(position), None)[0]

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
        if (known := self._endgame_margin(self._stack[0])) is not None:
            return MoveBound(move, settled_margin + (known if after.turn == seat else -known))
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
        """The line of best moves in the tables, after a first move."""
        moves = [first]
        rows = position.states()
        self.kernel.rules.play(rows[0], first, None)
        while not rows[0].over and len(moves) < MAX_PLY and (best := self._known_move(rows[0])) >= 0:
            moves.append(best)
            self.kernel.rules.play(rows[0], best, None)
        return moves

    def _endgame_margin(self, state: Any) -> int | None:
        """The remaining margin of a state for the seat to move by the endgame table, or None."""
        if self.kernel.boards.seeds_left(state) > self.endgame.left:
            return None
        return int(self.endgame.values[self.kernel.boards.number_of(state)])

    def _known_move(self, state: Any) -> int:
        """The best move of a state by the endgame table or by the transposition table, or -1."""
        if self._endgame_margin(state) is None:
            return self._table_move(state)
        codes = np.empty(self.kernel.rules.MOVES, np.int16)
        legal = codes[: self.kernel.rules.moves(state, codes)]
        return max((int(code) for code in legal), key=lambda code: self._margin_after(state, code))

    def _margin_after(self, state: Any, move: int) -> int:
        """The remaining margin of a state in the endgame table if a move is made."""
        rows = self.kernel.states(1)
        rows[0] = state
        self.kernel.rules.play(rows[0], move, None)
        gain = int(self.kernel.hints.settled_margin(rows[0]) - self.kernel.hints.settled_margin(state))
        gain *= 1 - 2 * int(state.turn)
        rest = 0 if rows[0].over else self._endgame_margin(rows[0]) or 0
        return gain + (rest if rows[0].turn == state.turn else -rest)

    def _search(self) -> int:
        search = self.driver.search
        return int(search(self._stack, self._frames, self._table, self.endgame.values, self._counters))

    def _test(self, beta: int, depth: int | None) -> tuple[bool, bool]:
        """Whether the seat to move at the root reaches a remaining margin of `beta`, and whether that is proven."""
        self.driver.start_search(self._frames, beta, self.driver.NO_HORIZON if depth is None else depth, self._counters)
        return self._run()

    def _root_bound(self, proven: int) -> int:
        """The bound of the root's remaining margin by the last search, which is as narrow as `proven` or narrower."""
        return proven

    def _root_move(self) -> int:
        """The move at the root that reached the margin of the last search, or -1: any."""
        return self._table_move(self._stack[0])

    def _table_move(self, state: object) -> int:
        """The best move of a state in the table, or -1."""
        row = self.driver.lookup(self._table, state)
        return int(self._table[row].best) if row >= 0 else -1

    def _set_root(self, position: KernelPosition, seat: int | None = None) -> int:
        """Make a position the root. Returns its settled margin from the view of a seat (None: the one to move)."""
        self._stack[0] = position.states()[0]
        seat = int(position.state.turn) if seat is None else seat
        return int(self.kernel.hints.settled_margin(self._stack[0])) * (1 - 2 * seat)
