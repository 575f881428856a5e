"""Queries over the facts of a position: conditions with variables, as a lesson writes them.

A condition is a relation of the game's vocabulary with variables (capitalised) and constants, ``extra_turn(Move, Me)``;
the same with ``not`` before it, when no such fact may hold; or a comparison, ``Seeds > 2``. ``Me`` is the seat to move,
``Move`` the move that is asked about, and ``_`` anything.
"""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.game import Fact, Game, Move, Position
from ludoteca.core.vocabulary import perceive, vocabulary_of

Term = str | int
Bindings = Mapping[str, Term]

_CONDITION = re.compile(r"(not\s+)?([a-z]\w*)\s*(?:\(\s*(.*?)\s*\))?")
_COMPARISON = re.compile(r"([A-Z]\w*)\s*(<=|>=|!=|==|<|>)\s*([A-Z]\w*|-?\d+)")
_COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_ANYTHING = "_"


@dataclass(frozen=True, slots=True)
class _Variable:
    name: str


@dataclass(frozen=True, slots=True)
class _Pattern:
    """A fact with variables, or that there is none of that kind."""

    relation: str
    args: tuple[Term | _Variable, ...]
    negated: bool

    def matches(self, fact: Fact, bound: Bindings) -> Bindings | None:
        """The bindings with which the pattern is the fact; None if there are none."""
        if fact.relation != self.relation or len(fact.args) != len(self.args):
            return None
        found = dict(bound)
        for wanted, given in zip(self.args, fact.args, strict=True):
            if not isinstance(wanted, _Variable):
                if wanted != given:
                    return None
            elif wanted.name != _ANYTHING and found.setdefault(wanted.name, given) != given:
                return None
        return found


@dataclass(frozen=True, slots=True)
class _Comparison:
    left: str
    sign: str
    right: Term | _Variable

    def holds(self, bound: Bindings) -> bool:
        right = bound.get(self.right.name) if isinstance(self.right, _Variable) else self.right
        left = bound.get(self.left)
        return isinstance(left, int) and isinstance(right, int) and _COMPARE[self.sign](left, right)


@dataclass(frozen=True, slots=True)
class Query:
    """Conditions that must hold together."""

    conditions: tuple[_Pattern | _Comparison, ...]

    def solutions(self, facts: Sequence[Fact], bound: Bindings) -> Iterator[Bindings]:
        """Every way to bind the variables so that all conditions hold."""
        yield from _solutions(self.conditions, facts, bound)

    def holds(self, facts: Sequence[Fact], bound: Bindings) -> bool:
        return next(self.solutions(facts, bound), None) is not None


def _solutions(
    conditions: Sequence[_Pattern | _Comparison], facts: Sequence[Fact], bound: Bindings
) -> Iterator[Bindings]:
    if not conditions:
        yield bound
        return
    first, rest = conditions[0], conditions[1:]
    if isinstance(first, _Comparison):
        if first.holds(bound):
            yield from _solutions(rest, facts, bound)
        return
    found = [more for fact in facts if (more := first.matches(fact, bound)) is not None]
    if first.negated:
        found = [] if found else [bound]
    for more in found:
        yield from _solutions(rest, facts, more)


def read_query(game: Game, texts: Sequence[str]) -> Query:
    """A query from its text, in the vocabulary of a game; raises `BadInput`.

    >>> from ludoteca.games import load_game
    >>> kalah = load_game("kalah")
    >>> query = read_query(kalah, ["extra_turn(Move, Me)"])
    >>> [str(move) for move in right_moves(kalah.start(0), query)]
    ['3']
    >>> read_query(kalah, ["extra_turns(Move, Me)"])
    Traceback (most recent call last):
        ...
    ludoteca.core.errors.BadInput: There is no relation "extra_turns"; did you mean "extra_turn"?
    """
    return Query(tuple(_condition(game, text.strip()) for text in texts))


def _condition(game: Game, text: str) -> _Pattern | _Comparison:
    compared = _COMPARISON.fullmatch(text)
    if compared is not None:
        return _Comparison(compared[1], compared[2], _term(compared[3]))
    found = _CONDITION.fullmatch(text)
    if found is None:
        raise BadInput("arena.lessons.query.bad", given=text)
    args = [part.strip() for part in found[3].split(",")] if found[3] else []
    known = {relation.name: relation for relation in vocabulary_of(game)}
    if found[2] not in known:
        raise no_such("arena.lessons.query.relation", found[2], known)
    if len(args) != len(known[found[2]].args):
        raise BadInput("arena.lessons.query.arity", given=text, relation=str(known[found[2]]))
    return _Pattern(found[2], tuple(map(_term, args)), bool(found[1]))


def _term(text: str) -> Term | _Variable:
    if text.lstrip("-").isdigit():
        return int(text)
    if text[:1].isupper() or text == _ANYTHING:
        return _Variable(text)
    return text.strip("'\"")


def read_fact(text: str) -> Fact:
    """A fact as `Fact` writes it; raises `BadInput`.

    >>> read_fact("pit(south, 3, 4)")
    Fact(relation='pit', args=('south', 3, 4))
    """
    found = _CONDITION.fullmatch(text.strip())
    terms = [] if found is None or not found[3] else [_term(part.strip()) for part in found[3].split(",")]
    if found is None or found[1]:
        raise BadInput("arena.lessons.query.bad_fact", given=text)
    args = tuple(term for term in terms if not isinstance(term, _Variable))
    if len(args) < len(terms):
        raise BadInput("arena.lessons.query.bad_fact", given=text)
    return Fact(found[2], args)


def known_of(position: Position) -> tuple[tuple[Fact, ...], dict[str, Term]]:
    """The facts that the seat to move is told, and the variable that stands for it."""
    assert position.turn is not None
    return perceive(position), {"Me": position.game.seats[position.turn]}


def right_moves(position: Position, query: Query, highest: str | None = None) -> list[Move]:
    """The legal moves of which a query holds; with `highest`, those for which that variable is greatest."""
    facts, bound = known_of(position)
    values: dict[Move, int] = {}
    for move in position.moves:
        found = list(query.solutions(facts, {**bound, "Move": move.text}))
        if found:
            values[move] = max(_number(each.get(highest, 0)) for each in found) if highest else 0
    most = max(values.values(), default=0)
    return [move for move, value in values.items() if value == most]


def _number(value: Term) -> int:
    return value if isinstance(value, int) else 0
