"""Games in plain Python: a subclass of `PythonGame` says what a state is, which moves it has, and what they do.

A state is any immutable value that can be hashed and written as JSON: a frozen dataclass, a tuple, a string. Search
minds play on through `after`, which is slower than compiled rules; every mind that needs no knowledge file can play.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Hashable, Iterable, Mapping, Sequence
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any, Generic, TypeVar, get_type_hints

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Event, Fact, Game, Move, Position, Relation, illegal
from ludoteca.core.record import from_line, reader_of, to_line
from ludoteca.rules.game_base import BasePosition, GameBase, authors_code

State = TypeVar("State", bound=Hashable)

_STATE = Relation("state", ("text",), "rules.python.relation.state")


class PythonGame(GameBase, Generic[State]):
    """A game in plain Python. `first_state`, `turn`, `moves`, `play` and `scores` are the methods it must have."""

    seats: tuple[str, ...]
    vocabulary: tuple[Relation, ...] = (_STATE,)

    def __init__(self, values: Mapping[str, object]) -> None:
        super().__init__(values)
        reader_of(_state_type(type(self)))  # now: a sealed process can import nothing later

    @abstractmethod
    def first_state(self, seed: int) -> State:
        """The state a game begins in; all chance comes from the seed."""

    @abstractmethod
    def turn(self, state: State) -> int | None:
        """The seat to move; None when the game is over."""

    @abstractmethod
    def moves(self, state: State) -> Sequence[str]:
        """The legal moves as text, in a stable order; asked only while the game goes on."""

    @abstractmethod
    def play(self, state: State, move: str) -> State:
        """The state a legal move leads to; the old one must not change."""

    @abstractmethod
    def scores(self, state: State) -> Sequence[float]:
        """The points of each seat so far."""

    def result(self, state: State) -> Sequence[float]:
        """1 for the winner, 0 for a loser, a share for those who are level: unless overridden, the most points win."""
        scores = self.scores(state)
        best = max(scores)
        return [1 / list(scores).count(best) if points == best else 0.0 for points in scores]

    def facts(self, state: State) -> Iterable[Fact]:
        """A state in the game's vocabulary: unless overridden, as one text."""
        return [Fact(_STATE.name, (str(state),))]

    def move_facts(self, state: State, move: str) -> Iterable[Fact]:
        """A move in the game's vocabulary; the first argument of each fact is the move's text."""
        return ()

    def events(self, state: State, move: str) -> Iterable[Event]:
        """What a move brings about; each event has a message."""
        return ()

    def hide(self, state: State, seat: int, chance: random.Random) -> State:
        """The state as a seat knows it, secrets drawn anew: unless overridden, there are no secrets."""
        return state

    def chance_events(self, state: State) -> int | None:
        """The number of chance events so far, if these decide all that is hidden, such as dice or a bag of tiles.

        Unless overridden, a game that hides something hides more than that (None), and one without secrets has none.
        """
        return 0 if type(self).hide is PythonGame.hide else None

    @authors_code
    def start(self, seed: int) -> PythonPosition[State]:
        if self.start_facts:
            position: PythonPosition[State] = self.set_up_start(seed)
            return position
        return PythonPosition(self, self.first_state(seed))

    def load(self, saved: str) -> PythonPosition[State]:
        from pydantic import ValidationError

        try:
            state: State = from_line(_state_type(type(self)), saved)
        except ValidationError:
            raise BadInput("rules.bad_state", game=self.name) from None
        return PythonPosition(self.with_own_start, state)


@cache
def _state_type(game: type[PythonGame[Any]]) -> Any:
    """The type of a game's states: what `first_state` says it returns."""
    return get_type_hints(game.first_state).get("return", Any)


class PythonPosition(BasePosition, Generic[State]):
    """A state of a game in plain Python."""

    game: PythonGame[State]
    state: State

    def identity(self) -> Hashable:
        return self.state

    def __init__(self, game: PythonGame[State], state: State) -> None:
        self.game = game
        self.state = state

    @property
    @authors_code
    def turn(self) -> int | None:
        return self.game.turn(self.state)

    @cached_property
    @authors_code
    def moves(self) -> tuple[Move, ...]:
        texts = () if self.turn is None else self.game.moves(self.state)
        return tuple(Move(code, text) for code, text in enumerate(texts))

    def after(self, move: Move) -> PythonPosition[State]:
        self._check(move)
        return PythonPosition(self.game, self._play(move.text))

    @authors_code
    def _play(self, text: str) -> State:
        return self.game.play(self.state, text)

    @authors_code
    def events(self, move: Move) -> tuple[Event, ...]:
        self._check(move)
        return self.game.checked_events(tuple(self.game.events(self.state, move.text)))

    def frames(self, move: Move) -> tuple[PythonPosition[State], ...]:
        return (self.after(move),)

    @authors_code
    def seen_by(self, seat: int, seed: int) -> PythonPosition[State]:
        return PythonPosition(self.game, self.game.hide(self.state, seat, random.Random(seed)))

    @property
    @authors_code
    def chance(self) -> int | None:
        return self.game.chance_events(self.state)

    @authors_code
    def facts(self) -> tuple[Fact, ...]:
        return tuple(self.game.facts(self.state))

    @authors_code
    def move_facts(self, move: Move) -> tuple[Fact, ...]:
        return tuple(self.game.move_facts(self.state, move.text))

    @authors_code
    def scores(self) -> tuple[float, ...]:
        return tuple(self.game.scores(self.state))

    def expected_scores(self) -> tuple[float, ...]:
        return self.scores()

    @authors_code
    def result(self) -> tuple[float, ...]:
        return tuple(self.game.result(self.state))

    def playout(self, seed: int) -> tuple[float, ...]:
        """The points of each seat when all moves from here on are random."""
        chance, position = random.Random(seed), self
        while position.turn is not None:
            position = position.after(chance.choice(position.moves))
        return position.scores()

    def playout_after(self, move: Move, seed: int) -> tuple[float, ...]:
        """The points of each seat after a move and a random playout."""
        return self.after(move).playout(seed)

    def save(self) -> str:
        return to_line(self.state)

    def _check(self, move: Move) -> None:
        if move not in self.moves:
            raise illegal(self, move.text)


if TYPE_CHECKING:

    def _fits(game: PythonGame[Any], position: PythonPosition[Any]) -> tuple[Game, Position]:
        """These are a game and a position."""
        return game, position
