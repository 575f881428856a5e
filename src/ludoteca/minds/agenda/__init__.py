"""Conflict resolution as a mind: plays the move that a strategy of CLIPS puts first on the agenda.

For games whose rules are a production system: the agenda of such a game holds its legal moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.i18n import Message
from ludoteca.core.mind import AnsweringPlayer, Choice, Mind, Player
from ludoteca.core.options import Option, Value
from ludoteca.core.seeds import derive
from ludoteca.rules.production.engine import STRATEGIES, order_key
from ludoteca.rules.production.firing import Activation, Firing
from ludoteca.rules.production.game import ProductionGame, ProductionPosition
from ludoteca.rules.production.trace import RuleFirings

_AGENDA = 40  # activations in the trace
_ELEMENTS = 20  # matched elements of one activation in the trace


class Agenda(Mind):
    """Plays the move that one of CLIPS's seven strategies puts first."""

    parameters = (Option("strategy", str, STRATEGIES[0], about="minds.agenda.parameter.strategy", choices=STRATEGIES),)

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.strategy = str(values["strategy"])

    def refuses(self, game: Game) -> Message | None:
        return None if isinstance(game, ProductionGame) else Message("minds.agenda.needs")

    def sources(self, game: Game, seat: int) -> Mapping[str, str]:
        return game.sources if isinstance(game, ProductionGame) else {}

    def join(self, game: Game, seat: int, seed: int) -> Player:
        return AgendaPlayer(self.strategy, derive(seed, "agenda", seat))


class AgendaPlayer(AnsweringPlayer):
    """Orders the agenda for every move and plays its first move."""

    def __init__(self, strategy: str, seed: int) -> None:
        self.strategy = strategy
        self.seed = seed

    def answer(self, position: Position, history: Sequence[Move], clock: Clock, about: Move | None) -> Choice:
        assert isinstance(position, ProductionPosition)
        agenda = position.game.engine.agenda(position.state, self.strategy, derive(self.seed, len(history)))
        moves = _moves_in(agenda, position)
        return Choice(find_move(position, next(iter(moves))), self._explanation(agenda, moves, about))

    def _explanation(
        self, agenda: Sequence[Activation], moves: Mapping[str, Activation], about: Move | None
    ) -> Explanation:
        first, *_ = moves.values()
        claim = Message(
            "minds.agenda.first",
            {
                "strategy": self.strategy,
                "rule": first.rule,
                "moves": len(moves),
                "salience": first.salience,
                "activations": len(agenda),
            },
        )
        rejected = tuple(
            Rejected(
                text,
                Reason(
                    Message("minds.agenda.later", {"place": place, "rule": activation.rule}),
                    because=(self._why_later(activation, first),) if about and about.text == text else (),
                ),
            )
            for place, (text, activation) in enumerate(moves.items(), 1)
            if activation is not first
        )
        left = [activation for activation in agenda if activation is not first]
        omitted = max(0, len(left) - _AGENDA)
        shown = tuple(activation.cut(_ELEMENTS) for activation in left[:_AGENDA])
        trace = RuleFirings((Firing(first.cut(_ELEMENTS), number=1),), (0,), shown, agenda_omitted=omitted)
        return Explanation(Reason(claim, source=first.source, because=(self._order,)), rejected, trace)

    def _why_later(self, activation: Activation, first: Activation) -> Reason:
        """Why an activation comes after the first: its salience, or else the strategy."""
        if activation.salience == first.salience:
            return self._order
        args = {"salience": activation.salience, "first": first.salience}
        return Reason(Message("minds.agenda.lower", args), source=activation.source)

    @property
    def _order(self) -> Reason:
        return Reason(Message("minds.agenda.order", {"order": order_key(self.strategy)}))


def _moves_in(agenda: Sequence[Activation], position: ProductionPosition) -> dict[str, Activation]:
    """The first activation of each legal move, in the order of the agenda."""
    legal = {move.text for move in position.moves}
    found: dict[str, Activation] = {}
    for activation in agenda:
        if activation.seat == position.turn and activation.text in legal:
            found.setdefault(activation.text, activation)
    return found


MIND = Agenda
