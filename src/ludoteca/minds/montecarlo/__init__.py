"""Monte Carlo tree search: random playouts, guided by the results so far to the moves that did well."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.mind import Choice, Mind, Player, Role, Suggestion
from ludoteca.core.options import Option, Value
from ludoteca.minds.montecarlo.explain import explain
from ludoteca.minds.montecarlo.position_tree import PositionTree
from ludoteca.minds.montecarlo.search import Search
from ludoteca.minds.montecarlo.tree import Tree
from ludoteca.rules.kernel.game import KernelGame, prepare_kernel

_COMPILED = 2000  # simulations a move where rules are compiled …
_IN_MEMORY = 24  # … and where each plays on by the rules as they are written
_SLICE = 1024  # simulations between two looks at the clock
_A_SECOND = 400_000  # simulations, on a fast machine
_MOST_NODES = 1 << 22
_SPARE = 0.1  # seconds kept back to explain the move


class MonteCarlo(Mind):
    """PUCT over compiled rules, UCB1 over positions elsewhere, for a number of simulations or seconds a move."""

    parameters = (
        Option("simulations", int, None, about="minds.montecarlo.parameter.simulations", low=1, high=10**9),
        Option("seconds", float, None, about="minds.montecarlo.parameter.seconds", low=0.01, high=86400),
        Option("exploration", float, 1.5, about="minds.montecarlo.parameter.exploration", low=0, high=100),
    )

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self._simulations = None if values["simulations"] is None else int(values["simulations"])
        self.seconds = None if values["seconds"] is None else float(values["seconds"])
        self.exploration = float(values["exploration"] or 0.0)

    @classmethod
    def suggestion(cls, game: Game, role: Role) -> Suggestion:
        """Strong where rules are compiled; elsewhere every simulation takes a while."""
        if not isinstance(game, KernelGame):
            return Suggestion(1)
        return Suggestion(30, {"opponent": "simulations=20000", "exhibition": "", "adviser": "seconds=0.4"}[role])

    @classmethod
    def exam_settings(cls, game: Game) -> Mapping[str, Value]:
        return {"simulations": 200 if isinstance(game, KernelGame) else 1}

    def simulations(self, game: Game) -> int:
        """How many simulations a move takes, unless it is told a time."""
        return self._simulations or (_COMPILED if isinstance(game, KernelGame) else _IN_MEMORY)

    @property
    def timed(self) -> bool:
        return self.seconds is not None

    def prepare(self, game: Game) -> None:
        prepare_kernel(game, "tree_search")

    def join(self, game: Game, seat: int, seed: int) -> Player:
        simulations = self.simulations(game)
        if not isinstance(game, KernelGame):
            return MonteCarloPlayer(self.seconds, simulations, 1, PositionTree(self.exploration, seed))
        kernel = game.kernel_for("tree_search")
        # Each simulation adds the moves of one position; some of the last move's tree is kept besides.
        nodes = 3 * simulations if self.seconds is None else int(_A_SECOND * self.seconds)
        capacity = min(_MOST_NODES, (nodes + 64) * kernel.rules.MOVES)
        search = Search(kernel, self.exploration, seed, capacity)
        return MonteCarloPlayer(self.seconds, simulations, _SLICE, search)


class MonteCarloPlayer(Player):
    """Keeps its tree from move to move."""

    def __init__(self, seconds: float | None, simulations: int, slice_: int, search: Tree) -> None:
        """`slice_` is a number of simulations between two looks at the clock."""
        self.seconds = seconds
        self.simulations = simulations
        self.slice = slice_
        self.search = search

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        self.search.stand_at(position, [move.code for move in history])
        return explain(position, self.search, self._think(clock, len(position.moves)))

    def _think(self, clock: Clock, moves: int) -> int:
        """Run the budget, or what the clock allows of it; the number of simulations run."""
        if clock.effort is not None:
            self.search.run(clock.effort)
            return clock.effort
        limit = clock.seconds - self.seconds if self.seconds is not None else 0.0
        done = 0
        while not clock.stopped and clock.left > max(limit, min(_SPARE, clock.seconds / 4)):
            slice_ = self.slice if self.seconds is not None else min(self.slice, self.simulations - done)
            if slice_ == 0:
                break
            self.search.run(slice_)
            done += slice_
        if done == 0:  # no time at all: one look at each move is still better than none
            self.search.run(done := moves)
        return done


MIND = MonteCarlo
