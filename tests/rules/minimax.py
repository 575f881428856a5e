"""Plain minimax over the referee's positions, to check searches and tables of small games."""

from __future__ import annotations

from functools import cache

from ludoteca.core.game import Position


@cache
def margin(position: Position) -> int:
    """The first seat's final margin with best play."""
    if position.turn is None:
        first, second = position.scores()
        return int(first - second)
    values = [margin(position.after(move)) for move in position.moves]
    return max(values) if position.turn == 0 else min(values)
