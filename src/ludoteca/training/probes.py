"""Train the probes of a network: ``python -m ludoteca.training.probes kalah``.

The network plays against itself; at each position the game's concepts are asked of the referee, and a regression reads
each of them from the hidden layers of the network. A quarter of the games is held out, and measured. The control is the
same for a network with random weights.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.seeds import derive
from ludoteca.minds.learned.network_tree import Evaluator
from ludoteca.minds.learned.probes import LEAST_ACCURACY, LEAST_SELECTIVITY, Probe, Probes, probes_file
from ludoteca.minds.learned.weights import Network, randomized
from ludoteca.rules.concepts import concepts_of
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.training.command import arguments, run, studied
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
    report: Callable[[Probe], None] = lambda probe: None,
) -> Probes:
    """The probes of a network for all concepts of its game; raises `BadInput` if the game has none."""
    concepts = concepts_of(game)
    if not concepts:
        raise BadInput("training.no_concepts", game=game.name)
    played = played_games(game, network, games, seed, SIMULATIONS, positions_a_game)
    positions = [each.position for visited in played for each in visited]
    held_out = np.array([number % _PARTS == _PARTS - 1 for number, visited in enumerate(played) for _ in visited])
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


def table(probes: Sequence[Probe]) -> Iterator[str]:
    """What was measured, as a table in Markdown."""
    yield "| concept | holds | accuracy | random weights | selectivity | right when told | told |"
    yield "|---|---|---|---|---|---|---|"
    for probe in probes:
        shares = (probe.accuracy, probe.untrained, probe.selectivity, probe.precision)
        told = " | ".join(f"{100 * share:.1f}" for share in shares)
        sign = "yes" if probe.is_told else "no"
        yield f"| {probe.concept} | {100 * probe.base_rate:.1f} | {told} | {sign} |"


def _tell(probe: Probe) -> None:
    print(probe, flush=True)


def main() -> None:
    parser = arguments("probes", __doc__, GAMES, seed=1)
    parser.add_argument("--output", type=Path, help="by default beside the network")
    parser.add_argument("--positions", type=int, default=POSITIONS, help="of each game, at most")
    args = parser.parse_args()
    game, file, network = studied(args)
    probes = train_probes(network, game, args.games, args.seed, args.positions, _tell)
    probes.save(args.output or probes_file(file))
    print(*table(probes.probes), sep="\n")
    print(f"told from {LEAST_ACCURACY:.0%} with a selectivity of {LEAST_SELECTIVITY:.0%} on; {dict(probes.training)}")


if __name__ == "__main__":
    run(main)
