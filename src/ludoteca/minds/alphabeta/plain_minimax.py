"""Plain minimax to the next chance event, without a table, to confirm what alpha-beta says of it."""

from __future__ import annotations

from ludoteca.core.game import Move, Position, margin
from ludoteca.minds.shared.claims import TooLarge
from ludoteca.rules.kernel.game import KernelPosition

Value = tuple[int, float]


class PlainMinimax:
    """A search for one seat against all others, over the referee's positions; raises `TooLarge` after `most` of them."""

    def __init__(self, seat: int, most: int) -> None:
        self._seat = seat
        self._left = most

    def value(self, position: Position, move: Move) -> Value:
        """The value of a move: 1 for a won game, -1 for a lost one, 0 where chance falls; then the margin."""
        self._left -= 1
        if self._left < 0:
            raise TooLarge
        after = position.after(move)
        if after.chance != position.chance:
            return 0, margin(_estimated_scores(after), self._seat)
        if after.turn is None:
            share = after.result()[self._seat]
            return int(share == 1) - int(share == 0), margin(after.scores(), self._seat)
        values = [self.value(after, reply) for reply in after.moves]
        return max(values) if after.turn == self._seat else min(values)


def _estimated_scores(position: Position) -> tuple[float, ...]:
    """The points of all seats as the game's own hints estimate them, or those it expects."""
    if isinstance(position, KernelPosition) and position.turn is not None:
        estimate = getattr(position.game.hints, "estimated_score", position.game.hints.expected_score)
        return tuple(estimate(position.state, seat) for seat in range(len(position.game.seats)))
    return position.expected_scores()
