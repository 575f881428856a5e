"""Matches in Azul against a public network.

``python -m bench.peer_azul FOLDER learned:seconds=0.2 100`` plays 100 pairs of games. FOLDER is a checkout of
cestpasphoto/alpha-zero-general on GitHub, with its folder `azul` and the network in it. Nothing of it is part of
Ludoteca; it needs PyTorch and colorama. The peer searches with 100 simulations a move and the settings that its network
was saved with. It numbers colours, sources, lines and moves as our rules do. Before the match, random games are played
by both referees: legal moves and what a move changes have to be the same.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.arena.statistics import score_interval
from ludoteca.core.clock import Clock
from ludoteca.core.game import Move
from ludoteca.core.seeds import derive
from ludoteca.games import load_game
from ludoteca.games.azul.rules import CENTRE, FLOOR, MARKER, SIZE
from ludoteca.minds import load_mind
from ludoteca.rules.kernel.game import KernelGame, KernelPosition

SIMULATIONS = 100
OPENING = 2  # random moves of each pair
_ROWS, _EMPTY = 23, -1
_VERSION = 84  # of the architecture of the network

Board = NDArray[np.int8]


def board_of(position: KernelPosition) -> Board:
    """A position as the peer's board: scores, bag, discards, centre, factories, lines and walls."""
    s, board = position.state, np.zeros((_ROWS, SIZE + 1), np.int8)
    board[0, :3] = *s.scores[:2], s.rounds
    board[1, :SIZE], board[2, :SIZE] = s.bag, s.lid
    board[3, :SIZE], board[3, SIZE] = s.tiles[CENTRE], s.marked
    board[4:9, :SIZE] = s.tiles[1:6]
    for seat in range(2):
        fallen = [int(thing) for thing in s.floor[seat] if thing]
        for thing in fallen:
            if thing != MARKER:
                board[2, thing - 1] += 1  # the peer puts tiles on the floor among the discards at once
        board[9 + seat, :SIZE] = np.where(s.counts[seat] > 0, s.colours[seat], _EMPTY)
        board[9 + seat, SIZE] = MARKER in fallen
        board[11 + seat, :SIZE], board[11 + seat, SIZE] = s.counts[seat], len(fallen)
        board[13 + SIZE * seat : 18 + SIZE * seat, :SIZE] = s.wall[seat]
    return board


class Peer:
    """The peer's search with its network."""

    def __init__(self, folder: Path) -> None:
        import torch

        sys.path.insert(0, str(folder))
        sys.modules.update(_torchvision())
        self._torch = torch
        torch.set_num_threads(1)
        networks, games, searches = map(import_module, ("azul.AzulNNet", "azul.AzulGame", "MCTS"))
        self.game, self._search = games.AzulGame(), searches.MCTS
        # What a file of PyTorch may contain besides numbers, so that reading it runs no other code.
        ours = [networks.AzulNNet, networks.InvertedResidual1d, networks.LinearNormActivation]
        nn = torch.nn
        layers = [nn.Hardsigmoid, nn.Hardswish, nn.ReLU, nn.BatchNorm1d, nn.Sequential, nn.Flatten, nn.Identity]
        more = [nn.Linear, nn.AdaptiveAvgPool1d, networks.SqueezeExcitation1d, set]
        torch.serialization.add_safe_globals([*ours, *layers, *more])
        kept = torch.load(folder / "azul" / "pretrained.pt", map_location="cpu", weights_only=True)
        self._network = networks.AzulNNet(self.game, {"nn_version": _VERSION, "dropout": 0.0})
        self._network.load_state_dict(kept["state_dict"])
        self._network.eval()
        cpuct = kept["cpuct"][0] if isinstance(kept["cpuct"], list) else kept["cpuct"]
        self._settings = SimpleNamespace(
            numMCTSSims=SIMULATIONS,
            fpu=kept.get("fpu", 0.0),
            universes=kept.get("universes", 1),
            cpuct=float(cpuct),
            prob_fullMCTS=1.0,
            forced_playouts=kept.get("forced_playouts", False),
            no_mem_optim=False,
        )

    def predict(self, board: Board, valid: Any) -> tuple[Any, Any]:
        """The network's policy and values for the first seat of a board."""
        torch = self._torch
        with torch.no_grad():
            inputs = torch.from_numpy(board.astype(np.float32))[None], torch.from_numpy(np.array(valid, bool))[None]
            policy, value = self._network(*inputs)
        return policy.exp().numpy()[0], value.numpy()[0]

    def new_search(self) -> Any:
        """A search for one game."""
        return self._search(self.game, self, self._settings)

    def choose(self, search: Any, position: KernelPosition) -> Move:
        """The move that the search visits most often."""
        board = self.game.getCanonicalForm(board_of(position), position.turn)
        chances = search.getActionProb(board, temp=1, force_full_search=True)[0]
        return next(move for move in position.moves if move.code == int(np.argmax(chances)))


def _torchvision() -> dict[str, ModuleType]:
    """The one function of torchvision that the peer's network needs: a number of channels as a multiple of another."""
    names = "torchvision", "torchvision.models", "torchvision.models._utils"
    modules = {name: ModuleType(name) for name in names}
    modules[names[-1]].__dict__["_make_divisible"] = _multiple
    return modules


def _multiple(value: float, divisor: int) -> int:
    nearest = max(divisor, int(value + divisor / 2) // divisor * divisor)
    return nearest + divisor if nearest < 0.9 * value else nearest


def compare_referees(peer: Peer, game: KernelGame, games: int) -> int:
    """Play random games by both referees; raises `AssertionError` where they differ. Returns the number of moves."""
    lot, compared = random.Random(1), 0
    for seed in range(games):
        position = game.start(seed)
        while position.turn is not None:
            board = board_of(position)
            valid = np.flatnonzero(peer.game.getValidMoves(board, position.turn)).tolist()
            assert valid == sorted(move.code for move in position.moves), repr(position)
            move = lot.choice(position.moves)
            after = position.after(move)
            if after.turn is not None and after.state.rounds == position.state.rounds and _has_room(after):
                theirs, turn = peer.game.getNextState(board, position.turn, move.code)
                assert turn == after.turn and np.array_equal(theirs, board_of(after)), repr(position)
                compared += 1
            position = after
    return compared


def _has_room(position: KernelPosition) -> bool:
    """Whether no floor is full: the peer counts tiles beyond, which cost nothing."""
    return bool((position.state.fallen[:2] < FLOOR).all())


def play(peer: Peer, game: KernelGame, mind: str, seat: int, seed: int) -> tuple[float, tuple[float, ...]]:
    """The result of a mind at a seat against the peer, after random moves, and the points of mind and peer."""
    player, search = load_mind(mind, game).join(game, seat, derive(seed, "bench", seat)), peer.new_search()
    position, history, lot = game.start(seed), list[Move](), random.Random(seed)
    np.random.seed(seed % (1 << 32))
    while position.turn is not None:
        if len(history) < OPENING:
            move = lot.choice(position.moves)
        elif position.turn == seat:
            seen = position.seen_by(seat, derive(seed, "seen", len(history)))
            move = player.choose(seen, history, Clock(60)).move
        else:
            move = peer.choose(search, position)
        position = position.after(move)
        history.append(move)
    player.close()
    points = position.scores()
    return position.result()[seat], (points[seat], points[1 - seat])


def main(words: Sequence[str] | None = None) -> None:
    """Compare the referees, then play pairs of games in which both change seats, with a line after each pair."""
    parser = argparse.ArgumentParser(prog="python -m bench.peer_azul", description=__doc__)
    parser.add_argument("folder", type=Path, help="a checkout of the peer")
    parser.add_argument("mind")
    parser.add_argument("pairs", type=int)
    args = parser.parse_args(words)
    peer, game = Peer(args.folder), load_game("azul")
    assert isinstance(game, KernelGame)
    print(f"The referees agree on {compare_referees(peer, game, 20)} moves.", flush=True)
    results, points = list[list[float]](), list[tuple[float, ...]]()
    for pair in range(args.pairs):
        games = [play(peer, game, args.mind, seat, derive(21, "azul", pair)) for seat in range(2)]
        results.append([result for result, _ in games])
        points += [scored for _, scored in games]
        low, high = score_interval(results)
        mine, theirs = np.mean(points, axis=0)
        won, played = sum(map(sum, results)), 2 * len(results)
        told = f"{won:g} of {played}, {low:.0%} to {high:.0%} with 95 % confidence, {mine:.1f} points to {theirs:.1f}"
        print(f"{args.mind} against the public network: {told}", flush=True)


if __name__ == "__main__":
    main()
