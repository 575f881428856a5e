"""The public network of cestpasphoto/alpha-zero-general on GitHub, in its folder `azul`; needs PyTorch and colorama.

It searches with 100 simulations a move and the settings that its network was saved with. It numbers colours, sources,
lines and moves as our rules do.
"""

from __future__ import annotations

import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.game import Move
from ludoteca.games.azul.rules import CENTRE, FLOOR, MARKER, SIZE
from ludoteca.rules.kernel.game import KernelPosition

SIMULATIONS = 100
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


class NetworkPeer:
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

    def begin(self, seed: int) -> None:
        np.random.seed(seed % (1 << 32))
        self._tree = self._search(self.game, self, self._settings)

    def choose(self, position: KernelPosition) -> int:
        """The move that the search visits most often."""
        board = self.game.getCanonicalForm(board_of(position), position.turn)
        chances = self._tree.getActionProb(board, temp=1, force_full_search=True)[0]
        return int(np.argmax(chances))

    def legal_codes(self, position: KernelPosition) -> set[int]:
        return set(np.flatnonzero(self.game.getValidMoves(board_of(position), position.turn)).tolist())

    def agrees(self, position: KernelPosition, move: Move, after: KernelPosition) -> bool:
        """Within a round, and where no floor is full: the peer counts tiles beyond, which cost nothing."""
        if after.turn is None or after.state.rounds != position.state.rounds or (after.state.fallen[:2] >= FLOOR).any():
            return False
        theirs, turn = self.game.getNextState(board_of(position), position.turn, move.code)
        assert turn == after.turn and np.array_equal(theirs, board_of(after)), repr(position)
        return True


def _torchvision() -> dict[str, ModuleType]:
    """The one function of torchvision that the peer's network needs: a number of channels as a multiple of another."""
    names = "torchvision", "torchvision.models", "torchvision.models._utils"
    modules = {name: ModuleType(name) for name in names}
    modules[names[-1]].__dict__["_make_divisible"] = _multiple
    return modules


def _multiple(value: float, divisor: int) -> int:
    nearest = max(divisor, int(value + divisor / 2) // divisor * divisor)
    return nearest + divisor if nearest < 0.9 * value else nearest
