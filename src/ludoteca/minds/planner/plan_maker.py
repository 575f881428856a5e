"""Making a plan for one side of a game, within a budget."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludoteca.core.clock import Clock
from ludoteca.core.game import Game, Move, Position
from ludoteca.planners import planner_for
from ludoteca.planners.planner import SearchLimits, Solution, Status
from ludoteca.planners.validation.validate import certified
from ludoteca.rules.planning.as_problem import PlannedMove, PlanningView, TaskFactory
from ludoteca.rules.planning.syntax import Domain, Number
from ludoteca.rules.planning.task import Action, Inapplicable, State, Task

_SHARE = 0.8  # of the clock's time, for plans; the rest is for telling


@dataclass(frozen=True, slots=True)
class Settings:
    """Who plans, and how many states it may look at for a move."""

    planner: str | None
    states: int


class Budget:
    """What may be spent on one move: states, and the clock's time. Asked to repeat an effort, it is states alone."""

    def __init__(self, clock: Clock, states: int) -> None:
        self._clock = clock
        self._repeats = clock.effort is not None
        self._ends_at = (1 - _SHARE) * clock.left
        self.left = states if clock.effort is None else clock.effort
        self._used = 0
        self._cut = False

    @property
    def seconds(self) -> float | None:
        """What the clock leaves for plans; None when it does not matter."""
        return None if self._repeats else max(0.0, self._clock.left - self._ends_at)

    @property
    def stopped(self) -> bool:
        return not self._repeats and self._clock.stopped

    @property
    def over(self) -> bool:
        return self.left <= 0 or self.stopped or self.seconds == 0.0

    def spend(self, solution: Solution) -> None:
        self._used += solution.states
        self.left -= solution.states
        self._cut = self.over and solution.status not in ("optimal", "unsolvable")

    @property
    def effort(self) -> int:
        """What must be allowed for the same to come out again: one more than was needed, if nothing was cut short."""
        return self._used if self._cut else self._used + 1


class _Watch(SearchLimits):
    """A search that keeps to a budget."""

    def __init__(self, budget: Budget) -> None:
        super().__init__(budget.seconds, budget.left)
        self._budget = budget

    @property
    def stopped(self) -> bool:
        return self._budget.stopped


@dataclass(frozen=True, slots=True)
class Plan:
    """A plan, or none, with the states it passes through; `at` is the step that is the next move of ours."""

    tasks: TaskFactory
    task: Task
    steps: tuple[Action, ...]
    states: tuple[State, ...]
    planner: str
    status: Status
    bound: Number | None  # for the whole, in the problem's own number
    looked_at: int  # states
    at: int | None

    @property
    def now(self) -> State:
        """Where it goes on from."""
        return self.states[self.at or 0]

    @property
    def rest(self) -> tuple[Action, ...]:
        return self.steps[self.at or 0 :]

    @property
    def rest_bound(self) -> Number | None:
        """What the rest costs at least, if the whole costs at least so much."""
        return None if self.bound is None else self.bound - self.task.total(self.now, self.at or 0)

    @property
    def rest_cost(self) -> Number:
        """What the rest costs, in the problem's own number."""
        end, steps = self.states[-1], len(self.steps)
        return self.task.total(end, steps) - self.task.total(self.now, self.at or 0)


@dataclass(frozen=True, slots=True)
class Other:
    """What another move costs: at once, None when the domain has no such step; and with the best way on, if known."""

    now: Number | None
    total: Number | None = None
    hopeless: bool = False


class Maker:
    """Makes the plans of one seat in one game; raises `BadInput` for what cannot be planned with."""

    def __init__(self, view: PlanningView, game: Game, seat: int, domain: Domain, settings: Settings) -> None:
        self.game = game
        self.seat = seat
        self.tasks = TaskFactory(view, game, seat, domain)
        self.planner = planner_for(self.tasks.task_at(game.start(0)), settings.planner)

    def move_of(self, action: Action) -> PlannedMove | None:
        """The move that a step is."""
        return self.tasks.view.move_of(self.game, self.seat, action)

    def next_move(self, steps: Sequence[Action], start: int) -> int | None:
        """The place of the next step that is a move of ours."""
        places = (place for place in range(start, len(steps)) if self._own(self.move_of(steps[place])))
        return next(places, None)

    def made(self, position: Position, budget: Budget) -> Plan:
        """A plan from a position on, or that there is none."""
        tasks, task = self.tasks, self.tasks.task_at(position)
        solution = self._solved(task, budget)
        if solution.plan is not None:
            solution = certified(task, replace(solution, plan=self._eager(task, solution.plan)))
        steps = solution.plan or ()
        states = tuple(task.replay(steps))
        at = self.next_move(steps, 0)
        return Plan(tasks, task, steps, states, solution.planner, solution.status, solution.bound, solution.states, at)

    def _solved(self, task: Task, budget: Budget) -> Solution:
        solution = self.planner.solve(task, _Watch(budget))
        budget.spend(solution)
        return solution

    def _own(self, planned: PlannedMove | None) -> bool:
        return planned is not None and planned.seat == self.seat

    def _eager(self, task: Task, plan: tuple[Action, ...]) -> tuple[Action, ...]:
        """The same plan with own steps that can change places in another order: what costs least comes first.

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

    def other(self, plan: Plan, move: Move, compare: bool, budget: Budget) -> Other:
        """What another move costs at once; and, where that is worth a plan of its own, with the best way on."""
        task, state, wanted = plan.task, plan.now, PlannedMove(self.seat, move.text)
        action = next((action for action in task.applicable(state) if self.move_of(action) == wanted), None)
        if action is None:
            return Other(None)
        after = task.after(state, action)
        now = task.cost(state, action, after)
        if not compare or budget.over:
            return Other(now)
        solution = self._solved(plan.tasks.continued_from(task, after), budget)
        if solution.status == "unsolvable":
            return Other(now, hopeless=True)
        if solution.status != "optimal" or solution.cost is None:
            return Other(now)
        rest = solution.cost - task.total(after, 0)
        return Other(now, total=now + (-rest if task.maximizes else rest))


def _costs(task: Task, plan: Sequence[Action]) -> list[Number]:
    """What each step adds to the metric."""
    states = task.replay(plan)
    return [task.cost(states[place], action, states[place + 1]) for place, action in enumerate(plan)]


def _as_good(task: Task, steps: Sequence[Action], cost: Number) -> bool:
    """Whether steps are a plan that costs so much."""
    try:
        costs = _costs(task, steps)
    except Inapplicable:
        return False
    return sum(costs) == cost and task.finished(task.replay(steps)[-1])
