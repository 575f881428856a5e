"""The panel: fixed opponents that a network is measured against, since its own past says little about its strength."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator, Mapping
from concurrent.futures import BrokenExecutor, Future, ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context
from random import Random
from typing import Any

from ludoteca.core.clock import Clock
from ludoteca.core.game import Move
from ludoteca.core.mind import Player
from ludoteca.core.seeds import derive
from ludoteca.games import load_game
from ludoteca.minds.learned.network_tree import Evaluator, NetworkTree
from ludoteca.minds.learned.weights import Network
from ludoteca.minds.schools import load_mind
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.training.config import Config

_LOG = logging.getLogger(__name__)
_MOST_PLIES = 600
_NODES = 400  # of a tree for each simulation, at most


@dataclass(frozen=True, slots=True)
class Standing:
    """The mean result of a network against an opponent in one game, with the number of games."""

    opponent: str
    options: str
    games: int
    result: float


class Panel:
    """The opponents of a configuration, in processes of their own so that training goes on; or here, with none."""

    def __init__(self, config: Config, processes: int = 0) -> None:
        self._config = config
        self._game = config.kernel_games[0][0]
        self._pool = ProcessPoolExecutor(processes, get_context("spawn"), os.nice, (10,)) if processes else None
        self._prepared: Future[None] | None = None
        self._games: dict[str, list[Future[float]]] = {}
        self._network: Network | None = None
        self._is_broken = False

    @property
    def is_idle(self) -> bool:
        """Whether no network is being measured."""
        return self._network is None

    def begin(self, network: Network) -> None:
        """Begin to measure a network as it is now, unless a process of the panel has ended."""
        if self._is_broken:
            return
        self._network = replace(network, arrays={name: array.copy() for name, array in network.arrays.items()})
        if self._pool is not None and self._prepared is None:
            self._prepared = self._pool.submit(_prepare, self._game.name, self._game.values, self._config.panel)

    def finished(self, wait: bool = False) -> tuple[Network, tuple[Standing, ...]] | None:
        """The network that was measured, with its standings; None while games are played."""
        try:
            return self._finished(wait)
        except BrokenExecutor as error:  # training goes on without it
            _LOG.warning("A process of the panel has ended, so the network is not measured any more: %s", error)
            self._games, self._network, self._is_broken = {}, None, True
            return None

    def _finished(self, wait: bool) -> tuple[Network, tuple[Standing, ...]] | None:
        if self._network is None:
            return None
        if self._pool is None:
            played = {opponent: [play(*job) for job in self._jobs(opponent)] for opponent in self._config.panel}
        else:
            assert self._prepared is not None
            if not self._games and (wait or self._prepared.done()):
                self._prepared.result()
                self._games = {each: self._submit(self._pool, each) for each in self._config.panel}
            if not self._games or not (wait or all(game.done() for each in self._games.values() for game in each)):
                return None
            played = {opponent: [game.result() for game in games] for opponent, games in self._games.items()}
        told, network = ",".join(f"{k}={self._game.values[k]}" for k in self._config.mix[0].options), self._network
        self._games, self._network = {}, None
        return network, tuple(Standing(each, told, len(r), sum(r) / len(r)) for each, r in played.items())

    def _submit(self, pool: ProcessPoolExecutor, opponent: str) -> list[Future[float]]:
        return [pool.submit(play, *job) for job in self._jobs(opponent)]

    def _jobs(self, opponent: str) -> Iterator[tuple[str, Any, Network, str, int, int, int, int]]:
        """The games against an opponent: in each pair all seats are taken in turn, with the same chance."""
        assert self._network is not None
        config, game = self._config, self._game
        for pair in range(config.panel_games):
            seed = derive(config.seed, "panel", pair)
            for seat in range(len(game.seats)):
                budget, opening = config.panel_simulations, config.panel_opening
                yield game.name, game.values, self._network, opponent, seat, seed, budget, opening

    def close(self) -> None:
        """End the processes."""
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)


def _prepare(name: str, values: Mapping[str, object], opponents: tuple[str, ...]) -> None:
    """Compile what the opponents need."""
    game = load_game(name, values)
    for opponent in opponents:
        load_mind(opponent, game).prepare(game)


def play(
    name: str,
    values: Mapping[str, object],
    network: Network,
    opponent: str,
    seat: int,
    seed: int,
    simulations: int,
    opening: int = 0,
) -> float:
    """The result of a network at one seat of a game, with the opponent at all others; the opening moves are random."""
    game = load_game(name, values)
    assert isinstance(game, KernelGame)
    others = [load_mind(opponent, game).join(game, at, derive(seed, "opponent", at)) for at in range(len(game.seats))]
    evaluator = Evaluator(game, network)
    capacity = min(1 << 20, simulations * _NODES) + 2 * evaluator.kernel.rules.MOVES
    tree = NetworkTree(evaluator, 1.0, derive(seed, "network"), capacity)
    position, history, lot = game.start(seed), list[Move](), Random(derive(seed, "opening"))
    while position.turn is not None and len(history) < _MOST_PLIES:
        if len(history) < opening:
            move = lot.choice(position.moves)
        elif position.turn == seat:
            move = _network_move(tree, position, history, simulations)
        else:
            move = _move_of(others[position.turn], position, history)
        position = position.after(move)
        history.append(move)
    return position.result()[seat]


def _network_move(tree: NetworkTree, position: KernelPosition, history: list[Move], simulations: int) -> Move:
    if len(position.moves) == 1:
        return position.moves[0]
    tree.set_root(position, [move.code for move in history])
    tree.run(simulations)
    code = tree.moves()[0].move
    return next(move for move in position.moves if move.code == code)


def _move_of(player: Player, position: KernelPosition, history: list[Move]) -> Move:
    return player.choose(position, history, Clock(3600)).move
