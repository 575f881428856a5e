"""Azul, a tile-drafting game for two, three or four players.

>>> game = Azul({"players": 3})
>>> position = game.start(seed=1)
>>> position.moves[0].text
'1 yellow 1'
>>> print(*position.move_facts(position.moves[0]))
takes(1 yellow 1, 1, yellow, 2, 1)
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ludoteca.core.options import Option
from ludoteca.core.seeds import derive
from ludoteca.games.azul import facts, rules
from ludoteca.rules.kernel.game import KernelGame


class Azul(KernelGame):
    """The game of Azul: its option, its seats and its initial state."""

    weight = 2
    options = (Option("players", int, 2, about="games.azul.option.players", low=2, high=rules.SEATS),)

    def __init__(self, values: Mapping[str, object]) -> None:
        super().__init__(values)
        players = self.values["players"]
        assert isinstance(players, int)
        self.seats = facts.SEATS[players]

    def set_up(self, state: Any, seed: int) -> None:
        state.players = len(self.seats)
        state.rng[0] = derive(seed, "bag") | 1
        rules.begin(state)


GAME = Azul
