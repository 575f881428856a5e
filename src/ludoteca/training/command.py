"""What the commands that study a network share: their arguments, the network they name, and errors as one sentence."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from pathlib import Path

from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.options import read_settings
from ludoteca.games import folder_of, load_game
from ludoteca.minds.learned import SHIPPED
from ludoteca.minds.learned.weights import Network, read_network
from ludoteca.rules.kernel.game import KernelGame


def arguments(name: str, about: str | None, games: int, seed: int) -> argparse.ArgumentParser:
    """A parser of the arguments that these commands share."""
    parser = argparse.ArgumentParser(prog=f"python -m ludoteca.training.{name}", description=about)
    parser.add_argument("game")
    parser.add_argument("--set", action="append", default=[], metavar="OPTION=VALUE", help="an option of the game")
    parser.add_argument("--weights", type=Path, help="the network; by default the one that ships with the game")
    parser.add_argument("--games", type=int, default=games, help="that the network plays against itself")
    parser.add_argument("--seed", type=int, default=seed)
    return parser


def studied(args: argparse.Namespace) -> tuple[KernelGame, Path, Network]:
    """The game, the file and the network that the arguments name; raises `BadInput`."""
    game = load_game(args.game, read_settings(args.set))
    if not isinstance(game, KernelGame) or game.module("vector") is None:
        raise BadInput("minds.learned.refusal.no_vector", game=game.name)
    file = args.weights or folder_of(game) / SHIPPED
    network = read_network(file, game.name)
    refusal = network.refusal(game)
    if refusal is not None:
        raise BadInput(refusal.key, **refusal.args)
    return game, file, network


def run(command: Callable[[], None]) -> None:
    """Run a command; bad input is one sentence."""
    try:
        command()
    except LudotecaError as error:
        sys.exit(str(error))
