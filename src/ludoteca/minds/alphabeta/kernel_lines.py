"""The search of lines with compiled rules, which gives the codes of their moves."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.core.game import Move, Position
from ludoteca.minds.alphabeta.lines import Line
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.horizon_search import HorizonSearch, Value


class KernelLines(HorizonSearch):
    """Lines of play by the compiled search."""

    def begin(self) -> None:
        self.forget()
        self.reset()

    def first_order(self, position: Position) -> Sequence[Move]:
        return position.moves

    def line(self, position: Position, move: Move, depth: int, low: Value, high: Value) -> Line:
        assert isinstance(position, KernelPosition)
        found = self.value(position, move.code, depth, low, high)
        return Line(found.value, move, found.line, found.at_horizon, found.after_chance)
