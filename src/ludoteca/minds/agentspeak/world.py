"""The world as a referee: which actions are done, and why others are not."""

from __future__ import annotations

from ludoteca.core.game import Fact, Position
from ludoteca.core.i18n import Message
from ludoteca.core.vocabulary import actions_of

PASS = Fact("pass", ())
"""What an agent does that lets its turn go by, where the game has a pass."""
WAKES, OWN_WAKES = 200, 2_000
"""How often time goes on for an agent in a position: while others are to move, and while it is."""


def refusal_of(position: Position, seat: int, action: Fact) -> Message:
    """Why an action of a seat's is not done."""
    game, told = position.game, {"action": str(action)}
    names = {(relation.name, len(relation.args)) for relation in actions_of(game)}
    if (action.relation, len(action.args)) not in names:
        return Message("minds.agentspeak.refusal.unknown", told)
    if position.turn is None:
        return Message("minds.agentspeak.refusal.over", told)
    if position.turn != seat:
        return Message("minds.agentspeak.refusal.not_your_turn", {**told, "turn": game.seats[position.turn]})
    return Message("minds.agentspeak.refusal.not_legal", told)
