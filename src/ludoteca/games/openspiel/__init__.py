"""The games of OpenSpiel as ours: those in which seats move in turn and see everything, with or without dice.

>>> game = OpenSpiel({"name": "tic_tac_toe"})
>>> position = game.start(seed=0)
>>> position.moves[4].text
'x(1,1)'
>>> print(*position.after(position.moves[4]).facts(), sep=" | ")
turn(second) | row(1, ...) | row(2, .x.) | row(3, ...)
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any

import pyspiel

from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.game import Position
from ludoteca.core.options import Option
from ludoteca.core.seeds import derive
from ludoteca.rules.python import Fact, PythonGame, Relation

_SEATS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
_SEQUENTIAL, _KNOWN = pyspiel.GameType.Dynamics.SEQUENTIAL, pyspiel.GameType.Information.PERFECT_INFORMATION
_SAMPLED = pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
_OURS = "ludoteca_"  # the beginning of the names under which our own games are registered there
_STATES = 4096  # states of OpenSpiel that are kept


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play: every action since the start, those of chance too, and the seed that chance goes on with."""

    seed: int
    actions: tuple[int, ...]


def refusal(kind: Any) -> str | None:
    """Why a game of OpenSpiel cannot be one of ours, as the end of a message key; None if it can."""
    if kind.dynamics != _SEQUENTIAL:
        return "simultaneous"
    if kind.information != _KNOWN:
        return "hidden"
    if kind.max_num_players < 2:
        return "alone"
    return "sampled" if kind.chance_mode == _SAMPLED else None


@cache
def playable() -> tuple[str, ...]:
    """The names of the games that can be ours."""
    kinds = [kind for kind in pyspiel.registered_games() if kind.default_loadable]
    return tuple(kind.short_name for kind in kinds if refusal(kind) is None and not kind.short_name.startswith(_OURS))


class OpenSpiel(PythonGame[Line]):
    """A game of OpenSpiel; its own program is the referee."""

    weight = 5
    options = (
        Option("name", str, "connect_four", about="games.openspiel.option.name"),
        Option("parameters", str, "", about="games.openspiel.option.parameters"),
    )
    vocabulary = (
        Relation("turn", ("seat",), "games.openspiel.relation.turn"),
        Relation("over", (), "games.openspiel.relation.over"),
        Relation("row", ("number", "text"), "games.openspiel.relation.row"),
    )

    def __init__(self, values: Mapping[str, object]) -> None:
        """Raises `BadInput` when OpenSpiel has no such game, or it cannot be played here."""
        kinds = {kind.short_name: kind for kind in pyspiel.registered_games()}
        name = str(values.get("name", ""))
        if name in kinds and (why := refusal(kinds[name])) is not None:
            raise BadInput(f"games.openspiel.refused.{why}", name=name)
        if name and name not in playable():
            raise no_such("game", name, playable())
        super().__init__({key: value for key, value in values.items() if key != "parameters" or value})
        self.rules = _loaded(str(self.values["name"]), str(self.values["parameters"]))
        self.seats = _SEATS[: self.rules.num_players()]
        self.chance = self.rules.get_type().chance_mode != pyspiel.GameType.ChanceMode.DETERMINISTIC

    def at(self, line: Line) -> Any:
        """OpenSpiel's state after a line of play; it must not be changed."""
        return _state(str(self.values["name"]), str(self.values["parameters"]), line.actions)

    def first_state(self, seed: int) -> Line:
        return self._settled(Line(seed if self.chance else 0, ()))

    def _settled(self, line: Line) -> Line:
        """The line up to the next choice of a player: chance is drawn from the seed."""
        while (state := self.at(line)).is_chance_node():
            actions, weights = zip(*state.chance_outcomes(), strict=True)
            lot = random.Random(derive(line.seed, "chance", len(line.actions)))
            line = Line(line.seed, (*line.actions, lot.choices(actions, weights)[0]))
        return line

    def turn(self, state: Line) -> int | None:
        at = self.at(state)
        return None if at.is_terminal() else int(at.current_player())

    def moves(self, state: Line) -> Sequence[str]:
        return list(self._actions(state))

    def _actions(self, line: Line) -> dict[str, int]:
        """The legal actions by the text of their move; where two texts are alike, with their number."""
        at = self.at(line)
        texts = {action: " ".join(at.action_to_string(action).lower().split()) for action in at.legal_actions()}
        alike = list(texts.values())
        return {text if alike.count(text) == 1 else f"{text} #{action}": action for action, text in texts.items()}

    def play(self, state: Line, move: str) -> Line:
        return self._settled(Line(state.seed, (*state.actions, self._actions(state)[move])))

    def scores(self, state: Line) -> Sequence[float]:
        return list(self.at(state).returns())

    def hide(self, state: Line, seat: int, chance: random.Random) -> Line:
        return Line(chance.getrandbits(62), state.actions) if self.chance else state

    def chance_events(self, state: Line) -> int:
        if not self.chance:
            return 0
        return _chance_events(str(self.values["name"]), str(self.values["parameters"]), state.actions)

    def facts(self, state: Line) -> Iterable[Fact]:
        turn = self.turn(state)
        yield Fact("over", ()) if turn is None else Fact("turn", (self.seats[turn],))
        yield from (Fact("row", (number, row)) for number, row in enumerate(rows_of(self.at(state)), 1))


def rows_of(state: Any) -> list[str]:
    """The text that OpenSpiel shows of a state, line by line."""
    return [row.rstrip() for row in str(state).rstrip("\n").split("\n")]


def drawn_rows(position: Position) -> list[tuple[str, Fact]]:
    """What is drawn of a position: each row of its text, with its fact."""
    rows = [fact for fact in position.facts() if fact.relation == "row"]
    return [(str(fact.args[1]), fact) for fact in rows]


@lru_cache(maxsize=64)
def _loaded(name: str, parameters: str) -> Any:
    """A game of OpenSpiel; raises `BadInput`."""
    try:
        return pyspiel.load_game(f"{name}({parameters})" if parameters else name)
    except pyspiel.SpielError as error:
        raise BadInput("games.openspiel.not_loaded", name=name, why=str(error)) from None


@lru_cache(maxsize=_STATES)
def _state(name: str, parameters: str, actions: tuple[int, ...]) -> Any:
    """The state after some actions, made from the one before the last."""
    if not actions:
        return _loaded(name, parameters).new_initial_state()
    state = _state(name, parameters, actions[:-1]).clone()
    state.apply_action(actions[-1])
    return state


@lru_cache(maxsize=_STATES)
def _chance_events(name: str, parameters: str, actions: tuple[int, ...]) -> int:
    """How many of some actions were those of chance."""
    if not actions:
        return 0
    before = actions[:-1]
    return _chance_events(name, parameters, before) + int(_state(name, parameters, before).is_chance_node())


GAME = OpenSpiel
