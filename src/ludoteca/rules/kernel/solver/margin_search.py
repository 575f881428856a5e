"""The best final margin of a position between two seats: MTD(f) over alpha-beta with a transposition table."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Self

from ludoteca.core.game import Move
from ludoteca.rules.kernel.bind import Kernel
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.kernel.solver.search_runner import LONGEST, SearchRunner


@dataclass(frozen=True, slots=True)
class MarginValue:
    """The final margin the seat to move can reach, whether that is proven, and a move that does it (-1: any)."""

    margin: int
    proven: bool
    best: int


@dataclass(frozen=True, slots=True)
class Outlook:
    """What the table knows of one move: the mover's final margin is at most this; -1 or the reply that shows it."""

    move: Move
    at_most: int
    reply: int


@dataclass(slots=True)
class Bounds:
    """What is known of a value while it is being narrowed down; final margins."""

    low: int
    high: int
    proven: bool = True
    best: int = -1


class MarginSearch(SearchRunner):
    """A transposition table, and the questions asked of it."""

    def __init__(self, kernel: Kernel, memory: int) -> None:
        super().__init__(kernel, kernel.alphabeta, memory)

    @classmethod
    def of(cls, game: KernelGame, memory: int) -> Self:
        """A search of a game, with a table of some MiB."""
        return cls(game.kernel_for("alphabeta"), memory)

    def bounds(self, position: KernelPosition) -> Bounds:
        """What is certain of the final margin before any search."""
        settled_margin, most = self._stand_at(position), int(self.kernel.hints.max_remaining(self._stack[0]))
        return Bounds(settled_margin - most, settled_margin + most)

    def value(
        self, position: KernelPosition, depth: int | None, guess: int, bounds: Bounds | None = None
    ) -> MarginValue:
        """The final margin for the seat to move, `depth` moves ahead (None: to the end), from a guess at it: MTD(f).

        `bounds`, if given, are narrowed on the way, for those who want to see that.
        """
        bounds = bounds if bounds is not None else self.bounds(position)
        settled_margin = self._stand_at(position)
        step = int(self.kernel.hints.margin_step(self._stack[0]))
        wanted = guess
        while bounds.low < bounds.high:
            wanted = min(max(wanted, bounds.low + step), bounds.high)
            wanted += (bounds.high - wanted) % step
            yes, sure = self._answer(wanted - settled_margin, depth)
            bounds.proven = bounds.proven and sure
            if yes:
                bounds.low, bounds.best = wanted, self._remembered(self._stack[0])
                wanted += step
            else:
                bounds.high = wanted - step
                wanted -= step
        return MarginValue(bounds.low, bounds.proven, bounds.best)

    def reaches(self, position: KernelPosition, move: Move, margin: int) -> bool:
        """Proven: whether a move still leads to a final margin of `margin` or more for the seat that makes it."""
        seat, after = int(position.state.turn), position.after(move)
        settled_margin = self._stand_at(after, seat)
        if after.turn is None:
            return settled_margin >= margin
        if after.turn == seat:
            return self._answer(margin - settled_margin, None)[0]
        return not self._answer(settled_margin - margin + 1, None)[0]

    def outlook(self, position: KernelPosition, move: Move, at_most: int, depth: int | None) -> Outlook:
        """What is known of a move that gives no more than `at_most`, looking `depth` moves ahead (None: to the end).

        What the table remembers counts only if it looked as far as that.
        """
        seat, after = int(position.state.turn), position.after(move)
        settled_margin = self._stand_at(after, seat)
        if after.turn is None:
            return Outlook(move, settled_margin, -1)
        row = self.driver.recall(self._table, self._stack[0])
        if row < 0:
            return Outlook(move, at_most, -1)
        entry = self._table[row]
        enough = self.driver.PROVEN if depth is None else depth - 1
        if after.turn == seat:
            known, found, reply = entry.high_depth >= enough, settled_margin + int(entry.high), -1
        else:
            known, found, reply = entry.low_depth >= enough, settled_margin - int(entry.low), int(entry.best)
        return Outlook(move, min(at_most, found), reply) if known else Outlook(move, at_most, -1)

    def line(self, position: KernelPosition, first: int) -> list[int]:
        """The moves remembered as best, from a first one on."""
        moves = [first]
        rows = position.states()
        self.kernel.rules.play(rows[0], first, None)
        while not rows[0].over and len(moves) < LONGEST and (best := self._remembered(rows[0])) >= 0:
            moves.append(best)
            self.kernel.rules.play(rows[0], best, None)
        return moves

    def _answer(self, wanted: int, depth: int | None) -> tuple[bool, bool]:
        """Whether the seat to move at the root can still get `wanted`, and whether that is sure."""
        self.driver.ask(self._frames, wanted, self.driver.PROVEN if depth is None else depth, self._counters)
        return self._finish()

    def _remembered(self, state: object) -> int:
        """The best move the table knows in a state, or -1."""
        row = self.driver.recall(self._table, state)
        return int(self._table[row].best) if row >= 0 else -1

    def _stand_at(self, position: KernelPosition, seat: int | None = None) -> int:
        """Put a position at the root; the margin banked, as the seat (or the one to move) sees it."""
        self._stack[0] = position.states()[0]
        seat = int(position.state.turn) if seat is None else seat
        return int(self.kernel.hints.settled_margin(self._stack[0])) * (1 - 2 * seat)
