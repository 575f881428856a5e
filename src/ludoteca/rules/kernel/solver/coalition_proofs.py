"""Proofs that a seat can, or cannot, force its win against the coalition of all others."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ludoteca.rules.kernel.bind import Kernel
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.search_runner import SearchRunner, Stopped


class CoalitionProofs(SearchRunner):
    """Proof searches that share one table of proven answers."""

    slice = 1 << 11  # smaller, since a position may have thousands of moves to order

    def __init__(self, kernel: Kernel, memory: int) -> None:
        super().__init__(kernel, kernel.coalition, memory)

    def is_forced_win(
        self, position: KernelPosition, seat: int, depth: int | None = None, after: Sequence[int] = ()
    ) -> bool | None:
        """Whether a seat can force its win from the position after some moves, within `depth` more (None: to the end).

        True and False are proven; None means that no win was found within the depth.
        """
        self._set_root(position, after)
        self.driver.start_search(self._frames, seat, self.driver.NO_HORIZON if depth is None else depth, self._counters)
        answer, proven = self._run()
        return answer if proven else None

    def replies(self, position: KernelPosition, move: int) -> list[int]:
        """The legal moves after a move."""
        self._set_root(position, (move,))
        codes = np.empty(self.kernel.rules.MOVES, np.int16)
        return [int(code) for code in codes[: self.kernel.rules.moves(self._stack[0], codes)]]

    def expected_scores(self, position: KernelPosition, after: Sequence[int] = ()) -> tuple[int, ...]:
        """The expected score of each seat after some moves."""
        self._set_root(position, after)
        return tuple(
            int(self.kernel.hints.expected_score(self._stack[0], seat)) for seat in range(len(position.game.seats))
        )

    def _set_root(self, position: KernelPosition, after: Sequence[int]) -> None:
        """Make the position after some moves the root."""
        self._stack[0] = position.states()[0]
        for move in after:
            self.kernel.rules.play(self._stack[0], move, None)


@dataclass(slots=True)
class SeatProof:
    """Whether a seat can force its win, and the first moves, of any seat, after which it can; None: not proven yet."""

    seat: str
    forces: bool | None = None
    after: tuple[str, ...] | None = None


def unproven(position: KernelPosition) -> list[SeatProof]:
    """An empty `SeatProof` for each seat of a game, for `prove` to fill in."""
    return [SeatProof(seat) for seat in position.game.seats]


def prove(search: CoalitionProofs, position: KernelPosition, proofs: list[SeatProof]) -> float:
    """Fill in the proofs of all seats, as many as are found before the search is stopped. Returns the seconds used."""
    started = time.monotonic()
    try:
        for seat, proof in enumerate(proofs):
            proof.forces = search.is_forced_win(position, seat)
        for seat, proof in enumerate(proofs):
            winning = [move for move in position.moves if search.is_forced_win(position, seat, after=(move.code,))]
            proof.after = tuple(move.text for move in winning)
    except Stopped:
        pass
    return time.monotonic() - started
