"""Activations and firings of rules, and the support of a firing.

These types are used by the engine of production games, by the CLIPS mind, in traces, in the terminal and on the page.
"""

from __future__ import annotations

import math
from collections import deque
from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Literal

from ludoteca.core.explanation import Source, left_out, shortened
from ludoteca.rules.production.values import Value, value_text

_LONGEST = 300  # characters of an element in a trace


@dataclass(frozen=True, slots=True)
class Change:
    """A change of working memory: an element asserted (+) or retracted (-), or a slot with a new value (~).

    >>> print(Change("~", "[wood-1]", "amount", "0", "3"))
    [wood-1] amount: 0 → 3
    >>> print(Change("+", "(counted)"))
    + (counted)
    """

    sign: Literal["+", "-", "~"]
    element: str
    slot: str | None = None
    before: str | None = None
    after: str | None = None

    def __str__(self) -> str:
        if self.sign == "~":
            return f"{self.element} {self.slot}: {self.before} → {self.after}"
        return f"{self.sign} {self.element}"


@dataclass(frozen=True, slots=True)
class Activation:
    """A rule on the agenda, with the working-memory elements it matched and the values of its variables.

    `text` is the move that it makes, where that is known; `seat` is the player whose choice it is.
    """

    rule: str
    source: Source | None
    salience: int
    matched: tuple[str, ...] = ()
    bindings: tuple[tuple[str, Value], ...] = ()
    seat: int | None = None
    text: str | None = None

    def cut(self, most: int) -> Activation:
        """The activation with at most so many elements and bindings, none of them long.

        The number of other elements stands at the end.
        """
        matched = tuple(shortened(text, _LONGEST) for text in self.matched[:most])
        if len(self.matched) > most:
            matched = (*matched, left_out(len(self.matched) - most))
        bindings = tuple((name, _short(value)) for name, value in self.bindings[:most])
        return replace(self, matched=matched, bindings=bindings)


@dataclass(frozen=True, slots=True)
class Firing:
    """A rule that fired: its activation, the changes it made to working memory, and the text it printed.

    Firings of a run are numbered from 1. `antecedents` are the numbers of the firings that asserted elements it
    matched; traces leave them out, since they have the support. `comment` is the comment above the rule.
    """

    activation: Activation
    changes: tuple[Change, ...] = ()
    printed: str | None = None
    number: int = 0
    antecedents: tuple[int, ...] = ()
    comment: str | None = None

    def cut(self, most: int) -> Firing:
        """The firing with at most so many elements and changes; the number of other changes stands at the end."""
        changes = self.changes
        if len(changes) > most:
            changes = (*changes[:most], Change("+", left_out(len(changes) - most)))
        return replace(self, activation=self.activation.cut(most), changes=changes)

    @property
    def asserted(self) -> tuple[str, ...]:
        """The elements it asserted."""
        return tuple(change.element for change in self.changes if change.sign == "+")

    @property
    def retracted(self) -> tuple[str, ...]:
        """The elements it retracted."""
        return tuple(change.element for change in self.changes if change.sign == "-")


def _short(value: Value) -> Value:
    """A value that a record can keep: a long text is shortened, an infinite number becomes a text."""
    if isinstance(value, str | tuple):
        return shortened(value_text(value), _LONGEST)
    return value if isinstance(value, int) or math.isfinite(value) else str(value)


def support(firings: Iterable[Firing], number: int) -> tuple[int, ...]:
    """The numbers of the firings that led to one: itself, its antecedents, their antecedents and so on, nearest first.

    >>> rule = Activation("rule", None, 0)
    >>> first, second, third = (Firing(rule, number=n, antecedents=a) for n, a in [(1, ()), (2, ()), (3, (1,))])
    >>> support([first, second, third], 3)
    (3, 1)
    """
    known = {firing.number: firing for firing in firings}
    found: dict[int, None] = {}
    pending = deque([number])
    while pending:
        nearest = pending.popleft()
        if nearest in known and nearest not in found:
            found[nearest] = None
            pending.extend(known[nearest].antecedents)
    return tuple(found)
