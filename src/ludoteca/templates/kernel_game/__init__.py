"""Nim with compiled rules: replace it with your own game."""

from __future__ import annotations

from typing import Any

from ludoteca.core.options import Option
from ludoteca.games.PLUGIN import facts, rules
from ludoteca.rules.kernel.game import KernelGame


class PluginGame(KernelGame):
    """Take objects from one heap; the player who takes the last object wins."""

    options = (Option("heaps", int, 3, about="games.PLUGIN.option.heaps", low=1, high=rules.MOST_HEAPS),)
    seats = facts.SEATS

    def set_up(self, state: Any, seed: int) -> None:
        for heap in range(int(self.values["heaps"] or 1)):
            state.heaps[heap] = heap + 1


GAME = PluginGame
