"""Proofs that a seat can, or cannot, force its win against all the others together."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludoteca.rules.kernel.bind import Kernel
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.search_runner import SearchRunner, Stopped


class CoalitionProofs(SearchRunner):
    """A table of proven answers, and the questions asked of it."""

    slice = 1 << 11  # a position may have thousands of moves to put in order

    def __init__(self, kernel: Kernel, memory: int) -> None:
        super().__init__(kernel, kernel.coalition, memory)

    def forced(
        self, position: KernelPosition, seat: int, depth: int | None = None, after: Sequence[int] = ()
    ) -> bool | None:
        """Whether a seat can force its win, after some moves, in `depth` more (None: to the end).

        Both answers are proofs; None is neither: no win was found as far as that.
        """
        self._stand_at(position, after)
        self.driver.ask(self._frames, seat, self.driver.PROVEN if depth is None else depth, self._counters)
        yes, sure = self._finish()
        return yes if sure else None

    def replies(self, position: KernelPosition, move: int) -> list[int]:
        """The moves there are after a move."""
        self._stand_at(position, (move,))
        codes = np.empty(self.kernel.rules.MOVES, np.int16)
        return [int(code) for code in codes[: self.kernel.rules.moves(self._stack[0], codes)]]

    def expected_scores(self, position: KernelPosition, after: Sequence[int] = ()) -> tuple[int, ...]:
        """What every seat has to count on after some moves."""
        self._stand_at(position, after)
        return tuple(
            int(self.kernel.hints.expected_score(self._stack[0], seat)) for seat in range(len(position.game.seats))
        )

    def _stand_at(self, position: KernelPosition, after: Sequence[int]) -> None:
        """Put at the root what some moves make of a position."""
        self._stack[0] = position.states()[0]
        for move in after:
            self.kernel.rules.play(self._stack[0], move, None)


@dataclass(slots=True)
class Verdict:
    """Whether a seat can force its win, None while nobody knows; and after which first moves, whoever makes them."""

    seat: str
    forces: bool | None = None
    after: tuple[str, ...] | None = None


def verdicts_for(position: KernelPosition) -> list[Verdict]:
    """One for each seat, with nothing known yet."""
    return [Verdict(seat) for seat in position.game.seats]


def prove(proofs: CoalitionProofs, position: KernelPosition, verdicts: list[Verdict]) -> float:
    """Find out for every seat, and fill in what is proven: all of it unless the search is stopped. Seconds it took."""
    started = time.monotonic()
    try:
        for seat, verdict in enumerate(verdicts):
            verdict.forces = proofs.forced(position, seat)
        for seat, verdict in enumerate(verdicts):
            winning = [move for move in position.moves if proofs.forced(position, seat, after=(move.code,))]
            verdict.after = tuple(move.text for move in winning)
    except Stopped:
        pass
    return time.monotonic() - started
