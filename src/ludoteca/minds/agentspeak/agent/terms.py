"""Terms: how they are built, worked out, made equal and put in order."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import agentspeak
from agentspeak import BinaryExpr, BinaryOp, LinkedList, Literal, UnaryExpr, Var

Term = Any  # a number, a string, a tuple for a list, or one of the library's classes
Scope = dict[Any, Any]
Trail = list[Any]
Key = Any

NUMBERS = frozenset({int, float})
_PLAIN = frozenset({int, float, str, bool})
_LISTS = (tuple, LinkedList)  # a linked one has an end that is not known yet
_SUMS = frozenset({BinaryExpr, UnaryExpr})
_UNKNOWN = object()
_WHOLE = 1 << 62  # whole numbers beyond this become floating ones


def _truncated(left: float, right: float) -> float:
    return math.trunc(left / right)


# Jason rounds as Java does, towards zero; the library as Python does, down.
BinaryOp.op_floordiv.value.func = _truncated
BinaryOp.op_mod.value.func = math.fmod


class Failure(Exception):
    """Something in a plan, or in its context, that cannot be done; the words are a message of the school's.

    A failure belongs to the program: there may be a plan for it.
    """

    def __init__(self, kind: str, **about: Any) -> None:
        super().__init__(kind)
        self.kind = kind
        self.about = about


def literal(name: str, args: Iterable[Term] = (), annots: Iterable[Term] = ()) -> Term:
    """A literal whose annotations keep their order: the library's are a set, and sets differ from run to run."""
    made = Literal(name, args)
    made.annots = tuple(annots)
    return made


def annotated(term: Term, *annots: Term) -> Term:
    """A literal with some annotations more."""
    return literal(term.functor, term.args, (*term.annots, *(annot for annot in annots if annot not in term.annots)))


def source(name: str) -> Term:
    """The annotation that says where a belief comes from."""
    return literal("source", (literal(name),))


SELF = source("self")
PERCEPT = source("percept")


def sources_of(term: Term) -> list[Term]:
    return [annot for annot in term.annots if isinstance(annot, Literal) and annot.functor == "source"]


def key_of(term: Term) -> Key:
    """A hashable stand-in for a term: equal for ground terms that match."""
    if isinstance(term, Literal):
        return (term.functor, *map(key_of, term.args))
    if isinstance(term, tuple):
        return ("[", *map(key_of, term))
    if isinstance(term, LinkedList):
        return ("|", key_of(term.head), key_of(term.tail))
    return ("?", term) if isinstance(term, bool) else term


# What terms stand for


def value_of(term: Term, scope: Scope) -> Term:
    """A term with what is known put in and sums worked out; what is open has variables of its own. Raises `Failure`."""
    return term if type(term) in _PLAIN else _value(term, scope, {})


def values_of(terms: Iterable[Term], scope: Scope) -> list[Term]:
    """The values of several terms, which share the variables that are open. Raises `Failure`."""
    fresh: Scope = {}
    return [_value(term, scope, fresh) for term in terms]


def is_settled(value: Term) -> bool:
    """Whether a value is sure to have no open variables: a number, a text or a word."""
    return type(value) in _PLAIN or (type(value) is Literal and not value.args)


def is_ground(value: Term) -> bool:
    """Whether a value has no open variables."""
    return bool(agentspeak.is_ground(value, {}))


def ground_of(term: Term, scope: Scope) -> Term:
    """A term without open variables; raises `Failure`."""
    value = value_of(term, scope)
    if not is_ground(value):
        raise Failure("open", term=value)
    return value


def literal_of(term: Term, scope: Scope) -> Term:
    """A literal, perhaps with open variables; raises `Failure`."""
    value = value_of(term, scope)
    if not isinstance(value, Literal):
        raise Failure("no_literal", term=value)
    return value


def number_of(term: Term, scope: Scope) -> float:
    """A number that is not endless; raises `Failure`."""
    value = value_of(term, scope)
    if type(value) not in NUMBERS or not math.isfinite(value):
        raise Failure("no_number", term=value)
    return float(value)


def members_of(term: Term, scope: Scope) -> tuple[Term, ...]:
    """The members of a list, as they stand in the plan; raises `Failure`."""
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
    if kind is Var:
        known = scope.get(term, _UNKNOWN)
        if known is not _UNKNOWN:
            return _value(known, scope, fresh)
        return fresh[term] if term in fresh else fresh.setdefault(term, Var())
    if kind is Literal:
        if not term.args and not term.annots:
            return term
        args = [_value(arg, scope, fresh) for arg in term.args]
        return literal(term.functor, args, [_value(annot, scope, fresh) for annot in term.annots])
    if kind is tuple:
        return tuple([_value(member, scope, fresh) for member in term])
    if kind is LinkedList:
        head, tail = _value(term.head, scope, fresh), _value(term.tail, scope, fresh)
        return (head, *tail) if type(tail) is tuple else LinkedList(head, tail)
    return _result(term, scope, fresh) if kind in _SUMS else term  # an event to wait for


def _result(term: Term, scope: Scope, fresh: Scope) -> Term:
    """A sum, worked out."""
    numbers: tuple[Term, ...]
    if type(term) is BinaryExpr:
        sign, numbers = term.binary_op, (_value(term.left, scope, fresh), _value(term.right, scope, fresh))
    else:
        sign, numbers = term.unary_op, (_value(term.operand, scope, fresh),)
    for number in numbers:
        if type(number) not in NUMBERS or not sign.numeric_op:
            raise Failure("unbound" if isinstance(number, Var) else "no_number", term=number)
    return worked_out(sign.func, numbers)


def worked_out(function: Callable[..., Term], numbers: Iterable[Term]) -> Term:
    """What a function makes of numbers: one a program can go on with. Raises `Failure`."""
    try:
        result = function(*numbers)
        if type(result) is int and abs(result) > _WHOLE:
            result = float(result)
    except (ArithmeticError, ValueError) as error:
        raise Failure("arithmetic", text=str(error)) from None
    if type(result) not in NUMBERS:
        raise Failure("arithmetic", text=str(result))
    return result


# Making terms equal


def unify(left: Term, right: Term, scope: Scope, trail: Trail) -> bool:
    """Make two terms equal, if possible; what is bound is noted in the trail. Raises `Failure`."""
    left, right = _found(left, scope), _found(right, scope)
    if left is right:
        return True
    if type(left) is Var:
        return _bound(left, right, scope, trail)
    if type(right) is Var:
        return _bound(right, left, scope, trail)
    if type(left) is Literal:
        return type(right) is Literal and left.functor == right.functor and _all(left.args, right.args, scope, trail)
    if isinstance(left, _LISTS):
        return isinstance(right, _LISTS) and _lists(left, right, scope, trail)
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    return bool(left == right)


def _found(term: Term, scope: Scope) -> Term:
    """What a variable stands for, and a sum's result; anything else is itself."""
    while type(term) is Var:
        known = scope.get(term, _UNKNOWN)
        if known is _UNKNOWN:
            return term
        term = known
    return _value(term, scope, {}) if type(term) in _SUMS else term


def _bound(variable: Term, value: Term, scope: Scope, trail: Trail) -> bool:
    scope[variable] = value
    trail.append(variable)
    return True


def _all(left: tuple[Term, ...], right: tuple[Term, ...], scope: Scope, trail: Trail) -> bool:
    if len(left) != len(right):
        return False
    return all(unify(one, other, scope, trail) for one, other in zip(left, right, strict=True))


def _lists(left: Term, right: Term, scope: Scope, trail: Trail) -> bool:
    """Lists whole, or as a first member and the rest."""
    if type(left) is tuple and type(right) is tuple:
        return _all(left, right, scope, trail)
    if any(type(members) is tuple and not members for members in (left, right)):
        return False
    (first, rest), (other, others) = _cut(left), _cut(right)
    return unify(first, other, scope, trail) and unify(rest, others, scope, trail)


def _cut(members: Term) -> tuple[Term, Term]:
    return (members[0], members[1:]) if type(members) is tuple else (members.head, members.tail)


def undo(scope: Scope, trail: Trail, mark: int) -> None:
    """Forget what was bound since the trail was that long."""
    while len(trail) > mark:
        scope.pop(trail.pop(), None)


def match(pattern: Term, belief: Term, scope: Scope, trail: Trail) -> bool:
    """Unify a literal with a ground one of the same name and length, annotations aside."""
    for wanted, given in zip(pattern.args, belief.args, strict=True):
        if type(wanted) is Var and wanted not in scope:
            scope[wanted] = given
            trail.append(wanted)
        elif not unify(wanted, given, scope, trail):
            return False
    return True


def found_among(wanted: tuple[Term, ...], given: tuple[Term, ...], scope: Scope, trail: Trail) -> Iterator[None]:
    """Every way to find annotations among others, in their order."""
    if not wanted:
        yield
        return
    for annot in given:
        mark = len(trail)
        if unify(wanted[0], annot, scope, trail):
            yield from found_among(wanted[1:], given, scope, trail)
        undo(scope, trail, mark)


def fits(pattern: Term, belief: Term, scope: Scope, trail: Trail) -> bool:
    """Whether a literal and its annotations match a ground one; what that binds stays bound."""
    mark = len(trail)
    if match(pattern, belief, scope, trail):
        for _ in found_among(pattern.annots, belief.annots, scope, trail):
            return True
    undo(scope, trail, mark)
    return False


# Order


def order_of(term: Term) -> tuple[Any, ...]:
    """What terms are sorted by: numbers, strings, lists by length, then literals by length, name and arguments."""
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
