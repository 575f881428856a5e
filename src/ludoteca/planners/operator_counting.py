"""How much a plan must cost at least, whatever its order: by counting how often each action must be taken.

A plan is a sequence; forget the order, and what is left is how often each action occurs. Those numbers cannot be just
any. What is used up must have been there or made before; what is to be true in the end must have been brought about;
an action that needs something needs somebody to provide it. All this is linear in the counts, so the cheapest counts
that respect it are found by integer programming. No plan is cheaper, and where there are no such counts there is no
plan. (The field knows it as operator counting, with the state equation for facts and for numbers.)

Quantities are what the inequalities are about: a fact (1 when it holds), its opposite, or a linear form of the state's
numbers that some action tests. Interchangeable actions are counted together. The inequalities are the same for all
states of a task; only what there is already differs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import floor, inf, lcm

import numpy as np
from ortools.sat.python import cp_model

from ludoteca.planners.numeric_bounds import ZERO, limits_of, single, without_constant
from ludoteca.planners.symmetry import Symmetry
from ludoteca.rules.planning.syntax import Number, tidy
from ludoteca.rules.planning.task import Action, NumericCondition, Polynomial, Precondition, State, Task

_OFTEN = 10**8  # how often an action may occur: nobody carries out a plan that is longer
_LARGE = 10**6  # inequalities with larger numbers, once they are whole, are left out
_SECONDS = 20.0  # for one integer program


@dataclass(frozen=True, slots=True)
class Count:
    """The least that can be paid from a state on, and how often each kind of action occurs for it."""

    cost: Number
    counts: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class _Quantity:
    """Something that can be used up: facts that hold, facts that do not, or a linear form; and what each kind of
    action adds to it at most."""

    facts: int
    present: bool
    polynomial: Polynomial
    gains: Mapping[int, Number]

    def now(self, state: State) -> Number:
        if not self.facts:
            return self.polynomial.evaluate(state.values)
        return (self.facts & (state.facts if self.present else ~state.facts)).bit_count()


@dataclass(frozen=True, slots=True)
class _Row:
    """A quantity is at least so much in the end."""

    quantity: _Quantity
    least: Number


class Counting:
    """The bound for any state of a task."""

    def __init__(self, task: Task, symmetry: Symmetry) -> None:
        self.task = task
        self.symmetry = symmetry
        self.limits = limits_of(task)
        kinds: dict[tuple[str, ...], int] = {}
        self.kind: dict[int, int] = {}  # by the action's identity
        self.members: list[list[Action]] = []
        for action in task.actions:
            kind = kinds.setdefault(symmetry.orbit(action), len(kinds))
            self.kind[id(action)] = kind
            if kind == len(self.members):
                self.members.append([])
            self.members[kind].append(action)
        self.costs = self._costs()
        self._facts: dict[tuple[int, bool], _Quantity] = {}
        self._forms: dict[Polynomial, _Quantity | None] = {}
        self._groups = _fact_groups(task, symmetry)

    def _costs(self) -> list[Number]:
        """What each kind of action costs at least."""
        if self.task.counts_steps:
            return [1] * len(self.members)
        saved = ZERO.plus(self.task.metric, -1)
        least = [min(-self.limits.gain(saved, action) for action in members) for members in self.members]
        return [0 if isinstance(cost, float) else max(0, cost) for cost in least]

    @cached_property
    def whole_costs(self) -> tuple[list[int], Fraction]:
        """The costs as whole numbers, rounded down where they would be too large, and by what they were multiplied."""
        scale = Fraction(lcm(*(Fraction(cost).denominator for cost in self.costs)))
        largest = max(self.costs, default=0)
        if largest * scale > _LARGE:
            scale = _LARGE / Fraction(largest)
        return [floor(cost * scale) for cost in self.costs], scale

    # Quantities

    def _of_facts(self, facts: int, present: bool) -> _Quantity:
        if (facts, present) not in self._facts:
            gains = [max(_fact_gain(action, facts, present) for action in members) for members in self.members]
            known = {kind: gain for kind, gain in enumerate(gains) if gain}
            self._facts[facts, present] = _Quantity(facts, present, ZERO, known)
        return self._facts[facts, present]

    def _of_form(self, polynomial: Polynomial) -> _Quantity | None:
        """The quantity of a linear form; None when some action adds to it without limit."""
        if polynomial not in self._forms:
            gains: dict[int, list[Number]] = defaultdict(list)
            self._forms[polynomial] = None
            for action in self.limits.about(polynomial):
                gain = self.limits.gain(polynomial, action)
                if isinstance(gain, float):
                    return None
                gains[self.kind[id(action)]].append(gain)
            # Others of a kind may have nothing to do with the form: they add nought.
            most = {
                kind: max(own) if len(own) == len(self.members[kind]) else max(0, *own) for kind, own in gains.items()
            }
            known = {kind: gain for kind, gain in most.items() if gain}
            self._forms[polynomial] = _Quantity(0, True, polynomial, known)
        return self._forms[polynomial]

    def rows_of(self, precondition: Precondition) -> Iterator[_Row]:
        """What must be there for something, quantity by quantity."""
        for place in range(len(self.task.atoms)):
            bit = 1 << place
            if precondition.positive & bit:
                yield _Row(self._of_facts(bit, True), 1)
            if precondition.negative & bit:
                yield _Row(self._of_facts(bit, False), 1)
        for condition in precondition.numeric:
            for polynomial, least in self._demands(condition):
                quantity = self._of_form(polynomial)
                if quantity is not None:
                    yield _Row(quantity, least)

    def _demands(self, condition: NumericCondition) -> list[tuple[Polynomial, Number]]:
        """A linear test as forms and the least they must be."""
        moving = without_constant(condition.polynomial)
        if not moving.linear:
            return []
        constant = dict(condition.polynomial.terms).get((), 0)
        demands: list[tuple[Polynomial, Number]] = [(moving, self.limits.margin(condition) - constant)]
        if condition.operator == "=":
            demands.append((ZERO.plus(moving, -1), constant))
        return demands

    @cached_property
    def supplies(self) -> list[_Row]:
        """What is used up must have been there or made: no quantity falls below its floor."""
        polynomials: dict[Polynomial, None] = {}
        tested = [condition.polynomial for action in self.task.actions for condition in action.precondition.numeric]
        minded = [place for place in range(len(self.task.fluents)) if place not in self.symmetry.idle]
        sums = _sums(self.task, self.symmetry)
        for polynomial in [*map(single, minded), *sums, *map(without_constant, tested)]:
            if polynomial.terms and polynomial.linear:
                polynomials[_scaled(polynomial)] = None
                polynomials[_scaled(ZERO.plus(polynomial, -1))] = None
        rows = []
        for polynomial in polynomials:
            floor = self.limits.floor(polynomial)
            quantity = None if floor == -inf else self._of_form(polynomial)
            if quantity is not None and not isinstance(floor, float):
                rows.append(_Row(quantity, floor))
        rows += [_Row(self._of_facts(facts, present), 0) for facts in self._groups for present in (True, False)]
        return [row for row in rows if any(gain < 0 for gain in row.quantity.gains.values())]

    @cached_property
    def wants(self) -> tuple[list[_Row], Number, int | None]:
        """What must hold in the end, and what is paid after that.

        Where the goal is one fact, the last step is one that brings it about: what all such steps need must hold just
        before it, which says more than the goal.
        """
        goal, task = self.task.goal, self.task
        single_fact = goal.positive.bit_count() == 1 and not (goal.negative or goal.numeric or goal.disjunctions)
        makers = [action for action in task.actions if action.effect.add & goal.positive]
        hidden = any(effect.add & goal.positive for action in task.actions for _, effect in action.conditional_effects)
        if not single_fact or hidden or not makers:
            return list(self.rows_of(goal)), 0, None
        kinds = {self.kind[id(action)] for action in makers}
        last = min(kinds, key=self.costs.__getitem__)
        return list(self.rows_of(_common(makers))), self.costs[last], last

    @cached_property
    def enabling(self) -> list[list[_Row]]:
        """What each kind of action needs that may not be there, by kind."""
        return [list(self.rows_of(_common(members))) for members in self.members]

    # The bound

    def bound(self, state: State, seconds: float | None = None) -> Count | None:
        """The least any plan from here costs; None when there is no plan. With little time, less is known."""
        if self.task.goal.holds_in(state):
            return Count(0, {})
        return _Program(self, state).solved(seconds)

    @cached_property
    def rows(self) -> list[_Row]:
        """What holds for every plan: nothing is used up that is not there, and what is wanted has come about."""
        return [*self.supplies, *self.wants[0]]

    @cached_property
    def _matrix(self) -> np.ndarray:
        matrix = np.zeros((len(self.rows), len(self.members)))
        for number, row in enumerate(self.rows):
            for kind, gain in row.quantity.gains.items():
                matrix[number, kind] = _rough(gain)
        return matrix

    def fits(self, state: State, counts: Mapping[int, int]) -> bool:
        """Whether counts that were made for another state will do for this one."""
        vector = np.zeros(len(self.members))
        for kind, count in counts.items():
            vector[kind] = count
        last = self.wants[2]
        if last is not None and vector[last]:
            vector[last] -= 1
        needed = np.array([_rough(row.least - row.quantity.now(state)) for row in self.rows])
        return bool((self._matrix @ vector >= needed - 1e-9).all())


class _Program:
    """The integer program of one state."""

    def __init__(self, counting: Counting, state: State) -> None:
        self.counting = counting
        self.state = state
        self.model = cp_model.CpModel()
        self.counts = [self.model.new_int_var(0, _OFTEN, "") for _ in counting.members]

    def solved(self, seconds: float | None) -> Count | None:
        _, after, last = self.counting.wants
        for row in self.counting.rows:
            self._add(row)
        self._enable()
        costs, scale = self.counting.whole_costs
        self.model.minimize(cp_model.LinearExpr.weighted_sum(self.counts, costs))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        solver.parameters.catch_sigint_signal = False  # it would be deaf to Ctrl-C, and leave us so
        solver.parameters.max_time_in_seconds = _SECONDS if seconds is None else min(_SECONDS, seconds)
        status = solver.solve(self.model)
        if status == cp_model.INFEASIBLE:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return Count(after, {})
        values = {kind: solver.value(count) for kind, count in enumerate(self.counts)}
        counts = {kind: value for kind, value in values.items() if value}
        if status == cp_model.OPTIMAL:
            units = sum(costs[kind] * value for kind, value in counts.items())
        else:  # the solver's own bound is not exact: the next lower whole number is safe
            units = max(0, floor(solver.best_objective_bound) - 1)
        least = tidy(units / scale)
        if last is not None:
            counts[last] = counts.get(last, 0) + 1
        return Count(least + after, counts)

    def _enable(self) -> None:
        """An action that needs what is not there needs somebody to provide it."""
        for kind, rows in enumerate(self.counting.enabling):
            unmet = [row for row in rows if row.quantity.now(self.state) < row.least]
            if unmet:
                taken = self.model.new_bool_var("")
                self.model.add(self.counts[kind] == 0).only_enforce_if(~taken)
                for row in unmet:
                    self._add(row, kind, taken)

    def _add(self, row: _Row, by: int | None = None, when: cp_model.IntVar | None = None) -> None:
        needed = row.least - row.quantity.now(self.state)
        gains: Mapping[int, Number] = row.quantity.gains
        if when is not None:  # at the moment it is needed nothing need have been used up yet
            gains = {kind: gain for kind, gain in gains.items() if gain > 0 and kind != by}
        if not gains:
            if needed > 0:
                self.model.add_bool_or([] if when is None else [~when])
            return
        scale = lcm(*(Fraction(value).denominator for value in (needed, *gains.values())))
        if not all(-_LARGE <= value * scale <= _LARGE for value in (needed, *gains.values())):
            return
        factors = [int(gain * scale) for gain in gains.values()]
        total = cp_model.LinearExpr.weighted_sum([self.counts[kind] for kind in gains], factors)
        constraint = self.model.add(total >= int(needed * scale))
        if when is not None:
            constraint.only_enforce_if(when)


def _rough(value: Number) -> float:
    """A number of the machine's, however large it is."""
    return float(max(-_OFTEN, min(_OFTEN, value)))


def _fact_gain(action: Action, facts: int, present: bool) -> int:
    """By how much an action can raise the number of facts that hold, among some; or of those that do not."""
    comes, goes = action.effect.add & facts, action.effect.delete & ~action.effect.add & facts
    maybe_comes, maybe_goes = 0, 0
    for _, effect in action.conditional_effects:
        maybe_comes |= effect.add & facts
        maybe_goes |= effect.delete & facts
    if present:
        gained = (comes | maybe_comes) & ~action.precondition.positive
        lost = goes & action.precondition.positive & ~maybe_comes
    else:
        gained = (goes | maybe_goes) & ~action.precondition.negative
        lost = comes & action.precondition.negative & ~maybe_goes
    return gained.bit_count() - lost.bit_count()


def _common(actions: list[Action]) -> Precondition:
    """What all of some actions need."""
    there, absent = -1, -1
    for action in actions:
        there, absent = there & action.precondition.positive, absent & action.precondition.negative
    conditions = tuple(
        condition
        for condition in actions[0].precondition.numeric
        if all(condition in other.precondition.numeric for other in actions)
    )
    return Precondition(there, absent, conditions)


def _fact_groups(task: Task, symmetry: Symmetry) -> tuple[int, ...]:
    """The facts that can change, those of interchangeable objects together."""
    groups: dict[tuple[str, ...], int] = defaultdict(int)
    for place, atom in enumerate(task.atoms):
        groups[(atom.name, *symmetry.blurred(atom.args))] |= 1 << place
    return tuple(groups.values())


def _sums(task: Task, symmetry: Symmetry) -> list[Polynomial]:
    """The numbers of interchangeable objects, added up."""
    groups: dict[tuple[str, ...], dict[tuple[int, ...], Number]] = defaultdict(dict)
    for place, fluent in enumerate(task.fluents):
        groups[(fluent.name, *symmetry.blurred(fluent.args))][(place,)] = 1
    return [Polynomial.of(parts) for parts in groups.values() if len(parts) > 1]


def _scaled(polynomial: Polynomial) -> Polynomial:
    first = polynomial.terms[0][1]
    size = Fraction(first if first > 0 else -first)
    return Polynomial.of({places: factor / size for places, factor in polynomial.terms})
