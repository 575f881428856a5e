"""Queens and blocks, a placement game for two players and a third seat that blocks lines.

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
from typing import Any

from ludoteca.core.options import Option
from ludoteca.games.queens import facts, rules
from ludoteca.rules.kernel.game import KernelGame


def _option(name: str, kind: Any, default: Any, **more: Any) -> Option:
    return Option(name, kind, default, about=f"games.queens.option.{name}", **more)


class Queens(KernelGame):
    """The game of Queens and blocks: its options, its seats and its initial state."""

    weight = 2
    options = (
        _option("n", int, 2, low=1, high=rules.LARGEST_N),
        _option("variant", str, "blocks", choices=tuple(facts.SEATS)),
        _option("blocker_goal", str, "each", choices=("each", "total")),
    )

    def __init__(self, values: Mapping[str, object]) -> None:
        super().__init__(values)
        self.seats = facts.SEATS[str(self.values["variant"])]

    def set_up(self, state: Any, seed: int) -> None:
        state.n = self.values["n"]
        state.holes = self.values["variant"] == "holes"
        state.total = self.values["blocker_goal"] == "total"
        rules.begin(state)


GAME = Queens
