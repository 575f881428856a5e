"""Terms: how they are built, evaluated, unified and ordered."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from enum import Enum
from typing import Any

from ludoteca.minds.agentspeak.agent.operators import Kind, Operator

Term = Any  # a number, a string, a truth value, a tuple for a list, or one of the classes below
Scope = dict[Any, Any]
Trail = list[Any]
Key = Any

NUMBERS = frozenset({int, float})
_PLAIN = frozenset({int, float, str, bool})
_UNKNOWN = object()
_WHOLE = 1 << 62  # whole numbers beyond this become floating ones
_DEEPEST = 1_000  # literals within literals


class Trigger(Enum):
    """Whether an event is that something came or that it went."""

    ADDITION = "+"
    REMOVAL = "-"


class GoalType(Enum):
    """What an event is about."""

    ACHIEVEMENT = "!"
    TEST = "?"
    BELIEF = ""


class Variable:
    """A variable; it is equal to itself only, and a scope says what it is bound to."""

    __slots__ = ()


def is_settled(value: Term) -> bool:
    """Whether a term is known to be its own value: a number, a text, or a literal without variables and sums."""
    return type(value) in _PLAIN or (type(value) is Literal and value.settled)


class Literal:
    """A functor with arguments and annotations, each in their order.

    It is settled if it is its own value; its depth is that of literals within literals, and a limit keeps steps short.
    """

    __slots__ = ("annots", "args", "depth", "functor", "settled")

    def __init__(self, functor: str, args: Iterable[Term] = (), annots: Iterable[Term] = ()) -> None:
        self.functor = functor
        self.args = tuple(args)
        self.annots = tuple(annots)
        self.settled = True
        self.depth = 0
        for part in (*self.args, *self.annots) if self.annots else self.args:
            if type(part) is Literal:
                self.settled = self.settled and part.settled
                self.depth = max(self.depth, part.depth + 1)
            elif type(part) not in _PLAIN:
                self.settled = False
        if self.depth > _DEEPEST:
            raise RecursionError

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, Literal)
            and self.functor == other.functor
            and self.args == other.args
            and self.annots == other.annots
        )

    def __hash__(self) -> int:
        return hash((self.functor, self.args, self.annots))


class LinkedList:
    """A list whose end is not known yet: its first member and the rest."""

    __slots__ = ("head", "tail")

    def __init__(self, head: Term, tail: Term) -> None:
        self.head = head
        self.tail = tail

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LinkedList) and self.head == other.head and self.tail == other.tail

    def __hash__(self) -> int:
        return hash((self.head, self.tail))


class UnaryExpression:
    """An operator and its operand, to be evaluated when the operand is known."""

    __slots__ = ("operand", "operator")

    def __init__(self, operator: Operator, operand: Term) -> None:
        self.operator = operator
        self.operand = operand


class BinaryExpression:
    """An operator and its two operands, to be evaluated when they are known."""

    __slots__ = ("left", "operator", "right")

    def __init__(self, operator: Operator, left: Term, right: Term) -> None:
        self.operator = operator
        self.left = left
        self.right = right


_LISTS = (tuple, LinkedList)
_EXPRESSIONS = frozenset({UnaryExpression, BinaryExpression})


class Failure(Exception):
    """A step or a context that fails; `kind` is the end of its message key.

    A failure belongs to the program: there may be a plan for it.
    """

    def __init__(self, kind: str, **about: Any) -> None:
        super().__init__(kind)
        self.kind = kind
        self.about = about


def annotated(term: Term, *annots: Term) -> Term:
    """A literal with more annotations."""
    return Literal(term.functor, term.args, (*term.annots, *(annot for annot in annots if annot not in term.annots)))


def source(name: str) -> Term:
    """The annotation that names where a belief comes from."""
    return Literal("source", (Literal(name),))


SELF = source("self")
PERCEPT = source("percept")


def sources_of(term: Term) -> list[Term]:
    return [annot for annot in term.annots if isinstance(annot, Literal) and annot.functor == "source"]


def key_of(term: Term) -> Key:
    """A hashable key, equal for ground terms that match."""
    if isinstance(term, Literal):
        return (term.functor, *map(key_of, term.args))
    if isinstance(term, tuple):
        return ("[", *map(key_of, term))
    if isinstance(term, LinkedList):
        return ("|", key_of(term.head), key_of(term.tail))
    return ("?", term) if isinstance(term, bool) else term


# Evaluation


def value_of(term: Term, scope: Scope) -> Term:
    """A term with its bound variables replaced and its expressions evaluated; raises `Failure`.

    Unbound variables become new ones.
    """
    return term if type(term) in _PLAIN else _value(term, scope, {})


def values_of(terms: Iterable[Term], scope: Scope) -> list[Term]:
    """The values of several terms, which share their unbound variables; raises `Failure`."""
    fresh: Scope = {}
    return [_value(term, scope, fresh) for term in terms]


def is_ground(value: Term) -> bool:
    """Whether a value has no unbound variables."""
    kind = type(value)
    if kind in _PLAIN:
        return True
    if kind is Literal:
        return value.settled or (all(map(is_ground, value.args)) and all(map(is_ground, value.annots)))
    if kind is tuple:
        return all(map(is_ground, value))
    if kind is LinkedList:
        return is_ground(value.head) and is_ground(value.tail)
    return kind is not Variable


def ground_of(term: Term, scope: Scope) -> Term:
    """The value of a term, without unbound variables; raises `Failure`."""
    value = value_of(term, scope)
    if not is_ground(value):
        raise Failure("open", term=value)
    return value


def literal_of(term: Term, scope: Scope) -> Term:
    """The value of a term, a literal perhaps with unbound variables; raises `Failure`."""
    value = value_of(term, scope)
    if not isinstance(value, Literal):
        raise Failure("no_literal", term=value)
    return value


def number_of(term: Term, scope: Scope) -> float:
    """The value of a term, a finite number; raises `Failure`."""
    value = value_of(term, scope)
    if type(value) not in NUMBERS or not math.isfinite(value):
        raise Failure("no_number", term=value)
    return float(value)


def members_of(term: Term, scope: Scope) -> tuple[Term, ...]:
    """The members of a list, not evaluated; raises `Failure`."""
    members: list[Term] = []
    rest = _found(term, scope)
    while type(rest) is LinkedList:
        members.append(rest.head)
        rest = _found(rest.tail, scope)
    if type(rest) is not tuple:
        raise Failure("no_list", term=value_of(term, scope))
    return (*members, *rest)


def _value(term: Term, scope: Scope, fresh: Scope) -> Term:
    kind = type(term)
    if kind in _PLAIN:
        return term
    if kind is Variable:
        known = scope.get(term, _UNKNOWN)
        if known is not _UNKNOWN:
            return _value(known, scope, fresh)
        return fresh[term] if term in fresh else fresh.setdefault(term, Variable())
    if kind is Literal:
        if term.settled:
            return term
        args = [_value(arg, scope, fresh) for arg in term.args]
        return Literal(term.functor, args, [_value(annot, scope, fresh) for annot in term.annots])
    if kind is tuple:
        return tuple([_value(member, scope, fresh) for member in term])
    if kind is LinkedList:
        head, tail = _value(term.head, scope, fresh), _value(term.tail, scope, fresh)
        return (head, *tail) if type(tail) is tuple else LinkedList(head, tail)
    return _result(term, scope, fresh) if kind in _EXPRESSIONS else term  # an event to wait for


def _result(term: Term, scope: Scope, fresh: Scope) -> Term:
    """The number an expression comes to."""
    operator: Operator = term.operator
    numbers: tuple[Term, ...]
    if type(term) is BinaryExpression:
        numbers = (_value(term.left, scope, fresh), _value(term.right, scope, fresh))
    else:
        numbers = (_value(term.operand, scope, fresh),)
    for number in numbers:
        if type(number) not in NUMBERS or operator.kind is not Kind.NUMERIC:
            raise Failure("unbound" if type(number) is Variable else "no_number", term=number)
    assert operator.compute is not None
    return compute(operator.compute, numbers)


def compute(function: Callable[..., Term], numbers: Iterable[Term]) -> Term:
    """The result of a function of numbers, a finite number again; raises `Failure`."""
    try:
        result = function(*numbers)
        if type(result) is int and abs(result) > _WHOLE:
            result = float(result)
    except ZeroDivisionError:
        raise Failure("zero") from None
    except (ArithmeticError, ValueError):
        raise Failure("too_large") from None
    if type(result) not in NUMBERS:
        raise Failure("not_real")
    if not math.isfinite(result):
        raise Failure("too_large")
    return result


# Unification


def unify(left: Term, right: Term, scope: Scope, trail: Trail) -> bool:
    """Make two terms equal, if possible; the variables it binds go to the trail. Raises `Failure`."""
    left, right = _found(left, scope), _found(right, scope)
    if left is right:
        return True
    if type(left) is Variable:
        return _bound(left, right, scope, trail)
    if type(right) is Variable:
        return _bound(right, left, scope, trail)
    if type(left) is Literal:
        return type(right) is Literal and left.functor == right.functor and _all(left.args, right.args, scope, trail)
    if isinstance(left, _LISTS):
        return isinstance(right, _LISTS) and _lists(left, right, scope, trail)
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return bool(left == right)


def _found(term: Term, scope: Scope) -> Term:
    """The value a variable is bound to, or the result of an expression; any other term is itself."""
    while type(term) is Variable:
        known = scope.get(term, _UNKNOWN)
        if known is _UNKNOWN:
            return term
        term = known
    return _value(term, scope, {}) if type(term) in _EXPRESSIONS else term


def _bound(variable: Term, value: Term, scope: Scope, trail: Trail) -> bool:
    scope[variable] = value
    trail.append(variable)
    return True


def _all(left: tuple[Term, ...], right: tuple[Term, ...], scope: Scope, trail: Trail) -> bool:
    if len(left) != len(right):
        return False
    return all(unify(one, other, scope, trail) for one, other in zip(left, right, strict=True))


def _lists(left: Term, right: Term, scope: Scope, trail: Trail) -> bool:
    """Unify two lists: member by member, or the first member and the rest."""
    if type(left) is tuple and type(right) is tuple:
        return _all(left, right, scope, trail)
    if any(type(members) is tuple and not members for members in (left, right)):
        return False
    (first, rest), (other, others) = _cut(left), _cut(right)
    return unify(first, other, scope, trail) and unify(rest, others, scope, trail)


def _cut(members: Term) -> tuple[Term, Term]:
    return (members[0], members[1:]) if type(members) is tuple else (members.head, members.tail)


def unifies(left: Term, right: Term) -> bool:
    """Whether two terms can be made equal, annotations aside."""
    return unify(left, right, {}, [])


def undo(scope: Scope, trail: Trail, mark: int) -> None:
    """Unbind the variables that were bound since the trail was that long."""
    while len(trail) > mark:
        scope.pop(trail.pop(), None)


def match(pattern: Term, belief: Term, scope: Scope, trail: Trail) -> bool:
    """Unify a literal with a ground one of the same functor and arity, annotations aside."""
    for wanted, given in zip(pattern.args, belief.args, strict=True):
        if type(wanted) is Variable and wanted not in scope:
            scope[wanted] = given
            trail.append(wanted)
        elif not unify(wanted, given, scope, trail):
            return False
    return True


def found_among(wanted: tuple[Term, ...], given: tuple[Term, ...], scope: Scope, trail: Trail) -> Iterator[None]:
    """Every way to match annotations with given ones, in their order."""
    if not wanted:
        yield
        return
    for annot in given:
        mark = len(trail)
        if unify(wanted[0], annot, scope, trail):
            yield from found_among(wanted[1:], given, scope, trail)
        undo(scope, trail, mark)


def fits(pattern: Term, belief: Term, scope: Scope, trail: Trail) -> bool:
    """Whether a literal and its annotations match a ground one; the bindings stay."""
    mark = len(trail)
    if match(pattern, belief, scope, trail):
        for _ in found_among(pattern.annots, belief.annots, scope, trail):
            return True
    undo(scope, trail, mark)
    return False


# Order


def order_of(term: Term) -> tuple[Any, ...]:
    """The sort key of a term: numbers, strings, lists by length, then literals by arity, functor and arguments."""
    if isinstance(term, bool):
        return 3, False, 0, str(term).lower(), ()
    if isinstance(term, (int, float)):
        return 0, term
    if isinstance(term, str):
        return 1, term
    if isinstance(term, tuple):
        return 2, len(term), tuple(map(order_of, term))
    if isinstance(term, Literal):
        name = term.functor
        return 3, name.startswith("~"), len(term.args), name, tuple(map(order_of, term.args))
    return 4, 0
