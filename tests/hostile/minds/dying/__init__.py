"""Takes its process down with it."""

from __future__ import annotations

import os
from collections.abc import Sequence

from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.mind import Choice, Mind, Player


class Hostile(Mind):
    def join(self, game: Game, seat: int, seed: int) -> Player:
        return HostilePlayer()


class HostilePlayer(Player):
    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        os.abort()


MIND = Hostile
