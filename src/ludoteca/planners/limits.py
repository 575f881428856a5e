"""Between which limits the numbers of a task stay, for good: found by what actions test before they change them."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from math import inf

from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, Change, Form, Task, Test

Limit = Number | float  # a number, or infinity

ZERO = Form(())
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
        for action in self.touching[place]:
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
                more = 1 if test.operator == ">" and self.whole else 0
                best = max(best, self._lowest(form.plus(test.form, -1)) + more)
                if test.operator == "=":
                    best = max(best, self._lowest(form.plus(test.form)))
        return best

    def most(self, form: Form, tests: Iterable[Test] = ()) -> Limit:
        """The most a form can be where some tests hold."""
        return -self.least(ZERO.plus(form, -1), tests)

    def _lowest(self, form: Form) -> Limit:
        total: Limit = 0
        for places, factor in form.terms:
            if len(places) > 1:
                return -inf
            if not places:
                total += factor
            else:
                low, high = self.bounds[places[0]]
                total += factor * (low if factor > 0 else high)
        return total

    # Linear forms

    def about(self, form: Form) -> list[Action]:
        """The actions that change a number of a form."""
        places = [places[0] for places, _ in form.terms]
        return list({id(action): action for place in places for action in self.touching[place]}.values())

    def gain(self, form: Form, action: Action) -> Limit:
        """By how much an action can make a linear form larger, at most; below nought, it makes it smaller."""
        if self._unclear(form):
            return inf
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
        for action in self.about(form):
            tests = action.needs.tests
            if any(_stepped(form, does.changes).terms for _, does in action.whens):
                return -inf
            step = _stepped(form, action.does.changes)
            if self.least(step, tests) < 0:
                least = min(least, self.least(form.plus(step), tests))
        return least

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


def _every_change(action: Action) -> Iterator[Change]:
    for does in (action.does, *(does for _, does in action.whens)):
        yield from does.changes


def _touching(actions: Iterable[Action]) -> Mapping[int, list[Action]]:
    """The actions that change each number."""
    found: dict[int, dict[int, Action]] = defaultdict(dict)
    for action in actions:
        for change in _every_change(action):
            found[change.place][id(action)] = action
    return defaultdict(list, {place: list(own.values()) for place, own in found.items()})


def _muddled(actions: Iterable[Action]) -> frozenset[int]:
    """The numbers that some action sets and changes besides, so that what comes of it depends on more than a sum."""
    found = set[int]()
    for action in actions:
        sets = Counter(change.place for change in _every_change(action))
        found.update(change.place for change in _every_change(action) if change.sets and sets[change.place] > 1)
    return frozenset(found)


def _whole(task: Task) -> bool:
    """Whether all numbers are whole, for good."""
    forms = [change.form for action in task.actions for change in _every_change(action)]
    forms += [test.form for action in task.actions for test in action.needs.tests]
    return all(isinstance(value, int) for value in task.initial.values) and all(
        isinstance(factor, int) for form in forms for _, factor in form.terms
    )


def costs_can_fall(task: Task) -> bool:
    """Whether some step may make the metric better, so that a longer way can be the cheaper one."""
    if task.counts_steps:
        return False
    limits, saved = Limits(task), ZERO.plus(task.metric, -1)
    return any(limits.gain(saved, action) > 0 for action in limits.about(without_constant(task.metric)))
