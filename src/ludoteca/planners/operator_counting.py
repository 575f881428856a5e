"""The operator-counting heuristic: a lower bound on the cost of a plan, by integer programming.

The variables say how often each action occurs in a plan. Every plan satisfies some linear inequalities over these
counts, whatever the order of its steps: a quantity that is consumed was there or was produced (the state equation, for
facts and for numbers), the goal is achieved, and an action whose precondition does not hold yet occurs only with
another that achieves it. The cheapest counts that satisfy them are an admissible bound; where there are none, there is
no plan.

A quantity is a fact (1 when it holds), its negation, or a linear polynomial over numbers that an action tests. The
actions of an orbit are counted together. The inequalities are the same for all states of a task; their right-hand sides
depend on the state.
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

from ludoteca.planners.numeric_bounds import ZERO, bounds_of, least_costs, variable, without_constant
from ludoteca.planners.planner import SearchLimits
from ludoteca.planners.symmetry import Symmetry
from ludoteca.rules.planning.syntax import Number, tidy
from ludoteca.rules.planning.task import Action, NumericCondition, Polynomial, Precondition, State, Task, bits_of

_MOST_OCCURRENCES = 10**8  # of an action in a plan
_LARGEST_COEFFICIENT = 10**6  # inequalities with larger integer coefficients are left out
_SECONDS = 20.0  # for one integer program
_EFFORT = 0.1  # of the solver's own measure, before it simplifies an integer program


@dataclass(frozen=True, slots=True)
class OperatorCounts:
    """The cheapest counts from a state: their cost, and how often actions of each orbit occur."""

    cost: Number
    counts: Mapping[int, int]


@dataclass(frozen=True, slots=True)
class _Quantity:
    """A number of facts that hold, or that do not, or a linear polynomial; and the most each orbit adds to it."""

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
    """An inequality: the final value of a quantity is at least `least`."""

    quantity: _Quantity
    least: Number


class OperatorCounting:
    """The operator-counting heuristic of a task."""

    def __init__(self, task: Task, symmetry: Symmetry, limits: SearchLimits | None = None) -> None:
        """Raises `OutOfLimits`; so may what is computed at its first use."""
        self.task = task
        self.symmetry = symmetry
        self._limits = limits or SearchLimits(memory=None)
        self.numeric_bounds = bounds_of(task)
        orbits: dict[tuple[str, ...], int] = {}
        self.orbit_of: dict[int, int] = {}  # by the action's identity
        self.orbits: list[list[Action]] = []
        for action in task.actions:
            orbit = orbits.setdefault(symmetry.orbit(action), len(orbits))
            self.orbit_of[id(action)] = orbit
            if orbit == len(self.orbits):
                self.orbits.append([])
            self.orbits[orbit].append(action)
        self.costs = self._costs()
        self._facts: dict[tuple[int, bool], _Quantity] = {}
        self._forms: dict[Polynomial, _Quantity | None] = {}
        self._groups = _fact_groups(task, symmetry)

    def _costs(self) -> list[Number]:
        """The least cost of an action of each orbit."""
        least: list[Number | None] = [None] * len(self.orbits)
        for action, cost in zip(self.task.actions, least_costs(self.task), strict=True):
            orbit = self.orbit_of[id(action)]
            known = least[orbit]
            least[orbit] = cost if known is None else min(known, cost)
        return [cost or 0 for cost in least]

    @cached_property
    def integer_costs(self) -> tuple[list[int], Fraction]:
        """The costs as integers, rounded down where they would be too large, and the factor they were scaled by."""
        scale = Fraction(lcm(*(Fraction(cost).denominator for cost in self.costs)))
        largest = max(self.costs, default=0)
        if largest * scale > _LARGEST_COEFFICIENT:
            scale = _LARGEST_COEFFICIENT / Fraction(largest)
        return [floor(cost * scale) for cost in self.costs], scale

    # Quantities

    def _of_facts(self, facts: int, present: bool) -> _Quantity:
        if (facts, present) not in self._facts:
            gains: dict[int, list[Number]] = defaultdict(list)
            changing = {id(action): action for bit in bits_of(facts) for action in self._changed_by[bit]}
            for action in changing.values():
                gains[self.orbit_of[id(action)]].append(_fact_gain(action, facts, present))
            self._facts[facts, present] = _Quantity(facts, present, ZERO, self._most_gains(dict(sorted(gains.items()))))
        return self._facts[facts, present]

    @cached_property
    def _changed_by(self) -> Mapping[int, list[Action]]:
        """The actions that may change each fact, by its bit."""
        found: dict[int, list[Action]] = defaultdict(list)
        for action in self.task.actions:
            changed = action.effect.add | action.effect.delete
            for _, effect in action.conditional_effects:
                changed |= effect.add | effect.delete
            for bit in bits_of(changed):
                found[bit].append(action)
        return found

    def _most_gains(self, gains: Mapping[int, list[Number]]) -> dict[int, Number]:
        """The most that each orbit adds to a quantity; actions of an orbit that do not change it add zero."""
        most = {
            orbit: max(own) if len(own) == len(self.orbits[orbit]) else max(0, *own) for orbit, own in gains.items()
        }
        return {orbit: gain for orbit, gain in most.items() if gain}

    def _of_form(self, polynomial: Polynomial) -> _Quantity | None:
        """The quantity of a linear polynomial; None when an action adds to it without limit."""
        if polynomial not in self._forms:
            gains: dict[int, list[Number]] = defaultdict(list)
            self._forms[polynomial] = None
            for action in self.numeric_bounds.about(polynomial):
                gain = self.numeric_bounds.gain(polynomial, action)
                if isinstance(gain, float):
                    return None
                gains[self.orbit_of[id(action)]].append(gain)
            self._forms[polynomial] = _Quantity(0, True, polynomial, self._most_gains(gains))
        return self._forms[polynomial]

    def rows_of(self, precondition: Precondition) -> Iterator[_Row]:
        """The inequalities of a condition."""
        for bit in bits_of(precondition.positive | precondition.negative):
            yield _Row(self._of_facts(bit, bool(precondition.positive & bit)), 1)
        for condition in precondition.numeric:
            for polynomial, least in self._lower_bounds(condition):
                quantity = self._of_form(polynomial)
                if quantity is not None:
                    yield _Row(quantity, least)

    def _lower_bounds(self, condition: NumericCondition) -> list[tuple[Polynomial, Number]]:
        """A numeric condition as linear polynomials and their lower bounds; empty when it is not linear."""
        moving = without_constant(condition.polynomial)
        if not moving.linear:
            return []
        constant = dict(condition.polynomial.terms).get((), 0)
        demands: list[tuple[Polynomial, Number]] = [(moving, self.numeric_bounds.margin(condition) - constant)]
        if condition.operator == "=":
            demands.append((ZERO.plus(moving, -1), constant))
        return demands

    @cached_property
    def balance_rows(self) -> list[_Row]:
        """The state equation: no quantity falls below its lower bound."""
        polynomials: dict[Polynomial, None] = {}
        tested = [condition.polynomial for action in self.task.actions for condition in action.precondition.numeric]
        minded = [place for place in range(len(self.task.fluents)) if place not in self.symmetry.unread]
        sums = _sums_of_interchangeables(self.task, self.symmetry)
        for polynomial in [*map(variable, minded), *sums, *map(without_constant, tested)]:
            if polynomial.terms and polynomial.linear:
                polynomials[_scaled(polynomial)] = None
                polynomials[_scaled(ZERO.plus(polynomial, -1))] = None
        rows = []
        for polynomial in polynomials:
            self._limits.check()
            floor = self.numeric_bounds.floor(polynomial)
            quantity = None if floor == -inf else self._of_form(polynomial)
            if quantity is not None and not isinstance(floor, float):
                rows.append(_Row(quantity, floor))
        rows += [_Row(self._of_facts(facts, present), 0) for facts in self._groups for present in (True, False)]
        return [row for row in rows if any(gain < 0 for gain in row.quantity.gains.values())]

    @cached_property
    def goal_rows(self) -> tuple[list[_Row], Number, int | None]:
        """The inequalities of the goal, the least cost after they hold, and the orbit of the last step, if known.

        Where the goal is one fact, the last step adds it. The common precondition of all actions that add it must hold
        just before, which is a stronger condition than the goal.
        """
        goal, task = self.task.goal, self.task
        single_fact = goal.positive.bit_count() == 1 and not (goal.negative or goal.numeric or goal.disjunctions)
        makers = [action for action in task.actions if action.effect.add & goal.positive]
        hidden = any(effect.add & goal.positive for action in task.actions for _, effect in action.conditional_effects)
        if not single_fact or hidden or not makers:
            return list(self.rows_of(goal)), 0, None
        orbits = {self.orbit_of[id(action)] for action in makers}
        last = min(orbits, key=self.costs.__getitem__)
        return list(self.rows_of(_common_precondition(makers))), self.costs[last], last

    @cached_property
    def precondition_rows(self) -> list[list[_Row]]:
        """The inequalities of the common precondition of each orbit."""
        found = []
        for members in self.orbits:
            self._limits.check()
            found.append(list(self.rows_of(_common_precondition(members))))
        return found

    # The bound

    def bound(self, state: State, limits: SearchLimits | None = None) -> OperatorCounts | None:
        """A lower bound on the cost of a plan from a state; None when there is no plan. Limits may weaken it."""
        if self.task.goal.holds_in(state):
            return OperatorCounts(0, {})
        return _Program(self, state).solved(limits)

    @cached_property
    def rows(self) -> list[_Row]:
        """The inequalities that every plan satisfies."""
        return [*self.balance_rows, *self.goal_rows[0]]

    @cached_property
    def _matrix(self) -> np.ndarray:
        matrix = np.zeros((len(self.rows), len(self.orbits)))
        for number, row in enumerate(self.rows):
            for orbit, gain in row.quantity.gains.items():
                matrix[number, orbit] = _as_float(gain)
        return matrix

    def satisfied_by(self, state: State, counts: Mapping[int, int]) -> bool:
        """Whether counts from another state satisfy the inequalities of this one."""
        vector = np.zeros(len(self.orbits))
        for orbit, count in counts.items():
            vector[orbit] = count
        last = self.goal_rows[2]
        if last is not None and vector[last]:
            vector[last] -= 1
        needed = np.array([_as_float(row.least - row.quantity.now(state)) for row in self.rows])
        return bool((self._matrix @ vector >= needed - 1e-9).all())


class _Program:
    """The integer program of one state."""

    def __init__(self, counting: OperatorCounting, state: State) -> None:
        self.counting = counting
        self.state = state
        self.model = cp_model.CpModel()
        self.counts = [self.model.new_int_var(0, _MOST_OCCURRENCES, "") for _ in counting.orbits]

    def solved(self, limits: SearchLimits | None) -> OperatorCounts | None:
        _, after, last = self.counting.goal_rows
        for row in self.counting.rows:
            self._add(row)
        self._enable()
        costs, scale = self.counting.integer_costs
        self.model.minimize(cp_model.LinearExpr.weighted_sum(self.counts, costs))
        solver, status = self._solve(limits)
        if status == cp_model.INFEASIBLE:
            return None
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            return OperatorCounts(after, {})
        values = {orbit: solver.value(count) for orbit, count in enumerate(self.counts)}
        counts = {orbit: value for orbit, value in values.items() if value}
        if status == cp_model.OPTIMAL:
            units = sum(costs[orbit] * value for orbit, value in counts.items())
        else:  # the solver's own bound is not exact: the next lower whole number is safe
            units = max(0, floor(solver.best_objective_bound) - 1)
        least = tidy(units / scale)
        if last is not None:
            counts[last] = counts.get(last, 0) + 1
        return OperatorCounts(least + after, counts)

    def _solve(self, limits: SearchLimits | None) -> tuple[cp_model.CpSolver, cp_model.CpSolverStatus]:
        """Solve the model: most are solved at once as they are, and simplifying them would take far longer."""
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.random_seed = 1
        solver.parameters.catch_sigint_signal = False  # the solver would replace our handler of Ctrl-C
        status = cp_model.UNKNOWN
        for simplify, effort in ((False, _EFFORT), (True, inf)):
            left = None if limits is None else limits.remaining
            solver.parameters.cp_model_presolve = simplify
            solver.parameters.max_deterministic_time = effort
            solver.parameters.max_time_in_seconds = _SECONDS if left is None else min(_SECONDS, left)
            if limits is not None:
                limits.when_stopped(solver.stop_search)
            status = solver.solve(self.model)
            if status in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
                break
        return solver, status

    def _enable(self) -> None:
        """Add that an action whose precondition does not hold occurs only with actions that achieve it."""
        for orbit, rows in enumerate(self.counting.precondition_rows):
            unmet = [row for row in rows if row.quantity.now(self.state) < row.least]
            if unmet:
                taken = self.model.new_bool_var("")
                self.model.add(self.counts[orbit] == 0).only_enforce_if(~taken)
                for row in unmet:
                    self._add(row, orbit, taken)

    def _add(self, row: _Row, by: int | None = None, when: cp_model.IntVar | None = None) -> None:
        needed = row.least - row.quantity.now(self.state)
        gains: Mapping[int, Number] = row.quantity.gains
        if when is not None:  # before the action nothing need have been consumed yet
            gains = {orbit: gain for orbit, gain in gains.items() if gain > 0 and orbit != by}
        if not gains:
            if needed > 0:
                self.model.add_bool_or([] if when is None else [~when])
            return
        scale = lcm(*(Fraction(value).denominator for value in (needed, *gains.values())))
        if not all(
            -_LARGEST_COEFFICIENT <= value * scale <= _LARGEST_COEFFICIENT for value in (needed, *gains.values())
        ):
            return
        factors = [int(gain * scale) for gain in gains.values()]
        total = cp_model.LinearExpr.weighted_sum([self.counts[orbit] for orbit in gains], factors)
        constraint = self.model.add(total >= int(needed * scale))
        if when is not None:
            constraint.only_enforce_if(when)


def _as_float(value: Number) -> float:
    """A number as a float, cut off where it is large."""
    return float(max(-_MOST_OCCURRENCES, min(_MOST_OCCURRENCES, value)))


def _fact_gain(action: Action, facts: int, present: bool) -> int:
    """The most that an action adds to the number of some facts that hold, or that do not hold."""
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


def _common_precondition(actions: list[Action]) -> Precondition:
    """The facts and numeric conditions that are in the preconditions of all of some actions."""
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
    """The facts that can change, grouped by orbit."""
    groups: dict[tuple[str, ...], int] = defaultdict(int)
    for place, atom in enumerate(task.atoms):
        groups[(atom.name, *symmetry.orbit_key(atom.args))] |= 1 << place
    return tuple(groups.values())


def _sums_of_interchangeables(task: Task, symmetry: Symmetry) -> list[Polynomial]:
    """The sums of the numbers of interchangeable objects."""
    groups: dict[tuple[str, ...], dict[tuple[int, ...], Number]] = defaultdict(dict)
    for place, fluent in enumerate(task.fluents):
        groups[(fluent.name, *symmetry.orbit_key(fluent.args))][(place,)] = 1
    return [Polynomial.of(parts) for parts in groups.values() if len(parts) > 1]


def _scaled(polynomial: Polynomial) -> Polynomial:
    first = polynomial.terms[0][1]
    size = Fraction(first if first > 0 else -first)
    return Polynomial.of({places: factor / size for places, factor in polynomial.terms})
