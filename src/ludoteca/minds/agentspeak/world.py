"""The game as the environment of agents: which actions it refuses, and why."""

from __future__ import annotations

from ludoteca.core.game import Fact, Position
from ludoteca.core.i18n import Message
from ludoteca.core.vocabulary import actions_of

PASS = Fact("pass", ())
"""The action of an agent that does nothing, in a game with a pass."""
WAKES, OWN_WAKES = 200, 2_000
"""How often the clock advances for an agent in one position: while others are to move, and while it is."""


def refusal_of(position: Position, seat: int, action: Fact) -> Message:
    """The reason why an action of a seat is refused."""
    game, shown = position.game, {"action": str(action)}
    names = {(relation.name, len(relation.args)) for relation in actions_of(game)}
    if (action.relation, len(action.args)) not in names:
        return Message("minds.agentspeak.refusal.unknown", shown)
    if position.turn is None:
        return Message("minds.agentspeak.refusal.over", shown)
    if position.turn != seat:
        return Message("minds.agentspeak.refusal.not_your_turn", {**shown, "turn": game.seats[position.turn]})
    return Message("minds.agentspeak.refusal.not_legal", shown)
