"""Probes: which concepts of a game can be read from the layers of a network, by logistic regression.

A probe reads all hidden layers together: the first one, then the inner and the outer one of each block. The file of
probes lies beside the network's (`weights.npz`, `weights.probes.npz`) and is bound to it by its digest. It is an `.npz`
archive like that of a network: `header` has `format`, `game`, `network` (the digest), `options` (those of the game that
they were trained for), `training` and `probes`, one object for each concept with what was measured on games that it was
not trained on; `weights` has a column and `biases` a number for each of them.
"""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from functools import cached_property
from hashlib import blake2b
from pathlib import Path
from typing import Any

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.minds.learned.archive import read_archive, to_archive, write_file
from ludoteca.minds.learned.weights import Network
from ludoteca.rules.kernel.network_arrays import Floats

FORMAT = 1
LEAST_ACCURACY = 0.9  # balanced, on games not trained on, for a concept to be told
LEAST_SELECTIVITY = 0.05  # above the probe of a network with random weights
_SUFFIX = ".probes.npz"
_MOST_PROBES = 256


@dataclass(frozen=True, slots=True)
class Probe:
    """A probe as it was measured on games that it was not trained on.

    `accuracy` is balanced: the mean of the shares found where the concept holds and where it does not. `untrained` is
    that of a probe of a network with random weights; `precision` is how often the concept holds where the probe says
    so.
    """

    concept: str
    base_rate: float
    accuracy: float
    untrained: float
    precision: float

    @property
    def selectivity(self) -> float:
        """How much better the concept is read from the trained network than from one with random weights."""
        return self.accuracy - self.untrained

    @property
    def is_told(self) -> bool:
        """Whether it is good enough for a sentence."""
        return self.accuracy >= LEAST_ACCURACY and self.selectivity >= LEAST_SELECTIVITY


@dataclass(frozen=True)
class Probes:
    """The probes of one network."""

    game: str
    network: str  # its digest
    options: Mapping[str, Any]  # of the game they were trained for
    probes: tuple[Probe, ...]
    weights: Floats  # a column for each probe
    biases: Floats
    training: Mapping[str, Any] = field(default_factory=dict)

    def serve(self, game: Game) -> bool:
        """Whether they were trained for a game with its options."""
        return self.game == game.name and all(self.options.get(name) == value for name, value in game.values.items())

    @property
    def told(self) -> tuple[Probe, ...]:
        """The probes that are good enough for a sentence."""
        return tuple(probe for probe in self.probes if probe.is_told)

    def probability(self, probe: Probe, layers: Iterable[float]) -> float:
        """The probability of a concept, given the hidden layers of the network.

        Products are exact in double precision and their sum is rounded once, so it is the same on every machine.
        """
        column = self.probes.index(probe)
        products = (float(x) * float(w) for x, w in zip(layers, self.weights[:, column], strict=True))
        logit = math.fsum((*products, float(self.biases[column])))
        return 1.0 / (1.0 + math.exp(-max(-50.0, min(50.0, logit))))

    @cached_property
    def digest(self) -> str:
        """A short hash of the probes."""
        digest = blake2b(json.dumps(self._header()).encode(), digest_size=4)
        for array in (self.weights, self.biases):
            digest.update(array.tobytes())
        return digest.hexdigest()

    def _header(self) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "game": self.game,
            "network": self.network,
            "options": dict(self.options),
            "probes": [asdict(probe) for probe in self.probes],
            "training": dict(self.training),
        }

    def to_bytes(self) -> bytes:
        """The content of its file."""
        return to_archive(self._header(), {"weights": self.weights, "biases": self.biases})

    def save(self, file: Path) -> None:
        """Write the file; it is never half written."""
        write_file(file, self.to_bytes())


def probes_file(weights: Path) -> Path:
    """The file of the probes of a network, beside its own.

    >>> probes_file(Path("mine.npz")).name
    'mine.probes.npz'
    """
    return weights.with_name(weights.stem + _SUFFIX)


def read_probes(file: Path, network: Network) -> Probes | None:
    """The probes of a network; None without a file. Raises `BadInput` when they are not for it or damaged."""
    if not file.is_file():
        return None
    return read_archive(file, lambda header, array: _of_header(header, array, network, file))


def _of_header(header: Any, array: Any, network: Network, file: Path) -> Probes:
    if header["format"] != FORMAT:
        version = str(header["format"])
        raise BadInput("minds.learned.refusal.file.version", file=str(file), version=version, known=FORMAT)
    if header["game"] != network.game:
        other = str(header["game"])
        raise BadInput("minds.learned.refusal.file.other_game", file=str(file), other=other, game=network.game)
    if header["network"] != network.digest:
        found = {"wanted": network.digest, "found": str(header["network"])}
        raise BadInput("minds.learned.refusal.file.other_network", file=str(file), **found)
    probes = tuple(_probe(each) for each in header["probes"])
    if len(probes) > _MOST_PROBES:
        raise ValueError("probes")
    weights, biases = array("weights", (network.hidden_units, len(probes))), array("biases", (len(probes),))
    options, training = dict(header["options"]), dict(header["training"])
    return Probes(network.game, network.digest, options, probes, weights, biases, training)


def _probe(told: Any) -> Probe:
    figures = {name: float(told[name]) for name in ("base_rate", "accuracy", "untrained", "precision")}
    if not all(0 <= figure <= 1 for figure in figures.values()):
        raise ValueError(f"probe {told['concept']}")
    return Probe(str(told["concept"]), **figures)
