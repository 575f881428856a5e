"""A game is rules. `Game` and `Position` are what every referee looks like to the rest of the house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from ludoteca.core.errors import IllegalMove
from ludoteca.core.language import Argument
from ludoteca.core.options import Option, Value

if TYPE_CHECKING:
    from rich.console import RenderableType


@dataclass(frozen=True, slots=True)
class Move:
    """A move: the number the rules use, and its one text, which is free of language."""

    code: int
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Fact:
    """One thing that holds in a position, under the game's vocabulary.

    >>> print(Fact("pit", ("south", 3, 4)))
    pit(south, 3, 4)
    """

    relation: str
    args: tuple[str | int, ...]

    def __str__(self) -> str:
        return f"{self.relation}({', '.join(map(str, self.args))})"


@dataclass(frozen=True, slots=True)
class Relation:
    """One word of a game's vocabulary: a relation, what its arguments are called, and what it means."""

    name: str
    args: tuple[str, ...]
    about: str


@dataclass(frozen=True, slots=True)
class Event:
    """Something a move brought about, noted by the rules themselves; ``key`` is a message key."""

    key: str
    args: Mapping[str, Argument]


class Position(Protocol):
    """A moment of a game: immutable, hashable, printable."""

    @property
    def game(self) -> Game: ...

    @property
    def turn(self) -> int | None:
        """The seat to move; None when the game is over."""

    @property
    def moves(self) -> Sequence[Move]:
        """The legal moves, in a stable order; none when the game is over."""

    def after(self, move: Move) -> Position:
        """The position the move leads to; raises `IllegalMove`."""

    def events(self, move: Move) -> tuple[Event, ...]:
        """What the move would bring about, in order; raises `IllegalMove`."""

    def moments(self, move: Move) -> tuple[Position, ...]:
        """What the board looks like while the move is made, for those who watch; the last is the position after it."""

    def seen_by(self, seat: int, seed: int) -> Position:
        """What that seat knows; what is secret is drawn anew from the seed."""

    def facts(self) -> tuple[Fact, ...]:
        """The position in the game's vocabulary, secrets left out."""

    def scores(self) -> tuple[float, ...]:
        """Points a seat, so far."""

    def result(self) -> tuple[float, ...]:
        """1 for a win, ½ for a shared one, 0 for a loss, by the game's own rule; only when it is over."""

    def save(self) -> str:
        """The position as one word of text; `Game.load` reads it."""


@dataclass(frozen=True, slots=True)
class Played:
    """A move made in a position."""

    position: Position
    move: Move


class Game(Protocol):
    """The referee: the only judge of what is legal. An instance has its options set."""

    @property
    def name(self) -> str: ...

    @property
    def options(self) -> tuple[Option, ...]: ...

    @property
    def values(self) -> Mapping[str, Value]:
        """What the options are set to."""

    @property
    def seats(self) -> tuple[str, ...]: ...

    @property
    def vocabulary(self) -> tuple[Relation, ...]: ...

    def start(self, seed: int) -> Position: ...

    def load(self, saved: str) -> Position: ...

    def terminal(self, position: Position, last: Played | None = None, language: str = "en") -> RenderableType:
        """The board for a terminal, in colour."""

    def svg(self, position: Position, last: Played | None = None, language: str = "en") -> str:
        """The board as a picture. What stands for a fact carries it as `data-fact`, what can be played `data-move`."""

    def film(self, played: Played, language: str = "en") -> list[str]:
        """A move as a series of pictures, in which what moves keeps its `id`."""


def seat_key(game: Game, seat: int) -> str:
    """The message key of a seat's name."""
    return f"games.{game.name}.seat.{game.seats[seat]}"


def find_move(position: Position, text: str) -> Move:
    """The legal move written so; raises `IllegalMove` that names the legal ones."""
    for move in position.moves:
        if move.text == text.strip().lower():
            return move
    if position.turn is None:
        raise IllegalMove("core.move.over", given=text)
    raise IllegalMove("core.move.illegal", given=text, legal=tuple(move.text for move in position.moves))


def margin(points: Sequence[float], seat: int) -> float:
    """How far a seat is ahead of the best of the others.

    >>> margin((20, 28), 0)
    -8
    """
    return points[seat] - max(value for other, value in enumerate(points) if other != seat)
