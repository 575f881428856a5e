"""What a program in Python sees of a game. Nothing in it can change the game.

A program may import `Position` and `Fact` from here for its annotations; it need not.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from ludoteca.core.clock import Clock
from ludoteca.core.game import Fact, find_move
from ludoteca.core.game import Position as RefereePosition
from ludoteca.core.vocabulary import consequences

__all__ = ["Fact", "Position"]


class Position:
    """A position as one seat sees it; hidden information in it is drawn at random.

    `me` is the seat of the program, `turn` the one to move, None when the game is over; `seats` are all of them, in the
    order of play. `moves` are the texts of the legal moves, `scores` the points of each seat so far.
    """

    __slots__ = ("__clock", "__position", "__weakref__", "me", "moves", "scores", "seats", "turn")

    me: str
    turn: str | None
    seats: tuple[str, ...]
    moves: tuple[str, ...]
    scores: Mapping[str, float]

    def __init__(self, position: RefereePosition, seat: int, clock: Clock) -> None:
        seats = position.game.seats
        self.__position = position
        self.__clock = clock
        self.me = seats[seat]
        self.seats = tuple(seats)
        self.turn = None if position.turn is None else seats[position.turn]
        self.moves = tuple(move.text for move in position.moves)
        self.scores = MappingProxyType(dict(zip(seats, position.scores(), strict=True)))

    @property
    def seconds_left(self) -> float:
        """The time left for this move."""
        return self.__clock.left

    def facts(self, relation: str | None = None) -> tuple[Fact, ...]:
        """The facts of the position in the game's vocabulary, all or those of one relation, such as "pit"."""
        seat = self.seats.index(self.me)
        known = (*self.__position.facts(), *self.__position.game.private_facts(seat))
        return tuple(fact for fact in known if relation in (None, fact.relation))

    def effects(self, move: str, relation: str | None = None) -> tuple[Fact, ...]:
        """What a legal move is and causes, all or those of one relation; another move is an error."""
        made = find_move(self.__position, move)
        known = (*self.__position.move_facts(made), *consequences(self.__position, made))
        return tuple(fact for fact in known if relation in (None, fact.relation))

    def after(self, move: str) -> Position:
        """The position after a legal move; another one is an error."""
        made = find_move(self.__position, move)
        return Position(self.__position.after(made), self.seats.index(self.me), self.__clock)

    def __repr__(self) -> str:
        return repr(self.__position)
