"""Puzzles of Azul for two: positions of the last round, whose moves are valued by a search to the end of the game."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from numba import njit

from ludoteca.arena.puzzles import MoveOutcome, Puzzle
from ludoteca.core.game import Move
from ludoteca.games.azul import Azul
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from scripts.puzzles.positions import Met, positions_of, puzzle

MINDS = ("greedy", "montecarlo:simulations=100")
RANDOM = 0.1  # share of random moves
CLEAR = 3  # points by which the best move is better than any other
FEWEST_MOVES = 4  # to choose from
MOST_NODES = 3_000_000  # of the searches of one position
_LINE = 6  # moves
_FAR = 10_000
_DEEPEST = 64  # more moves than are left in a round that is searched


class Unproven(Exception):
    """The game can go on after the round, or the search would take too long."""


class AzulPuzzles:
    """Finds the puzzles of games of Azul."""

    def __init__(self) -> None:
        self.game = Azul({})

    def of_game(self, seed: int) -> Iterator[Puzzle]:
        """The puzzles of one game, from its last position back to the first that cannot be searched to the end."""
        for met in reversed(list(positions_of(self.game, MINDS, seed, RANDOM))):
            if not _is_last_round(met.position):
                return
            if len(met.position.moves) < FEWEST_MOVES:
                continue
            try:
                found = self._puzzle(met)
            except Unproven:
                return
            if found is not None:
                yield found

    def _puzzle(self, met: Met) -> Puzzle | None:
        position = met.position
        search = RoundSearch(position)
        values = search.move_values()
        best, second = sorted(values, key=lambda move: -values[move])[:2]
        # Level scores are decided by full rows, which a margin does not tell.
        if values[best] - values[second] < CLEAR or values[best] < 0 or 0 in values.values():
            return None
        grade = search.grade(best)
        outcomes = {move: MoveOutcome(value, tuple(search.line(move))) for move, value in values.items()}
        return puzzle(met, best, outcomes, "margin", grade, list(_themes(position, best, values)))


class RoundSearch:
    """Values the moves of a position by alpha-beta search to the end of the game."""

    def __init__(self, position: KernelPosition) -> None:
        self._search = _compiled(position.game)
        self._position = position
        self._left = np.array([MOST_NODES], np.int64)

    def move_values(self, depth: int = _DEEPEST) -> dict[Move, int]:
        """The margin of every move for the seat to move, so many moves ahead; raises `Unproven`."""
        return {move: self._value(move, depth) for move in self._position.moves}

    def _value(self, move: Move, depth: int) -> int:
        after = self._position.after(move)
        seat = self._position.turn or 0
        if after.turn is None:
            return int(after.scores()[seat] - after.scores()[1 - seat])
        codes = np.empty((_DEEPEST, self._position.game.rules.MOVES), np.int16)
        value = int(self._search(after.states(_DEEPEST), codes, 0, -_FAR, _FAR, depth - 1, self._left))
        if self._left[0] <= 0:
            raise Unproven
        return -value if after.turn != seat else value

    def grade(self, best: Move) -> int:
        """The smallest depth from which on the search finds the move."""
        grade = 1
        for depth in range(1, self._longest()):
            values = self.move_values(depth)
            if sum(value >= values[best] for value in values.values()) > 1:
                grade = depth + 1
        return grade

    def _longest(self) -> int:
        """At least the number of moves that are left: tiles of one colour in one source are taken together."""
        return int(np.count_nonzero(self._position.state.tiles))

    def line(self, move: Move) -> list[str]:
        """A move and best play after it."""
        texts, position = [move.text], self._position.after(move)
        while position.turn is not None and len(texts) < _LINE:
            values = RoundSearch(position).move_values()
            move = max(values, key=lambda each: values[each])
            texts.append(move.text)
            position = position.after(move)
        return texts


@cache
def _compiled(game: KernelGame) -> Any:
    """The search: the margin for the seat to move at a ply of the stack, within a window and a depth.

    What is left of the nodes is 0 when there are too many, or when the game would go on after the round.
    """
    kernel = game.kernel_for("perft")
    moves, play, expected_score = kernel.rules.moves, kernel.rules.play, kernel.hints.expected_score

    @njit
    def search(stack: Any, codes: Any, ply: int, low: int, high: int, depth: int, left: Any) -> Any:
        seat = stack[ply].turn
        if stack[ply].over:
            return stack[ply].scores[seat] - stack[ply].scores[1 - seat]
        if depth <= 0:
            return expected_score(stack[ply], seat) - expected_score(stack[ply], 1 - seat)
        best = -_FAR
        for number in range(moves(stack[ply], codes[ply])):
            left[0] -= 1
            if left[0] <= 0:
                return 0
            stack[ply + 1] = stack[ply]
            play(stack[ply + 1], codes[ply, number], None)
            after = stack[ply + 1]
            if not after.over and after.rounds != stack[ply].rounds:
                left[0] = 0
                return 0
            if after.over:
                value = after.scores[seat] - after.scores[1 - seat]
            else:
                value = -search(stack, codes, ply + 1, -high, -max(low, best), depth - 1, left)
            best = max(best, value)
            if best >= high:
                return best
        return best

    return search


def _is_last_round(position: KernelPosition) -> bool:
    """Whether a full line completes a row at the end of the round, so that the game ends then."""
    s = position.state
    return any(
        s.counts[seat, row] > row and s.wall[seat, row].sum() == len(s.wall[seat, row]) - 1
        for seat in range(len(position.game.seats))
        for row in range(len(s.wall[seat]))
    )


def _themes(position: KernelPosition, best: Move, values: dict[Move, int]) -> Iterator[str]:
    kinds = {event.key.rpartition(".")[2] for event in position.events(best)}
    if "filled" in kinds:
        yield "fill"
    if "fell" in kinds:
        yield "floor"
    if not kinds & {"filled", "fell"}:
        yield "quiet"
    if values[best] > 0 and all(value < 0 for move, value in values.items() if move != best):
        yield "only_win"
