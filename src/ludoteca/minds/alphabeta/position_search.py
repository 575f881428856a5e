"""The search of lines in games without compiled rules: moves are made by `after`, values kept in a table."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from ludoteca.core.game import Move, Position, margin
from ludoteca.minds.alphabeta.lines import Line
from ludoteca.rules.kernel.solver.horizon_search import Value
from ludoteca.rules.kernel.solver.search_runner import Stopped


class PositionSearch:
    """Alpha-beta of one seat against all others (between two, minimax), or max-n, which prunes nothing."""

    def __init__(self, max_n: bool = False) -> None:
        self.max_n = max_n
        self.begin()

    def begin(self) -> None:
        self.nodes = 0
        self.limit: int | None = None
        self.should_continue: Callable[[], bool] = lambda: True
        self._seat = 0
        self._table: dict[tuple[Position, int], Line] = {}
        self._best: dict[Position, Move] = {}  # the best moves of earlier iterations, tried first
        self._made: dict[tuple[Position, Move], Position] = {}  # a position keeps what it was asked before

    def line(self, position: Position, move: Move, depth: int, low: Value, high: Value) -> Line:
        assert position.turn is not None
        self._seat = position.turn
        return self._after(position, move, depth, low, high)

    def first_order(self, position: Position) -> Sequence[Move]:
        return sorted(position.moves, key=lambda move: -position.move_order(move))

    def _after(self, position: Position, move: Move, depth: int, low: Value, high: Value) -> Line:
        """The best line that begins with a move; it stops at the end of the game, at chance, or at the horizon."""
        after = self._make(position, move)
        drawn = after.chance != position.chance
        if not drawn and after.turn is not None and depth > 1:
            line = self._search(after, depth - 1, low, high)
            return replace(line, move=move, codes=(move.code, *line.codes))
        values = self._values(after, drawn)
        at_horizon = not drawn and after.turn is not None
        return Line(values[self._seat], move, (move.code,), at_horizon, drawn, values if self.max_n else ())

    def _values(self, position: Position, drawn: bool) -> tuple[Value, ...]:
        """The values of all seats where a line stops.

        A result counts more than any margin, but not one that chance has decided, or that max-n only expects.
        """
        over = position.turn is None
        points = position.scores() if over else position.expected_scores()
        results = position.result() if over and not drawn and not self.max_n else None
        won = [0] * len(points) if results is None else [int(share == 1) - int(share == 0) for share in results]
        return tuple((won[seat], margin(points, seat)) for seat in range(len(points)))

    def _search(self, position: Position, depth: int, low: Value, high: Value) -> Line:
        """The best line of a position; its value is exact within the window (low, high), a bound outside it."""
        if (position, depth) in self._table:
            return self._table[position, depth]
        first_low, first_high = low, high
        found: list[Line] = []
        best: Line | None = None
        for move in self._ordered(position):
            line = self._after(position, move, depth, low, high)
            found.append(line)
            if best is None or self._prefers(position.turn, line, best):
                best = line
            if self.max_n:
                continue
            low, high = (max(low, line.value), high) if position.turn == self._seat else (low, min(high, line.value))
            if low >= high:
                return line  # a bound, which rests on this move alone
        assert best is not None
        at_horizon, after_chance = any(line.at_horizon for line in found), any(line.after_chance for line in found)
        best = replace(best, at_horizon=at_horizon, after_chance=after_chance)
        if first_low < best.value < first_high:
            self._table[position, depth] = best
        self._best[position] = best.move
        return best

    def _prefers(self, turn: int | None, line: Line, best: Line) -> bool:
        """Whether the seat to move prefers a line to the best one so far."""
        if self.max_n:
            assert turn is not None
            return line.by_seat[turn] > best.by_seat[turn]
        return line.value > best.value if turn == self._seat else line.value < best.value

    def _ordered(self, position: Position) -> list[Move]:
        """The legal moves, the best of an earlier iteration first."""
        first = self._best.get(position)
        return sorted(position.moves, key=lambda move: move != first)

    def _make(self, position: Position, move: Move) -> Position:
        """The position after a move, which counts each time; raises `Stopped` at the limit."""
        if (self.limit is not None and self.nodes >= self.limit) or not self.should_continue():
            raise Stopped
        self.nodes += 1
        if (position, move) not in self._made:
            self._made[position, move] = position.after(move)
        return self._made[position, move]
