"""Terms: how they match, compare, and are written."""

from __future__ import annotations

from typing import Any

import agentspeak
from agentspeak import AslError, LinkedList, Literal, Var, Wildcard

Term = Any  # a number, a string, a tuple for a list, or one of the library's classes
Scope = dict[Any, Any]
Trail = list[Any]
Key = Any

_SHOWN = 160  # characters of a term worth showing


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
    """A term with what is known put in and sums worked out; raises `Failure`."""
    try:
        return agentspeak.freeze(term, scope, {})
    except AslError as error:
        raise Failure("arithmetic", text=str(error)) from None
    except (TypeError, ValueError, ArithmeticError) as error:
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
    """Make two terms equal, if possible; what is bound is noted in the trail."""
    try:
        return bool(agentspeak.unify(left, right, scope, trail))
    except AslError as error:
        raise Failure("arithmetic", text=str(error)) from None
    except (TypeError, ValueError, ArithmeticError) as error:
        raise Failure("arithmetic", text=str(error)) from None


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
    """A term as it is written, at a length one can read."""
    text = written(term)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def written(term: Term) -> str:
    """A term as a program writes it."""
    if isinstance(term, Literal):
        annots = sorted(written(annot) for annot in term.annots)
        told = [annot for annot in annots if annot not in ("source(self)", "source(percept)")]
        return f"{term.functor}{_bracketed('()', map(written, term.args))}{_bracketed('[]', told)}"
    if isinstance(term, (tuple, LinkedList)):
        return _bracketed("[]", map(written, term)) or "[]"
    if isinstance(term, Wildcard):
        return "_"
    if isinstance(term, Var):
        return "_"
    if isinstance(term, float) and not term.is_integer():
        return f"{term:g}"
    return str(agentspeak.asl_repr(term))


def _bracketed(brackets: str, parts: Any) -> str:
    inside = ", ".join(parts)
    return f"{brackets[0]}{inside}{brackets[1]}" if inside else ""


def plain(term: Term) -> str | int | None:
    """An argument of a fact: a whole number, or the text of a word or string; None if it is neither."""
    if isinstance(term, bool):
        return str(term).lower()
    if isinstance(term, (int, float)):
        return int(term) if float(term).is_integer() else None
    if isinstance(term, str):
        return term
    return str(term.functor) if isinstance(term, Literal) and not term.args else None
