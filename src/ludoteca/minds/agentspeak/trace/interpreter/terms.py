"""Terms of the second interpreter: bindings are dictionaries that never change, so that nothing has to be undone."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludoteca.minds.agentspeak.agent import syntax_tree as tree
from ludoteca.minds.agentspeak.agent.operators import RANDOM, Operator

Term = Any  # a number, a string, a tuple for a list, or one of the classes below
Bindings = Mapping["Variable", Term]

_LARGEST = 1 << 62  # whole numbers beyond this become floating ones
_MEMBERS = 5  # of a list, and …
_LONGEST = 160  # … characters of a term that are shown


class Fails(Exception):
    """A step or a condition cannot be evaluated: it fails."""


class Unsupported(Exception):
    """A part of the language that the second interpreter does not know, or a program that takes too long."""


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """A variable; one with a name of a plan or rule is made by `variable`, so that it is the same object everywhere."""

    name: str


@dataclass(frozen=True, slots=True)
class Structure:
    """A functor with arguments and annotations; an atom has neither."""

    functor: str
    args: tuple[Term, ...] = ()
    annots: tuple[Term, ...] = ()

    @property
    def bare(self) -> Structure:
        """The structure without its annotations."""
        return Structure(self.functor, self.args)


@dataclass(frozen=True, slots=True)
class OpenList:
    """A list whose end is a variable."""

    head: Term
    tail: Term


@dataclass(frozen=True, slots=True)
class Sum:
    """An operation on numbers that is not worked out yet."""

    operator: Operator
    operands: tuple[Term, ...]


@cache
def variable(name: str) -> Variable:
    """The variable of that name."""
    return Variable(name)


def fresh(name: str = "_") -> Variable:
    """A variable that is like no other."""
    return Variable(name)


def term_of(node: tree.Expression) -> Term:
    """A node of the syntax tree as a term."""
    match node:
        case tree.Constant():
            return Structure(str(node.value).lower()) if isinstance(node.value, bool) else node.value
        case tree.Variable():
            return fresh() if node.name == "_" else variable(node.name)
        case tree.Literal():
            return Structure(node.functor, tuple(map(term_of, node.args)), tuple(map(term_of, node.annots)))
        case tree.ListNode():
            whole: Term = () if node.tail is None else term_of(node.tail)
            for member in reversed([term_of(member) for member in node.members]):
                whole = (member, *whole) if isinstance(whole, tuple) else OpenList(member, whole)
            return whole
        case tree.Unary():
            return Sum(node.operator, (term_of(node.operand),))
        case tree.Binary():
            return Sum(node.operator, (term_of(node.left), term_of(node.right)))
        case tree.EventNode():
            raise Unsupported("an event to wait for")


def resolved(term: Term, bindings: Bindings) -> Term:
    """What a variable stands for, and the result of a sum; the parts of any other term are left as they are."""
    while isinstance(term, Variable):
        found = bindings.get(term, term)
        if found is term:
            return term
        term = found
    return _result(term, bindings) if isinstance(term, Sum) else term


def value(term: Term, bindings: Bindings, renamed: dict[Variable, Variable] | None = None) -> Term:
    """A term with what its variables stand for. Those without a value are renamed, the same ones alike."""
    renamed = {} if renamed is None else renamed
    term = resolved(term, bindings)
    if isinstance(term, Variable):
        return renamed.setdefault(term, fresh(term.name))
    if isinstance(term, Structure):
        args = tuple(value(arg, bindings, renamed) for arg in term.args)
        return Structure(term.functor, args, tuple(value(annot, bindings, renamed) for annot in term.annots))
    if isinstance(term, tuple):
        return tuple(value(member, bindings, renamed) for member in term)
    if isinstance(term, OpenList):
        head, tail = value(term.head, bindings, renamed), value(term.tail, bindings, renamed)
        return (head, *tail) if isinstance(tail, tuple) else OpenList(head, tail)
    return term


def _result(term: Sum, bindings: Bindings) -> Term:
    """The number that an operation comes to."""
    if term.operator is RANDOM:
        raise Unsupported("a random number")
    numbers = [resolved(operand, bindings) for operand in term.operands]
    compute = term.operator.compute
    if compute is None or not all(is_number(number) for number in numbers):
        raise Fails
    try:
        found = compute(*numbers)
    except (ArithmeticError, ValueError):
        raise Fails from None
    if not is_number(found):
        raise Fails
    return float(found) if isinstance(found, int) and abs(found) > _LARGEST else found


def is_number(term: Term) -> bool:
    return isinstance(term, int | float) and not isinstance(term, bool)


def is_ground(term: Term) -> bool:
    """Whether a value has no variables."""
    if isinstance(term, Structure):
        return all(map(is_ground, term.args)) and all(map(is_ground, term.annots))
    if isinstance(term, tuple):
        return all(map(is_ground, term))
    return not isinstance(term, Variable | OpenList)


def members(term: Term, bindings: Bindings) -> tuple[Term, ...]:
    """The members of a list."""
    found: list[Term] = []
    rest = resolved(term, bindings)
    while isinstance(rest, OpenList):
        found.append(rest.head)
        rest = resolved(rest.tail, bindings)
    if not isinstance(rest, tuple):
        raise Fails
    return (*found, *rest)


def unified(left: Term, right: Term, bindings: Bindings) -> Bindings | None:
    """The bindings that make two terms equal, annotations aside; None if there are none."""
    left, right = resolved(left, bindings), resolved(right, bindings)
    if left is right:
        return bindings
    if isinstance(left, Variable):
        return {**bindings, left: right}
    if isinstance(right, Variable):
        return {**bindings, right: left}
    if isinstance(left, Structure):
        same = isinstance(right, Structure) and left.functor == right.functor
        return all_unified(left.args, right.args, bindings) if same else None
    if isinstance(left, tuple | OpenList):
        return _lists_unified(left, right, bindings) if isinstance(right, tuple | OpenList) else None
    comparable = is_number(left) == is_number(right) and isinstance(left, str) == isinstance(right, str)
    return bindings if comparable and left == right else None


def all_unified(left: Sequence[Term], right: Sequence[Term], bindings: Bindings) -> Bindings | None:
    """The bindings that make terms equal one by one."""
    if len(left) != len(right):
        return None
    for one, other in zip(left, right, strict=True):
        found = unified(one, other, bindings)
        if found is None:
            return None
        bindings = found
    return bindings


def _lists_unified(left: Term, right: Term, bindings: Bindings) -> Bindings | None:
    if isinstance(left, tuple) and isinstance(right, tuple):
        return all_unified(left, right, bindings)
    if left == () or right == ():
        return None
    (first, rest), (other, others) = _split(left), _split(right)
    found = unified(first, other, bindings)
    return None if found is None else unified(rest, others, found)


def _split(term: Term) -> tuple[Term, Term]:
    return (term[0], term[1:]) if isinstance(term, tuple) else (term.head, term.tail)


def annotated(wanted: Sequence[Term], given: Sequence[Term], bindings: Bindings) -> Iterator[Bindings]:
    """Every way to find annotations among given ones."""
    if not wanted:
        yield bindings
        return
    for annot in given:
        found = unified(wanted[0], annot, bindings)
        if found is not None:
            yield from annotated(wanted[1:], given, found)


def rank(term: Term) -> tuple[Any, ...]:
    """The sort key of a value: numbers, strings, lists by length, then structures by arity, functor and arguments."""
    if is_number(term):
        return 0, term
    if isinstance(term, str):
        return 1, term
    if isinstance(term, tuple):
        return 2, len(term), tuple(map(rank, term))
    if isinstance(term, Structure):
        return 3, term.functor.startswith("~"), len(term.args), term.functor, tuple(map(rank, term.args))
    return 4, 0


# Texts


def text(term: Term, longest: int | None = _LONGEST) -> str:
    """A value as a trace shows it: of a long list the first members, of a long text the beginning."""
    whole = _text(term)
    return whole if longest is None or len(whole) <= longest else f"{whole[: longest - 1]}…"


def _text(term: Term) -> str:
    if isinstance(term, Structure):
        hidden = ("source(self)", "source(percept)")
        annots = [shown for shown in map(_text, term.annots) if shown not in hidden]
        return f"{term.functor}{_listed('()', map(_text, term.args))}{_listed('[]', annots)}"
    if isinstance(term, tuple):
        shown = [*map(_text, term[:_MEMBERS]), *(["…"] if len(term) > _MEMBERS else [])]
        return _listed("[]", shown) or "[]"
    if isinstance(term, OpenList):
        return f"[{_text(term.head)}|{_text(term.tail)}]"
    if isinstance(term, Variable):
        return "_"
    if isinstance(term, str):
        return json.dumps(term, ensure_ascii=False)
    return repr(int(term) if math.isfinite(term) and float(term).is_integer() else term)


def _listed(brackets: str, parts: Iterator[str] | Sequence[str] | Any) -> str:
    joined = ", ".join(parts)
    return f"{brackets[0]}{joined}{brackets[1]}" if joined else ""


def says(said: str, term: Term) -> bool:
    """Whether a text shows a value; lists may be in another order, which depends on the age of beliefs."""
    if said == text(term):
        return True
    if len(said) == _LONGEST and said.endswith("…"):
        return said.startswith(text(term).partition("[")[0][: _LONGEST - 1])
    return _rest(said, term) == ""


def _rest(said: str, term: Term) -> str | None:
    """What follows a value in a text; None if the text does not begin with it."""
    if isinstance(term, Structure) and not term.annots and term.args:
        return _rest_of_parts(said, f"{term.functor}(", [[arg] for arg in term.args], ")")
    if isinstance(term, tuple) and term:
        shown = min(len(term), _MEMBERS)
        return _rest_of_parts(said, "[", [list(term)] * shown, ", …]" if len(term) > shown else "]", once=True)
    whole = _text(term)
    return said[len(whole) :] if said.startswith(whole) else None


def _rest_of_parts(said: str, begin: str, choices: list[list[Term]], end: str, once: bool = False) -> str | None:
    """What follows a list of values, each one of some; with `once` they are taken from one list."""
    if not said.startswith(begin):
        return None
    said = said[len(begin) :]
    left = list(choices[0]) if once else []
    for place, terms in enumerate(choices):
        if place:
            if not said.startswith(", "):
                return None
            said = said[2:]
        for candidate in left if once else terms:
            rest = _rest(said, candidate)
            if rest is not None and rest.startswith((", ", end)):
                said = rest
                if once:
                    left.remove(candidate)
                break
        else:
            return None
    return said[len(end) :] if said.startswith(end) else None
