"""Values of moves by a search to a horizon: to the end of the game, to the next chance event, or to a depth."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.rules.kernel.bind import Kernel, state_words
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.search_runner import SearchRunner

Value = tuple[int, float]
"""1 for a won game, -1 for a lost one, 0 for any other; then the margin: compared in this order."""


@dataclass(frozen=True, slots=True)
class HorizonValue:
    """The value of a move for the seat that makes it, and whether it depends on evaluations.

    These are made at the horizon, or after a chance event. `line` are the codes of the moves expected after it.
    """

    value: Value
    at_horizon: bool
    after_chance: bool
    line: tuple[int, ...]


class HorizonSearch(SearchRunner):
    """Searches of single moves that share one transposition table, for one seat against all others or by max-n."""

    slice = 1 << 13  # smaller, since a position may have hundreds of moves to order

    def __init__(self, kernel: Kernel, memory: int, max_n: bool = False) -> None:
        super().__init__(kernel, kernel.horizon_search, memory)
        self.max_n = max_n
        self._words = state_words(self._stack)
        self._used = False

    def forget(self) -> None:
        """Empty the table: values hold for one seat and one draw of what is hidden."""
        if self._used:
            self._table.view("u8").fill(0)
        self._used = False

    def value(self, position: KernelPosition, code: int, depth: int, low: Value, high: Value) -> HorizonValue:
        """The value of a move, searched `depth` moves ahead with the move itself counted; raises `Stopped`.

        It is exact between `low` and `high`, and a bound outside them.
        """
        driver, seat = self.driver, int(position.state.turn)
        self._used = True
        self._stack[0] = position.states()[0]
        self._counters[driver.SEAT] = driver.MAX_N if self.max_n else seat
        driver.start_search(self._frames, code, depth, self._number(low), self._number(high), self._counters)
        self._run_to_end()
        root = self._frames[0]
        reach = int(root.reach)
        line = self._line(position, code, depth)
        value = self._value(int(root.values[seat]))
        return HorizonValue(value, bool(reach & driver.HORIZON), bool(reach & driver.CHANCE), line)

    def _search(self) -> int:
        search = self.driver.search
        return int(search(self._stack, self._words, self._frames, self._table, self._counters))

    def _line(self, position: KernelPosition, first: int, depth: int) -> tuple[int, ...]:
        """A move and the best moves after it that the table knows, up to the next chance event."""
        states = position.states(2)
        states[1] = states[0]
        words, kernel = state_words(states), self.kernel
        moves: list[int] = []
        code = first
        while code >= 0 and len(moves) < depth:
            moves.append(code)
            kernel.rules.play(states[0], code, None)
            ended = states[0].over or kernel.hints.chance_events(states[0]) != kernel.hints.chance_events(states[1])
            code = -1 if ended else int(self.driver.best_move(self._table, words))
        return tuple(moves)

    def _number(self, value: Value) -> int:
        """A value as the driver writes it, within its limits."""
        driver = self.driver
        number = value[0] * driver.WON + round(value[1] * driver.POINT)
        return int(max(-driver.INFINITE, min(driver.INFINITE, number)))

    def _value(self, number: int) -> Value:
        """A value of the driver as a pair."""
        driver = self.driver
        won = (number + driver.WON // 2) // driver.WON
        return won, (number - won * driver.WON) / driver.POINT
