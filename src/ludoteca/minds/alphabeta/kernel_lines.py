"""The search of lines with compiled rules."""

from __future__ import annotations

from ludoteca.core.game import Move, Position
from ludoteca.minds.alphabeta.lines import Line
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.horizon_search import HorizonSearch, Value


class KernelLines(HorizonSearch):
    """Lines of moves, from the codes that the compiled search finds."""

    def begin(self) -> None:
        self.forget()
        self.reset()

    def line(self, position: Position, move: Move, depth: int, low: Value, high: Value) -> Line:
        assert isinstance(position, KernelPosition)
        found = self.value(position, move.code, depth, low, high)
        return Line(found.value, _moves(position, found.line), found.at_horizon, found.after_chance)


def _moves(position: KernelPosition, codes: tuple[int, ...]) -> tuple[Move, ...]:
    """The moves of a line given by their codes, up to the first that is not legal."""
    moves: list[Move] = []
    for code in codes:
        move = next((move for move in position.moves if move.code == code), None)
        if move is None:
            break
        moves.append(move)
        position = position.after(move)
    return tuple(moves)
