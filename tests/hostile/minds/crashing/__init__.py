"""Raises."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.mind import Choice, Mind, Player


class Hostile(Mind):
    def join(self, game: Game, seat: int, seed: int) -> Player:
        return HostilePlayer()


class HostilePlayer(Player):
    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        raise RuntimeError("I have had enough")


MIND = Hostile
