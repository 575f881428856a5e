"""Makes plans for one seat of a game, within a budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move, Position
from ludoteca.planners import planner_for
from ludoteca.planners.numeric_bounds import costs_can_fall
from ludoteca.planners.planner import SearchLimits, Solution, Status
from ludoteca.planners.validation.validate import validated
from ludoteca.rules.planning.as_problem import PlannedMove, PlanningView, TaskFactory
from ludoteca.rules.planning.syntax import Domain, Number
from ludoteca.rules.planning.task import Action, Inapplicable, State, Task

_TOGETHER = 6  # steps that are put first together, at most
_SHARE = 0.8  # of the clock's time, for plans; the rest is for the explanation


@dataclass(frozen=True, slots=True)
class Settings:
    """The planner's name, and how many states it may visit for a move."""

    planner: str | None
    states: int


class Budget:
    """The budget of one move: states, and the clock's time; only states when the clock asks to repeat an effort."""

    def __init__(self, clock: Clock, states: int) -> None:
        self._clock = clock
        self.states = states
        self.used = 0
        self._repeats = clock.effort is not None
        self._ends_at = (1 - _SHARE) * clock.left
        self.left = states if clock.effort is None else clock.effort
        self._cut = False

    @property
    def seconds(self) -> float | None:
        """The seconds left for plans; None when time is not limited."""
        return None if self._repeats else max(0.0, self._clock.left - self._ends_at)

    @property
    def stopped(self) -> bool:
        return not self._repeats and self._clock.stopped

    @property
    def over(self) -> bool:
        return self.left <= 0 or self.stopped or self.seconds == 0.0

    def spend(self, solution: Solution) -> None:
        self.used += solution.states
        self.left -= solution.states
        self._cut = self.over and solution.status not in ("optimal", "unsolvable")

    def for_a_question(self) -> Budget:
        """As many states again, to look at one more move."""
        budget = Budget(self._clock, self.states)
        budget.left = self.states
        return budget

    @property
    def effort(self) -> int:
        """The number of states that gives the same result again: one more than was used, unless the search was cut."""
        return self.used if self._cut else self.used + 1


class _BudgetLimits(SearchLimits):
    """The limits of a search within a budget."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget.seconds, budget.left)
        self._budget = budget

    @property
    def stopped(self) -> bool:
        return self._budget.stopped


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan, or none, with the states it passes through; `at` is the step of the seat's next move."""

    tasks: TaskFactory
    task: Task
    steps: tuple[Action, ...]
    states: tuple[State, ...]
    planner: str
    status: Status
    bound: Number | None  # of the whole plan, as a value of the problem's metric
    states_visited: int
    at: int | None

    @property
    def now(self) -> State:
        """The state before the next move."""
        return self.states[self.at or 0]

    @property
    def rest(self) -> tuple[Action, ...]:
        return self.steps[self.at or 0 :]

    @property
    def rest_bound(self) -> Number | None:
        """The bound on the cost of the rest."""
        return None if self.bound is None else self.bound - self.task.total(self.now, self.at or 0)

    @property
    def rest_cost(self) -> Number:
        """The cost of the rest, with the sign of the problem's metric."""
        end, steps = self.states[-1], len(self.steps)
        return self.task.total(end, steps) - self.task.total(self.now, self.at or 0)


@dataclass(frozen=True, slots=True)
class Alternative:
    """The cost of another move: of its step, None when the domain has none, and of the best plan with it, if known.

    Of a plan made for a question, `is_best` is whether it is proven the best, `states` how many were visited.
    """

    now: Number | None
    total: Number | None = None
    hopeless: bool = False
    is_best: bool = True
    states: int | None = None


class PlanMaker:
    """Makes the plans of one seat in one game; raises `BadInput` for a domain that cannot be used."""

    def __init__(self, view: PlanningView, game: Game, seat: int, domain: Domain, settings: Settings) -> None:
        self.game = game
        self.seat = seat
        self.tasks = TaskFactory(view, game, seat, domain)
        self.planner = planner_for(self.tasks.task_at(game.start(0)), settings.planner or view.planner)

    def move_of(self, action: Action) -> PlannedMove | None:
        """The move that a step is."""
        return self.tasks.view.move_of(self.game, self.seat, action)

    def next_move(self, steps: Sequence[Action], start: int) -> int | None:
        """The index of the next step that is a move of the seat."""
        places = (place for place in range(start, len(steps)) if self._own(self.move_of(steps[place])))
        return next(places, None)

    def made(self, position: Position, budget: Budget) -> Plan:
        """The validated plan from a position, or one without steps when there is none."""
        tasks, task = self.tasks, self.tasks.task_at(position)
        solution = self._solved(task, budget)
        if solution.plan is not None:
            ordered = self._most_urgent_first(task, self._cheapest_first(task, solution.plan))
            preferred = self._preferred(task, ordered, budget)
            solution = validated(task, replace(solution, plan=preferred))
        steps = solution.plan or ()
        states = tuple(task.replay(steps))
        at = self.next_move(steps, 0)
        return Plan(tasks, task, steps, states, solution.planner, solution.status, solution.bound, solution.states, at)

    def _solved(self, task: Task, budget: Budget) -> Solution:
        solution = self.planner.solve(task, _BudgetLimits(budget))
        budget.spend(solution)
        return solution

    def _own(self, planned: PlannedMove | None) -> bool:
        return planned is not None and planned.seat == self.seat

    def _cheapest_first(self, task: Task, plan: tuple[Action, ...]) -> tuple[Action, ...]:
        """The same plan with the cheapest of the seat's interchangeable steps first.

        Others are free to do something else than a plan foresees, and what is cheap now may be gone by then.
        """
        moves = [self.move_of(action) for action in plan]
        if all(planned is None or self._own(planned) for planned in moves):
            return plan
        own = [place for place, planned in enumerate(moves) if self._own(planned)]
        for number, place in enumerate(own):
            costs = _costs(task, plan)
            later = [other for other in own[number + 1 :] if costs[other] < costs[place]]
            for other in sorted(later, key=costs.__getitem__):
                swapped = list(plan)
                swapped[place], swapped[other] = plan[other], plan[place]
                if _as_good(task, swapped, sum(costs)):
                    plan = tuple(swapped)
                    break
        return plan

    def _most_urgent_first(self, task: Task, plan: tuple[Action, ...]) -> tuple[Action, ...]:
        """The same plan with the most urgent of the seat's moves, and the steps that belong to it, first."""
        own = [place for place, action in enumerate(plan) if self._own(self.move_of(action))]
        urgency = {place: self.tasks.view.urgency(self.game, task, plan[place]) for place in own}
        for place in sorted(own[1:], key=lambda each: -urgency[each]):
            if urgency[place] <= urgency[own[0]]:
                break
            for end in range(place + 1, min(place + _TOGETHER, len(plan)) + 1):
                moved = (*plan[place:end], *plan[:place], *plan[end:])
                if _as_good(task, moved, sum(_costs(task, plan))):
                    return moved
        return plan

    def _preferred(self, task: Task, plan: tuple[Action, ...], budget: Budget) -> tuple[Action, ...]:
        """A plan that costs the same, with the moves that the game prefers: a planner finds any of the cheapest."""
        view = self.tasks.view
        if type(view).preference is PlanningView.preference:
            return plan
        place, cost = self.next_move(plan, 0), sum(_costs(task, plan))
        while place is not None:
            state = task.replay(plan[:place])[-1]
            own = (action for action in task.applicable(state) if self._own(self.move_of(action)))
            rank = {action: view.preference(self.game, task, state, action) for action in own}
            better = (action for action in rank if rank[action] > rank[plan[place]])
            for action in sorted(better, key=lambda each: -rank[each]):
                if budget.over:
                    return plan
                rest = self._solved(self.tasks.continued_from(task, task.after(state, action)), budget).plan
                if rest is not None and _as_good(task, (*plan[:place], action, *rest), cost):
                    plan = (*plan[:place], action, *rest)
                    break
            place = self.next_move(plan, place + 1)
        return plan

    def alternative(self, plan: Plan, move: Move, compare: bool, budget: Budget) -> Alternative:
        """The cost of another move's step; and, if `compare`, of the best plan that begins with it."""
        task, state, wanted = plan.task, plan.now, PlannedMove(self.seat, move.text)
        action = next((action for action in task.applicable(state) if self.move_of(action) == wanted), None)
        if action is None:
            return Alternative(None)
        after = task.after(state, action)
        now = task.cost(state, action, after)
        if not compare or budget.over:
            return Alternative(now)
        if task.finished(after) and not costs_can_fall(task):
            return Alternative(now, now)
        solution = self._solved(plan.tasks.continued_from(task, after), budget)
        if solution.status == "unsolvable":
            return Alternative(now, hopeless=True)
        if solution.cost is None:
            return Alternative(now)
        rest = solution.cost - task.total(after, 0)
        return Alternative(now, now + (-rest if task.maximizes else rest), is_best=solution.status == "optimal")

    def looked_at_again(self, plan: Plan, move: Move, known: Alternative, budget: Budget) -> Alternative:
        """The cost of another move that was asked about: of the best plan with it, if that is not known."""
        if known.now is None or known.hopeless or (known.total is not None and known.is_best):
            return known
        found = self.alternative(plan, move, True, budget)
        return known if found.total is None and not found.hopeless else replace(found, states=budget.used)


def _costs(task: Task, plan: Sequence[Action]) -> list[Number]:
    """The cost of each step."""
    states = task.replay(plan)
    return [task.cost(states[place], action, states[place + 1]) for place, action in enumerate(plan)]


def _as_good(task: Task, steps: Sequence[Action], cost: Number) -> bool:
    """Whether steps are a plan of that cost."""
    try:
        costs = _costs(task, steps)
    except Inapplicable:
        return False
    return sum(costs) == cost and task.finished(task.replay(steps)[-1])
