"""Kalah, a mancala game for two seats, with the variants of its rules as options.

>>> game = Kalah({"pits": 6, "seeds": 4})
>>> position = game.start(seed=0)
>>> print(position.facts()[3])
pit(south, 3, 4)
>>> [str(event.key) for event in position.events(position.moves[2])]
['games.kalah.event.sown', 'games.kalah.event.extra_turn']
"""

from __future__ import annotations

from typing import Any

from ludoteca.core.options import Option
from ludoteca.games.kalah import facts, rules
from ludoteca.rules.kernel.game import KernelGame


def _option(name: str, kind: Any, default: Any, **more: Any) -> Option:
    return Option(name, kind, default, about=f"games.kalah.option.{name}", **more)


class Kalah(KernelGame):
    """The game of Kalah: its options, its seats and its initial state."""

    weight = 1
    options = (
        _option("pits", int, 6, low=1, high=rules.MAX_PITS),
        _option("seeds", int, 4, low=1, high=rules.MAX_SEEDS),
        _option("capture", str, "opposite", choices=("opposite", "empty")),
        _option("sweep", bool, True),
        _option("lap", str, "full", choices=("full", "store")),
        _option("pie", bool, False),
    )
    seats = facts.SEATS

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


GAME = Kalah
