"""Values of positions, on the kernel's alpha-beta driver."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from ludoteca.core.errors import Unavailable
from ludoteca.core.game import Game, Move
from ludoteca.core.language import Message
from ludoteca.rules.kernel.bind import Kernel, records
from ludoteca.rules.kernel.game import KernelGame, KernelPosition

_LONGEST = 1024  # moves in any line searched
_SLICE = 1 << 15  # nodes between two looks at whether to go on
_ENTRY_BYTES = 16
_MEBIBYTE = 1 << 20


def refusal(game: Game) -> Message | None:
    """Why alpha-beta cannot search a game; None when it can."""
    if not isinstance(game, KernelGame):
        return Message("minds.needs.kernel")
    if len(game.seats) != 2:
        return Message("minds.needs.two_seats")
    return None if hasattr(game.hints, "banked") else Message("minds.needs.no_chance")


def _always() -> bool:
    return True


class Stopped(Exception):
    """The search was told not to go on; what its table holds stays true."""


@dataclass(frozen=True, slots=True)
class Value:
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


class Search:
    """A transposition table, and the questions asked of it.

    `nodes` counts positions looked at. A question goes on to exactly `limit` nodes, and while `going()` says
    so; past that, `Stopped` is raised. The same questions with the same limits give the same answers.
    """

    def __init__(self, kernel: Kernel, memory: int) -> None:
        """`memory` is the size of the table in MiB, rounded down to a power of two."""
        driver = kernel.alphabeta
        rows = 1 << ((memory * _MEBIBYTE // _ENTRY_BYTES).bit_length() - 1)
        try:
            self._table = records(rows, driver.ENTRY)
        except (MemoryError, ValueError, OverflowError):
            raise Unavailable("minds.alphabeta.no_memory", memory=memory) from None
        self.kernel = kernel
        self.going: Callable[[], bool] = _always
        self.limit: int | None = None
        self._frames = records(_LONGEST, driver.FRAME)
        self._stack = kernel.states(_LONGEST)
        self._counters = np.zeros(3, np.int64)

    @property
    def nodes(self) -> int:
        """Positions looked at since the count was last reset."""
        return int(self._counters[self.kernel.alphabeta.NODES])

    def reset(self) -> None:
        """Count from 0 again, with no limit."""
        self._counters[self.kernel.alphabeta.NODES] = 0
        self.limit, self.going = None, _always

    def bounds(self, position: KernelPosition) -> Bounds:
        """What is certain of the final margin before any search."""
        banked, most = self._stand_at(position), int(self.kernel.hints.to_come(self._stack[0]))
        return Bounds(banked - most, banked + most)

    def value(self, position: KernelPosition, depth: int | None, guess: int, bounds: Bounds | None = None) -> Value:
        """The final margin for the seat to move, `depth` moves ahead (None: to the end), from a guess at it: MTD(f).

        `bounds`, if given, are narrowed on the way, for those who want to see that.
        """
        bounds = bounds if bounds is not None else self.bounds(position)
        banked = self._stand_at(position)
        step = int(self.kernel.hints.grain(self._stack[0]))
        wanted = guess
        while bounds.low < bounds.high:
            wanted = min(max(wanted, bounds.low + step), bounds.high)
            wanted += (bounds.high - wanted) % step
            yes, sure = self._answer(wanted - banked, depth)
            bounds.proven = bounds.proven and sure
            if yes:
                bounds.low, bounds.best = wanted, self._remembered(self._stack[0])
                wanted += step
            else:
                bounds.high = wanted - step
                wanted -= step
        return Value(bounds.low, bounds.proven, bounds.best)

    def reaches(self, position: KernelPosition, move: Move, margin: int) -> bool:
        """Proven: whether a move still leads to a final margin of `margin` or more for the seat that makes it."""
        seat, after = int(position.state.turn), position.after(move)
        banked = self._stand_at(after, seat)
        if after.turn is None:
            return banked >= margin
        if after.turn == seat:
            return self._answer(margin - banked, None)[0]
        return not self._answer(banked - margin + 1, None)[0]

    def outlook(self, position: KernelPosition, move: Move, at_most: int, depth: int | None) -> Outlook:
        """What is known of a move that gives no more than `at_most`, looking `depth` moves ahead (None: to the end).

        What the table remembers counts only if it looked as far as that.
        """
        seat, after = int(position.state.turn), position.after(move)
        banked = self._stand_at(after, seat)
        if after.turn is None:
            return Outlook(move, banked, -1)
        row = self.kernel.alphabeta.recall(self._table, self._stack[0])
        if row < 0:
            return Outlook(move, at_most, -1)
        entry = self._table[row]
        enough = self.kernel.alphabeta.PROVEN if depth is None else depth - 1
        if after.turn == seat:
            known, found, reply = entry.high_depth >= enough, banked + int(entry.high), -1
        else:
            known, found, reply = entry.low_depth >= enough, banked - int(entry.low), int(entry.best)
        return Outlook(move, min(at_most, found), reply) if known else Outlook(move, at_most, -1)

    def line(self, position: KernelPosition, first: int) -> list[int]:
        """The moves remembered as best, from a first one on."""
        moves = [first]
        rows = position.states()
        self.kernel.rules.play(rows[0], first, None)
        while not rows[0].over and len(moves) < _LONGEST and (best := self._remembered(rows[0])) >= 0:
            moves.append(best)
            self.kernel.rules.play(rows[0], best, None)
        return moves

    def _answer(self, wanted: int, depth: int | None) -> tuple[bool, bool]:
        """Whether the seat to move at the root can still get `wanted`, and whether that is sure."""
        driver = self.kernel.alphabeta
        driver.ask(self._frames, wanted, driver.PROVEN if depth is None else depth, self._counters)
        answer = driver.OPEN
        while answer == driver.OPEN:
            if (self.limit is not None and self.nodes >= self.limit) or not self.going():
                raise Stopped
            slice_ = self.nodes + _SLICE
            self._counters[driver.LIMIT] = slice_ if self.limit is None else min(slice_, self.limit)
            answer = driver.search(self._stack, self._frames, self._table, self._counters)
        return bool(answer & driver.YES), bool(answer & driver.SURE)

    def _remembered(self, state: object) -> int:
        """The best move the table knows in a state, or -1."""
        row = self.kernel.alphabeta.recall(self._table, state)
        return int(self._table[row].best) if row >= 0 else -1

    def _stand_at(self, position: KernelPosition, seat: int | None = None) -> int:
        """Put a position at the root; the margin banked, as the seat (or the one to move) sees it."""
        self._stack[0] = position.states()[0]
        seat = int(position.state.turn) if seat is None else seat
        return int(self.kernel.hints.banked(self._stack[0])) * (1 - 2 * seat)
