"""Conflict resolution as a mind: whatever a strategy of CLIPS puts first on the agenda is played.

For games whose rules are a production system: there the agenda is the list of legal moves, and who sorts it plays.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, Reason, Rejected, Source
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, Mind, Player
from ludoteca.core.options import Option, Value
from ludoteca.core.seeds import derive
from ludoteca.rules.production.agenda import Activation
from ludoteca.rules.production.engine import STRATEGIES
from ludoteca.rules.production.game import ProductionGame, ProductionPosition
from ludoteca.rules.production.trace import Fired, RulesFired, Waiting

_MOST = 40  # activations that are shown


class Agenda(Mind):
    """Plays what one of CLIPS's seven strategies puts first."""

    parameters = (Option("strategy", str, STRATEGIES[0], about="minds.agenda.parameter.strategy", choices=STRATEGIES),)

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.strategy = str(values["strategy"])

    def refuses(self, game: Game) -> Message | None:
        return None if isinstance(game, ProductionGame) else Message("minds.agenda.needs")

    def join(self, game: Game, seat: int, seed: int) -> Player:
        return AgendaPlayer(self.strategy, derive(seed, "agenda", seat))


class AgendaPlayer(Player):
    """Has the agenda sorted anew for every move."""

    def __init__(self, strategy: str, seed: int) -> None:
        self.strategy = strategy
        self.seed = seed

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        assert isinstance(position, ProductionPosition)
        agenda = position.game.engine.agenda(position.state, self.strategy, derive(self.seed, len(history)))
        first, *others = _moves_in(agenda, position)
        return Choice(find_move(position, first.text), self._explained(position, agenda, first, others))

    def _explained(
        self, position: ProductionPosition, agenda: Sequence[Activation], first: Activation, others: list[Activation]
    ) -> Explanation:
        claim = Message(
            "minds.agenda.first",
            {"strategy": self.strategy, "rule": first.rule, "salience": first.salience, "activations": len(agenda)},
        )
        rejected = tuple(
            Rejected(other.text, Reason(Message("minds.agenda.later", {"place": place, "rule": other.rule})))
            for place, other in enumerate(others, 2)
        )
        left = [activation for activation in agenda if activation is not first]
        fired = Fired(first.rule, _source(position, first), first.salience, first.matched, number=1)
        waiting = tuple(_waiting(position, activation) for activation in left[:_MOST])
        trace = RulesFired((fired,), waiting, left_more=max(0, len(left) - _MOST))
        because = (Reason(Message(f"minds.agenda.order.{self.strategy}")),)
        return Explanation(Reason(claim, source=_source(position, first), because=because), rejected, trace)


def _moves_in(agenda: Sequence[Activation], position: ProductionPosition) -> list[Activation]:
    """The first activation of each legal move, in the order of the agenda."""
    legal = {move.text for move in position.moves}
    found: dict[str, Activation] = {}
    for activation in agenda:
        if activation.seat == position.turn and activation.text in legal:
            found.setdefault(activation.text, activation)
    return list(found.values())


def _waiting(position: ProductionPosition, activation: Activation) -> Waiting:
    return Waiting(activation.rule, _source(position, activation), activation.salience, activation.matched)


def _source(position: ProductionPosition, activation: Activation) -> Source:
    rule = position.game.rules[activation.rule]
    return Source(rule.file, rule.line)


MIND = Agenda
