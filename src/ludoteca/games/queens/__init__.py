"""Queens and blocks, for two players and a third who blocks their lines.

>>> game = Queens({"n": 1})
>>> position = game.start(seed=0)
>>> position.moves[0].text
'queen a1'
>>> print(*position.move_facts(position.moves[0]))
puts_queen(queen a1, 0, 0)
>>> [str(event.key) for event in position.events(position.moves[0])]
['games.queens.event.put_queen', 'games.queens.event.took_away']
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, ClassVar

from ludoteca.core.game import Event, Fact, Move, PlayedMove, Position
from ludoteca.core.options import Option
from ludoteca.games.queens import facts, hints, rules
from ludoteca.rules.kernel.game import KernelGame

if TYPE_CHECKING:
    from rich.console import RenderableType


def _option(name: str, kind: Any, default: Any, **more: Any) -> Option:
    return Option(name, kind, default, about=f"games.queens.option.{name}", **more)


class Queens(KernelGame):
    """Queens where no queen sees them, blocks in their lines."""

    options = (
        _option("n", int, 2, low=1, high=rules.LARGEST_N),
        _option("variant", str, "blocks", choices=tuple(facts.SEATS)),
        _option("blocker_goal", str, "each", choices=("each", "total")),
    )
    vocabulary = facts.VOCABULARY
    actions = facts.ACTIONS
    rules: ClassVar[Any] = rules
    hints: ClassVar[Any] = hints

    def __init__(self, values: Mapping[str, object]) -> None:
        super().__init__(values)
        self.seats = facts.SEATS[str(self.values["variant"])]

    def set_up(self, state: Any, seed: int) -> None:
        state.n = self.values["n"]
        state.holes = self.values["variant"] == "holes"
        state.total = self.values["blocker_goal"] == "total"
        rules.begin(state)

    def move_text(self, state: Any, code: int) -> str:
        return facts.move_text(code)

    def move_facts_of(self, state: Any, move: Move) -> tuple[Fact, ...]:
        return facts.move_facts_of(move)

    def action_of(self, state: Any, move: Move) -> Fact:
        return facts.action_of(move)

    def private_facts(self, seat: int) -> tuple[Fact, ...]:
        return facts.private_facts(seat)

    def facts_of(self, state: Any) -> tuple[Fact, ...]:
        return facts.facts_of(state)

    def event_of(self, note: tuple[Any, ...]) -> Event:
        return facts.event_of(note, self.seats)

    def terminal(self, position: Position, last: PlayedMove | None = None, language: str = "en") -> RenderableType:
        from ludoteca.games.queens import terminal

        return terminal.draw(position, last, language)

    def svg(
        self, position: Position, last: PlayedMove | None = None, language: str = "en", narrow: bool = False
    ) -> str:
        from ludoteca.games.queens import view

        return view.draw(position, last, language, narrow)


GAME = Queens
