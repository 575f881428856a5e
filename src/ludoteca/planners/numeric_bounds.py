"""Between which limits the numbers of a task stay, for good: found by what actions test before they change them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import inf

from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, Effect, NumericChange, NumericCondition, Polynomial, Task

Limit = Number | float  # a number, or infinity

ZERO = Polynomial(())
_HUGE = 10**100  # limits beyond are as good as none; infinity cannot be added to just any number
_ROUNDS = 4  # the limits of one number help to find those of another


def single(place: int) -> Polynomial:
    """The number at a place, as a form."""
    return Polynomial.of({(place,): 1})


def without_constant(polynomial: Polynomial) -> Polynomial:
    """The part of a form that can change."""
    return Polynomial.of({places: factor for places, factor in polynomial.terms if places})


class Limits:
    """What the numbers of a task can be, in every state that can be reached from its first."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.whole = _whole(task)
        self.touching = _touching(task.actions)
        self._like = _like(task.actions)
        self._gains: dict[tuple[Polynomial, int], Limit] = {}
        self.muddled = _muddled(task.actions)
        self.bounds: list[tuple[Limit, Limit]] = [(-inf, inf)] * len(task.fluents)
        for _ in range(_ROUNDS):
            better = [self._bounds(place, value) for place, value in enumerate(task.initial.values)]
            if better == self.bounds:
                break
            self.bounds = better

    def _bounds(self, place: int, value: Number) -> tuple[Limit, Limit]:
        if place in self.muddled:
            return -inf, inf
        low: Limit = value
        high: Limit = value
        own = single(place)
        for action in self._different(self.touching[place]):
            conditions = action.precondition.numeric
            step = _stepped(own, action.effect.changes)
            others = [_stepped(own, effect.changes) for _, effect in action.conditional_effects]
            less = sum(min(0, self.least(other, conditions)) for other in others)
            more = sum(max(0, self.most(other, conditions)) for other in others)
            if self.least(step, conditions) + less < 0:
                low = min(low, self.least(own.plus(step), conditions) + less)
            if self.most(step, conditions) + more > 0:
                high = max(high, self.most(own.plus(step), conditions) + more)
        return low, high

    def least(self, polynomial: Polynomial, conditions: Iterable[NumericCondition] = ()) -> Limit:
        """The least a form can be where some tests hold."""
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
        """By how much a form that a test is about is more than nought: by 1 where both it and nought are whole."""
        return 1 if condition.operator == ">" and _stays_whole(condition.polynomial, self.whole) else 0

    def most(self, polynomial: Polynomial, conditions: Iterable[NumericCondition] = ()) -> Limit:
        """The most a form can be where some tests hold."""
        return -self.least(ZERO.plus(polynomial, -1), conditions)

    def _lowest(self, polynomial: Polynomial) -> Limit:
        total: Number = 0
        for places, factor in polynomial.terms:
            if len(places) > 1:
                return -inf
            if not places:
                total += factor
            else:
                low, high = self.bounds[places[0]]
                limit = low if factor > 0 else high
                if isinstance(limit, float):
                    return -inf
                total += factor * limit
        return -inf if total < -_HUGE else min(total, _HUGE)

    # Linear forms

    def about(self, polynomial: Polynomial) -> list[Action]:
        """The actions that change a number of a form."""
        places = [places[0] for places, _ in polynomial.terms]
        return list({id(action): action for place in places for action in self.touching[place]}.values())

    def gain(self, polynomial: Polynomial, action: Action) -> Limit:
        """By how much an action can make a linear form larger, at most; below nought, it makes it smaller."""
        key = (polynomial, id(self._like[id(action)]))
        if key not in self._gains:
            self._gains[key] = inf if self._unclear(polynomial) else self._gain(polynomial, action)
        return self._gains[key]

    def _gain(self, polynomial: Polynomial, action: Action) -> Limit:
        conditions = action.precondition.numeric
        most = self.most(_stepped(polynomial, action.effect.changes), conditions)
        for _, effect in action.conditional_effects:
            by = _stepped(polynomial, effect.changes)
            if by.terms:
                most += max(0, self.most(by, conditions))
        return most

    def floor(self, polynomial: Polynomial) -> Limit:
        """What a linear form never falls below."""
        if self._unclear(polynomial):
            return -inf
        least: Limit = polynomial.evaluate(self.task.initial.values)
        for action in self._different(self.about(polynomial)):
            conditions = action.precondition.numeric
            if any(_stepped(polynomial, effect.changes).terms for _, effect in action.conditional_effects):
                return -inf
            step = _stepped(polynomial, action.effect.changes)
            if self.least(step, conditions) < 0:
                least = min(least, self.least(polynomial.plus(step), conditions))
        return least

    def _different(self, actions: Iterable[Action]) -> Iterable[Action]:
        """Of actions that do the same to numbers, one."""
        return {id(like): like for like in (self._like[id(action)] for action in actions)}.values()

    def _unclear(self, polynomial: Polynomial) -> bool:
        return any(place in self.muddled for places, _ in polynomial.terms for place in places)


def step_of(change: NumericChange) -> Polynomial:
    """By how much a number changes."""
    return change.polynomial.plus(single(change.place), -1) if change.assigns else change.polynomial


def _stepped(polynomial: Polynomial, changes: Sequence[NumericChange]) -> Polynomial:
    """By how much some changes together change a linear form."""
    factors, total = dict(polynomial.terms), ZERO
    for change in changes:
        factor = factors.get((change.place,))
        if factor:
            total = total.plus(step_of(change), factor)
    return total


def _parts(action: Action) -> tuple[Effect, ...]:
    """What an action does, and what it may do besides."""
    return (action.effect, *(effect for _, effect in action.conditional_effects if effect.changes))


def _every_change(action: Action) -> Iterator[NumericChange]:
    for effect in _parts(action):
        yield from effect.changes


def _touching(actions: Iterable[Action]) -> Mapping[int, list[Action]]:
    """The actions that change each number."""
    found: dict[int, dict[int, Action]] = defaultdict(dict)
    for action in actions:
        for change in _every_change(action):
            found[change.place][id(action)] = action
    return defaultdict(list, {place: list(own.values()) for place, own in found.items()})


def _like(actions: Iterable[Action]) -> Mapping[int, Action]:
    """For each action the first that does the same to numbers, by identity: of many actions only few differ in that."""
    first: dict[tuple[object, ...], Action] = {}
    return {
        id(action): first.setdefault(
            (action.precondition.numeric, *(effect.changes for effect in _parts(action))), action
        )
        for action in actions
    }


def _muddled(actions: Iterable[Action]) -> frozenset[int]:
    """The numbers that some action sets and changes besides, so that what comes of it depends on more than a sum."""
    found = set[int]()
    for action in actions:
        sets = Counter(change.place for change in _every_change(action))
        found.update(change.place for change in _every_change(action) if change.assigns and sets[change.place] > 1)
    return frozenset(found)


def _whole(task: Task) -> frozenset[int]:
    """The numbers that are whole, for good: those that begin so and become nothing but sums of such."""
    whole = frozenset(place for place, value in enumerate(task.initial.values) if isinstance(value, int))
    changes = [change for action in task.actions for change in _every_change(action)]
    while broken := {change.place for change in changes if not _stays_whole(change.polynomial, whole)} & whole:
        whole -= broken
    return whole


def _stays_whole(polynomial: Polynomial, whole: frozenset[int]) -> bool:
    return all(isinstance(factor, int) and whole.issuperset(places) for places, factor in polynomial.terms)


@lru_cache(maxsize=4)
def limits_of(task: Task) -> Limits:
    """The limits of a task, found once."""
    return Limits(task)


def costs_can_fall(task: Task) -> bool:
    """Whether some step may make the metric better, so that a longer way can be the cheaper one."""
    if task.counts_steps:
        return False
    if not task.metric.linear:
        return True
    saved = ZERO.plus(task.metric, -1)
    if any((_stepped(saved, action.effect.changes).constant or 0) > 0 for action in task.actions):
        return True  # for sure, and without a look at what the numbers can be
    limits = limits_of(task)
    return any(limits.gain(saved, action) > 0 for action in limits.about(without_constant(task.metric)))
