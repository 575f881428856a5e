"""Kalah, with every option of its rules as a parameter.

>>> game = Kalah({"pits": 6, "seeds": 4})
>>> position = game.start(seed=0)
>>> print(position.facts()[3])
pit(south, 3, 4)
>>> [str(event.key) for event in position.events(position.moves[2])]
['games.kalah.event.sown', 'games.kalah.event.extra_turn']
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from ludoteca.core.game import Event, Fact, Move, PlayedMove, Position
from ludoteca.core.options import Option
from ludoteca.games.kalah import facts, hints, rules
from ludoteca.rules.kernel.game import KernelGame

if TYPE_CHECKING:
    from rich.console import RenderableType


def _option(name: str, kind: Any, default: Any, **more: Any) -> Option:
    return Option(name, kind, default, about=f"games.kalah.option.{name}", **more)


class Kalah(KernelGame):
    """Two rows of pits, two stores; sow, capture, move again."""

    options = (
        _option("pits", int, 6, low=1, high=rules.WIDEST),
        _option("seeds", int, 4, low=1, high=rules.MOST_SEEDS),
        _option("capture", str, "opposite", choices=("opposite", "empty")),
        _option("sweep", bool, True),
        _option("lap", str, "full", choices=("full", "store")),
        _option("pie", bool, False),
    )
    seats = facts.SEATS
    vocabulary = facts.VOCABULARY
    actions = facts.ACTIONS
    rules: ClassVar[Any] = rules
    hints: ClassVar[Any] = hints

    def set_up(self, state: Any, seed: int) -> None:
        pits, seeds = self.values["pits"], self.values["seeds"]
        assert isinstance(pits, int) and isinstance(seeds, int)
        state.width = pits
        state.pits[:, :pits] = seeds
        state.half = pits * seeds
        state.bank_single = self.values["capture"] == "empty"
        state.sweep = self.values["sweep"]
        state.one_lap = self.values["lap"] == "store"
        state.pie = self.values["pie"]

    def move_text(self, state: Any, code: int) -> str:
        return "swap" if code == rules.SWAP else str(code + 1)

    def move_facts_of(self, state: Any, move: Move) -> tuple[Fact, ...]:
        return facts.move_facts_of(state, move)

    def action_of(self, state: Any, move: Move) -> Fact:
        return facts.action_of(move)

    def facts_of(self, state: Any) -> tuple[Fact, ...]:
        return facts.facts_of(state)

    def event_of(self, note: tuple[Any, ...]) -> Event:
        return facts.event_of(note)

    def terminal(self, position: Position, last: PlayedMove | None = None, language: str = "en") -> RenderableType:
        from ludoteca.games.kalah import terminal

        return terminal.draw(position, last, language)

    def svg(
        self, position: Position, last: PlayedMove | None = None, language: str = "en", narrow: bool = False
    ) -> str:
        from ludoteca.games.kalah import view

        return view.draw(position, last, language)

    def animation(self, played: PlayedMove, language: str = "en", narrow: bool = False) -> list[str]:
        from ludoteca.games.kalah import view

        return view.animation(played, language)


GAME = Kalah
