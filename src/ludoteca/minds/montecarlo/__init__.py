"""Monte Carlo tree search: PUCT over compiled rules, UCB1 over positions of other games."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, Mind, Player, Role, Suggestion
from ludoteca.core.options import Option, Value
from ludoteca.minds.montecarlo.explain import explain, look_again
from ludoteca.minds.montecarlo.kernel_tree import KernelTree
from ludoteca.minds.montecarlo.position_tree import PositionTree
from ludoteca.minds.montecarlo.tree import Tree
from ludoteca.rules.kernel.game import KernelGame, prepare_kernel
from ludoteca.rules.production.game import ProductionGame
from ludoteca.rules.python import PythonGame

_KERNEL_SIMULATIONS = 2000  # default number of simulations a move with compiled rules
_PYTHON_SIMULATIONS = 400  # default number in plain Python games
_PRODUCTION_SIMULATIONS = 72  # default number in production games, where a simulation is slow
_POSITION_SIMULATIONS = 24  # default number in other games, where it is slower still
_SLICE = 1024  # simulations between two checks of the clock
_SIMULATIONS_PER_SECOND = 400_000  # on a fast machine
_MAX_NODES = 1 << 22
_RESERVE = 0.1  # seconds kept to explain the move
_SHARE_AGAIN = 4  # one part in so many of the simulations for a choice, to look again at one move


class MonteCarlo(Mind):
    """Monte Carlo tree search with a budget of simulations or seconds a move."""

    parameters = (
        Option("simulations", int, None, about="minds.montecarlo.parameter.simulations", low=1, high=10**9),
        Option("seconds", float, None, about="minds.montecarlo.parameter.seconds", low=0.01, high=86400),
        Option("exploration", float, 1.5, about="minds.montecarlo.parameter.exploration", low=0, high=100),
        Option("cutoff", int, None, about="minds.montecarlo.parameter.cutoff", low=1, high=10**9),
        Option("reward", str, "result", about="minds.montecarlo.parameter.reward", choices=("result", "points")),
    )

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self._simulations = None if values["simulations"] is None else int(values["simulations"])
        self.seconds = None if values["seconds"] is None else float(values["seconds"])
        self.exploration = float(values["exploration"] or 0.0)
        self.cutoff = None if values["cutoff"] is None else int(values["cutoff"])
        self.counts_points = values["reward"] == "points"

    @classmethod
    def suggestion(cls, game: Game, role: Role) -> Suggestion:
        """High rank with compiled rules, less in plain Python games; low in others, where a simulation is slow."""
        if not isinstance(game, KernelGame):
            return Suggestion(10 if isinstance(game, PythonGame) else 1)
        return Suggestion(30, {"opponent": "simulations=20000", "exhibition": "", "adviser": "simulations=20000"}[role])

    @classmethod
    def exam_settings(cls, game: Game) -> Mapping[str, Value]:
        return {"simulations": 200 if isinstance(game, KernelGame) else 1}

    def refuses(self, game: Game) -> Message | None:
        """Cutoff and points are a matter of the compiled search, and points need to know how many there can be."""
        if self.cutoff is not None and not isinstance(game, KernelGame):
            return Message("minds.montecarlo.refuses.cutoff")
        if self.counts_points and not (isinstance(game, KernelGame) and hasattr(game.hints, "max_score")):
            return Message("minds.montecarlo.refuses.points")
        return None

    def simulations(self, game: Game) -> int:
        """The number of simulations a move, unless the budget is in seconds."""
        if self._simulations is not None:
            return self._simulations
        if isinstance(game, KernelGame):
            return _KERNEL_SIMULATIONS
        if isinstance(game, ProductionGame):
            return _PRODUCTION_SIMULATIONS
        return _PYTHON_SIMULATIONS if isinstance(game, PythonGame) else _POSITION_SIMULATIONS

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
        # Each simulation expands one node; part of the tree of the last move is kept as well.
        nodes = 3 * simulations if self.seconds is None else int(_SIMULATIONS_PER_SECOND * self.seconds)
        capacity = min(_MAX_NODES, (nodes + 64) * kernel.rules.MOVES)
        max_points = kernel.hints.max_score(game.start(0).states()[0]) if self.counts_points else None
        tree = KernelTree(kernel, self.exploration, seed, capacity, self.cutoff, max_points)
        return MonteCarloPlayer(self.seconds, simulations, _SLICE, tree)


class MonteCarloPlayer(Player):
    """A player that keeps its search tree from move to move."""

    def __init__(self, seconds: float | None, simulations: int, slice_: int, tree: Tree) -> None:
        """`slice_` is the number of simulations between two checks of the clock."""
        self.seconds = seconds
        self.simulations = simulations
        self.slice = slice_
        self.tree = tree

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        self.tree.set_root(position, [move.code for move in history])
        return explain(position, self.tree, self._run_simulations(clock, len(position.moves)))

    def why_not(self, position: Position, history: Sequence[Move], move: Move, clock: Clock) -> Choice:
        """It looks again at a move that it has seldom visited, with a share of the simulations for a choice."""
        choice = self.choose(position, history, clock)
        again = max(1, self.simulations // _SHARE_AGAIN)
        if move == choice.move or (clock.effort is None and _is_spent(clock)):
            return choice
        return look_again(choice, position, self.tree, move, again)

    def _run_simulations(self, clock: Clock, moves: int) -> int:
        """Run simulations until the budget or the clock is spent. Returns their number."""
        if clock.effort is not None:
            self.tree.run(clock.effort)
            return clock.effort
        limit = clock.seconds - self.seconds if self.seconds is not None else 0.0
        done = 0
        while not _is_spent(clock) and clock.left > limit:
            slice_ = self.slice if self.seconds is not None else min(self.slice, self.simulations - done)
            if slice_ == 0:
                break
            self.tree.run(slice_)
            done += slice_
        if done == 0:  # even without time, one simulation for each move
            self.tree.run(done := moves)
        return done


def _is_spent(clock: Clock) -> bool:
    return clock.stopped or clock.left <= min(_RESERVE, clock.seconds / 4)


MIND = MonteCarlo
