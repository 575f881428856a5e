"""Values of positions by a plain search to the end of the game, without a table, to confirm what a mind has proven."""

from __future__ import annotations

from ludoteca.core.game import Position, margin
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.python import PythonPosition

_POSITIONS, _SLOW_POSITIONS = 4_000, 150  # that are searched; rules that are not plain functions take longer
_MOST_PLIES = 200

Outcome = tuple[int, float]  # 1 for a win and -1 for a loss, then the margin: compared in this order

_WORST: Outcome = (-2, 0.0)
_BEST: Outcome = (2, 0.0)


class TooLarge(Exception):
    """The search would look at too many positions."""


def outcome_of(ahead: float) -> Outcome:
    """The outcome with a margin: the seat that is ahead wins."""
    return (ahead > 0) - (ahead < 0), ahead


class ExactSearch:
    """A search for one seat with a limit of positions, or `most` of them; raises `TooLarge` when it is reached."""

    def __init__(self, position: Position, seat: int, most: int = _POSITIONS) -> None:
        fast = isinstance(position, KernelPosition | PythonPosition)
        self._left = most if fast else min(most, _SLOW_POSITIONS)
        self._seat = seat

    def outcome(self, position: Position) -> Outcome:
        """The outcome of a position between two seats, if both play best and chance falls as it does here."""
        return self._alphabeta(position, _WORST, _BEST, 0)

    def is_at_least(self, position: Position, bound: Outcome) -> bool:
        """Whether the seat reaches a bound whatever all others do, without the help of chance."""
        return self._alphabeta(position, (bound[0], bound[1] - 0.5), bound, 0, _WORST) >= bound

    def is_at_most(self, position: Position, bound: Outcome) -> bool:
        """Whether the outcome is not better than a bound if all others play against the seat, whatever chance does."""
        return self._alphabeta(position, bound, (bound[0], bound[1] + 0.5), 0, _BEST) <= bound

    def forces_win(self, position: Position, ply: int = 0) -> bool:
        """Whether the seat wins whatever all others do."""
        if position.turn is None:
            return position.result()[self._seat] == 1
        self._count(ply)
        outcomes = (self.forces_win(position.after(move), ply + 1) for move in position.moves)
        return any(outcomes) if position.turn == self._seat else all(outcomes)

    def _alphabeta(
        self, position: Position, low: Outcome, high: Outcome, ply: int, by_chance: Outcome | None = None
    ) -> Outcome:
        """The outcome if it is within the window; otherwise a bound of it on the same side.

        `by_chance` is the outcome after a chance event (None: as it falls here).
        """
        if position.turn is None:
            return self._final(position)
        self._count(ply)
        mine = position.turn == self._seat
        best = _WORST if mine else _BEST
        for move in position.moves:
            after = position.after(move)
            if by_chance is not None and after.chance != position.chance:
                found = by_chance
            else:
                found = self._alphabeta(after, low, high, ply + 1, by_chance)
            best = max(best, found) if mine else min(best, found)
            low, high = (max(low, best), high) if mine else (low, min(high, best))
            if low >= high:
                break
        return best

    def _final(self, position: Position) -> Outcome:
        result, seat = position.result(), self._seat
        other = max(share for place, share in enumerate(result) if place != seat)
        return (result[seat] > other) - (result[seat] < other), margin(position.scores(), seat)

    def _count(self, ply: int) -> None:
        self._left -= 1
        if self._left < 0 or ply > _MOST_PLIES:
            raise TooLarge
