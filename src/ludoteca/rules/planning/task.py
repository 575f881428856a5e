"""A ground planning task: states, ground actions, and their preconditions and effects.

A state is a set of facts, kept as the bits of one integer, and a tuple of exact numbers.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from ludoteca.core.errors import BadInput
from ludoteca.core.loading import GameFault
from ludoteca.rules.planning.syntax import Atom, Domain, Number, Problem, Schema, tidy

TOTAL_COST = Atom("total-cost")  # begins at 0 where a problem gives it no value
HAS_VALUE = "has-value"  # with a function's name, the fact that a number has a value: some have none in the first state
LARGEST = 10**4000  # no number may reach it: repeated squaring would fill the memory


def bits_of(facts: int) -> Iterator[int]:
    """The bits of some facts, the lowest first.

    >>> list(bits_of(0b1010))
    [2, 8]
    """
    while facts:
        lowest = facts & -facts
        yield lowest
        facts ^= lowest


class NumberTooLarge(GameFault, BadInput):
    """An effect makes a number larger than `LARGEST`."""


class State(NamedTuple):
    """A state of a task: the facts that hold, and the values of the numeric fluents."""

    facts: int
    values: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Polynomial:
    """A polynomial over the numbers of a state: ``((), 3), ((2,), -1)`` is 3 minus the number at place 2."""

    terms: tuple[tuple[tuple[int, ...], Number], ...]

    @classmethod
    def of(cls, parts: Mapping[tuple[int, ...], Number]) -> Polynomial:
        terms = [(places, tidy(factor)) for places, factor in parts.items() if factor]
        terms.sort()
        return cls(tuple(terms))

    def evaluate(self, values: Sequence[Number]) -> Number:
        """Its value in a state."""
        total: Number = 0
        for places, factor in self.terms:
            for place in places:
                factor = factor * values[place]
            total += factor
        return total

    @property
    def linear(self) -> bool:
        return all(len(places) <= 1 for places, _ in self.terms)

    @property
    def constant(self) -> Number | None:
        """Its value, if it has the same one in every state."""
        if not self.terms:
            return 0
        return self.terms[0][1] if len(self.terms) == 1 and not self.terms[0][0] else None

    def plus(self, other: Polynomial, factor: Number = 1) -> Polynomial:
        if not other.terms:
            return self
        parts = dict(self.terms)
        for places, value in other.terms:
            parts[places] = parts.get(places, 0) + factor * value
        return Polynomial.of(parts)

    def times(self, other: Polynomial) -> Polynomial:
        parts: dict[tuple[int, ...], Number] = {}
        for places, factor in self.terms:
            for others, value in other.terms:
                both = tuple(sorted((*places, *others)))
                parts[both] = parts.get(both, 0) + factor * value
        return Polynomial.of(parts)


@dataclass(frozen=True, slots=True)
class NumericCondition:
    """A polynomial compared with zero."""

    polynomial: Polynomial
    operator: Literal[">=", ">", "="]

    def holds(self, values: Sequence[Number]) -> bool:
        value = self.polynomial.evaluate(values)
        return value >= 0 if self.operator == ">=" else value > 0 if self.operator == ">" else value == 0


@dataclass(frozen=True, slots=True)
class Precondition:
    """A ground condition: facts that hold, facts that do not, numeric conditions, and disjunctions."""

    positive: int = 0
    negative: int = 0
    numeric: tuple[NumericCondition, ...] = ()
    disjunctions: tuple[tuple[Precondition, ...], ...] = ()

    def joined(self, other: Precondition) -> Precondition:
        """The conjunction of this condition and another."""
        return Precondition(
            self.positive | other.positive,
            self.negative | other.negative,
            self.numeric + other.numeric,
            self.disjunctions + other.disjunctions,
        )

    def holds_in(self, state: State) -> bool:
        facts = state.facts
        if facts & self.positive != self.positive or facts & self.negative:
            return False
        for condition in self.numeric:
            if not condition.holds(state.values):
                return False
        return all(any(option.holds_in(state) for option in options) for options in self.disjunctions)


@dataclass(frozen=True, slots=True)
class NumericChange:
    """A ground numeric effect: the number at a place is assigned the value of a polynomial, or increased by it."""

    place: int
    assigns: bool
    polynomial: Polynomial


@dataclass(frozen=True, slots=True)
class Effect:
    """A ground effect: the facts it adds and deletes, and the numbers it changes."""

    add: int = 0
    delete: int = 0
    changes: tuple[NumericChange, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """A ground action, with its conditional effects."""

    schema: Schema
    args: tuple[str, ...]
    precondition: Precondition
    effect: Effect
    conditional_effects: tuple[tuple[Precondition, Effect], ...] = ()
    may_conflict: bool = False  # two conditional effects may assign and change the same number

    def __str__(self) -> str:
        return str(Atom(self.schema.name, self.args))

    @property
    def bound(self) -> dict[str, str]:
        """The objects bound to its parameters."""
        return {each.name: arg for each, arg in zip(self.schema.parameters, self.args, strict=True)}


class Inapplicable(Exception):
    """A step whose action is not applicable: its number in the plan, from 1, and the first unmet condition."""

    def __init__(self, step: int, text: str, missing: str) -> None:
        super().__init__(step, text, missing)
        self.step = step
        self.text = text
        self.missing = missing


@dataclass(frozen=True, eq=False)
class Task:
    """A ground task: a domain and a problem with all parameters bound; compared by identity."""

    domain: Domain
    problem: Problem
    atoms: tuple[Atom, ...]  # the facts that can change, by their bit
    fluents: tuple[Atom, ...]  # the numbers that can change, by their place
    static_facts: frozenset[Atom]
    static_values: Mapping[Atom, Number]
    actions: tuple[Action, ...]
    initial: State
    goal: Precondition
    metric: Polynomial  # to be minimized; zero where the problem has no metric and plans are compared by length
    undefined: tuple[Atom, ...] = ()  # the numbers that are read somewhere and have no value in the first state

    @cached_property
    def by_name(self) -> Mapping[tuple[str, ...], Action]:
        """Actions by name and arguments."""
        return {(action.schema.name, *action.args): action for action in self.actions}

    @cached_property
    def place(self) -> Mapping[Atom, int]:
        """The place of each numeric fluent that can change."""
        return {atom: place for place, atom in enumerate(self.fluents)}

    @cached_property
    def bit(self) -> Mapping[Atom, int]:
        """The bit of each fact that can change."""
        return {atom: 1 << place for place, atom in enumerate(self.atoms)}

    @property
    def features(self) -> frozenset[str]:
        """The parts of PDDL that the domain and the problem use."""
        unset = frozenset({"undefined-numbers"} if self.undefined else ())
        return self.domain.features | self.problem.features | unset

    @cached_property
    def maximizes(self) -> bool:
        """Whether the problem maximizes its metric; `metric` is then its negative."""
        return self.problem.metric is not None and self.problem.metric.direction == "maximize"

    @cached_property
    def counts_steps(self) -> bool:
        """Whether the problem has no metric, so that shorter plans are better."""
        return self.problem.metric is None

    def finished(self, state: State) -> bool:
        """Whether the goal holds."""
        return self.goal.holds_in(state)

    def applicable(self, state: State) -> Iterator[Action]:
        """The applicable actions, in the order of the domain."""
        facts = state.facts
        for action in self.actions:
            needed = action.precondition
            facts_hold = facts & needed.positive == needed.positive and not facts & needed.negative
            if facts_hold and self.is_applicable(state, action):
                yield action

    def is_applicable(self, state: State, action: Action) -> bool:
        """Whether an action's precondition holds and its effects do not assign and change the same number."""
        return action.precondition.holds_in(state) and not (action.may_conflict and self._conflicts(state, action))

    def _conflicts(self, state: State, action: Action) -> bool:
        triggered = (effect for condition, effect in action.conditional_effects if condition.holds_in(state))
        changes = [change for effect in (action.effect, *triggered) for change in effect.changes]
        places = [change.place for change in changes]
        return any(change.assigns and places.count(change.place) > 1 for change in changes)

    def after(self, state: State, action: Action) -> State:
        """The state after an applicable action; raises `NumberTooLarge`."""
        effect = action.effect
        add, delete, changes = effect.add, effect.delete, effect.changes
        for condition, more in action.conditional_effects:
            if condition.holds_in(state):
                add, delete, changes = add | more.add, delete | more.delete, changes + more.changes
        values = state.values
        if changes:
            row = list(values)
            for change in changes:
                amount = change.polynomial.evaluate(values)
                row[change.place] = now = amount if change.assigns else row[change.place] + amount
                if not -LARGEST < now < LARGEST:
                    raise NumberTooLarge(
                        "rules.planning.number_too_large", action=str(action), fluent=str(self.fluents[change.place])
                    )
            values = tuple(row)
        return State(state.facts & ~delete | add, values)

    def cost(self, state: State, action: Action, after: State) -> Number:
        """The cost of a step: what it adds to the metric, or 1 where plans are compared by length."""
        if self.counts_steps:
            return 1
        return self.metric.evaluate(after.values) - self.metric.evaluate(state.values)

    def total(self, state: State, steps: int) -> Number:
        """The value of the problem's metric in a state, with the problem's own sign."""
        if self.counts_steps:
            return steps
        value = self.metric.evaluate(state.values)
        return -value if self.maximizes else value

    def plan_value(self, g: Number) -> Number:
        """The value of the problem's metric, with its own sign, after a plan whose steps cost `g` in all."""
        value = g if self.counts_steps else self.metric.evaluate(self.initial.values) + g
        return -value if self.maximizes else value

    def holds(self, state: State, atom: Atom) -> bool:
        """Whether a fact holds, be it static or not."""
        bit = self.bit.get(atom)
        return atom in self.static_facts if bit is None else bool(state.facts & bit)

    def value(self, state: State, fluent: Atom) -> Number | None:
        """The value of a numeric fluent, be it static or not; None when it has none."""
        place = self.place.get(fluent)
        if place is None:
            return self.static_values.get(fluent)
        known = self.bit.get(Atom(f"{HAS_VALUE} {fluent.name}", fluent.args))
        return None if known is not None and not state.facts & known else state.values[place]

    def replay(self, plan: Sequence[Action], start: State | None = None) -> list[State]:
        """The states a plan passes through, from the first one on; raises `Inapplicable`."""
        states = [self.initial if start is None else start]
        for number, action in enumerate(plan, 1):
            if not self.is_applicable(states[-1], action):
                raise Inapplicable(number, str(action), self.missing(states[-1], action.precondition))
            states.append(self.after(states[-1], action))
        return states

    def missing(self, state: State, precondition: Precondition) -> str:
        """The first part of a condition that does not hold, as PDDL."""
        for place, atom in enumerate(self.atoms):
            if precondition.positive >> place & 1 and not state.facts >> place & 1:
                return str(atom)
            if precondition.negative >> place & 1 and state.facts >> place & 1:
                return f"(not {atom})"
        for condition in precondition.numeric:
            if not condition.holds(state.values):
                return self.as_pddl(condition)
        return "(or …)" if precondition.disjunctions else "(…)"

    def as_pddl(self, condition: NumericCondition) -> str:
        """A numeric condition as PDDL, with its negative terms on the right."""
        left, right = list[str](), list[str]()
        for places, factor in condition.polynomial.terms:
            names = [str(self.fluents[place]) for place in places]
            size = abs(factor)
            names = [str(size), *names] if size != 1 or not names else names
            text = names[0] if len(names) == 1 else f"(* {' '.join(names)})"
            (left if factor > 0 else right).append(text)
        sides = (
            " ".join(side) if len(side) == 1 else f"(+ {' '.join(side)})" if side else "0" for side in (left, right)
        )
        return f"({condition.operator} {' '.join(sides)})"
