"""Azul, for two, three or four players.

>>> game = Azul({"players": 3})
>>> position = game.start(seed=1)
>>> position.moves[0].text
'1 yellow 1'
>>> print(*position.move_facts(position.moves[0]))
takes(1 yellow 1, 1, yellow, 2, 1)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from ludoteca.core.game import Event, Fact, Move, PlayedMove, Position
from ludoteca.core.options import Option
from ludoteca.core.seeds import derive
from ludoteca.games.azul import facts, hints, rules
from ludoteca.rules.kernel.game import KernelGame

if TYPE_CHECKING:
    from rich.console import RenderableType


class Azul(KernelGame):
    """Tiles from factories, lines, walls."""

    options = (Option("players", int, 2, about="games.azul.option.players", low=2, high=rules.SEATS),)
    vocabulary = facts.VOCABULARY
    actions = facts.ACTIONS
    rules: ClassVar[Any] = rules
    hints: ClassVar[Any] = hints

    def __init__(self, values: Mapping[str, object]) -> None:
        super().__init__(values)
        players = self.values["players"]
        assert isinstance(players, int)
        self.seats = facts.SEATS[players]

    def set_up(self, state: Any, seed: int) -> None:
        state.players = len(self.seats)
        state.luck[0] = derive(seed, "bag") | 1
        rules.begin(state)

    def move_text(self, state: Any, code: int) -> str:
        return facts.move_text(code)

    def move_facts_of(self, state: Any, move: Move) -> tuple[Fact, ...]:
        return facts.move_facts_of(state, move)

    def action_of(self, state: Any, move: Move) -> Fact:
        return facts.action_of(move)

    def facts_of(self, state: Any) -> tuple[Fact, ...]:
        return facts.facts_of(state)

    def event_of(self, note: tuple[Any, ...]) -> Event:
        return facts.event_of(note, len(self.seats))

    def terminal(self, position: Position, last: PlayedMove | None = None, language: str = "en") -> RenderableType:
        from ludoteca.games.azul import terminal

        return terminal.draw(position, last, language)

    def svg(
        self, position: Position, last: PlayedMove | None = None, language: str = "en", narrow: bool = False
    ) -> str:
        from ludoteca.games.azul import view

        return view.draw(position, last, language, narrow)

    def animation(self, played: PlayedMove, language: str = "en", narrow: bool = False) -> list[str]:
        from ludoteca.games.azul import animation

        return animation.animation(played, language, narrow)


GAME = Azul
