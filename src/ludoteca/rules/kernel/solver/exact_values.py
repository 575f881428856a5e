"""Exact values of positions and of their moves, in games for two seats that a search can solve."""

from __future__ import annotations

from collections.abc import Callable

from ludoteca.core.game import Move
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.kernel.solver.endgame_table import Progress, best_table, table_for
from ludoteca.rules.kernel.solver.margin_search import MarginSearch
from ludoteca.rules.kernel.solver.proven_values import ProvenValues, board_of
from ludoteca.rules.kernel.solver.search_runner import Stopped
from ludoteca.rules.kernel.solver.sowing_search import SowingSearch, exact_search

_GUESSED = 4  # seeds above the endgame table from which the first guess is searched for
_GUESS_DEPTH, _GUESS_NODES, _GUESS_MEMORY = 10, 1 << 16, 16  # moves ahead, positions at most, MiB
_LONG = 1 << 18  # nodes of a search whose value is kept, about a tenth of a second


class ExactValues:
    """The final margins of positions with best play. Searches share their tables, so that later ones are faster.

    The endgame table has `left` seeds: it is opened, or built once with reports to `progress`. By default it is the
    largest in the cache, or else the usual one. In sowing games, values that took long are kept in the cache folder for
    later processes. Values do not depend on the tables. The first guess at a value is the last one that was found, or
    in sowing games with many seeds left an estimate by a search a few moves ahead: the positions of one game are
    valued fastest from the last to the first.
    """

    def __init__(
        self, game: KernelGame, memory: int = 256, progress: Progress | None = None, left: int | None = None
    ) -> None:
        """`memory` is that of the transposition table in MiB. Raises `Stopped` if `progress` returns false."""
        endgame = best_table(game, progress) if left is None else table_for(game, left, progress)
        self.search = exact_search(game, memory, endgame)
        self.proven = ProvenValues(game) if isinstance(self.search, SowingSearch) else None
        self._guess = 0  # for the first seat
        self._estimates: MarginSearch | None = None  # made when a guess is searched for

    @property
    def should_continue(self) -> Callable[[], bool]:
        """Asked every few milliseconds of a search, which raises `Stopped` when the answer is false."""
        return self.search.should_continue

    @should_continue.setter
    def should_continue(self, check: Callable[[], bool]) -> None:
        self.search.should_continue = check

    def value(self, position: KernelPosition) -> int:
        """The final margin for the seat to move. At the end of the game: for the first seat."""
        sign = -1 if position.turn == 1 else 1
        if position.turn is None:
            first, second = position.scores()
            self._guess = int(first - second)
        else:
            self._guess = sign * self._known_or_searched(position, sign * self._guess)
        return sign * self._guess

    def move_values(self, position: KernelPosition) -> dict[Move, int]:
        """The final margin of each legal move, for the seat to move."""
        return {move: self._value_for(position.turn, position.after(move)) for move in position.moves}

    def best_move(self, position: KernelPosition, value: int) -> Move:
        """A move that leads to the value of a position, which is for the seat to move; proven ones are tried first."""
        after = {move: position.after(move) for move in position.moves}
        for move, reached in after.items():
            margin = self._known(reached)
            if margin is not None and value == (margin if reached.turn == position.turn else -margin):
                return move
        likely = self.search.value(position, None, value).best if self._known(position) is None else -1
        unknown = [move for move in position.moves if self._known(after[move]) is None]
        order = position.game.hints.move_order
        unknown.sort(key=lambda move: (move.code != likely, -order(position.state, move.code)))
        return next(move for move in unknown if self.search.reaches(position, move, value))

    def _known(self, position: KernelPosition) -> int | None:
        """The proven final margin for the seat to move, if it is kept."""
        if self.proven is None or position.turn is None:
            return None
        margin = self.proven.margins.get(board_of(position))
        return None if margin is None else self.search.settled_margin(position) + margin

    def _value_for(self, seat: int | None, position: KernelPosition) -> int:
        """The final margin for a seat."""
        margin = self.value(position)
        return margin if seat == (position.turn or 0) else -margin

    def _known_or_searched(self, position: KernelPosition, guess: int) -> int:
        """The final margin for the seat to move, by the proven values or by a search."""
        if self.proven is None:
            return self.search.value(position, None, guess).margin
        if (known := self._known(position)) is not None:
            return known
        before = self.search.nodes
        margin = self.search.value(position, None, self._estimate(position, guess)).margin
        if self.search.nodes - before >= _LONG:
            self.proven.add(board_of(position), margin - self.search.settled_margin(position))
        return margin

    def _estimate(self, position: KernelPosition, guess: int) -> int:
        """A better guess at the final margin for the seat to move: a wrong one costs a search for each step to it."""
        endgame = self.search.endgame
        if int(position.game.hints.seeds_left(position.state)) < endgame.left + _GUESSED:
            return guess
        if self._estimates is None:
            self._estimates = MarginSearch.of(position.game, _GUESS_MEMORY, endgame)
        search = self._estimates
        search.limit = search.nodes + _GUESS_NODES
        try:
            return search.value(position, _GUESS_DEPTH, guess).margin
        except Stopped:
            return guess
