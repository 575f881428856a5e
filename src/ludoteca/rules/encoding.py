"""Positions as vectors and moves as numbers, for learners: derived from a table of facts that a game's folder has.

A game's `encoding.py` says with `features` which relations of its vocabulary are told, and what their arguments can
be; with `actions` (or `codes`, for compiled rules) which moves there are. A component of the vector is a fact with all
its arguments but a number: it holds that number, or 1 where the fact holds; or it counts facts that are alike. Seats
are renamed as the observer sees them, so that a learner need not learn everything once for each seat.

More functions spare a learner work. `derived` works out facts that follow from those of a position, for features of
their own. `move_classes` and `class_of` tell which moves are alike for a policy: it gives one number for all of them.
`symmetries` tells which exchanges leave the game the same: a learner may learn from every image of a position.

>>> from ludoteca.games import load_game
>>> game = load_game("kalah", {"pits": 3, "seeds": 2})
>>> encoding = encoding_of(game)
>>> encoding.names
('turn(own)', 'turn(other)', 'over()', 'pit(own, 1)', 'pit(own, 2)', 'pit(own, 3)', 'pit(other, 1)', \
'pit(other, 2)', 'pit(other, 3)', 'store(own)', 'store(other)', 'swap_offered()')
>>> position = game.start(0)
>>> encoding.vector(position.after(position.moves[0]), seat=1).tolist()
[1.0, 0.0, 0.0, 2.0, 2.0, 2.0, 0.0, 3.0, 3.0, 0.0, 0.0, 0.0]
>>> encoding.actions, encoding.mask(position.after(position.moves[0])).tolist()
(('1', '2', '3'), [1, 1, 1])
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import product
from typing import Any, Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact, Game, Move, Position, illegal
from ludoteca.rules.game_base import GameBase

_MOST_PARTS = 20_000  # facts whose components are remembered
_ORDINALS = ("own", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


@dataclass(frozen=True, slots=True)
class Number:
    """An argument that is a number: the component's value, between two bounds."""

    high: float
    low: float = 0.0


@dataclass(frozen=True, slots=True)
class Named:
    """An argument with other names for each observer: `names`, and what each stands for, by the observer's seat."""

    names: tuple[str | int, ...]
    values: tuple[tuple[str | int, ...], ...]


@dataclass(frozen=True, slots=True)
class _Sign:
    text: str


SEAT: Final = _Sign("seat")
"""An argument that is a seat: `own`, then the others in turn order (`other` where there is only one)."""
ANY: Final = _Sign("_")
"""An argument that is not told by a feature."""

Argument: TypeAlias = Number | Named | _Sign | Iterable[str | int]


class Feature:
    """A relation of the vocabulary in a vector: what each of its arguments can be.

    A fact with one of the values `silent` among its arguments, or with the number 0, leaves its component at 0.
    """

    follows = False  # whether it tells nothing that other features do not tell

    def __init__(self, relation: str, *args: Argument, silent: Iterable[str | int] = ()) -> None:
        self.relation = relation
        self.args = tuple(arg if isinstance(arg, Number | Named | _Sign) else tuple(arg) for arg in args)
        self.silent = frozenset(silent)

    @property
    def number(self) -> int | None:
        """The place of the argument that is a number."""
        return next((place for place, arg in enumerate(self.args) if isinstance(arg, Number)), None)

    @property
    def bounds(self) -> tuple[float, float]:
        """The least and the greatest value of a component."""
        found = next((arg for arg in self.args if isinstance(arg, Number)), Number(1.0))
        return found.low, found.high

    @property
    def keys(self) -> tuple[int, ...]:
        """The places of the arguments that name a component."""
        named = (place for place, arg in enumerate(self.args) if not isinstance(arg, Number) and arg is not ANY)
        return tuple(named)

    def names(self, seats: Sequence[str]) -> list[str]:
        """The names of its components, as facts without the number."""
        relative = [_argument_names(self.args[place], seats) for place in self.keys]
        return [self._name(dict(zip(self.keys, chosen, strict=True))) for chosen in product(*relative)]

    def _name(self, chosen: Mapping[int, str | int]) -> str:
        last = len(self.args) - 1
        words = [
            str(chosen[place]) if place in chosen else "_" if arg is ANY else "#"
            for place, arg in enumerate(self.args)
            if place != last or not isinstance(arg, Number)
        ]
        return f"{self.relation}({', '.join(words)})"

    def values(self, seats: Sequence[str], observer: int) -> list[tuple[str | int, ...]]:
        """The arguments that name its components in the facts an observer is told, in the order of `names`."""
        return list(product(*(_argument_values(self.args[place], seats, observer) for place in self.keys)))

    def amount(self, args: Sequence[str | int]) -> float:
        """What a fact with these arguments sets its component to."""
        if not self.silent.isdisjoint(args):
            return 0.0
        return 1.0 if self.number is None else _number(args[self.number])


class Count(Feature):
    """How many facts of a relation agree in the arguments that name its components; `most` is the greatest number.

    It tells nothing that the facts themselves do not tell, but spares a learner the counting.
    """

    follows = True

    def __init__(self, relation: str, *args: Argument, most: int) -> None:
        super().__init__(relation, *args)
        self.most = most

    @property
    def bounds(self) -> tuple[float, float]:
        return 0.0, float(self.most)

    def _name(self, chosen: Mapping[int, str | int]) -> str:
        return f"number of {super()._name(chosen)}"


class Derived(Feature):
    """A relation that a game's `derived` works out of the facts of a position: it spares a learner the work."""

    follows = True


@dataclass(frozen=True, slots=True)
class Symmetry:
    """An exchange that leaves a game the same: the image of a fact, and of the code of a class of moves.

    Arguments that a feature does not name are `_`.
    """

    fact: Callable[[Fact], Fact]
    move: Callable[[int], int] = int


def relative_seats(seats: Sequence[str]) -> tuple[str, ...]:
    """The names of the seats as an observer sees them, its own first.

    >>> relative_seats(("south", "north")), relative_seats(("white", "black", "blocker"))
    (('own', 'other'), ('own', 'second', 'third'))
    """
    return ("own", "other") if len(seats) == 2 else _ORDINALS[: len(seats)]


def seen_from(seats: Sequence[str], observer: int) -> tuple[str, ...]:
    """The seats in turn order from the observer on."""
    return (*seats[observer:], *seats[:observer])


def _argument_names(arg: Any, seats: Sequence[str]) -> tuple[str | int, ...]:
    if arg is SEAT:
        return relative_seats(seats)
    return arg.names if isinstance(arg, Named) else arg


def _argument_values(arg: Any, seats: Sequence[str], observer: int) -> tuple[str | int, ...]:
    if arg is SEAT:
        return seen_from(seats, observer)
    return arg.values[observer] if isinstance(arg, Named) else arg


class Encoding:
    """A game's positions as vectors, as one seat sees them, and its moves as numbers from 0.

    `names` says what each component of a vector means, `low` and `high` are its bounds; `actions` are the texts of all
    moves by number. `codes`, for compiled rules, are their codes, and `classes` those of the classes of moves that a
    policy tells apart: the moves themselves, if the game has no others.
    """

    def __init__(self, game: Game, facts_module: Any, module: Any) -> None:
        self.game, self._module = game, module
        self.features: tuple[Feature, ...] = tuple(module.features(game))
        codes = list(module.codes(game)) if hasattr(module, "codes") else []
        texts = [facts_module.move_text(None, code) for code in codes] if codes else module.actions(game)
        self.actions: tuple[str, ...] = tuple(texts)
        self.codes = np.array(codes, np.int64)
        self.classes = (
            np.array(list(module.move_classes(game)), np.int64) if hasattr(module, "class_of") else self.codes
        )
        self.names = tuple(name for feature in self.features for name in feature.names(game.seats))
        components = [feature for feature in self.features for _ in feature.names(game.seats)]
        bounds = [feature.bounds for feature in components]
        self._counts = [isinstance(feature, Count) for feature in components]
        self._derives = any(isinstance(feature, Derived) for feature in self.features)
        self._parts: dict[tuple[Fact, int], tuple[tuple[int, float], ...]] = {}
        self.low, self.high = (np.array(bound, np.float32) for bound in zip(*bounds, strict=True))
        self._numbers = {text: number for number, text in enumerate(self.actions)}

    @property
    def size(self) -> int:
        """The number of components."""
        return len(self.names)

    @cached_property
    def _places(self) -> list[dict[str, list[tuple[Feature, dict[tuple[str | int, ...], int]]]]]:
        """For each observer and relation the features that tell it, with the place of each component."""
        places: list[dict[str, list[tuple[Feature, dict[tuple[str | int, ...], int]]]]] = []
        for observer in range(len(self.game.seats)):
            found: dict[str, list[tuple[Feature, dict[tuple[str | int, ...], int]]]] = {}
            at = 0
            for feature in self.features:
                keys = feature.values(self.game.seats, observer)
                found.setdefault(feature.relation, []).append((feature, {key: at + n for n, key in enumerate(keys)}))
                at += len(keys)
            places.append(found)
        return places

    def vector(self, position: Position, seat: int) -> NDArray[np.float32]:
        """The position as a seat sees it; its secrets are not in it, since they are not among the facts."""
        return self.vector_of(position.facts(), seat)

    def vector_of(self, facts: Iterable[Fact], seat: int) -> NDArray[np.float32]:
        """What facts tell a seat."""
        found = [0.0] * self.size
        told = tuple(facts)
        for fact in (*told, Fact("me", (self.game.seats[seat],)), *self._derived_from(told)):
            for at, value in self.parts(fact, seat):
                found[at] = found[at] + value if self._counts[at] else value
        return np.array(found, np.float32)

    def _derived_from(self, facts: Sequence[Fact]) -> Iterable[Fact]:
        """What follows from facts, by the game's `derived`."""
        return self._module.derived(self.game, facts) if self._derives else ()

    def parts(self, fact: Fact, seat: int) -> tuple[tuple[int, float], ...]:
        """The components that a fact sets, or is counted by, and by how much."""
        found = self._parts.get((fact, seat))
        if found is None:
            if len(self._parts) >= _MOST_PARTS:
                self._parts.clear()
            found = self._parts[fact, seat] = tuple(self._new_parts(fact, seat))
        return found

    def _new_parts(self, fact: Fact, seat: int) -> Iterator[tuple[int, float]]:
        for feature, place in self._places[seat].get(fact.relation, ()):
            value, key = feature.amount(fact.args), tuple(fact.args[key] for key in feature.keys)
            if value and (key in place or not feature.follows):
                yield place[key], value

    def facts(self, vector: NDArray[np.float32], seat: int) -> tuple[Fact, ...]:
        """What a vector tells a seat: the facts of its components other than 0; arguments not told are `_`.

        Counts and derived facts follow from them.
        """
        told = []
        for features in self._places[seat].values():
            for feature, place in features:
                for key, at in place.items() if not feature.follows else ():
                    if vector[at]:
                        told.append(Fact(feature.relation, _arguments(feature, key, float(vector[at]))))
        return tuple(told)

    def class_of(self, position: Position, move: Move) -> int:
        """The class of a legal move of a game with compiled rules, among `classes`."""
        if hasattr(self._module, "class_of"):
            return int(self._module.class_of(*position.move_facts(move)))
        return move.code

    @cached_property
    def images(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The images of positions by the game's symmetries, the position itself first.

        A row of the first array says for each component of an image which component of the position it is, a row of the
        second one the same of classes of moves.
        """
        found = list(self._module.symmetries(self.game)) if hasattr(self._module, "symmetries") else []
        components, moves = [np.arange(self.size)], [np.arange(len(self.classes))]
        numbers = {int(code): number for number, code in enumerate(self.classes)}
        for symmetry in found:
            components.append(self._image_of_components(symmetry))
            targets = [numbers[symmetry.move(int(code))] for code in self.classes]
            moves.append(np.argsort(targets))
        return np.array(components), np.array(moves)

    def _image_of_components(self, symmetry: Symmetry) -> NDArray[np.int64]:
        sources = np.zeros(self.size, np.int64)
        for relation, features in self._places[0].items():
            for feature, place in features:
                for key, at in place.items():
                    named = dict(zip(feature.keys, key, strict=True))
                    args = tuple(named.get(n, ANY.text) for n in range(len(feature.args)))
                    image = symmetry.fact(Fact(relation, args))
                    sources[place[tuple(image.args[n] for n in feature.keys)]] = at
        return sources

    def number_of(self, move: Move) -> int:
        """The number of a move; raises `BadInput` if `encoding.py` does not list it."""
        if move.text not in self._numbers:
            raise BadInput("rules.encoding.no_number", game=self.game.name, move=move.text)
        return self._numbers[move.text]

    def move(self, position: Position, number: int) -> Move:
        """The legal move with a number; raises `IllegalMove`."""
        text = self.actions[number] if 0 <= number < len(self.actions) else str(number)
        found = next((move for move in position.moves if move.text == text), None)
        if found is None:
            raise illegal(position, text)
        return found

    def mask(self, position: Position) -> NDArray[np.int8]:
        """1 for the number of every legal move, 0 for all others."""
        mask = np.zeros(len(self.actions), np.int8)
        mask[[self.number_of(move) for move in position.moves]] = 1
        return mask


def _arguments(feature: Feature, key: tuple[str | int, ...], value: float) -> tuple[str | int, ...]:
    named = dict(zip(feature.keys, key, strict=True))
    number = int(value) if value.is_integer() else str(value)
    return tuple(number if at == feature.number else named.get(at, ANY.text) for at in range(len(feature.args)))


def _number(value: str | int) -> float:
    """A number of a fact; fractions are texts."""
    if isinstance(value, int):
        return float(value)
    above, _, below = value.partition("/")
    return float(above) / float(below or 1)


@lru_cache(maxsize=64)
def encoding_of(game: Game) -> Encoding:
    """The encoding that a game's `encoding.py` describes; raises `BadInput` when there is none."""
    module: Any = game.module("encoding") if isinstance(game, GameBase) else None
    if module is None or not isinstance(game, GameBase):
        raise BadInput("rules.encoding.none", game=game.name)
    return Encoding(game, game.facts_module, module)
