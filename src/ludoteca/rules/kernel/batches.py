"""Batches in one compiled call: random playouts and perft counts of a position, vectors of many states."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.seeds import derive
from ludoteca.rules.encoding import encoding_of
from ludoteca.rules.kernel.game import KernelGame, KernelPosition


@dataclass(frozen=True, slots=True)
class Playouts:
    """Random games from one position: a row of `points` for each game with a column for each seat, and its `moves`."""

    points: NDArray[np.float64]
    moves: NDArray[np.int64]


def random_playouts(position: KernelPosition, games: int, seed: int = 0) -> Playouts:
    """Play so many random games; hidden information is drawn anew for each."""
    kernel = position.game.kernel_for("playouts")
    states = position.states(games)
    states[:] = states[0]
    options, rng = np.empty(kernel.rules.MOVES, np.int64), np.array([derive(seed, "playouts") | 1], np.uint64)
    points, plies = np.zeros((games, len(position.game.seats))), np.zeros(games, np.int64)
    kernel.playouts.play_out(states, options, rng, points, plies)
    return Playouts(points, plies)


def perft(position: KernelPosition, depth: int) -> dict[str, int]:
    """The number of lines of play to a depth, by their first move; none for depth 0."""
    kernel, split = position.game.kernel_for("perft"), dict[str, int]()
    options = np.empty((max(1, depth), kernel.rules.MOVES), np.int64)
    for move in position.moves if depth else ():
        stack = kernel.states(depth)
        stack[depth - 1] = position.after(move).states()[0]
        split[move.text] = int(kernel.perft.count(stack, options, depth - 1))
    return split


def vectors(game: KernelGame, states: Any, seats: NDArray[np.int64]) -> NDArray[np.float32]:
    """States as vectors, each as the seat beside it sees it, like `Encoding.vector`; raises `BadInput`."""
    if game.module("vector") is None:
        raise BadInput("rules.encoding.no_vector", game=game.name)
    out = np.empty((len(states), encoding_of(game).size), np.float32)
    game.kernel_for("vectors").vectors.encode_all(states, seats, out)
    return out
