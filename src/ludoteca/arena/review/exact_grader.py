"""Comparisons by exact values, in games for two seats that a search can solve."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ludoteca.arena.review.comparison import Comparison, Grader, Withheld
from ludoteca.arena.review.grading import margins
from ludoteca.core.game import Move, Position
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.kernel.solver.endgame_table import Progress
from ludoteca.rules.kernel.solver.exact_values import ExactValues
from ludoteca.rules.kernel.solver.search_runner import Stopped

MEMORY = 256  # MiB for the transposition table
MOST_NODES = 300_000_000  # positions searched for one value; then it is not proven
_LINE_NODES = 500_000  # positions searched for a line of play; then it is cut short
_SHOWN = 6  # moves of a line


class ExactGrader(Grader):
    """Compares moves by their proven final margins.

    Every position is one move after the one that is compared next, so that each value is searched once.
    """

    def __init__(
        self,
        game: KernelGame,
        should_continue: Callable[[], bool],
        progress: Progress | None = None,
        most_nodes: int = MOST_NODES,
    ) -> None:
        """`progress` is told how far the endgame table is, if it has to be built; raises `Stopped`."""
        start = game.start(0)
        self.scale = margins(float(game.hints.max_remaining(start.state)))
        self._values = ExactValues(game, MEMORY, progress)
        self._values.should_continue = should_continue
        self._should_continue = should_continue
        self._most_nodes = most_nodes
        self._known: dict[Position, int] = {}
        self._unproven = False

    def compare(self, position: Position, history: Sequence[Move], move: Move) -> Comparison:
        assert isinstance(position, KernelPosition)
        if self._unproven:  # earlier positions take longer still
            raise Withheld("unproven")
        self._values.search.limit = self._values.search.nodes + self._most_nodes
        try:
            return self._compare(position, move)
        except Stopped:
            if not self._should_continue():
                raise
            self._unproven = True
            raise Withheld("unproven") from None

    def _compare(self, position: KernelPosition, move: Move) -> Comparison:
        after = self._margin(position.after(move), position.turn)
        value = self._margin(position, position.turn)
        if after == value:
            return Comparison(move, value, value)
        best = self._values.best_move(position, value)
        best_line, played_line = (self._line(position, first, worth) for first, worth in ((best, value), (move, after)))
        return Comparison(best, value, after, None, best_line, played_line)

    def _margin(self, position: KernelPosition, seat: int | None) -> int:
        """The final margin for a seat."""
        if position not in self._known:
            self._known[position] = self._values.value(position)
        value = self._known[position]
        return value if seat == (position.turn or 0) else -value

    def _line(self, position: KernelPosition, move: Move, value: int) -> tuple[str, ...]:
        """A move and best play after it, as far as that is found at little cost.

        `value` is that of the move for the seat that makes it.
        """
        texts, seat, search = [move.text], position.turn, self._values.search
        search.limit = search.nodes + _LINE_NODES
        position = position.after(move)
        while position.turn is not None and len(texts) < _SHOWN:
            try:
                move = self._values.best_move(position, value if position.turn == seat else -value)
            except Stopped:
                if not self._should_continue():
                    raise
                break
            texts.append(move.text)
            position = position.after(move)
        return tuple(texts)
