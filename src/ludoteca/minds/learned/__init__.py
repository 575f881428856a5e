"""A mind that has taught itself: a network, trained by self-play, guides a tree search over compiled rules."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, Mind, Player, Role, Suggestion
from ludoteca.core.options import Option, Value
from ludoteca.minds.learned.explain import explain
from ludoteca.minds.learned.network_tree import Evaluator, NetworkTree
from ludoteca.minds.learned.probes import Probes, probes_file, read_probes
from ludoteca.minds.learned.weights import Network, read_network
from ludoteca.minds.shared.knowledge import KNOWLEDGE_FOLDER, stored_path
from ludoteca.rules.kernel.game import KernelGame, KernelPosition, prepare_kernel

SHIPPED = Path("learned") / "weights.npz"  # in the folder of a game
_SIMULATIONS = 400  # a move, by default
_SLICE = 64  # simulations between two checks of the clock
_SIMULATIONS_PER_SECOND = 150_000  # on a fast machine
_MAX_NODES = 1 << 22
_RESERVE = 0.1  # seconds kept to explain the move
_SUFFIX = ".npz"


class Learned(Mind):
    """A network with a budget of simulations or seconds a move."""

    parameters = (
        Option("simulations", int, None, about="minds.learned.parameter.simulations", low=1, high=10**9),
        Option("seconds", float, None, about="minds.learned.parameter.seconds", low=0.01, high=86400),
        Option("exploration", float, 1.0, about="minds.learned.parameter.exploration", low=0, high=100),
        Option("playouts", int, None, about="minds.learned.parameter.playouts", low=0, high=10**6),
        Option("file", str, None, about="minds.learned.parameter.file"),
        Option("digest", str, None, about="minds.learned.parameter.digest"),
    )

    def __init__(self, values: Mapping[str, Value]) -> None:
        super().__init__(values)
        self.simulations = _SIMULATIONS if values["simulations"] is None else int(values["simulations"])
        self.seconds = None if values["seconds"] is None else float(values["seconds"])
        self.exploration = float(values["exploration"] or 0.0)
        self.playouts = None if values["playouts"] is None else int(values["playouts"])

    @classmethod
    def suggestion(cls, game: Game, role: Role) -> Suggestion | None:
        return Suggestion(20, {"opponent": "simulations=4000", "exhibition": "", "adviser": "simulations=4000"}[role])

    @classmethod
    def exam_settings(cls, game: Game) -> Mapping[str, Value]:
        return {"simulations": 60}

    def refuses(self, game: Game) -> Message | None:
        try:
            network = self.network(game)
            self.probes(game)
        except BadInput as error:
            return error.message
        assert isinstance(game, KernelGame)
        return network.refusal(game)

    @property
    def timed(self) -> bool:
        return self.seconds is not None

    def pins(self, game: Game) -> Mapping[str, str]:
        return {} if self.values["file"] is None else {"digest": self.network(game).digest}

    def prepare(self, game: Game) -> None:
        prepare_kernel(game, "network_search")

    def network(self, game: Game) -> Network:
        """Its network for a game; raises `BadInput`."""
        if not isinstance(game, KernelGame) or game.module("vector") is None:
            raise BadInput("minds.learned.refusal.no_vector", game=game.name)
        file = self._file(game)
        if self.values["file"] is None and not file.is_file():
            raise BadInput("minds.learned.refusal.no_weights", game=game.name)
        network = _network(file, _stamp(file), game.name)
        wanted = self.values["digest"]
        if wanted is not None and wanted != network.digest:
            raise BadInput("minds.knowledge.changed", file=file.name, wanted=str(wanted), found=network.digest)
        return network

    def probes(self, game: Game) -> Probes | None:
        """The probes of its network for a game, if they lie beside it; raises `BadInput`."""
        self.network(game)
        assert isinstance(game, KernelGame)
        file = self._file(game)
        probes = _probes(probes_file(file), _stamp(probes_file(file)), file, _stamp(file), game.name)
        return probes if probes is not None and probes.serve(game) else None

    def _file(self, game: KernelGame) -> Path:
        """The file of the weights: the one given, in the lab only from its own folder, or that of the game."""
        given = self.values["file"]
        if given is None:
            return game.folder / SHIPPED
        return stored_path(game, str(given), _SUFFIX) if os.environ.get(KNOWLEDGE_FOLDER) else Path(str(given))

    def join(self, game: Game, seat: int, seed: int) -> Player:
        network = self.network(game)
        assert isinstance(game, KernelGame)
        evaluator = Evaluator(game, network)
        nodes = 3 * self.simulations if self.seconds is None else int(_SIMULATIONS_PER_SECOND * self.seconds)
        capacity = min(_MAX_NODES, (nodes + 64) * evaluator.kernel.rules.MOVES)
        tree = NetworkTree(evaluator, self.exploration, seed, capacity, self.playouts)
        return LearnedPlayer(self, tree, self.probes(game))


def _stamp(file: Path) -> float:
    try:
        return file.stat().st_mtime
    except OSError:
        return 0.0


@lru_cache(maxsize=8)
def _network(file: Path, stamp: float, game: str) -> Network:
    """The network of a file, read once while the file does not change."""
    return read_network(file, game)


@lru_cache(maxsize=8)
def _probes(file: Path, stamp: float, weights: Path, weights_stamp: float, game: str) -> Probes | None:
    """The probes of a file for the network of another one, read once while neither changes."""
    return read_probes(file, _network(weights, weights_stamp, game))


class LearnedPlayer(Player):
    """A player that keeps its search tree from move to move."""

    def __init__(self, mind: Learned, tree: NetworkTree, probes: Probes | None) -> None:
        self._mind = mind
        self._tree = tree
        self._probes = probes

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        assert isinstance(position, KernelPosition)
        self._tree.set_root(position, [move.code for move in history])
        return explain(position, self._tree, self._probes, self._search(clock, len(position.moves)))

    def _search(self, clock: Clock, moves: int) -> int:
        """Run simulations until the budget or the clock is spent, or the result is proven. Returns their number."""
        if clock.effort is not None:
            self._tree.run(clock.effort)
            return clock.effort
        seconds, done = self._mind.seconds, 0
        limit = clock.seconds - seconds if seconds is not None else 0.0
        while not _is_spent(clock) and clock.left > limit:
            slice_ = _SLICE if seconds is not None else min(_SLICE, self._mind.simulations - done)
            if slice_ == 0 or (done and self._tree.is_proven):
                break
            done += max(1, self._tree.run(slice_))
        if done < 2:  # even without time, one look at the position and one at a move
            done += self._tree.run(2)
        return done


def _is_spent(clock: Clock) -> bool:
    return clock.stopped or clock.left <= min(_RESERVE, clock.seconds / 4)


MIND = Learned
