"""The configuration of a training run, a TOML file for each game: `games/*/learned/training.toml`."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from random import Random
from typing import Any

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.games import folder_of, load_game
from ludoteca.minds.learned.weights import Network, new_network, option_sets
from ludoteca.rules.kernel.game import KernelGame

FIRST_SIGHT = 2  # simulations: one look at the position, and one at the move that it prefers
_RANDOM_GAMES, _MOST_PLIES = 8, 200


@dataclass(frozen=True)
class Mix:
    """Options of the games that are played, all combinations of their values, and their weight among all games."""

    options: Mapping[str, list[Any]]
    weight: int = 1


@dataclass(frozen=True)
class Config:
    """What is trained and how."""

    game: str
    seed: int = 1
    mix: tuple[Mix, ...] = (Mix({}),)
    small: tuple[Mapping[str, Any], ...] = ()  # options of boards that are learnt within minutes
    # The network.
    hidden: int = 64
    blocks: int = 1
    context: tuple[str, ...] = ()
    bins: Mapping[str, int] = field(default_factory=dict)
    margin_weight: float = 0.0
    margin_spread: float = 20.0
    score_unit: float = 20.0
    playouts: int = 0  # at a leaf before the network evaluates it, where the network plays
    # Self-play.
    games: int = 128  # in lockstep
    blocks_of_games: int = 8  # advanced by one thread each; even, since one half waits for the network
    simulations: int = 32
    early_simulations: int = 16  # in the first seconds
    early_seconds: float = 0.0
    trust: float = 0.0  # in the value that the search found, against the result of the game
    playout_weight: float = 0.0  # of a playout by the game's hints in the value of a leaf
    considered: int = 8  # moves of the root
    random_plies: int = 4  # at most, at the start of a game
    exploration: float = 1.0
    starts: int = 256  # initial states of each game with chance
    longest: int = 128  # positions noted of a game
    # Learning.
    batch: int = 256
    rate: float = 2e-3
    last_rate: float = 2e-4
    weight_decay: float = 1e-5
    score_weight: float = 0.2
    reuse: float = 4.0  # how often a position is learned from
    replay: int = 50_000  # positions
    warm_up: int = 2_000  # positions before learning begins
    # The panel of opponents.
    panel: tuple[str, ...] = ("random", "greedy")
    panel_games: int = 4  # games against each at each seat
    panel_simulations: int = 50
    panel_opening: int = 0  # random moves at the start, since many games with the same start say little
    panel_seconds: float = 20.0  # between two of them

    @property
    def kernel_games(self) -> list[tuple[KernelGame, int]]:
        """The games with the weight of each."""
        return [
            (_kernel_game(self.game, values), mix.weight) for mix in self.mix for values in option_sets(mix.options)
        ]

    def network(self) -> Network:
        """A new network."""
        margins = self.margin_weight, self.margin_spread, self.score_unit
        games = [game for game, _ in self.kernel_games]
        network = new_network(games, self.hidden, self.blocks, self.context, self.bins, margins, self.seed)
        return replace(network, playouts=self.playouts)


def _kernel_game(name: str, values: Mapping[str, Any]) -> KernelGame:
    game = load_game(name, values)
    if not isinstance(game, KernelGame) or game.module("vector") is None:
        raise BadInput("minds.learned.refusal.no_vector", game=name)
    return game


def read_config(file: Path) -> Config:
    """The configuration of a file; raises `BadInput`."""
    try:
        given = tomllib.loads(file.read_text(encoding="utf-8"))
        mixes = tuple(Mix(**each) for each in given.pop("mix", [{"options": {}}]))
        known = {each.name for each in fields(Config)}
        unknown = sorted(set(given) - known)
        if unknown:
            raise BadInput("training.unknown_setting", file=str(file), name=unknown[0])
        lists = {name: tuple(value) for name, value in given.items() if isinstance(value, list)}
        return Config(**{**given, **lists}, mix=mixes)
    except (OSError, ValueError, TypeError) as error:
        raise BadInput("training.bad_config", file=str(file), text=str(error)) from None


def with_numbers(config: Config, settings: Iterable[str]) -> Config:
    """The configuration with other numbers, each given as `name=number`; raises `BadInput`."""
    for setting in settings:
        name, _, given = setting.partition("=")
        number = getattr(config, name, None)
        if not isinstance(number, (int, float)):
            raise BadInput("training.unknown_setting", file="--set", name=name)
        try:
            changed: dict[str, Any] = {name: type(number)(given)}
            config = replace(config, **changed)
        except ValueError as error:
            raise BadInput("training.bad_config", file="--set", text=str(error)) from None
    return config


def training_file(game: Game) -> Path:
    """Where the configuration of a game is, if it has one."""
    return folder_of(game) / "learned" / "training.toml"


def small_boards(game: Game) -> tuple[Mapping[str, Any], ...]:
    """The options of a game's boards that are learnt within minutes."""
    file = training_file(game)
    return read_config(file).small if file.is_file() else ()


def small_config(game: Game, seed: int) -> Config:
    """A configuration for one game with given options, small enough for minutes on a CPU.

    The panel is played at first sight: a search would hide how little a learner knows at the beginning.
    """
    _kernel_game(game.name, game.values)
    options = Mix({name: [value] for name, value in game.values.items()})
    opening = max(1, round(_usual_plies(game) / 5))
    config = Config(
        game.name,
        seed,
        (options,),
        warm_up=500,
        random_plies=opening,
        panel_games=20,
        panel_simulations=FIRST_SIGHT,
        panel_opening=opening,
    )
    shipped = training_file(game)
    if not shipped.is_file():
        return config
    large = read_config(shipped)
    margins = {name: getattr(large, name) for name in ("margin_weight", "margin_spread", "score_unit")}
    return replace(config, bins=large.bins, trust=large.trust, **margins)


def _usual_plies(game: Game) -> float:
    """The mean length of some random games."""
    lot, plies = Random(1), 0
    for seed in range(_RANDOM_GAMES):
        position = game.start(seed)
        while position.turn is not None and plies < _RANDOM_GAMES * _MOST_PLIES:
            position = position.after(lot.choice(position.moves))
            plies += 1
    return plies / _RANDOM_GAMES
