"""Agricola, simplified for two: a game whose rules are a production system.

>>> game = AgricolaClassic({})
>>> position = game.start(seed=7)
>>> position.turn
0
>>> "take wood from forest" in [move.text for move in position.moves]
True
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ludoteca.core.game import Event, Fact, PlayedMove, Position
from ludoteca.games.agricola_classic import facts
from ludoteca.rules.production.firing import Firing
from ludoteca.rules.production.game import ProductionPosition, ShippedGame

if TYPE_CHECKING:
    from rich.console import RenderableType


class AgricolaClassic(ShippedGame):
    """Two families, fourteen rounds, six harvests."""

    seats = facts.SEATS
    relations = facts.RELATIONS
    moment = (("phase", "round"), ("phase", "now"))

    def facts_of(self, position: ProductionPosition) -> tuple[Fact, ...]:
        return facts.facts_of(position)

    def heading(self, moment: tuple[str, ...], language: str) -> str:
        return facts.heading(moment, language)

    def event_of(self, firing: Firing) -> Event:
        return facts.event_of(firing)

    def terminal(self, position: Position, last: PlayedMove | None = None, language: str = "en") -> RenderableType:
        from ludoteca.games.agricola_classic import terminal

        return terminal.draw(position, last, language)

    def svg(
        self, position: Position, last: PlayedMove | None = None, language: str = "en", narrow: bool = False
    ) -> str:
        from ludoteca.games.agricola_classic import view

        return view.draw(position, last, language, narrow)


GAME = AgricolaClassic
