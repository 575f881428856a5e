"""Uniformly random play, the baseline for all other minds."""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import replace

from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, Mind, Player
from ludoteca.core.seeds import derive


class Random(Mind):
    """Chooses a legal move at random, from its seed and the number of moves so far."""

    def join(self, game: Game, seat: int, seed: int) -> Player:
        return RandomPlayer(derive(seed, "random", seat))


class RandomPlayer(Player):
    """A player whose choice depends only on its seed and the length of the history."""

    def __init__(self, seed: int) -> None:
        self.seed = seed

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        move = random.Random(derive(self.seed, len(history))).choice(position.moves)
        reason = Reason(Message("minds.random.drawn", {"moves": len(position.moves)}))
        return Choice(move, Explanation(reason))

    def why_not(self, position: Position, history: Sequence[Move], move: Move, clock: Clock) -> Choice:
        choice = self.choose(position, history, clock)
        if move == choice.move:
            return choice
        reason = Reason(Message("minds.random.not_drawn", {"moves": len(position.moves)}))
        return replace(choice, why=replace(choice.why, rejected=(Rejected(move.text, reason),)))


MIND = Random
