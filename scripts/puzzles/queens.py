"""Puzzles of Queens: one move forces a win, or one move keeps all others from forcing theirs. All of it is proven."""

from __future__ import annotations

from collections.abc import Iterator

from ludoteca.arena.puzzles import MoveOutcome, Puzzle
from ludoteca.core.game import Move
from ludoteca.games.queens import Queens
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.coalition_proofs import CoalitionProofs
from scripts.puzzles.positions import Met, positions_of, puzzle

MINDS = ("greedy", "montecarlo:simulations=100", "random")
RANDOM = 0.2  # share of random moves
FEWEST_MOVES = 4  # to choose from
FEWEST_PLAYED = 2
PASS = "pass"  # no puzzle: it would be the answer to most of them
_MEMORY = 64  # MiB
_LINE = 6  # moves
_DEEPEST = 32


class QueensPuzzles:
    """Finds the puzzles of games of Queens on the board of 8 × 8."""

    def __init__(self) -> None:
        self.game = Queens({})
        self._proofs = CoalitionProofs(self.game.kernel_for("coalition"), _MEMORY)

    def of_game(self, seed: int) -> Iterator[Puzzle]:
        """The puzzles of one game."""
        for met in positions_of(self.game, MINDS, seed, RANDOM):
            if len(met.moves) >= FEWEST_PLAYED and len(met.position.moves) >= FEWEST_MOVES:
                winner = self._winner(met.position)
                found = None
                if winner == met.position.turn:
                    found = self._only_win(met)
                elif winner is None:
                    found = self._only_defence(met)
                if found is not None:
                    yield found

    def _only_win(self, met: Met) -> Puzzle | None:
        """The puzzle where exactly one move forces a win of the seat to move."""
        position, seat = met.position, _seat(met.position)
        winning = [move for move in position.moves if self._forces(position.after(move), seat)]
        if len(winning) != 1:
            return None
        best = winning[0]
        outcomes = {move: self._outcome(position, move) for move in position.moves}
        return puzzle(met, best, outcomes, "forced", self._depth(position.after(best), seat) + 1, ["only_win"])

    def _only_defence(self, met: Met) -> Puzzle | None:
        """The puzzle where after every move but one another seat can force its win."""
        position = met.position
        safe = [move for move in position.moves if self._winner(position.after(move)) is None]
        if len(safe) != 1 or safe[0].text == PASS:
            return None
        outcomes = {move: self._outcome(position, move) for move in position.moves}
        others = (position.after(move) for move in position.moves if move != safe[0])
        grade = 1 + max(self._depth(after, self._winner(after)) for after in others)
        return puzzle(met, safe[0], outcomes, "forced", grade, ["defence"])

    def _outcome(self, position: KernelPosition, move: Move) -> MoveOutcome:
        """What a move leads to; the line is the proof's, or the reply that takes a win away."""
        after, seat = position.after(move), _seat(position)
        winner = self._winner(after)
        if winner is None:
            return MoveOutcome(0.5, (move.text, *self._prevention(after, seat)))
        line = (move.text, *self._proof_line(after, winner))
        return MoveOutcome(float(winner == seat), line, self.game.seats[winner])

    def _prevention(self, position: KernelPosition, seat: int) -> list[str]:
        """The reply of another seat that keeps a seat from its win."""
        if position.turn in (None, seat):
            return []
        return next(([move.text] for move in position.moves if not self._forces(position.after(move), seat)), [])

    def _proof_line(self, position: KernelPosition, winner: int) -> list[str]:
        """The play of a forced win, in which the others keep as many free cells as they can."""
        texts: list[str] = []
        while position.turn is not None and len(texts) < _LINE - 1:
            afters = {move: position.after(move) for move in position.moves}
            if position.turn == winner:
                move = next(move for move, after in afters.items() if self._forces(after, winner))
            else:
                move = max(afters, key=lambda each: int(afters[each].state.free))
            texts.append(move.text)
            position = afters[move]
        return texts

    def _winner(self, position: KernelPosition) -> int | None:
        """The seat that can force its win, if there is one."""
        return next((seat for seat in range(len(self.game.seats)) if self._forces(position, seat)), None)

    def _forces(self, position: KernelPosition, seat: int) -> bool:
        if position.turn is None:
            return position.result()[seat] == 1
        return self._proofs.is_forced_win(position, seat) is True

    def _depth(self, position: KernelPosition, winner: int | None) -> int:
        """The moves ahead that a search must look to prove a seat's win; more than `_DEEPEST` if it cannot."""
        assert winner is not None
        if position.turn is None:
            return 0 if position.result()[winner] == 1 else _DEEPEST + 1
        if not self._forces(position, winner):
            return _DEEPEST + 1
        proofs = CoalitionProofs(self.game.kernel_for("coalition"), 1)
        return next(depth for depth in range(_DEEPEST + 1) if proofs.is_forced_win(position, winner, depth))


def _seat(position: KernelPosition) -> int:
    assert position.turn is not None
    return position.turn
