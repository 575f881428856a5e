"""Terms: how they match, compare, and are written."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

import agentspeak
from agentspeak import BinaryExpr, LinkedList, Literal, UnaryExpr, Var, Wildcard

Term = Any  # a number, a string, a tuple for a list, or one of the library's classes
Scope = dict[Any, Any]
Trail = list[Any]
Key = Any

_NUMBERS = frozenset({int, float})
_PLAIN = frozenset({int, float, str, bool})
_LISTS = (tuple, LinkedList)
_SUMS = frozenset({BinaryExpr, UnaryExpr})
_UNKNOWN = object()
_NO_ANNOTS: frozenset[Term] = frozenset()
_SHOWN = 160  # characters of a term worth showing …
_MEMBERS = 5  # … and members of a list


def source(name: str) -> Term:
    """The annotation that says where a belief comes from."""
    return Literal("source", (Literal(name),))


SELF = source("self")
PERCEPT = source("percept")


class Failure(Exception):
    """Something in a plan, or in its context, that cannot be done; the words are a message of the school's.

    A failure belongs to the program: there may be a plan for it.
    """

    def __init__(self, kind: str, **args: str | int) -> None:
        super().__init__(kind)
        self.kind = kind
        self.args_told = args


def key_of(term: Term) -> Key:
    """A hashable stand-in for a ground term: equal for terms that match."""
    if isinstance(term, Literal):
        return (term.functor, *map(key_of, term.args))
    if isinstance(term, (tuple, LinkedList)):
        return ("[", *map(key_of, term))
    return term


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


def _value(term: Term, scope: Scope, fresh: Scope) -> Term:
    kind = type(term)
    if kind in _PLAIN:
        return term
    if kind is Wildcard:
        return Var()  # what it stands for must be one thing to whoever hears of it
    if kind is Var:
        known = scope.get(term, _UNKNOWN)
        if known is not _UNKNOWN:
            return _value(known, scope, fresh)
        return fresh[term] if term in fresh else fresh.setdefault(term, Var())
    if kind is Literal:
        if not term.args and not term.annots:
            return term
        annots = [_value(annot, scope, fresh) for annot in term.annots] if term.annots else _NO_ANNOTS
        return Literal(term.functor, [_value(arg, scope, fresh) for arg in term.args], annots)
    if kind is tuple:
        return tuple([_value(member, scope, fresh) for member in term])
    if kind is LinkedList:
        head, tail = _value(term.head, scope, fresh), _value(term.tail, scope, fresh)
        return (head, *tail) if type(tail) is tuple else LinkedList(head, tail)
    return _result(term, scope, fresh)


def _result(term: Term, scope: Scope, fresh: Scope) -> Term:
    """A sum, worked out."""
    numbers: tuple[Term, ...]
    if type(term) is BinaryExpr:
        sign, numbers = term.binary_op, (_value(term.left, scope, fresh), _value(term.right, scope, fresh))
    elif type(term) is UnaryExpr:
        sign, numbers = term.unary_op, (_value(term.operand, scope, fresh),)
    else:
        return term  # an event to wait for
    if not sign.numeric_op:
        raise Failure("no_number", term=shown(numbers[0]))
    try:
        for number in numbers:
            if type(number) not in _NUMBERS:
                raise Failure("unbound" if isinstance(number, Var) else "no_number", term=shown(number))
        return sign.func(*numbers)
    except ArithmeticError as error:
        raise Failure("arithmetic", text=str(error)) from None


def ground_of(term: Term, scope: Scope) -> Term:
    """A term without open variables; raises `Failure`."""
    value = value_of(term, scope)
    if not agentspeak.is_ground(value, {}):
        raise Failure("open", term=shown(value))
    return value


def literal_of(term: Term, scope: Scope) -> Term:
    """A literal, perhaps with open variables; raises `Failure`."""
    value = value_of(term, scope)
    if not isinstance(value, Literal):
        raise Failure("no_literal", term=shown(value))
    return value


def unify(left: Term, right: Term, scope: Scope, trail: Trail) -> bool:
    """Make two terms equal, if possible; what is bound is noted in the trail. Raises `Failure`."""
    left, right = _found(left, scope), _found(right, scope)
    if left is right or type(left) is Wildcard or type(right) is Wildcard:
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
    """Unify a literal with a ground one of the same name and length, annotations included."""
    for wanted, given in zip(pattern.args, belief.args, strict=True):
        kind = type(wanted)
        if kind is Wildcard:
            continue
        if kind is Var and wanted not in scope:
            scope[wanted] = given
            trail.append(wanted)
        elif not unify(wanted, given, scope, trail):
            return False
    return all(
        any(_matches(wanted, given, scope, trail) for given in sorted(belief.annots, key=shown))
        for wanted in pattern.annots
    )


def _matches(wanted: Term, given: Term, scope: Scope, trail: Trail) -> bool:
    mark = len(trail)
    if unify(wanted, given, scope, trail):
        return True
    undo(scope, trail, mark)
    return False


def order_of(term: Term) -> tuple[Any, ...]:
    """What terms are sorted by: numbers, strings, lists, then structures by length, name and arguments."""
    if isinstance(term, bool):
        return 2, 0, str(term).lower(), ()
    if isinstance(term, (int, float)):
        return 0, term
    if isinstance(term, str):
        return 1, term
    if isinstance(term, (tuple, LinkedList)):
        return 3, tuple(map(order_of, term))
    if isinstance(term, Literal):
        return 2, len(term.args), term.functor, tuple(map(order_of, term.args))
    return 4, 0


def shown(term: Term) -> str:
    """A term as it is written, at a length one can read: of a long list, how it begins."""
    text = written(term, _MEMBERS)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def written(term: Term, members: int | None = None) -> str:
    """A term as a program writes it, perhaps with only so many members of each list."""
    if isinstance(term, Literal):
        annots = [annot for annot in term.annots if annot not in (SELF, PERCEPT)]
        args = _bracketed("()", [written(arg, members) for arg in term.args])
        return f"{term.functor}{args}{_bracketed('[]', sorted(written(annot, members) for annot in annots))}"
    if isinstance(term, (tuple, LinkedList)):
        everything = tuple(term)
        told = [written(member, members) for member in everything[:members]]
        return _bracketed("[]", [*told, "…"] if len(told) < len(everything) else told) or "[]"
    if isinstance(term, Var):
        return "_"
    if isinstance(term, float) and not term.is_integer():
        return f"{term:g}"
    if isinstance(term, str):
        return json.dumps(term, ensure_ascii=False)
    return str(agentspeak.asl_repr(term))


def _bracketed(brackets: str, parts: list[str]) -> str:
    return f"{brackets[0]}{', '.join(parts)}{brackets[1]}" if parts else ""


def plain(term: Term) -> str | int | None:
    """An argument of a fact: a whole number, or the text of a word or string; None if it is neither."""
    if isinstance(term, bool):
        return str(term).lower()
    if isinstance(term, (int, float)):
        return int(term) if float(term).is_integer() else None
    if isinstance(term, str):
        return term
    return str(term.functor) if isinstance(term, Literal) and not term.args else None
