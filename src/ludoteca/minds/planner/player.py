"""A player with a plan: makes it, follows it, and makes another when the world is not what it foresaw."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ludoteca.core.clock import Clock
from ludoteca.core.errors import BadInput, IllegalMove
from ludoteca.core.game import Game, Move, Position, find_move
from ludoteca.core.language import Message, quoted
from ludoteca.core.mind import Choice, Player
from ludoteca.minds.planner.explain import Followed, Other, explain, without_plan
from ludoteca.minds.written import BadKnowledge, Complaint, Knowledge
from ludoteca.planners import planner_for
from ludoteca.planners.certify import certified
from ludoteca.planners.planner import Solution, Status, Watch
from ludoteca.rules.planning.reader import read_domain
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, State, Task, Unfit
from ludoteca.rules.planning.text import BadPddl
from ludoteca.rules.planning.view import Deed, Tasks, view_of

_SHARE = 0.8  # of the clock's time, for plans; the rest is for telling


@dataclass(frozen=True, slots=True)
class Settings:
    """Who plans, and how many states it may look at for a move."""

    planner: str | None
    states: int


class _Budget:
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


class _Watch(Watch):
    """A search that keeps to a budget."""

    def __init__(self, budget: _Budget) -> None:
        super().__init__(budget.seconds, budget.left)
        self._budget = budget

    @property
    def stopped(self) -> bool:
        return self._budget.stopped


@dataclass(frozen=True, slots=True)
class _Plan:
    """A plan with the states it passes through; `at` is the step that is the next move of ours."""

    task: Task
    steps: tuple[Action, ...]
    states: tuple[State, ...]
    planner: str
    status: Status
    bound: Number | None  # for the whole, in the problem's own number
    looked_at: int  # states
    at: int

    @property
    def now(self) -> State:
        return self.states[self.at]


class PlannerPlayer(Player):
    """Plans for its own side; what others do in the plan is what it expects of them."""

    def __init__(self, game: Game, seat: int, knowledge: Knowledge, settings: Settings) -> None:
        """Raises `BadKnowledge`."""
        view = view_of(game)
        assert view is not None, "no planner sits down without a view"
        self.game = game
        self.seat = seat
        self.knowledge = knowledge
        self.states = settings.states
        try:
            self.tasks = Tasks(view, game, seat, read_domain(knowledge.text, knowledge.name))
            self.planner = planner_for(self.tasks.at(game.start(0)), settings.planner)
        except BadInput as error:
            raise self._unusable(error) from None
        self._plan: _Plan | None = None
        self._history: list[Move] = []  # up to and with the last own move

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        budget = _Budget(clock, self.states)
        goes_on = list(history[: len(self._history)]) == self._history
        last, self._plan = self._plan if goes_on else None, None
        plan, again, surprise = self._kept(last, position, history)
        fresh = plan is None
        try:
            if plan is None:
                plan = self._made(position, budget)
            choice = self._followed(position, plan, fresh, again, surprise, budget)
        except BadInput as error:
            raise self._unusable(error) from None
        self._history = [*history, choice.move]
        return choice

    # The plan there is

    def _kept(
        self, last: _Plan | None, position: Position, history: Sequence[Move]
    ) -> tuple[_Plan | None, Message | None, Message | None]:
        """The plan to go on with, if it can be; else why not, if there was one; and what it did not foresee."""
        if last is None:
            return None, None, None
        following = self._next(last, last.at + 1)
        if following is None:
            return None, Message("minds.planner.again.used_up"), None
        plan = _at(last, following)
        if self.tasks.agrees(plan.task, plan.now, position):
            return plan, None, None
        surprise = self._difference(last, following, history)
        changed = self._changed(plan, position)
        return changed, None if changed is not None else surprise, surprise

    def _changed(self, plan: _Plan, position: Position) -> _Plan | None:
        """The rest of a plan begun elsewhere than it foresaw, if it still works and costs no more."""
        task = self.tasks.at(position)
        rest = plan.steps[plan.at :]
        if task.actions is not plan.task.actions:
            return None
        try:
            states = task.replay(rest)
        except Unfit:
            return None
        was = plan.task.metric.at(plan.states[-1].values) - plan.task.metric.at(plan.now.values)
        now = task.metric.at(states[-1].values) - task.metric.at(states[0].values)
        if not task.finished(states[-1]) or now > was:
            return None
        return _Plan(task, rest, tuple(states), plan.planner, "plan", None, plan.looked_at, 0)

    def _difference(self, plan: _Plan, following: int, history: Sequence[Move]) -> Message:
        """The first thing that was done otherwise than a plan foresaw."""
        deeds = (self._deed(action) for action in plan.steps[plan.at + 1 : following])
        foreseen = [deed.text for deed in deeds if deed is not None]
        done = [move.text for move in history[len(self._history) :]]
        for one, two in zip(done, foreseen, strict=False):
            if one != two:
                return Message("minds.planner.again.other", {"did": one, "foreseen": two})
        return Message("minds.planner.again.differs")

    def _next(self, plan: _Plan, start: int) -> int | None:
        """The place of the next step that is a move of ours."""
        for place in range(start, len(plan.steps)):
            deed = self._deed(plan.steps[place])
            if deed is not None and deed.seat == self.seat:
                return place
        return None

    def _deed(self, action: Action) -> Deed | None:
        return self.tasks.view.deed(self.game, self.seat, action)

    # A new one

    def _made(self, position: Position, budget: _Budget) -> _Plan:
        task = self.tasks.at(position)
        solution = certified(task, self._solved(task, budget))
        steps = solution.plan or ()
        states = tuple(task.replay(steps))
        return _Plan(task, steps, states, solution.planner, solution.status, solution.bound, solution.states, -1)

    def _solved(self, task: Task, budget: _Budget) -> Solution:
        solution = self.planner.solve(task, _Watch(budget))
        budget.spend(solution)
        return solution

    def _followed(
        self,
        position: Position,
        plan: _Plan,
        fresh: bool,
        again: Message | None,
        surprise: Message | None,
        budget: _Budget,
    ) -> Choice:
        """The move that a plan says is next; without one, the cheapest step."""
        place = self._next(plan, max(plan.at, 0))
        if place is None:
            others = {move.text: self._other(plan.task, move, None, budget) for move in position.moves}
            why = plan.status if not plan.steps and plan.status in ("unsolvable", "limit") else "idle"
            return without_plan(position, why, others, self.states, plan.task.maximizes, again, budget.effort)
        action, start = plan.steps[place], max(plan.at, 0)
        move = self._legal(position, action)
        self._plan = _at(plan, place)
        rest = _total(plan.task, plan.states[start], plan.states[-1], len(plan.steps) - start)
        compared = self.tasks.view.others if plan.status == "optimal" else 0
        others = {}
        for other in position.moves:
            if other != move:
                others[other.text] = self._other(plan.task, other, plan.states[start] if compared > 0 else None, budget)
                compared -= 1
        followed = Followed(
            plan.task,
            plan.steps[start:],
            plan.states[start],
            plan.planner,
            plan.status,
            rest,
            None if plan.bound is None else self._bound(plan, start),
            plan.looked_at,
            fresh,
            again,
            surprise,
            budget.effort,
        )
        return explain(self.tasks, position, move, action, followed, others, self.knowledge)

    def _bound(self, plan: _Plan, start: int) -> Number:
        """What the rest of a plan costs at least, if the whole costs at least so much."""
        assert plan.bound is not None
        return plan.bound - plan.task.total(plan.states[start], start)

    def _other(self, task: Task, move: Move, start: State | None, budget: _Budget) -> Other:
        """What another move costs at once; and, begun in a state, with the best that can come after it."""
        state = task.initial if start is None else start
        action = next(self._actions(task, state, move), None)
        if action is None:
            return Other(None)
        after = task.after(state, action)
        now = task.cost(state, action, after)
        if start is None or budget.over:
            return Other(now)
        solution = self._solved(self.tasks.begun(task, after), budget)
        if solution.status == "unsolvable":
            return Other(now, hopeless=True)
        if solution.status != "optimal" or solution.cost is None:
            return Other(now)
        rest = solution.cost - (0 if task.counts_steps else task.total(after, 0))
        return Other(now, total=now + (-rest if task.maximizes else rest))

    def _actions(self, task: Task, state: State, move: Move) -> Iterator[Action]:
        wanted = Deed(self.seat, move.text)
        return (action for action in task.applicable(state) if self._deed(action) == wanted)

    def _legal(self, position: Position, action: Action) -> Move:
        deed = self._deed(action)
        assert deed is not None
        try:
            return find_move(position, deed.text)
        except IllegalMove:
            step = Message("minds.planner.not_legal", {"step": str(action), "move": deed.text})
            raise BadKnowledge(self.knowledge, [Complaint(action.schema.line, step)]) from None

    def _unusable(self, error: BadInput) -> BadKnowledge:
        """What is wrong with the domain; or with the game's problem, when it is read in the domain's words."""
        if isinstance(error, BadPddl) and error.file == self.knowledge.name:
            return BadKnowledge(self.knowledge, [Complaint(error.line, error.what)])
        message = (
            Message("minds.planner.unfit", {"what": quoted(error.what)})
            if isinstance(error, BadPddl)
            else error.message
        )
        return BadKnowledge(self.knowledge, [Complaint(0, message)])


def _at(plan: _Plan, place: int) -> _Plan:
    return _Plan(plan.task, plan.steps, plan.states, plan.planner, plan.status, plan.bound, plan.looked_at, place)


def _total(task: Task, start: State, end: State, steps: int) -> Number:
    """What lies between two states of a plan, in the problem's own number."""
    return steps if task.counts_steps else task.total(end, 0) - task.total(start, 0)
