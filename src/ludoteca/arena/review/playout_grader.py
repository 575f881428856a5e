"""Comparisons by random playouts, in games without compiled rules."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from statistics import fmean

from ludoteca.arena.review.comparison import SEARCHES, Comparison, Grader, difference_interval
from ludoteca.arena.review.grading import POINTS, chances
from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move, Position, margin
from ludoteca.core.seeds import derive
from ludoteca.minds.schools import load_mind, suggested_mind
from ludoteca.rules.kernel.solver.search_runner import Stopped
from ludoteca.rules.production.game import ProductionGame

_SECONDS = 10.0  # for the mind that proposes the best move
_PLAYOUTS = 8  # of each search, to the end of the game
_LONGEST = 400  # moves of a playout
_SLOW_LONGEST = 12  # moves of a playout with production rules, which take long; one playout is a search


class PlayoutGrader(Grader):
    """Asks the mind that suits the game best for its move, and compares it with the played one by playouts of both.

    With production rules a playout is cut short, and the value is the margin of expected points; otherwise it is the
    result.
    """

    def __init__(self, game: Game, seed: int, should_continue: Callable[[], bool]) -> None:
        self._slow = isinstance(game, ProductionGame)
        self.scale = POINTS if self._slow else chances(len(game.seats))
        self._seed = seed
        self._should_continue = should_continue
        mind = load_mind(suggested_mind(game, "opponent"), game)
        self._players = [mind.join(game, seat, seed) for seat in range(len(game.seats))]

    def close(self) -> None:
        for player in self._players:
            player.close()

    def compare(self, position: Position, history: Sequence[Move], move: Move) -> Comparison:
        seed = derive(self._seed, "review", len(history))
        assert position.turn is not None
        best = self._players[position.turn].choose(position, history, Clock(_SECONDS)).move
        played = self._values(position, move, seed)
        if best == move:
            return Comparison(move, fmean(played), fmean(played), (0.0, 0.0))
        values = self._values(position, best, seed)
        interval = difference_interval(values, played)
        if interval[1] < 0:  # the proposed move is worse: the played one is the best that is known
            return Comparison(move, fmean(played), fmean(played), (0.0, 0.0))
        return Comparison(best, fmean(values), fmean(played), interval, (best.text,), (move.text,))

    def _values(self, position: Position, move: Move, seed: int) -> list[float]:
        """The mean values of a move in groups of playouts, with the same seeds for all moves."""
        assert position.turn is not None
        seat, after, playouts = position.turn, position.after(move), 1 if self._slow else _PLAYOUTS
        return [
            fmean(self._playout(after, seat, derive(seed, "playout", number, each)) for each in range(playouts))
            for number in range(SEARCHES)
        ]

    def _playout(self, position: Position, seat: int, seed: int) -> float:
        """The value for a seat after random moves."""
        draw = random.Random(seed)
        position = position if position.turn is None else position.seen_by(position.turn, seed)
        for _ in range(_SLOW_LONGEST if self._slow else _LONGEST):
            if position.turn is None:
                break
            if not self._should_continue():
                raise Stopped
            position = position.after(draw.choice(position.moves))
        if self._slow:
            return margin(position.expected_scores(), seat)
        return position.result()[seat] if position.turn is None else 1 / len(position.game.seats)
