"""Exact values of sowing games by a search on packed boards, which is faster than one by the rules."""

from __future__ import annotations

from typing import ClassVar, Self

from ludoteca.rules.kernel.compilation import kernel_faults, no_sowings
from ludoteca.rules.kernel.game import KernelGame
from ludoteca.rules.kernel.solver.endgame_table import NO_TABLE, EndgameTable, can_pack
from ludoteca.rules.kernel.solver.margin_search import MarginSearch


class SowingSearch(MarginSearch):
    """Searches of a sowing game to its end. They have no horizon, and no line of best moves."""

    driver_name: ClassVar[str] = "sowing_search"

    @classmethod
    def of(cls, game: KernelGame, memory: int, endgame: EndgameTable = NO_TABLE) -> Self:
        """A search for a game that `can_pack` allows, with a table of `memory` MiB."""
        search = super().of(game, memory, endgame)
        search._learn(game)
        return search

    def _learn(self, game: KernelGame) -> None:
        """Learn the sowings of the game."""
        self._rows, state = game.start(0).states(2), game.start(0).states()[0]
        self._sowings = no_sowings(self.kernel, int(self.kernel.boards.seeds_left(state)))
        self._form = int(self.kernel.boards.pits_in_row(state)), int(self.kernel.hints.margin_step(state))
        with kernel_faults(self.kernel):
            self.kernel.sowings.learn_sowings(self._sowings, self._rows)

    def _test(self, beta: int, depth: int | None) -> tuple[bool, bool]:
        assert depth is None
        boards, state = self.kernel.boards, self._stack[0]
        own, other, left = boards.packed_row(state, 0), boards.packed_row(state, 1), boards.seeds_left(state)
        self.driver.start_search(self._frames, own, other, left, beta, self._counters)
        return self._run()

    def _search(self) -> int:
        tables = self._sowings, self._table, self.endgame.values
        return int(self.driver.search(self._rows, self._frames, *tables, self._counters, *self._form))

    def _root_bound(self, proven: int) -> int:
        return int(self._frames[0].margin)

    def _root_move(self) -> int:
        return int(self._frames[0].best)


def exact_search(game: KernelGame, memory: int, endgame: EndgameTable = NO_TABLE) -> MarginSearch:
    """The fastest search to the end of a game, with a table of `memory` MiB."""
    return (SowingSearch if can_pack(game) else MarginSearch).of(game, memory, endgame)
