"""Puzzles of Kalah(6, 4): every move valued exactly, the best one ahead of all others by a clear margin."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ludoteca.arena.puzzles import MoveOutcome, Puzzle
from ludoteca.core.game import Move, Position
from ludoteca.games.kalah import Kalah
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.exact_values import ExactValues
from ludoteca.rules.kernel.solver.margin_search import MarginSearch
from scripts.puzzles.positions import Met, positions_of, puzzle

MINDS = ("greedy", "alphabeta:depth=5", "montecarlo:simulations=200", "alphabeta:depth=2")
RANDOM = 0.2  # share of random moves
CLEAR = 4  # seeds by which the best move is better than any other
MOST_SEEDS, FEWEST_SEEDS = 36, 5  # on the board
DEEPEST = 16  # the deepest search that grades a puzzle, unless one proves the value before
KEPT = 2  # deepest searches that must agree where none proves the value
ENDGAME = 16  # seeds on the board, at most
THREAT = 3  # seeds that a capture to be prevented takes
_DEPTH_MEMORY = 4  # MiB
_LINE = 6  # moves


class KalahPuzzles:
    """Finds the puzzles of games of Kalah."""

    def __init__(self) -> None:
        self.game = Kalah({})
        self._values = ExactValues(self.game)

    def of_game(self, seed: int) -> Iterator[Puzzle]:
        """The puzzles of one game, from its last position to its first."""
        for met in reversed(list(positions_of(self.game, MINDS, seed, RANDOM))):
            if FEWEST_SEEDS <= _seeds(met.position) <= MOST_SEEDS and len(met.position.moves) > 2:
                found = self._puzzle(met)
                if found is not None:
                    yield found

    def _puzzle(self, met: Met) -> Puzzle | None:
        position = met.position
        value = self._values.value(position)
        near = [move for move in position.moves if self._reaches(position, move, value - CLEAR + 1)]
        if value < 0 or len(near) > 1:
            return None
        best, grade = near[0], _grade(position, near[0])
        if grade is None:
            return None
        values = self._values.move_values(position)
        outcomes = {move: MoveOutcome(value, self._line(position, move, value)) for move, value in values.items()}
        return puzzle(met, best, outcomes, "margin", grade, list(_themes(position, best, outcomes)))

    def _line(self, position: KernelPosition, move: Move, value: int) -> tuple[str, ...]:
        """A move and best play after it: of several best moves, the first, whatever was searched before."""
        texts, seat = [move.text], position.turn
        position = position.after(move)
        while position.turn is not None and len(texts) < _LINE:
            aim = value if position.turn == seat else -value
            move = next(each for each in position.moves if self._reaches(position, each, aim))
            texts.append(move.text)
            position = position.after(move)
        return tuple(texts)

    def _reaches(self, position: KernelPosition, move: Move, margin: int) -> bool:
        """Whether a move is proven to lead to at least this final margin for the seat that makes it."""
        return self._values.search.reaches(position, move, margin)


def _seeds(position: KernelPosition) -> int:
    return position.game.hints.seeds_on_board(position.state)  # type: ignore[no-any-return]


def _grade(position: KernelPosition, best: Move) -> int | None:
    """The smallest depth from which on a search without endgame tables finds the move; None if it does not."""
    search = MarginSearch.of(position.game, _DEPTH_MEMORY)
    guess, since = 0, None
    for depth in range(1, DEEPEST + 1):
        found = search.value(position, depth, guess)
        guess = found.margin
        if found.best != best.code:
            since = None
        elif since is None:
            since = depth
        if found.proven:
            return since
    return since if since is not None and since <= DEEPEST - KEPT else None


def _themes(position: KernelPosition, best: Move, outcomes: dict[Move, MoveOutcome]) -> Iterator[str]:
    kinds = {event.key.rpartition(".")[2] for event in position.events(best)}
    plain = True
    for kind, theme in (("captured", "capture"), ("extra_turn", "extra_turns")):
        if kind in kinds:
            plain = False
            yield theme
    if _prevents_capture(position, best):
        plain = False
        yield "defence"
    if plain:
        yield "quiet"
    if _seeds(position) <= ENDGAME:
        yield "endgame"
    if outcomes[best].value > 0 and all(other.value <= 0 for move, other in outcomes.items() if move != best):
        yield "only_win"


def _prevents_capture(position: KernelPosition, best: Move) -> bool:
    """Whether the other seat would capture if it were to move, and can capture much less after the best move."""
    after = position.after(best)
    if after.turn in (None, position.turn):
        return False
    fields: Any = position.fields()
    fields.turn = 1 - fields.turn
    threat = _largest_capture(KernelPosition.of_fields(position.game, fields))
    return threat >= THREAT and _largest_capture(after) <= threat - THREAT


def _largest_capture(position: Position) -> int:
    """The most seeds that a move captures."""
    events = (event for move in position.moves for event in position.events(move))
    return max((int(str(event.args["seeds"])) for event in events if event.key.endswith(".captured")), default=0)
