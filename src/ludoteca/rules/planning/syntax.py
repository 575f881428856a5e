"""The abstract syntax of PDDL: domains and problems before grounding."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from fractions import Fraction
from typing import Literal

Number = int | Fraction
Types = tuple[str, ...]  # alternatives: (either …)
Comparison = Literal["<", "<=", "=", ">=", ">"]


def tidy(value: Number) -> Number:
    """The same number, as an `int` where it is whole.

    >>> tidy(Fraction(4, 2)), tidy(Fraction(1, 2))
    (2, Fraction(1, 2))
    """
    return int(value) if value == int(value) else value


_NUMBER = re.compile(r"[-+]?(\d{1,30}(\.\d{0,30})?|\.\d{1,30})(e[-+]?\d{1,2})?", re.ASCII)


def number_of(text: str) -> Number | None:
    """The exact value of a number's text; None when the text is not a number.

    >>> number_of("2.50"), number_of("-3"), number_of("1e99999999")
    (Fraction(5, 2), -3, None)
    """
    return tidy(Fraction(text)) if _NUMBER.fullmatch(text) else None


@dataclass(frozen=True, slots=True)
class Atom:
    """A predicate or a function with its arguments: names of objects, or variables with their question mark.

    >>> print(Atom("belongs", ("p1-1", "?j")))
    (belongs p1-1 ?j)
    """

    name: str
    args: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"({' '.join((self.name, *self.args))})"

    def substitute(self, bound: Mapping[str, str]) -> Atom:
        """The atom with objects for the variables that are bound."""
        return Atom(self.name, tuple([bound.get(arg, arg) for arg in self.args])) if bound else self


@dataclass(frozen=True, slots=True)
class Calculation:
    """A sum, difference, product or quotient of expressions."""

    operator: Literal["+", "-", "*", "/"]
    parts: tuple[Expression, ...]
    line: int


Expression = Number | Atom | Calculation


@dataclass(frozen=True, slots=True)
class Parameter:
    """A variable and its types."""

    name: str
    types: Types


@dataclass(frozen=True, slots=True)
class Holds:
    """The condition that a fact holds."""

    atom: Atom


@dataclass(frozen=True, slots=True)
class Equals:
    """The condition that two terms name the same object."""

    left: str
    right: str


@dataclass(frozen=True, slots=True)
class Compare:
    """A comparison of two expressions."""

    operator: Comparison
    left: Expression
    right: Expression


@dataclass(frozen=True, slots=True)
class Not:
    """A negation."""

    part: Condition


@dataclass(frozen=True, slots=True)
class And:
    """A conjunction."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Or:
    """A disjunction."""

    parts: tuple[Condition, ...]


@dataclass(frozen=True, slots=True)
class Quantified:
    """A universally or existentially quantified condition."""

    kind: Literal["forall", "exists"]
    parameters: tuple[Parameter, ...]
    part: Condition


Condition = Holds | Equals | Compare | Not | And | Or | Quantified


@dataclass(frozen=True, slots=True)
class SetFact:
    """An effect that adds or deletes a fact."""

    atom: Atom
    to: bool


@dataclass(frozen=True, slots=True)
class NumericEffect:
    """An effect on a numeric fluent."""

    operator: Literal["assign", "increase", "decrease", "scale-up", "scale-down"]
    fluent: Atom
    by: Expression
    line: int


@dataclass(frozen=True, slots=True)
class When:
    """A conditional effect."""

    condition: Condition
    effect: LiftedEffect


@dataclass(frozen=True, slots=True)
class EffectList:
    """Several effects at once."""

    parts: tuple[LiftedEffect, ...]


@dataclass(frozen=True, slots=True)
class ForAll:
    """An effect for all values of some variables."""

    parameters: tuple[Parameter, ...]
    effect: LiftedEffect


LiftedEffect = SetFact | NumericEffect | When | EffectList | ForAll


@dataclass(frozen=True, slots=True)
class Schema:
    """An action schema; the comment that opens it gives its role in a game."""

    name: str
    parameters: tuple[Parameter, ...]
    condition: Condition
    effect: LiftedEffect
    line: int
    comment: str = ""


@dataclass(frozen=True, slots=True)
class Metric:
    """The metric of a problem: an expression to be minimized or maximized."""

    direction: Literal["minimize", "maximize"]
    expression: Expression


def all_supertypes(parents: Mapping[str, Types], types: Types) -> frozenset[str]:
    """Some types and all their supertypes; `object` is one of everything, and may have supertypes itself.

    >>> sorted(all_supertypes({"van": ("vehicle", "thing"), "vehicle": ("object",)}, ("van",)))
    ['object', 'thing', 'van', 'vehicle']
    """
    found, pending = set[str](), ["object", *types]
    while pending:
        kind = pending.pop()
        if kind not in found:
            found.add(kind)
            pending.extend(parents.get(kind, ()))
    return frozenset(found)


@dataclass(frozen=True, slots=True)
class Domain:
    """A PDDL domain: types, constants, predicates, functions and action schemas."""

    name: str
    file: str
    text: str
    types: Mapping[str, Types]  # each type and its direct supertypes
    constants: Mapping[str, Types]
    predicates: Mapping[str, tuple[Parameter, ...]]
    functions: Mapping[str, tuple[Parameter, ...]]
    schemas: Mapping[str, Schema]
    features: frozenset[str]  # the parts of PDDL that it uses

    def supertypes(self, name: str) -> frozenset[str]:
        """A type and all its supertypes."""
        return all_supertypes(self.types, (name,))


@dataclass(frozen=True, slots=True)
class Problem:
    """A PDDL problem: objects, initial state, goal and metric."""

    name: str
    file: str
    text: str
    objects: Mapping[str, Types]
    facts: frozenset[Atom]
    values: Mapping[Atom, Number]
    goal: Condition
    metric: Metric | None = None
    features: frozenset[str] = field(default=frozenset())
    init_line: int = 1  # the line of its (:init …)
    time_as_steps: bool = False  # its metric is (total-time): actions have no duration, so plans are compared by length


def atoms_in(expression: Expression) -> Iterator[Atom]:
    """The numeric fluents in an expression."""
    match expression:
        case Atom():
            yield expression
        case Calculation():
            for part in expression.parts:
                yield from atoms_in(part)


def conjuncts(condition: Condition) -> Iterator[Condition]:
    """The conjuncts of a condition."""
    if isinstance(condition, And):
        for part in condition.parts:
            yield from conjuncts(part)
    else:
        yield condition


def substitute(expression: Expression, bound: Mapping[str, str]) -> Expression:
    """An expression with objects for the variables that are bound."""
    match expression:
        case Atom():
            return expression.substitute(bound)
        case Calculation(operator, parts, line):
            return Calculation(operator, tuple(substitute(part, bound) for part in parts), line)
        case _:
            return expression


def variables_in(part: object) -> frozenset[str]:
    """The variables that a part of the syntax names.

    >>> sorted(variables_in(Not(Holds(Atom("belongs", ("p1-1", "?j"))))))
    ['?j']
    """
    if isinstance(part, str):
        return frozenset([part] if part.startswith("?") else [])
    inner = (
        part
        if isinstance(part, tuple)
        else [getattr(part, each.name) for each in fields(part)]
        if is_dataclass(part)
        else ()
    )
    return frozenset().union(*map(variables_in, inner))


def leaves(effect: LiftedEffect) -> Iterator[SetFact | NumericEffect]:
    """The simple effects within an effect."""
    match effect:
        case SetFact() | NumericEffect():
            yield effect
        case EffectList(parts):
            for part in parts:
                yield from leaves(part)
        case ForAll(_, part) | When(_, part):
            yield from leaves(part)
