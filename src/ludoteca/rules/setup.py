"""Setting up positions: the facts given are read and checked; similar positions differ in one change, then in two.

A game's `setup.py` keeps what lies on the board as a mapping from places to contents.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, TypeVar

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact, Game, Position

Board = Mapping[Any, Any]
"""The contents of every place."""
Change = Mapping[Any, Any]
"""The new contents of some places."""
Domain = Sequence[str] | Sequence[int] | Sequence[str | int]
"""The values an argument of a fact can have."""

_AnyPosition = TypeVar("_AnyPosition", bound=Position)


class GivenFacts:
    """The facts of a position to be set up: all of the game's vocabulary, each given once."""

    def __init__(self, game: Game, facts: Iterable[Fact]) -> None:
        """Raises `BadInput` for an unknown fact and for one that is given twice."""
        self._seats = game.seats
        self._arguments = {word.name: word.args for word in game.vocabulary if word.kind == "position"}
        self._facts: dict[Fact, None] = {}
        for fact in facts:
            known = fact.relation in self._arguments and len(fact.args) == len(self._arguments[fact.relation])
            if not known or any(type(value) not in (int, str) for value in fact.args):
                raise BadInput("rules.setup.unknown", fact=str(fact))
            if fact in self._facts:
                raise BadInput("rules.setup.twice", fact=str(fact))
            self._facts[fact] = None

    def holds(self, relation: str, *args: str | int) -> bool:
        """Whether a fact is given."""
        return Fact(relation, args) in self._facts

    def turn(self) -> int | None:
        """The seat to move; None when the game is over."""
        seats = self.table("turn", self._seats, keys=0, complete=False)
        over = self.holds("over")
        if seats and over:
            raise contradiction(Fact("turn", seats[()]), Fact("over", ()))
        if not seats and not over:
            raise BadInput("rules.setup.no_turn", seats=self._seats)
        return None if over else self._seats.index(str(seats[()][0]))

    def table(
        self, relation: str, *domains: Domain, keys: int, complete: bool = True
    ) -> dict[tuple[str | int, ...], tuple[str | int, ...]]:
        """The facts of a relation: the first `keys` arguments are the key, the others the value.

        Raises `BadInput` for an argument outside its domain, for two values of one key, and, unless the table may be
        incomplete, for a key without a value.
        """
        found: dict[tuple[str | int, ...], tuple[str | int, ...]] = {}
        for fact in self._facts:
            if fact.relation != relation:
                continue
            self._check_arguments(fact, domains)
            key, value = fact.args[:keys], fact.args[keys:]
            if key in found:
                raise contradiction(Fact(relation, (*key, *found[key])), fact)
            found[key] = value
        for key in product(*domains[:keys]) if complete else ():
            if key not in found:
                raise BadInput("rules.setup.missing", fact=str(Fact(relation, (*key, *["…"] * (len(domains) - keys)))))
        return found

    def _check_arguments(self, fact: Fact, domains: Sequence[Domain]) -> None:
        for name, value, domain in zip(self._arguments[fact.relation], fact.args, domains, strict=True):
            if value in domain:
                continue
            if isinstance(domain, range):
                raise BadInput("rules.setup.number", fact=str(fact), argument=name, low=domain[0], high=domain[-1])
            raise BadInput("rules.setup.name", fact=str(fact), argument=name, known=tuple(map(str, domain)))

    def confirmed(self, position: _AnyPosition) -> _AnyPosition:
        """A position, if its facts are those given; raises `BadInput` that names a fact too many or too few."""
        facts = dict.fromkeys(position.facts())
        for fact in self._facts:
            if fact not in facts:
                raise BadInput("rules.setup.contradicts", fact=str(fact))
        for fact in facts:
            if fact not in self._facts:
                raise BadInput("rules.setup.missing", fact=str(fact))
        return position


def contradiction(one: Fact, other: Fact) -> BadInput:
    """The error for two facts that cannot both hold."""
    return BadInput("rules.setup.contradiction", one=str(one), other=str(other))


def similar_positions(
    board: Board, changes: Callable[[Board], Iterable[Change]], set_up: Callable[[Change], _AnyPosition]
) -> Iterator[_AnyPosition]:
    """The positions that `set_up` makes of the board with one change, then with two, unless it raises `BadInput`."""
    for change in small_changes(board, changes):
        try:
            position = set_up(change)
        except BadInput:
            continue
        yield position


def small_changes(board: Board, changes: Callable[[Board], Iterable[Change]]) -> Iterator[Change]:
    """The changes of a board, those of few places first; then every two of them together.

    No two lead to the same board, and none to the board itself.

    >>> def move_one(board):
    ...     return [{a: board[a] - 1, b: board[b] + 1} for a in board for b in board if a != b and board[a]]
    >>> for change in small_changes({"a": 1, "b": 1, "c": 0}, move_one):
    ...     print(change)
    {'a': 0, 'b': 2}
    {'a': 0, 'c': 1}
    {'b': 0, 'a': 2}
    {'b': 0, 'c': 1}
    {'a': 0, 'c': 2, 'b': 0}
    """
    seen = {frozenset[tuple[Any, Any]]()}
    for change in _one_or_two(board, changes):
        different = {place: content for place, content in change.items() if board[place] != content}
        if (key := frozenset(different.items())) not in seen:
            seen.add(key)
            yield different


def _one_or_two(board: Board, changes: Callable[[Board], Iterable[Change]]) -> Iterator[Change]:
    """Each change, then each pair of changes: first those of few places, and of these the pairs that share a place."""
    ones = sorted(changes(board), key=len)
    yield from ones
    sizes = sorted({len(change) for change in ones})
    for size in sorted({one + two for one in sizes for two in sizes}):
        for sharing in (True, False) if size > 2 else (False,):  # two changes of one place are one change of it
            for one in ones:
                for two in changes({**board, **one}):
                    if len(one) + len(two) == size and one.keys().isdisjoint(two) != sharing:
                        yield {**one, **two}
