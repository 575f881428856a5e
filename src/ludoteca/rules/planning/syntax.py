"""PDDL as it is written: domains and problems before anything is put in for their variables."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

Number = int | Fraction
Types = tuple[str, ...]  # any of them will do
Comparison = Literal["<", "<=", "=", ">=", ">"]


def tidy(value: Number) -> Number:
    """A whole number as such.

    >>> tidy(Fraction(4, 2)), tidy(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return int(value) if value == int(value) else value


_NUMBER = re.compile(r"[-+]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})(e[-+]?\d{1,2})?", re.ASCII)


def number_of(text: str) -> Number | None:
    """A number as it is written, exactly; None when it is none.

    >>> number_of("2.50"), number_of("-3"), number_of("1e99999999")
    (Fraction(5, 2), -3, None)
    """
    return tidy(Fraction(text)) if _NUMBER.fullmatch(text) else None


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate or a function with its arguments, which are names, or variables with their question mark.

    >>> print(Atom("belongs", ("p1-1", "?j")))
    (belongs p1-1 ?j)
    """

    name: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"({' '.join((self.name, *self.args))})"

    def put(self, bound: Mapping[str, str]) -> Atom:
        """The atom with names for those variables that are bound."""
        return Atom(self.name, tuple(bound.get(arg, arg) for arg in self.args))


@dataclass(frozen=True, slots=True)
class Calculation:
    """Sums, differences, products and quotients of expressions."""

    operator: Literal["+", "-", "*", "/"]
    parts: tuple[Expression, ...]
    line: int


Expression = Number | Atom | Calculation


@dataclass(frozen=True, slots=True)
class Parameter:
    """A variable and what it may stand for."""

    name: str
    types: Types


@dataclass(frozen=True, slots=True)
class Holds:
    """A fact that must be there."""

    atom: Atom


@dataclass(frozen=True, slots=True)
class Same:
    """Two names for one thing."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Compare:
    """Two numbers side by side."""

    operator: Comparison
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite."""

    part: Condition


@dataclass(frozen=True, slots=True)
class Every:
    """All of them."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Some:
    """At least one of them."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Quantified:
    """For all values of some variables, or for one at least."""

    kind: Literal["forall", "exists"]
    parameters: tuple[Parameter, ...]
    part: Condition


Condition = Holds | Same | Compare | Not | Every | Some | Quantified


@dataclass(frozen=True, slots=True)
class Sets:
    """A fact comes, or goes."""

    atom: Atom
    to: bool


@dataclass(frozen=True, slots=True)
class Changes:
    """A number changes."""

    operator: Literal["assign", "increase", "decrease", "scale-up", "scale-down"]
    fluent: Atom
    by: Expression
    line: int


@dataclass(frozen=True, slots=True)
class When:
    """Something happens only if a condition holds."""

    condition: Condition
    effect: Effect


@dataclass(frozen=True, slots=True)
class Together:
    """Several things happen at once."""

    parts: tuple[Effect, ...]


@dataclass(frozen=True, slots=True)
class ForAll:
    """Something happens for all values of some variables."""

    parameters: tuple[Parameter, ...]
    effect: Effect


Effect = Sets | Changes | When | Together | ForAll


@dataclass(frozen=True, slots=True)
class Schema:
    """An action before anything is put in for its parameters; the comment that opens it says what it is in a game."""

    name: str
    parameters: tuple[Parameter, ...]
    condition: Condition
    effect: Effect
    line: int
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Metric:
    """What a good plan makes small, or large."""

    direction: Literal["minimize", "maximize"]
    expression: Expression


@dataclass(frozen=True, slots=True)
class Domain:
    """What there can be and what can be done."""

    name: str
    file: str
    text: str
    types: Mapping[str, Types]  # a type and those right above it
    constants: Mapping[str, Types]
    predicates: Mapping[str, tuple[Parameter, ...]]
    functions: Mapping[str, tuple[Parameter, ...]]
    schemas: Mapping[str, Schema]
    features: frozenset[str]  # parts of PDDL that it uses

    def kinds(self, name: str) -> frozenset[str]:
        """A type and all above it."""
        found, pending = set[str](), [name]
        while pending:
            kind = pending.pop()
            if kind not in found:
                found.add(kind)
                pending.extend(self.types.get(kind, ()))
        return frozenset(found | {"object"})


@dataclass(frozen=True, slots=True)
class Problem:
    """What there is, how it begins, what is wanted."""

    name: str
    file: str
    text: str
    objects: Mapping[str, Types]
    facts: frozenset[Atom]
    values: Mapping[Atom, Number]
    goal: Condition
    metric: Metric | None = None
    features: frozenset[str] = field(default=frozenset())
    begins: int = 1  # the line of its (:init …)


def atoms_in(expression: Expression) -> Iterator[Atom]:
    """The functions an expression asks for."""
    match expression:
        case Atom():
            yield expression
        case Calculation():
            for part in expression.parts:
                yield from atoms_in(part)


def conjuncts(condition: Condition) -> Iterator[Condition]:
    """The parts that must all hold."""
    if isinstance(condition, Every):
        for part in condition.parts:
            yield from conjuncts(part)
    else:
        yield condition
