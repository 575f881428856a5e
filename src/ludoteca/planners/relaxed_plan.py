"""The heuristic of a quick search: a plan of the delete relaxation, with repetitions for numbers.

A numeric condition is a literal too. An action that moves its polynomial towards the condition adds it, and is taken as
often as the state's values say. That is an estimate, and no bound.
"""

from __future__ import annotations

import heapq
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from math import ceil, inf

from ludoteca.planners.delete_relaxation import DeleteRelaxation
from ludoteca.planners.numeric_bounds import step_of_polynomial
from ludoteca.rules.planning.task import Action, NumericCondition, Polynomial, State, Task

_MOST = 10_000  # times that an action is taken for one condition
_DEPENDS = 100  # times where its gain depends on numbers that have to change first


@dataclass(frozen=True, slots=True)
class RelaxedPlan:
    """The actions of a plan of the relaxation that are applicable at once, and how many steps it has in all."""

    steps: int
    helpful: frozenset[int]  # by the action's place in the task


class RelaxedPlans:
    """Plans of the delete relaxation of a task, from any state."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.relaxation = relaxation = DeleteRelaxation(task)
        self.conditions: dict[NumericCondition, int] = {}
        self.needs = [list(operator.needs) for operator in relaxation.operators]
        self.actions = [*task.actions, None]
        for number, operator in enumerate(relaxation.operators):
            self.needs[number] += self._numeric_needs(self.actions[operator.action])
        self.count = relaxation.count + len(self.conditions)
        self.needed_by: list[list[int]] = [[] for _ in range(self.count)]
        for number, needs in enumerate(self.needs):
            for literal in needs:
                self.needed_by[literal].append(number)
        self.moves: dict[int, list[tuple[int, Polynomial]]] = defaultdict(list)  # by operator
        for number, operator in enumerate(relaxation.operators):
            self.moves[number] += self._moves(self.actions[operator.action])
        self.costs = [1 + cost / relaxation.scale for cost in relaxation.costs]

    def _numeric_needs(self, action: Action | None) -> list[int]:
        tested = self.task.goal.numeric if action is None else action.precondition.numeric
        return [self.conditions.setdefault(each, self.relaxation.count + len(self.conditions)) for each in tested]

    def _moves(self, action: Action | None) -> Iterator[tuple[int, Polynomial]]:
        """The conditions whose polynomial an action changes, and by how much."""
        if action is None:
            return
        parts = (action.effect, *(effect for _, effect in action.conditional_effects))
        changes = [change for effect in parts for change in effect.changes]
        for condition, literal in self.conditions.items():
            if changes and condition.polynomial.linear:
                step = step_of_polynomial(condition.polynomial, changes)
                if step.terms:
                    yield literal, step

    def plan(self, state: State) -> RelaxedPlan | None:
        """The plan of the relaxation from a state; None when the heuristic sees none."""
        achievers = self._achievers(state)
        goal = len(self.relaxation.operators) - 1
        if achievers is None:
            return None
        taken, pending = dict[int, int](), list(self.needs[goal])
        seen = set(pending)
        while pending:
            literal = pending.pop()
            number, times = achievers.get(literal, (-1, 0))
            if number < 0:
                continue
            if number not in taken:
                fresh = [need for need in self.needs[number] if need not in seen]
                seen.update(fresh)
                pending += fresh
            taken[number] = max(taken.get(number, 0), times)
        chosen = {self.relaxation.operators[number].action for number in taken}
        helpful = frozenset(each for each in chosen if self.task.is_applicable(state, self.task.actions[each]))
        return RelaxedPlan(sum(taken.values()), helpful)

    def _achievers(self, state: State) -> dict[int, tuple[int, int]] | None:
        """The operator by which each literal is reached at least cost, and how often; None when the goal is not."""
        deficits = {literal: _deficit(condition, state) for condition, literal in self.conditions.items()}
        now = [*self.relaxation.literals(state), *(literal for literal, lack in deficits.items() if not lack)]
        reached = [inf] * self.count
        missing, sums = [len(needs) for needs in self.needs], [0.0] * len(self.needs)
        achievers: dict[int, tuple[int, int]] = {}
        queue: list[tuple[float, int]] = [(0.0, literal) for literal in now]
        for literal in now:
            reached[literal] = 0.0
        goal, closed = len(self.needs) - 1, set[int]()
        while queue:
            cost, literal = heapq.heappop(queue)
            if literal in closed:
                continue
            closed.add(literal)
            for number in self.needed_by[literal]:
                missing[number] -= 1
                sums[number] += cost
                if missing[number]:
                    continue
                if number == goal:
                    return achievers
                for added, times in self._added(number, state, deficits):
                    after = sums[number] + times * self.costs[self.relaxation.operators[number].action]
                    if after < reached[added]:
                        reached[added] = after
                        achievers[added] = (number, times)
                        heapq.heappush(queue, (after, added))
        return None

    def _added(self, number: int, state: State, deficits: dict[int, float]) -> Iterator[tuple[int, int]]:
        """The literals that an operator adds, and how often it is taken for each."""
        for literal in self.relaxation.operators[number].adds:
            yield literal, 1
        for literal, step in self.moves.get(number, ()):
            lack = deficits[literal]
            gain = float(step.evaluate(state.values))
            if lack and gain and (gain > 0) == (lack > 0):
                yield literal, min(_MOST, ceil(lack / gain))
            elif lack and step.constant is None:
                yield literal, _DEPENDS


def _deficit(condition: NumericCondition, state: State) -> float:
    """How much a polynomial lacks to meet a condition, with its sign; 0 when the condition holds."""
    if condition.holds(state.values):
        return 0.0
    lack = -float(condition.polynomial.evaluate(state.values))
    return lack or 1e-9  # a strict condition at its border
