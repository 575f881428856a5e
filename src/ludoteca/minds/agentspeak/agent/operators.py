"""Operators of terms and logical formulas: their symbols, their kinds and what they compute."""

from __future__ import annotations

import math
import operator
import random
from collections.abc import Callable
from dataclasses import dataclass
from enum import Enum
from typing import Any

_FUNCTION = "math."


class Kind(Enum):
    """What an operator takes and gives."""

    NUMERIC = "numeric"  # numbers to a number
    COMPARISON = "comparison"  # terms to true or false
    LOGICAL = "logical"  # formulas to a formula
    UNIFICATION = "unification"  # terms to bindings


@dataclass(frozen=True, slots=True, eq=False)
class Operator:
    """An operator; `compute` is missing where there is nothing to compute without an agent's beliefs."""

    symbol: str
    kind: Kind
    compute: Callable[..., Any] | None = None

    @property
    def is_function(self) -> bool:
        """Whether it is written as a function: ``math.floor(X)``."""
        return self.symbol.startswith(_FUNCTION)


def _truncated_quotient(left: float, right: float) -> float:
    return math.trunc(left / right)


def _remainder(left: float, right: float) -> float:
    if right == 0:
        raise ZeroDivisionError
    return math.fmod(left, right)


def _power(left: float, right: float) -> Any:
    """A power; of whole numbers a large one is computed as a floating one, which cannot take long."""
    exact = isinstance(left, int) and isinstance(right, int) and abs(right) * left.bit_length() <= _BITS
    return left**right if exact else float(left) ** right


_BITS = 64  # of a power that is computed exactly


# `div` and `mod` round towards zero, as Java does and so Jason.
BINARY = {
    one.symbol: one
    for one in (
        Operator("**", Kind.NUMERIC, _power),
        Operator("*", Kind.NUMERIC, operator.mul),
        Operator("/", Kind.NUMERIC, operator.truediv),
        Operator("div", Kind.NUMERIC, _truncated_quotient),
        Operator("mod", Kind.NUMERIC, _remainder),
        Operator("+", Kind.NUMERIC, operator.add),
        Operator("-", Kind.NUMERIC, operator.sub),
        Operator("<", Kind.COMPARISON, operator.lt),
        Operator("<=", Kind.COMPARISON, operator.le),
        Operator(">", Kind.COMPARISON, operator.gt),
        Operator(">=", Kind.COMPARISON, operator.ge),
        Operator("==", Kind.COMPARISON, operator.eq),
        Operator("\\==", Kind.COMPARISON, operator.ne),
        Operator("=", Kind.UNIFICATION),
        Operator("=..", Kind.UNIFICATION),
        Operator("&", Kind.LOGICAL, operator.and_),
        Operator("|", Kind.LOGICAL, operator.or_),
    )
}
"""Operators between two operands, by symbol."""

UNARY = {
    one.symbol: one
    for one in (
        Operator("+", Kind.NUMERIC, operator.pos),
        Operator("-", Kind.NUMERIC, operator.neg),
        Operator("not", Kind.LOGICAL, operator.not_),
    )
}
"""Operators before one operand, by symbol."""

generator = random.Random()
"""The agent's random numbers; a process has one agent, which seeds them."""

RANDOM = Operator("math.random", Kind.NUMERIC, lambda most: generator.random() * most)
"""``math.random(N)``: a number from 0 up to N; ``math.random`` alone goes up to 1."""

FUNCTIONS = {
    ("math.random", 0): RANDOM,
    ("math.random", 1): RANDOM,
    ("math.abs", 1): Operator("math.abs", Kind.NUMERIC, abs),
    ("math.floor", 1): Operator("math.floor", Kind.NUMERIC, math.floor),
    ("math.ceil", 1): Operator("math.ceil", Kind.NUMERIC, math.ceil),
    ("math.round", 1): Operator("math.round", Kind.NUMERIC, lambda number: math.floor(number + 0.5)),
    ("math.sqrt", 1): Operator("math.sqrt", Kind.NUMERIC, math.sqrt),
    ("math.max", 2): Operator("math.max", Kind.NUMERIC, max),
    ("math.min", 2): Operator("math.min", Kind.NUMERIC, min),
    ("math.pow", 2): Operator("math.pow", Kind.NUMERIC, _power),
}
"""Functions of numbers, by name and arity."""

AND = BINARY["&"]
OR = BINARY["|"]
UNIFY = BINARY["="]
DECOMPOSE = BINARY["=.."]
EQUAL = BINARY["=="]
DIFFERENT = BINARY["\\=="]
NOT = UNARY["not"]
