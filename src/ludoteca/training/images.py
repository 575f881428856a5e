"""Images of positions: a learner learns each position as one of those that the symmetries of its game make of it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from ludoteca.minds.learned.weights import Network
from ludoteca.rules.encoding import encoding_of
from ludoteca.rules.kernel.game import KernelGame
from ludoteca.training.config import Config

Indices = NDArray[np.int64]


class Images:
    """For each kind of game of a configuration its number of seats, and the images of its positions.

    A row of `inputs` says for each row of an image's input which one of the position it is, a row of `moves` the same
    of the numbers of its policy. The images of a kind are adjacent, the position itself first.
    """

    def __init__(self, config: Config, network: Network) -> None:
        games = [game for game, _ in config.kernel_games]
        found = [_images(game, network) for game in games]
        self.seats = np.array([len(game.seats) for game in games], np.int32)
        self.counts = np.array([len(inputs) for inputs, _ in found])
        self.first = np.cumsum(self.counts) - self.counts
        self.inputs = np.concatenate([inputs for inputs, _ in found])
        self.moves = np.concatenate([moves for _, moves in found])

    @property
    def are_many(self) -> bool:
        """Whether any game has symmetries."""
        return bool(self.counts.max() > 1)

    def draw(self, kinds: Any, rng: np.random.Generator) -> Indices:
        """An image for each position, by the kinds of their games."""
        drawn: Indices = self.first[kinds] + (rng.random(len(kinds)) * self.counts[kinds]).astype(np.int64)
        return drawn


def _images(game: KernelGame, network: Network) -> tuple[Indices, Indices]:
    """The images of a game's positions as the network takes them."""
    encoding, (first, bins, _) = encoding_of(game), network.layout(game)
    components, classes = encoding.images
    numbers = network.numbers(0)[encoding.classes]
    inputs = np.tile(np.arange(network.rows), (len(components), 1))
    moves = np.tile(np.arange(len(network.codes)), (len(components), 1))
    for image, (sources, targets) in enumerate(zip(components, classes, strict=True)):
        for component, source in enumerate(sources):
            rows = np.arange(bins[component] + 1)
            inputs[image, first[component] + rows] = first[source] + rows
        moves[image, numbers] = numbers[targets]
    return inputs, moves
