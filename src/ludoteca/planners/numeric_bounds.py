"""Lower and upper bounds of a task's numbers in all reachable states, from the preconditions of the actions."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import inf

from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, Effect, NumericChange, NumericCondition, Polynomial, Task

Bound = Number | float  # a number, or infinity

ZERO = Polynomial(())
_HUGE = 10**100  # larger bounds count as infinite: a float cannot be added to every exact number
_ROUNDS = 4  # iterations: the bounds of one number tighten those of another


def variable(place: int) -> Polynomial:
    """The number at a place, as a polynomial."""
    return Polynomial.of({(place,): 1})


def without_constant(polynomial: Polynomial) -> Polynomial:
    """A polynomial without its constant term."""
    return Polynomial.of({places: factor for places, factor in polynomial.terms if places})


class NumericBounds:
    """Bounds of the numbers of a task, and of polynomials over them, in all reachable states."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.integral = _integral_places(task)
        self.changed_by = _changed_by(task.actions)
        self._representatives = _representatives(task.actions)
        self._gains: dict[tuple[Polynomial, int], Bound] = {}
        self.set_and_changed = _set_and_changed(task.actions)
        self.bounds: list[tuple[Bound, Bound]] = [(-inf, inf)] * len(task.fluents)
        for _ in range(_ROUNDS):
            better = [self._interval(place, value) for place, value in enumerate(task.initial.values)]
            if better == self.bounds:
                break
            self.bounds = better

    def _interval(self, place: int, value: Number) -> tuple[Bound, Bound]:
        if place in self.set_and_changed:
            return -inf, inf
        low: Bound = value
        high: Bound = value
        own = variable(place)
        for action in self._different(self.changed_by[place]):
            conditions = action.precondition.numeric
            step = step_of_polynomial(own, action.effect.changes)
            others = [step_of_polynomial(own, effect.changes) for _, effect in action.conditional_effects]
            less = sum(min(0, self.least(other, conditions)) for other in others)
            more = sum(max(0, self.most(other, conditions)) for other in others)
            if self.least(step, conditions) + less < 0:
                low = min(low, self.least(own.plus(step), conditions) + less)
            if self.most(step, conditions) + more > 0:
                high = max(high, self.most(own.plus(step), conditions) + more)
        return low, high

    def least(self, polynomial: Polynomial, conditions: Iterable[NumericCondition] = ()) -> Bound:
        """A lower bound of a polynomial where some conditions hold."""
        best = self._lowest(polynomial)
        if polynomial.constant is not None:
            return best
        places = {place for product, _ in polynomial.terms for place in product}
        for condition in conditions:
            if any(place in places for product, _ in condition.polynomial.terms for place in product):
                best = max(best, self._lowest(polynomial.plus(condition.polynomial, -1)) + self.margin(condition))
                if condition.operator == "=":
                    best = max(best, self._lowest(polynomial.plus(condition.polynomial)))
        return best

    def margin(self, condition: NumericCondition) -> int:
        """The least positive value of a condition's polynomial, if known: 1 for ``>`` over integers, otherwise 0."""
        return 1 if condition.operator == ">" and _stays_integral(condition.polynomial, self.integral) else 0

    def most(self, polynomial: Polynomial, conditions: Iterable[NumericCondition] = ()) -> Bound:
        """An upper bound of a polynomial where some conditions hold."""
        return -self.least(ZERO.plus(polynomial, -1), conditions)

    def _lowest(self, polynomial: Polynomial) -> Bound:
        total: Number = 0
        for places, factor in polynomial.terms:
            if len(places) > 1:
                return -inf
            if not places:
                total += factor
            else:
                low, high = self.bounds[places[0]]
                bound = low if factor > 0 else high
                if isinstance(bound, float):
                    return -inf
                total += factor * bound
        return -inf if total < -_HUGE else min(total, _HUGE)

    # Linear polynomials

    def about(self, polynomial: Polynomial) -> list[Action]:
        """The actions that change a number of a linear polynomial."""
        places = [places[0] for places, _ in polynomial.terms]
        return list({id(action): action for place in places for action in self.changed_by[place]}.values())

    def gain(self, polynomial: Polynomial, action: Action) -> Bound:
        """The most that an action can add to a linear polynomial; negative when it always decreases it."""
        key = (polynomial, id(self._representatives[id(action)]))
        if key not in self._gains:
            self._gains[key] = inf if self._unclear(polynomial) else self._gain(polynomial, action)
        return self._gains[key]

    def _gain(self, polynomial: Polynomial, action: Action) -> Bound:
        conditions = action.precondition.numeric
        most = self.most(step_of_polynomial(polynomial, action.effect.changes), conditions)
        for _, effect in action.conditional_effects:
            by = step_of_polynomial(polynomial, effect.changes)
            if by.terms:
                most += max(0, self.most(by, conditions))
        return most

    def floor(self, polynomial: Polynomial) -> Bound:
        """A lower bound of a linear polynomial in all reachable states."""
        if self._unclear(polynomial):
            return -inf
        least: Bound = polynomial.evaluate(self.task.initial.values)
        for action in self._different(self.about(polynomial)):
            conditions = action.precondition.numeric
            if any(step_of_polynomial(polynomial, effect.changes).terms for _, effect in action.conditional_effects):
                return -inf
            step = step_of_polynomial(polynomial, action.effect.changes)
            if self.least(step, conditions) < 0:
                least = min(least, self.least(polynomial.plus(step), conditions))
        return least

    def _different(self, actions: Iterable[Action]) -> Iterable[Action]:
        """One action of each set with the same numeric conditions and effects."""
        return {id(like): like for like in (self._representatives[id(action)] for action in actions)}.values()

    def _unclear(self, polynomial: Polynomial) -> bool:
        return any(place in self.set_and_changed for places, _ in polynomial.terms for place in places)


def step_of(change: NumericChange) -> Polynomial:
    """The increase of a number by a change."""
    return change.polynomial.plus(variable(change.place), -1) if change.assigns else change.polynomial


def step_of_polynomial(polynomial: Polynomial, changes: Sequence[NumericChange]) -> Polynomial:
    """The increase of a linear polynomial by some changes together."""
    factors, total = dict(polynomial.terms), ZERO
    for change in changes:
        factor = factors.get((change.place,))
        if factor:
            total = total.plus(step_of(change), factor)
    return total


def _parts(action: Action) -> tuple[Effect, ...]:
    """The effect of an action, and its conditional effects on numbers."""
    return (action.effect, *(effect for _, effect in action.conditional_effects if effect.changes))


def _every_change(action: Action) -> Iterator[NumericChange]:
    for effect in _parts(action):
        yield from effect.changes


def _changed_by(actions: Iterable[Action]) -> Mapping[int, list[Action]]:
    """The actions that change each number."""
    found: dict[int, dict[int, Action]] = defaultdict(dict)
    for action in actions:
        for change in _every_change(action):
            found[change.place][id(action)] = action
    return defaultdict(list, {place: list(own.values()) for place, own in found.items()})


def _representatives(actions: Iterable[Action]) -> Mapping[int, Action]:
    """For each action, by identity, the first with the same numeric conditions and effects: few actions differ."""
    first: dict[tuple[object, ...], Action] = {}
    return {
        id(action): first.setdefault(
            (action.precondition.numeric, *(effect.changes for effect in _parts(action))), action
        )
        for action in actions
    }


def _set_and_changed(actions: Iterable[Action]) -> frozenset[int]:
    """The numbers that an action may assign and change at once, so that the result is not a sum of changes."""
    found = set[int]()
    for action in actions:
        times = Counter(change.place for change in _every_change(action))
        found.update(change.place for change in _every_change(action) if change.assigns and times[change.place] > 1)
    return frozenset(found)


def _integral_places(task: Task) -> frozenset[int]:
    """The numbers that are integers in all states: they begin so and all changes keep them so."""
    integral = frozenset(place for place, value in enumerate(task.initial.values) if isinstance(value, int))
    changes = [change for action in task.actions for change in _every_change(action)]
    while broken := {change.place for change in changes if not _stays_integral(change.polynomial, integral)} & integral:
        integral -= broken
    return integral


def _stays_integral(polynomial: Polynomial, integral: frozenset[int]) -> bool:
    return all(isinstance(factor, int) and integral.issuperset(places) for places, factor in polynomial.terms)


@lru_cache(maxsize=4)
def bounds_of(task: Task) -> NumericBounds:
    """The numeric bounds of a task, computed once."""
    return NumericBounds(task)


def least_costs(task: Task) -> list[Number]:
    """The least that each action of a task costs in any state; never less than 0."""
    if task.counts_steps:
        return [1] * len(task.actions)
    bounds, saved = bounds_of(task), ZERO.plus(task.metric, -1)
    least = [-bounds.gain(saved, action) for action in task.actions]
    return [0 if isinstance(cost, float) else max(0, cost) for cost in least]


def costs_can_fall(task: Task) -> bool:
    """Whether a step may have a negative cost, so that a longer plan can be cheaper."""
    if task.counts_steps:
        return False
    if not task.metric.linear:
        return True
    saved = ZERO.plus(task.metric, -1)
    if any((step_of_polynomial(saved, action.effect.changes).constant or 0) > 0 for action in task.actions):
        return True  # without computing bounds
    bounds = bounds_of(task)
    return any(bounds.gain(saved, action) > 0 for action in bounds.about(without_constant(task.metric)))
