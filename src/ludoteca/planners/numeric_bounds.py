"""Between which limits the numbers of a task stay, for good: found by what actions test before they change them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import inf

from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, Change, Does, Form, Task, Test

Limit = Number | float  # a number, or infinity

ZERO = Form(())
_HUGE = 10**100  # limits beyond are as good as none; infinity cannot be added to just any number
_ROUNDS = 4  # the limits of one number help to find those of another


def single(place: int) -> Form:
    """The number at a place, as a form."""
    return Form.of({(place,): 1})


def without_constant(form: Form) -> Form:
    """The part of a form that can change."""
    return Form.of({places: factor for places, factor in form.terms if places})


class Limits:
    """What the numbers of a task can be, in every state that can be reached from its first."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.whole = _whole(task)
        self.touching = _touching(task.actions)
        self._like = _like(task.actions)
        self._gains: dict[tuple[Form, int], Limit] = {}
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
            tests = action.needs.tests
            step = _stepped(own, action.does.changes)
            others = [_stepped(own, does.changes) for _, does in action.whens]
            less = sum(min(0, self.least(other, tests)) for other in others)
            more = sum(max(0, self.most(other, tests)) for other in others)
            if self.least(step, tests) + less < 0:
                low = min(low, self.least(own.plus(step), tests) + less)
            if self.most(step, tests) + more > 0:
                high = max(high, self.most(own.plus(step), tests) + more)
        return low, high

    def least(self, form: Form, tests: Iterable[Test] = ()) -> Limit:
        """The least a form can be where some tests hold."""
        best = self._lowest(form)
        if form.constant is not None:
            return best
        places = {place for product, _ in form.terms for place in product}
        for test in tests:
            if any(place in places for product, _ in test.form.terms for place in product):
                best = max(best, self._lowest(form.plus(test.form, -1)) + self.margin(test))
                if test.operator == "=":
                    best = max(best, self._lowest(form.plus(test.form)))
        return best

    def margin(self, test: Test) -> int:
        """By how much a form that a test is about is more than nought: by 1 where both it and nought are whole."""
        return 1 if test.operator == ">" and _stays_whole(test.form, self.whole) else 0

    def most(self, form: Form, tests: Iterable[Test] = ()) -> Limit:
        """The most a form can be where some tests hold."""
        return -self.least(ZERO.plus(form, -1), tests)

    def _lowest(self, form: Form) -> Limit:
        total: Number = 0
        for places, factor in form.terms:
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

    def about(self, form: Form) -> list[Action]:
        """The actions that change a number of a form."""
        places = [places[0] for places, _ in form.terms]
        return list({id(action): action for place in places for action in self.touching[place]}.values())

    def gain(self, form: Form, action: Action) -> Limit:
        """By how much an action can make a linear form larger, at most; below nought, it makes it smaller."""
        key = (form, id(self._like[id(action)]))
        if key not in self._gains:
            self._gains[key] = inf if self._unclear(form) else self._gain(form, action)
        return self._gains[key]

    def _gain(self, form: Form, action: Action) -> Limit:
        tests = action.needs.tests
        most = self.most(_stepped(form, action.does.changes), tests)
        for _, does in action.whens:
            by = _stepped(form, does.changes)
            if by.terms:
                most += max(0, self.most(by, tests))
        return most

    def floor(self, form: Form) -> Limit:
        """What a linear form never falls below."""
        if self._unclear(form):
            return -inf
        least: Limit = form.at(self.task.initial.values)
        for action in self._different(self.about(form)):
            tests = action.needs.tests
            if any(_stepped(form, does.changes).terms for _, does in action.whens):
                return -inf
            step = _stepped(form, action.does.changes)
            if self.least(step, tests) < 0:
                least = min(least, self.least(form.plus(step), tests))
        return least

    def _different(self, actions: Iterable[Action]) -> Iterable[Action]:
        """Of actions that do the same to numbers, one."""
        return {id(like): like for like in (self._like[id(action)] for action in actions)}.values()

    def _unclear(self, form: Form) -> bool:
        return any(place in self.muddled for places, _ in form.terms for place in places)


def step_of(change: Change) -> Form:
    """By how much a number changes."""
    return change.form.plus(single(change.place), -1) if change.sets else change.form


def _stepped(form: Form, changes: Sequence[Change]) -> Form:
    """By how much some changes together change a linear form."""
    factors, total = dict(form.terms), ZERO
    for change in changes:
        factor = factors.get((change.place,))
        if factor:
            total = total.plus(step_of(change), factor)
    return total


def _parts(action: Action) -> tuple[Does, ...]:
    """What an action does, and what it may do besides."""
    return (action.does, *(does for _, does in action.whens if does.changes))


def _every_change(action: Action) -> Iterator[Change]:
    for does in _parts(action):
        yield from does.changes


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
        id(action): first.setdefault((action.needs.tests, *(does.changes for does in _parts(action))), action)
        for action in actions
    }


def _muddled(actions: Iterable[Action]) -> frozenset[int]:
    """The numbers that some action sets and changes besides, so that what comes of it depends on more than a sum."""
    found = set[int]()
    for action in actions:
        sets = Counter(change.place for change in _every_change(action))
        found.update(change.place for change in _every_change(action) if change.sets and sets[change.place] > 1)
    return frozenset(found)


def _whole(task: Task) -> frozenset[int]:
    """The numbers that are whole, for good: those that begin so and become nothing but sums of such."""
    whole = frozenset(place for place, value in enumerate(task.initial.values) if isinstance(value, int))
    changes = [change for action in task.actions for change in _every_change(action)]
    while broken := {change.place for change in changes if not _stays_whole(change.form, whole)} & whole:
        whole -= broken
    return whole


def _stays_whole(form: Form, whole: frozenset[int]) -> bool:
    return all(isinstance(factor, int) and whole.issuperset(places) for places, factor in form.terms)


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
    if any((_stepped(saved, action.does.changes).constant or 0) > 0 for action in task.actions):
        return True  # for sure, and without a look at what the numbers can be
    limits = limits_of(task)
    return any(limits.gain(saved, action) > 0 for action in limits.about(without_constant(task.metric)))
