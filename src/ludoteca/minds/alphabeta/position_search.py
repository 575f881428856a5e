"""Alpha-beta search for games without compiled rules: negamax with a transposition table, moves made by `after`.

A value is a pair, compared in that order: 1 for a won game, -1 for a lost one, 0 for any other; then the margin.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ludoteca.core.game import Move, Position, margin
from ludoteca.rules.kernel.solver.search_runner import Stopped

Value = tuple[int, float]
_LOWEST: Value = (-2, 0.0)
_HIGHEST: Value = (2, 0.0)


@dataclass(frozen=True, slots=True)
class Line:
    """The value of a line for the seat to move, and its moves (the principal variation)."""

    value: Value
    moves: tuple[Move, ...] = ()


class PositionSearch:
    """A search to a fixed depth that raises `Stopped` after `limit` positions or when `should_continue()` is false."""

    def __init__(self) -> None:
        self.nodes = 0
        self.limit: int | None = None
        self.should_continue: Callable[[], bool] = lambda: True
        self._evaluations = 0  # positions evaluated at the horizon
        self._table: dict[tuple[Position, int], Line] = {}

    def moves_by_value(self, position: Position, depth: int) -> tuple[list[Line], bool]:
        """The best line of each legal move to a depth, highest value first, and whether all values are proven.

        They are proven when no position was evaluated at the horizon.
        """
        self._table.clear()
        self._evaluations = 0
        lines = [self._child(position, move, depth, _LOWEST, _HIGHEST) for move in position.moves]
        return sorted(lines, key=lambda line: line.value, reverse=True), self._evaluations == 0

    def _child(self, position: Position, move: Move, depth: int, low: Value, high: Value) -> Line:
        """The best line that starts with a move, for the seat that makes it."""
        seat, after = position.turn, position.after(move)
        assert seat is not None
        self._count()
        if after.turn is None:
            return Line(_final(after, seat), (move,))
        if after.turn == seat:
            line = self._search(after, depth - 1, low, high)
            return Line(line.value, (move, *line.moves))
        line = self._search(after, depth - 1, _negated(high), _negated(low))
        return Line(_negated(line.value), (move, *line.moves))

    def _search(self, position: Position, depth: int, low: Value, high: Value) -> Line:
        """The best line for the seat to move; its value is exact within the window (low, high), a bound outside it."""
        if depth == 0:
            assert position.turn is not None
            self._evaluations += 1
            return Line((0, margin(position.expected_scores(), position.turn)))
        if (position, depth) in self._table:
            return self._table[position, depth]
        best = Line(_LOWEST)
        for move in position.moves:
            line = self._child(position, move, depth, max(low, best.value), high)
            if line.value > best.value:
                best = line
            if best.value >= high:
                return best
        if best.value > low:
            self._table[position, depth] = best
        return best

    def _count(self) -> None:
        """Count a position; raises `Stopped` at the limit."""
        if (self.limit is not None and self.nodes >= self.limit) or not self.should_continue():
            raise Stopped
        self.nodes += 1


def _negated(value: Value) -> Value:
    return -value[0], -value[1]


def _final(position: Position, seat: int) -> Value:
    """The value of a terminal position for a seat."""
    own, other = position.result()[seat], position.result()[1 - seat]
    return (own > other) - (own < other), margin(position.scores(), seat)
