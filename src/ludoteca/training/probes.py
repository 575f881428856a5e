"""The training of a network's probes.

The network plays against itself; at each position the game's concepts are asked of the referee, and a regression reads
each of them from the hidden layers of the network. A quarter of the games is held out, and measured. The control is the
same for a network with random weights.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.seeds import derive
from ludoteca.minds.learned.network_tree import Evaluator
from ludoteca.minds.learned.probes import Probe, Probes
from ludoteca.minds.learned.weights import Network, randomized
from ludoteca.rules.concepts import concepts_of
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.training.positions import played_games
from ludoteca.training.regression import Bools, Regression, Singles, balanced_accuracy, fit

GAMES = 800
SIMULATIONS = 24
POSITIONS = 24  # of each game, at most
_PARTS = 4  # of the games: the last is held out
_DIGITS = 4


@dataclass(frozen=True)
class Reading:
    """A concept read from a network: the regression, and what it predicts for the positions held out."""

    regression: Regression
    predicted: Bools
    accuracy: float  # balanced


def layers_of(network: Network, positions: Sequence[KernelPosition]) -> Singles:
    """What the hidden layers of a network hold: a row for each position."""
    evaluators = {game: Evaluator(game, network) for game in {position.game for position in positions}}
    return np.array([evaluators[position.game].layers(position) for position in positions])


def read_concept(layers: Singles, labels: Bools, held_out: Bools) -> Reading:
    """The reading of a concept, measured on the positions held out."""
    regression = fit(layers[~held_out], labels[~held_out])
    predicted = regression.predicts(layers[held_out])
    return Reading(regression, predicted, balanced_accuracy(predicted, labels[held_out]))


def train_probes(
    network: Network,
    game: KernelGame,
    games: int = GAMES,
    seed: int = 1,
    positions_a_game: int = POSITIONS,
    played: Callable[[], None] = lambda: None,
    report: Callable[[Probe], None] = lambda probe: None,
) -> Probes:
    """The probes of a network for all concepts of its game; raises `BadInput` if the game has none.

    `played` is called after each game, `report` with each probe.
    """
    concepts = concepts_of(game)
    if not concepts:
        raise BadInput("training.no_concepts", game=game.name)
    found_games = played_games(game, network, games, seed, SIMULATIONS, positions_a_game, played)
    positions = [each.position for visited in found_games for each in visited]
    held_out = np.array([number % _PARTS == _PARTS - 1 for number, visited in enumerate(found_games) for _ in visited])
    trained = layers_of(network, positions)
    untrained = layers_of(randomized(network, derive(seed, "control") >> 32), positions)
    probes, weights, biases = list[Probe](), [], list[float]()
    for concept in concepts:
        labels = np.array([concept.holds(position) for position in positions])
        found, control = read_concept(trained, labels, held_out), read_concept(untrained, labels, held_out)
        held = labels[held_out]
        precision = float(held[found.predicted].mean()) if found.predicted.any() else 0.0
        figures = (float(held.mean()), found.accuracy, control.accuracy, precision)
        probe = Probe(concept.name, *(round(figure, _DIGITS) for figure in figures))
        report(probe)
        probes.append(probe)
        weights.append(found.regression.weights)
        biases.append(found.regression.bias)
    columns, numbers = np.array(weights, np.float32).T.copy(), np.array(biases, np.float32)
    training = {"games": games, "positions": len(positions), "seed": seed, "simulations": SIMULATIONS}
    return Probes(network.game, network.digest, dict(game.values), tuple(probes), columns, numbers, training)
