"""Gives a reason of two million characters."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, Mind, Player


class Hostile(Mind):
    def join(self, game: Game, seat: int, seed: int) -> Player:
        return HostilePlayer()


class HostilePlayer(Player):
    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        return Choice(position.moves[0], Explanation(Reason(Message("core.mind_name", {"given": "so " * 700_000}))))


MIND = Hostile
