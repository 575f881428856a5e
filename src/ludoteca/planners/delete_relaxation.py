"""The delete relaxation of a task: what can be reached when nothing that holds is ever lost.

Facts that hold and facts that do not are literals. An operator of the relaxation is an action, or an action with one of
its conditional effects; its numeric conditions and disjunctions are left out. Every plan of the task is one of the
relaxation, so a lower bound of the relaxation is one of the task.
"""

from __future__ import annotations

import heapq
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import inf, lcm

from ludoteca.planners.numeric_bounds import least_costs
from ludoteca.rules.planning.syntax import Number, tidy
from ludoteca.rules.planning.task import Action, Effect, Precondition, State, Task, bits_of

_START, _GOAL = 0, 1  # a literal that always holds, and one that an operator of no cost adds when the goal holds
_LITERALS = 2  # the first literal of a fact


@dataclass(frozen=True, slots=True)
class RelaxedOperator:
    """An operator of the relaxation: the literals it needs and adds, and the number of its action."""

    needs: tuple[int, ...]
    adds: tuple[int, ...]
    action: int


class DeleteRelaxation:
    """The delete relaxation of a task, with costs as integers."""

    def __init__(self, task: Task) -> None:
        self.task = task
        self.count = _LITERALS + 2 * max(1, len(task.atoms))  # a goal that never holds is about the first fact
        self.operators = [
            operator for number, action in enumerate(task.actions) for operator in _operators(number, action)
        ]
        self.operators.append(RelaxedOperator(_needs(task.goal), (_GOAL,), len(task.actions)))
        self.needed_by: list[list[int]] = [[] for _ in range(self.count)]
        self.added_by: list[list[int]] = [[] for _ in range(self.count)]
        for number, operator in enumerate(self.operators):
            for literal in operator.needs:
                self.needed_by[literal].append(number)
            for literal in operator.adds:
                self.added_by[literal].append(number)
        self.scale, self.costs = self._costs()

    def _costs(self) -> tuple[int, list[int]]:
        """The factor that makes the least costs of all actions integers; and these costs, with that of the goal."""
        least = least_costs(self.task)
        scale = lcm(1, *(Fraction(cost).denominator for cost in least))
        return scale, [*(int(cost * scale) for cost in least), 0]

    def literals(self, state: State) -> list[int]:
        """The literals that hold in a state."""
        facts = state.facts
        return [_START, *(_LITERALS + 2 * place + (not facts >> place & 1) for place in range(len(self.task.atoms)))]

    # The cut of landmarks

    def landmark_cut(self, state: State) -> Number | None:
        """A lower bound on the cost of a plan from a state, by disjoint cuts of actions that every plan passes.

        All operators of an action have its cost in common. None when the goal cannot be reached in the relaxation.
        """
        now, costs, total = self.literals(state), list(self.costs), 0
        while True:
            reached, supporters = self._max_costs(now, costs)
            if reached[_GOAL] == inf:
                return None
            if reached[_GOAL] == 0:
                return tidy(Fraction(total, self.scale))
            cut = self._cut(now, costs, supporters)
            least = min(costs[action] for action in cut)
            for action in cut:
                costs[action] -= least
            total += least

    def _max_costs(self, now: Sequence[int], costs: Sequence[int]) -> tuple[list[float], list[int]]:
        """The cost of each literal where an operator costs as much as the dearest literal it needs; and that literal
        for each operator, or -1 where it cannot be applied."""
        reached = [inf] * self.count
        missing = [len(operator.needs) for operator in self.operators]
        supporters = [-1] * len(self.operators)
        queue: list[tuple[float, int]] = [(0, literal) for literal in now]
        for literal in now:
            reached[literal] = 0
        while queue:
            cost, literal = heapq.heappop(queue)
            if cost > reached[literal]:
                continue
            for number in self.needed_by[literal]:
                missing[number] -= 1
                if missing[number]:
                    continue
                supporters[number] = literal  # the last one that is reached is the dearest
                operator = self.operators[number]
                after = cost + costs[operator.action]
                for added in operator.adds:
                    if after < reached[added]:
                        reached[added] = after
                        heapq.heappush(queue, (after, added))
        return reached, supporters

    def _cut(self, now: Sequence[int], costs: Sequence[int], supporters: Sequence[int]) -> list[int]:
        """The actions that lead into the literals from which the goal costs nothing more."""
        zone, pending = {_GOAL}, [_GOAL]
        while pending:
            for number in self.added_by[pending.pop()]:
                literal = supporters[number]
                if literal >= 0 and not costs[self.operators[number].action] and literal not in zone:
                    zone.add(literal)
                    pending.append(literal)
        by_supporter: dict[int, list[int]] = {}
        for number, literal in enumerate(supporters):
            by_supporter.setdefault(literal, []).append(number)
        cut, seen = dict[int, None](), set(now)
        pending = list(now)
        while pending:
            for number in by_supporter.get(pending.pop(), ()):
                adds = self.operators[number].adds
                if not zone.isdisjoint(adds):
                    cut[self.operators[number].action] = None
                fresh = [literal for literal in adds if literal not in zone and literal not in seen]
                seen.update(fresh)
                pending += fresh
        return list(cut)


def _operators(number: int, action: Action) -> list[RelaxedOperator]:
    """The operators of an action: its own effect, and each of its conditional effects."""
    needs = _needs(action.precondition)
    found = [RelaxedOperator(needs, _adds(action.effect), number)]
    for condition, effect in action.conditional_effects:
        both = tuple(sorted({*needs, *_needs(condition)}))
        found.append(RelaxedOperator(both, _adds(effect), number))
    return [operator for operator in found if operator.adds]


def _needs(precondition: Precondition) -> tuple[int, ...]:
    found = [*_literals(precondition.positive, True), *_literals(precondition.negative, False)]
    return tuple(found) or (_START,)


def _adds(effect: Effect) -> tuple[int, ...]:
    return (*_literals(effect.add, True), *_literals(effect.delete, False))


def _literals(facts: int, holds: bool) -> list[int]:
    """The literals of the facts in a set of bits."""
    return [_LITERALS + 2 * (bit.bit_length() - 1) + (not holds) for bit in bits_of(facts)]
