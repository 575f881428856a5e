"""A network under study: the one that ships with a game, or one in a file of weights."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import quoted
from ludoteca.core.options import read_settings
from ludoteca.games import open_game
from ludoteca.minds.learned import SHIPPED
from ludoteca.minds.learned.probes import LEAST_ACCURACY, LEAST_SELECTIVITY, Probe, probes_file
from ludoteca.minds.learned.weights import Network, read_network
from ludoteca.rules.kernel.game import KernelGame

# What commands show of a network; they name no school.
__all__ = ["LEAST_ACCURACY", "LEAST_SELECTIVITY", "Network", "Probe", "Subject", "probes_file", "subject_of"]


@dataclass(frozen=True, slots=True)
class Subject:
    """A network, its game, and the file of its weights."""

    game: KernelGame
    file: Path
    network: Network

    def described(self) -> dict[str, object]:
        """What is studied, as data."""
        game = self.game
        identity = {"weights": str(self.file), "network": self.network.digest}
        return {"game": game.name, "options": dict(game.values), **identity}


def subject_of(name: str, settings: Sequence[str], weights: Path | None) -> Subject:
    """The network in a file of weights, or else the one that ships with a game; raises `BadInput`."""
    game = open_game(name, read_settings(settings))
    if not isinstance(game, KernelGame) or game.module("vector") is None:
        raise BadInput("minds.learned.refusal.no_vector", game=game.name)
    file = weights or game.folder / SHIPPED
    if weights is None and not file.is_file():
        raise BadInput("minds.learned.refusal.no_weights", game=game.name)
    network = read_network(file, game.name)
    refusal = network.refusal(game)
    if refusal is not None:
        raise BadInput("minds.refuses", mind="learned", game=game.name, reason=quoted(refusal))
    return Subject(game, file, network)
