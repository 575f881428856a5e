"""Our games as games of OpenSpiel, so that its algorithms run on them.

`register` makes every game with an `encoding.py` known to `pyspiel.load_game`, under `ludoteca_` and its name, with
its options as parameters. Actions are the numbers of the encoding, observation tensors its vectors, and returns are
those of `ludoteca.bridges.rewards`: they add up to zero. Where a game has chance, as Azul's bag, what is not known yet
is drawn when a move is made, by a generator that all states of one loaded game share; the parameter `seed` begins it.

>>> import pyspiel
>>> names = register()
>>> game = pyspiel.load_game("ludoteca_kalah(pits=3,seeds=2)")
>>> state = game.new_initial_state()
>>> state.apply_action(state.string_to_action("2"))
>>> state.current_player(), state.legal_actions(), str(state)[:34]
(0, [0, 2], 'turn(south) pit(south, 1, 2) pit(s')
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from functools import cache
from typing import Any, ClassVar

from ludoteca.arena.game_runner import first_position
from ludoteca.bridges.rewards import zero_sum
from ludoteca.core.extras import load_extra
from ludoteca.core.game import Game, Position, keeps_secrets
from ludoteca.core.options import Option, read_seed
from ludoteca.games import game_names, load_game
from ludoteca.rules.encoding import encoding_of
from ludoteca.rules.game_base import GameBase

# First, so that a missing package is told with the command that installs it.
load_extra("pyspiel", "openspiel")

import pyspiel  # noqa: E402
from open_spiel.python.observation import IIGObserverForPublicInfoGame  # noqa: E402

PREFIX = "ludoteca_"
_LONGEST = 5_000  # moves of a game: more than any of ours has
_TYPE = pyspiel.GameType


@cache
def register() -> tuple[str, ...]:
    """Make our games known to OpenSpiel, once; returns the names they have there."""
    found = [game for name in game_names() if _has_encoding(game := load_game(name))]
    return tuple(_registered(game) for game in found)


def _has_encoding(game: Game) -> bool:
    return isinstance(game, GameBase) and game.module("encoding") is not None


def _registered(game: Game) -> str:
    chance = _TYPE.ChanceMode.SAMPLED_STOCHASTIC if keeps_secrets(game) else _TYPE.ChanceMode.DETERMINISTIC
    kind = _TYPE(
        short_name=PREFIX + game.name,
        long_name=f"Ludoteca: {game.name}",
        dynamics=_TYPE.Dynamics.SEQUENTIAL,
        chance_mode=chance,
        information=_TYPE.Information.PERFECT_INFORMATION,
        utility=_TYPE.Utility.ZERO_SUM,
        reward_model=_TYPE.RewardModel.TERMINAL,
        max_num_players=10,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seed": 0, **{option.name: _default(option) for option in game.options}},
    )

    # OpenSpiel keeps what makes games beyond the end of Python: a class survives that, a function does not.
    pyspiel.register_game(kind, type("SpielGame", (SpielGame,), {"kind": kind, "name": game.name}))
    return str(kind.short_name)


def _default(option: Option) -> Any:
    """The default of an option; OpenSpiel has no value for one that is not set, so that it is empty or 0."""
    return option.kind() if option.default is None else option.default


class SpielGame(pyspiel.Game):
    """One of our games with its options, as a game of OpenSpiel; each game has a subclass."""

    kind: ClassVar[Any]
    name: ClassVar[str]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        """Raises `BadInput` for options that do not fit."""
        params = params or {}
        known = {option.name: option for option in load_game(self.name).options}
        given = {key: value for key, value in params.items() if key in known and value != _unset(known[key])}
        self.rules = load_game(self.name, given)
        self.encoding = encoding_of(self.rules)
        seed = read_seed(params.get("seed", 0))
        self.start = _Kept(first_position(self.rules, seed))
        self.lot = random.Random(seed) if keeps_secrets(self.rules) else None
        seats = len(self.rules.seats)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.encoding.actions),
            max_chance_outcomes=0,
            num_players=seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=_LONGEST,
        )
        super().__init__(self.kind, info, params)

    def new_initial_state(self, state: Any = None) -> SpielState:
        return SpielState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Any:
        """The vector of the game's encoding; with perfect recall, the moves so far."""
        if iig_obs_type is None or (iig_obs_type.public_info and not iig_obs_type.perfect_recall):
            return VectorObserver(self)
        return IIGObserverForPublicInfoGame(iig_obs_type, params)


def _unset(option: Option) -> Any:
    """What stands for an option that is not set; no value of an option with a default does."""
    return option.kind() if option.default is None else object()


class _Kept:
    """A position that copies of a state share: positions never change."""

    def __init__(self, position: Position) -> None:
        self.position = position

    def __deepcopy__(self, memo: dict[int, Any]) -> _Kept:
        return self


class SpielState(pyspiel.State):
    """A position, as a state of OpenSpiel."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self.kept = game.start

    @property
    def position(self) -> Position:
        return self.kept.position

    def current_player(self) -> int:
        turn = self.position.turn
        return int(pyspiel.PlayerId.TERMINAL) if turn is None else turn

    def _legal_actions(self, player: int) -> list[int]:
        encoding = self.get_game().encoding
        return sorted(encoding.number_of(move) for move in self.position.moves)

    def _apply_action(self, action: int) -> None:
        game, position = self.get_game(), self.position
        if game.lot is not None:
            assert position.turn is not None
            position = position.seen_by(position.turn, game.lot.getrandbits(62))
        self.kept = _Kept(position.after(game.encoding.move(position, action)))

    def _action_to_string(self, player: int, action: int) -> str:
        return str(self.get_game().encoding.actions[action])

    def is_terminal(self) -> bool:
        return self.position.turn is None

    def returns(self) -> list[float]:
        return zero_sum(self.position.result()) if self.is_terminal() else [0.0] * len(self.position.game.seats)

    def __str__(self) -> str:
        return _text(self.position.facts())


def _text(facts: Iterable[object]) -> str:
    return " ".join(map(str, facts))


class VectorObserver:
    """Observes a state as a vector, as a player sees it."""

    def __init__(self, game: SpielGame) -> None:
        self.encoding = game.encoding
        self.tensor = game.encoding.vector(game.start.position, 0)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Write what a player sees into the tensor."""
        self.tensor[:] = self.encoding.vector(state.position, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """The facts of the position."""
        return str(state)
