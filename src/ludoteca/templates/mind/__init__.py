"""A cautious mind: it leaves the next player as few moves as it can."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, Mind, Player
from ludoteca.minds.shared.reasons import changed_facts


class PluginMind(Mind):
    """Leaves the next player as few moves as it can."""

    def join(self, game: Game, seat: int, seed: int) -> Player:
        return PluginPlayer()


class PluginPlayer(Player):
    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        move = min(position.moves, key=lambda move: len(position.after(move).moves))
        replies = len(position.after(move).moves)
        claim = Message("minds.PLUGIN.fewest", {"replies": replies})
        return Choice(move, Explanation(Reason(claim, changed_facts(position, move))))


MIND = PluginMind
