"""Lines of play with their values, and iterative deepening over the moves of a position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

from ludoteca.core.game import Move, Position
from ludoteca.rules.kernel.solver.horizon_search import Value

LOWEST: Value = (-2, 0.0)
HIGHEST: Value = (2, 0.0)
_STEP = 0.01  # of a point: the least by which margins differ in a compiled search


@dataclass(frozen=True, slots=True)
class Line:
    """The value of a line for the seat that searches, and the codes of its moves (the principal variation).

    The value rests on evaluations at the horizon, on evaluations after a chance event, on both, or on neither: then it
    is proven. `by_seat` are the values of all seats, in a max-n search.
    """

    value: Value
    move: Move
    codes: tuple[int, ...]
    at_horizon: bool = False
    after_chance: bool = False
    by_seat: tuple[Value, ...] = ()


class LineSearch(Protocol):
    """A search of single moves; it raises `Stopped` after `limit` positions or when `should_continue()` is false."""

    limit: int | None
    should_continue: Callable[[], bool]

    @property
    def max_n(self) -> bool:
        """Whether every seat is taken to play for its own margin, instead of all others against the one that moves."""

    @property
    def nodes(self) -> int:
        """The positions searched since it was begun."""

    def begin(self) -> None:
        """Forget what was searched, and all limits."""

    def first_order(self, position: Position) -> Sequence[Move]:
        """The legal moves, in the order in which they are tried first: of equal ones the first is the best."""

    def line(self, position: Position, move: Move, depth: int, low: Value, high: Value) -> Line:
        """The best line that begins with a move, `depth` moves ahead with the move itself counted.

        Its value is exact between `low` and `high`, and a bound outside them.
        """


@dataclass(frozen=True, slots=True)
class Iteration:
    """The lines of all moves searched to one depth, the best first: of the others only an upper bound may be known."""

    lines: tuple[Line, ...]
    depth: int

    @property
    def best(self) -> Line:
        return self.lines[0]

    @property
    def at_horizon(self) -> bool:
        """Whether the depth has cut a line short: a deeper search could find another value."""
        return any(line.at_horizon for line in self.lines)

    @property
    def after_chance(self) -> bool:
        """Whether a line was searched to a chance event."""
        return any(line.after_chance for line in self.lines)


def iterate(search: LineSearch, position: Position, depth: int, last: Iteration | None = None) -> Iteration:
    """One iteration: all moves to a depth, in the order of the last iteration; raises `Stopped`.

    Of moves with the same value, the first one of the search's order is the best, whatever was searched first.
    """
    places = {move: place for place, move in enumerate(search.first_order(position))}
    lines: list[Line] = []
    best: Line | None = None
    for move in places if last is None else [line.move for line in last.lines]:
        comes_first = best is not None and places[move] < places[best.move]
        line = search.line(position, move, depth, _low(search, best, comes_first), HIGHEST)
        lines.append(line)
        if best is None or line.value > best.value or (comes_first and line.value == best.value):
            best = line
    assert best is not None
    others = sorted((line for line in lines if line is not best), key=lambda line: line.value, reverse=True)
    return Iteration((best, *others), depth)


def _low(search: LineSearch, best: Line | None, comes_first: bool) -> Value:
    """The lower end of the window for a move: one that comes before the best has to be as good, another one better."""
    if best is None or search.max_n:
        return LOWEST
    won, ahead = best.value
    return (won, ahead - _STEP) if comes_first else best.value
