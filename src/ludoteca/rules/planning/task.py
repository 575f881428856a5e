"""A planning task on the ground: states, actions with nothing left open, what they need and what they do.

A state is a set of facts, kept as the bits of one number, and a row of numbers, which are exact.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal, NamedTuple

from ludoteca.core.errors import BadInput
from ludoteca.rules.planning.syntax import Atom, Domain, Number, Problem, Schema, tidy

LARGEST = 10**4000  # no number may reach it: squares of squares would fill all memory


class Overgrown(BadInput):
    """A number has become so large that nobody can go on with it."""


class State(NamedTuple):
    """A moment: which facts hold, and what the numbers are."""

    facts: int
    values: tuple[Number, ...]


@dataclass(frozen=True, slots=True)
class Form:
    """A sum of products of numbers of the state: ``((), 3), ((2,), -1)`` is 3 minus the number at place 2."""

    terms: tuple[tuple[tuple[int, ...], Number], ...]

    @classmethod
    def of(cls, parts: Mapping[tuple[int, ...], Number]) -> Form:
        return cls(tuple((places, tidy(factor)) for places, factor in sorted(parts.items()) if factor))

    def at(self, values: Sequence[Number]) -> Number:
        """What it comes to."""
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

    def plus(self, other: Form, factor: Number = 1) -> Form:
        parts = dict(self.terms)
        for places, value in other.terms:
            parts[places] = parts.get(places, 0) + factor * value
        return Form.of(parts)

    def times(self, other: Form) -> Form:
        parts: dict[tuple[int, ...], Number] = {}
        for places, factor in self.terms:
            for others, value in other.terms:
                both = tuple(sorted((*places, *others)))
                parts[both] = parts.get(both, 0) + factor * value
        return Form.of(parts)


@dataclass(frozen=True, slots=True)
class Test:
    """A form that must be at least nought, more than nought, or nought."""

    form: Form
    operator: Literal[">=", ">", "="]

    def holds(self, values: Sequence[Number]) -> bool:
        value = self.form.at(values)
        return value >= 0 if self.operator == ">=" else value > 0 if self.operator == ">" else value == 0


@dataclass(frozen=True, slots=True)
class Needs:
    """What must hold: facts that are there, facts that are not, tests of numbers, and one of each group of choices."""

    there: int = 0
    absent: int = 0
    tests: tuple[Test, ...] = ()
    choices: tuple[tuple[Needs, ...], ...] = ()

    def met(self, state: State) -> bool:
        facts = state.facts
        if facts & self.there != self.there or facts & self.absent:
            return False
        for test in self.tests:
            if not test.holds(state.values):
                return False
        return all(any(option.met(state) for option in options) for options in self.choices)


@dataclass(frozen=True, slots=True)
class Change:
    """A number becomes something else, or more by something."""

    place: int
    sets: bool
    form: Form


@dataclass(frozen=True, slots=True)
class Does:
    """What happens, all at once: facts come, others go, numbers change."""

    add: int = 0
    remove: int = 0
    changes: tuple[Change, ...] = ()


@dataclass(frozen=True, slots=True)
class Action:
    """An action with nothing left open; some of what it does may depend on conditions."""

    schema: Schema
    args: tuple[str, ...]
    needs: Needs
    does: Does
    whens: tuple[tuple[Needs, Does], ...] = ()
    clashing: bool = False  # conditions may hold together under which one number is set and changed besides

    def __str__(self) -> str:
        return str(Atom(self.schema.name, self.args))

    @property
    def bound(self) -> dict[str, str]:
        """What its parameters stand for."""
        return {each.name: arg for each, arg in zip(self.schema.parameters, self.args, strict=True)}


class Unfit(Exception):
    """A step that cannot be taken: its place in the plan, from 1, and the first thing that is missing."""

    def __init__(self, step: int, text: str, missing: str) -> None:
        super().__init__(step, text, missing)
        self.step = step
        self.text = text
        self.missing = missing


@dataclass(frozen=True, eq=False)
class Task:
    """A domain and a problem, ready to be played and planned; one is like no other."""

    domain: Domain
    problem: Problem
    atoms: tuple[Atom, ...]  # the facts that can change, by their bit
    fluents: tuple[Atom, ...]  # the numbers that can change, by their place
    static_facts: frozenset[Atom]
    static_values: Mapping[Atom, Number]
    actions: tuple[Action, ...]
    initial: State
    goal: Needs
    metric: Form  # what a good plan makes small; the number of steps where nothing is said

    @cached_property
    def by_name(self) -> Mapping[tuple[str, ...], Action]:
        """Actions by name and arguments."""
        return {(action.schema.name, *action.args): action for action in self.actions}

    @cached_property
    def place(self) -> Mapping[Atom, int]:
        """Where each number that can change stands."""
        return {atom: place for place, atom in enumerate(self.fluents)}

    @cached_property
    def bit(self) -> Mapping[Atom, int]:
        """Each fact that can change as the number it is kept as."""
        return {atom: 1 << place for place, atom in enumerate(self.atoms)}

    @property
    def features(self) -> frozenset[str]:
        """The parts of PDDL that the task uses, by domain and problem together."""
        return self.domain.features | self.problem.features

    @cached_property
    def maximizes(self) -> bool:
        """Whether the metric is turned round: the problem asks for as much as possible."""
        return self.problem.metric is not None and self.problem.metric.direction == "maximize"

    @cached_property
    def counts_steps(self) -> bool:
        """Whether nothing is said of what is good, so that short plans are."""
        return self.problem.metric is None

    def finished(self, state: State) -> bool:
        return self.goal.met(state)

    def applicable(self, state: State) -> Iterator[Action]:
        """The actions that can be done now, in the order of the domain."""
        facts = state.facts
        for action in self.actions:
            needs = action.needs
            if facts & needs.there == needs.there and not facts & needs.absent and self.can(state, action):
                yield action

    def can(self, state: State, action: Action) -> bool:
        """Whether an action can be done: its needs are met, and it would not do two things to one number."""
        return action.needs.met(state) and not (action.clashing and self._clashes(state, action))

    def _clashes(self, state: State, action: Action) -> bool:
        parts = (action.does, *(does for needs, does in action.whens if needs.met(state)))
        changes = [change for does in parts for change in does.changes]
        places = [change.place for change in changes]
        return any(change.sets and places.count(change.place) > 1 for change in changes)

    def after(self, state: State, action: Action) -> State:
        """The state after an action that can be done."""
        does = action.does
        add, remove, changes = does.add, does.remove, does.changes
        for needs, more in action.whens:
            if needs.met(state):
                add, remove, changes = add | more.add, remove | more.remove, changes + more.changes
        values = state.values
        if changes:
            row = list(values)
            for change in changes:
                amount = change.form.at(values)
                row[change.place] = now = amount if change.sets else row[change.place] + amount
                if not -LARGEST < now < LARGEST:
                    raise Overgrown(
                        "rules.planning.overgrown", action=str(action), fluent=str(self.fluents[change.place])
                    )
            values = tuple(row)
        return State(state.facts & ~remove | add, values)

    def cost(self, state: State, action: Action, after: State) -> Number:
        """What a step adds to the metric."""
        if self.counts_steps:
            return 1
        return self.metric.at(after.values) - self.metric.at(state.values)

    def total(self, state: State, steps: int) -> Number:
        """What the metric of the problem says of a state, as the problem means it."""
        if self.counts_steps:
            return steps
        value = self.metric.at(state.values)
        return -value if self.maximizes else value

    def meant(self, paid: Number) -> Number:
        """What a plan comes to, in the problem's own number, if its steps add so much to the metric."""
        value = paid if self.counts_steps else self.metric.at(self.initial.values) + paid
        return -value if self.maximizes else value

    def holds(self, state: State, atom: Atom) -> bool:
        """Whether a fact holds, of those that change and of those that do not."""
        bit = self.bit.get(atom)
        return atom in self.static_facts if bit is None else bool(state.facts & bit)

    def value(self, state: State, fluent: Atom) -> Number | None:
        """What a number is; None when nobody said."""
        place = self.place.get(fluent)
        return self.static_values.get(fluent) if place is None else state.values[place]

    def replay(self, plan: Sequence[Action], start: State | None = None) -> list[State]:
        """Every state a plan passes through, the first one included; raises `Unfit` at a step that cannot be taken."""
        states = [self.initial if start is None else start]
        for number, action in enumerate(plan, 1):
            if not self.can(states[-1], action):
                raise Unfit(number, str(action), self.missing(states[-1], action.needs))
            states.append(self.after(states[-1], action))
        return states

    def missing(self, state: State, needs: Needs) -> str:
        """The first thing that does not hold, as PDDL."""
        for place, atom in enumerate(self.atoms):
            if needs.there >> place & 1 and not state.facts >> place & 1:
                return str(atom)
            if needs.absent >> place & 1 and state.facts >> place & 1:
                return f"(not {atom})"
        for test in needs.tests:
            if not test.holds(state.values):
                return self.told(test)
        return "(or …)" if needs.choices else "(…)"

    def told(self, test: Test) -> str:
        """A test as PDDL, what is taken away on the right."""
        left, right = list[str](), list[str]()
        for places, factor in test.form.terms:
            names = [str(self.fluents[place]) for place in places]
            size = abs(factor)
            names = [str(size), *names] if size != 1 or not names else names
            text = names[0] if len(names) == 1 else f"(* {' '.join(names)})"
            (left if factor > 0 else right).append(text)
        sides = (
            " ".join(side) if len(side) == 1 else f"(+ {' '.join(side)})" if side else "0" for side in (left, right)
        )
        return f"({test.operator} {' '.join(sides)})"
