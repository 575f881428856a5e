"""Monte Carlo tree search: play on at random a thousand times, and look more often where it went well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.language import Message
from ludoteca.core.mind import Choice, Mind, Player
from ludoteca.core.options import Option, Value
from ludoteca.minds.montecarlo.explain import explain
from ludoteca.minds.montecarlo.search import Search
from ludoteca.rules.kernel.game import KernelGame, KernelPosition, prepare_kernel

_SLICE = 1024  # simulations between two looks at the clock
_A_SECOND = 400_000  # simulations, on a fast machine
_MOST_NODES = 1 << 22
_SPARE = 0.1  # seconds kept back to explain the move


class MonteCarlo(Mind):
    """PUCT over the game's compiled rules, for a number of simulations or seconds a move."""

    parameters = (
        Option("simulations", int, 2000, about="minds.montecarlo.parameter.simulations", low=1, high=10**9),
        Option("seconds", float, None, about="minds.montecarlo.parameter.seconds", low=0.01, high=86400),
        Option("exploration", float, 1.5, about="minds.montecarlo.parameter.exploration", low=0, high=100),
    )

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.simulations = int(values["simulations"] or 0)
        self.seconds = None if values["seconds"] is None else float(values["seconds"])
        self.exploration = float(values["exploration"] or 0.0)

    def refuses(self, game: Game) -> Message | None:
        return None if isinstance(game, KernelGame) else Message("minds.needs.kernel")

    @property
    def timed(self) -> bool:
        return self.seconds is not None

    def prepare(self, game: Game) -> None:
        prepare_kernel(game, "tree")

    def join(self, game: Game, seat: int, seed: int) -> Player:
        assert isinstance(game, KernelGame)
        kernel = game.kernel_for("tree")
        # Each simulation adds the moves of one position; some of the last move's tree is kept besides.
        simulations = 3 * self.simulations if self.seconds is None else int(_A_SECOND * self.seconds)
        capacity = min(_MOST_NODES, (simulations + 64) * kernel.rules.MOVES)
        return MonteCarloPlayer(self, Search(kernel, self.exploration, seed, capacity))


class MonteCarloPlayer(Player):
    """Keeps its tree from move to move."""

    def __init__(self, mind: MonteCarlo, search: Search) -> None:
        self.mind = mind
        self.search = search

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        assert isinstance(position, KernelPosition)
        self.search.stand_at(position, [move.code for move in history])
        return explain(position, self.search, self._think(clock))

    def _think(self, clock: Clock) -> int:
        """Run the budget, or what the clock allows of it; the number of simulations run."""
        if clock.effort is not None:
            self.search.run(clock.effort)
            return clock.effort
        seconds = self.mind.seconds
        limit = clock.seconds - seconds if seconds is not None else 0.0
        done = 0
        while not clock.stopped and clock.left > max(limit, min(_SPARE, clock.seconds / 4)):
            slice_ = _SLICE if seconds is not None else min(_SLICE, self.mind.simulations - done)
            if slice_ == 0:
                break
            self.search.run(slice_)
            done += slice_
        if done == 0:  # no time at all: one look at each move is still better than none
            self.search.run(done := len(self.search.position.moves))
        return done


MIND = MonteCarlo
