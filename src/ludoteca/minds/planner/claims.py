"""Checkers of what the planner claims.

A plan is replayed by the interpreter of the planners' validation. What is proven of it, and what other moves are worth,
is checked by listing every state that can be reached, where they are few.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from ludoteca.core.game import Game, Move, Position
from ludoteca.core.i18n import Message, unquoted
from ludoteca.core.mind import MindName
from ludoteca.core.verdicts import Checker, Claim
from ludoteca.minds.planner.trace import PlanMade
from ludoteca.minds.shared.claims import for_their_moves, number
from ludoteca.planners.validation.exhaustive import TooManyStates, best_total
from ludoteca.planners.validation.interpreter import Interpreter
from ludoteca.rules.planning.as_problem import PlannedMove, TaskFactory, view_of
from ludoteca.rules.planning.parser import read_domain
from ludoteca.rules.planning.plan_steps import plain, told
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, State, Task

_WITH_OTHERS = "minds.planner.with_others"
_STATES = 2000  # that can be reached; where there are more, a claim about all plans is not checked


# The task of a position


@lru_cache(maxsize=8)
def _factory(game: Game, seat: int) -> TaskFactory:
    view = view_of(game)
    if view is None:
        raise ValueError(game.name)
    return TaskFactory(view, game, seat, read_domain(view.file.read_text(encoding="utf-8"), view.file.name))


def _task(claim: Claim) -> Task | None:
    """The task of the position by the game's own domain; None for a mind that has another."""
    if "file" in MindName.read(claim.mind).settings:
        return None
    return _factory(claim.position.game, claim.seat).task_at(claim.position)


def _action(position: Position, seat: int, task: Task, move: Move) -> Action | None:
    """The applicable action that is a move."""
    view, wanted = _factory(position.game, seat).view, PlannedMove(seat, move.text)
    return next(
        (each for each in task.applicable(task.initial) if view.move_of(position.game, seat, each) == wanted), None
    )


def _plan_made(claim: Claim) -> PlanMade:
    trace = claim.why.trace
    if not isinstance(trace, PlanMade):
        raise TypeError(trace)
    return trace


# One plan


def _plan_is_right(claim: Claim, message: Message) -> bool | None:
    """Whether the steps of a plan can be taken, reach the goal, and cost what the claim and the trace say."""
    trace = _plan_made(claim)
    steps = len(trace.steps) + (trace.steps_omitted or 0)
    if message.args["steps"] != steps or message.args["cost"] != told(trace.cost):
        return False
    task = _task(claim)
    if task is None or trace.steps_omitted:
        return None
    worth = message.key.endswith("worth")
    interpreter = Interpreter(task.domain.text, task.problem.text)
    before = interpreter.cost
    taken = all(interpreter.step(*_step(step.action)) for step in trace.steps)
    return taken and interpreter.finished and plain(interpreter.cost - before) == trace.cost and worth == task.maximizes


def _step(action: str) -> tuple[str, tuple[str, ...]]:
    name, *args = action.strip("()").split()
    return name, tuple(args)


def _plan(claim: Claim) -> bool | None:
    return _plan_is_right(claim, claim.message)


def _with_others(claim: Claim) -> bool | None:
    return _assumes_others(claim, claim.message)


def _assumes_others(claim: Claim, message: Message) -> bool | None:
    """Whether a plan, with the words that it counts on others or without them, is right."""
    told_so = message.key == _WITH_OTHERS
    if told_so != _plan_made(claim).counts_on_others:
        return False
    return _plan_is_right(claim, unquoted(message.args["plan"]) if told_so else message)


def _is_new(claim: Claim, plan: Message) -> bool:
    """Whether what is proven, and of what, is told in words for the same kind of problem."""
    told_of = unquoted(plan.args["plan"]) if plan.key == _WITH_OTHERS else plan
    return told_of.key == f"minds.planner.plan.{claim.message.key.rpartition('.')[2]}"


def _made(status: str) -> Checker:
    """A checker for a new plan of which so much is proven."""

    def check(claim: Claim) -> bool | None:
        trace, plan = _plan_made(claim), unquoted(claim.args["plan"])
        bound = None if trace.bound is None else told(trace.bound)
        if trace.status != status or claim.args.get("bound") != bound or not _is_new(claim, plan):
            return False
        right = _assumes_others(claim, plan)
        return _is_bound(claim) if right and bound is not None else right

    return check


def _is_bound(claim: Claim) -> bool | None:
    """Whether no plan is better than the bound in the trace, and the plan itself is not worse than an optimal one."""
    trace, task = _plan_made(claim), _task(claim)
    assert task is not None and trace.bound is not None, "checked before"
    best = _best_total(task, task.initial)
    if best is None:
        return None
    worth = plain(best - task.total(task.initial, 0))
    beyond = worth > trace.bound if task.maximizes else worth < trace.bound
    return not beyond and (trace.status != "optimal" or worth == trace.cost)


# All plans


class _NoPlan(Exception):
    """The goal cannot be reached."""


def _best_total(task: Task, start: State) -> Number | None:
    """The metric's best value over all plans; None where there are too many states to list. Raises `_NoPlan`."""
    try:
        best = best_total(task, _STATES, start)
    except TooManyStates:
        return None
    if best is None:
        raise _NoPlan
    return best


def _worse(claim: Claim) -> Number | None:
    """By how much the best plan that begins with the move is worse than that of the chosen one; None: not found out."""
    task = _task(claim)
    if task is None:
        return None
    chosen, move = (_best_from(claim.position, claim.seat, move) for move in (claim.chosen, claim.move))
    if chosen is None or move is None:
        return None
    return chosen - move if task.maximizes else move - chosen


@lru_cache(maxsize=64)
def _best_from(position: Position, seat: int, move: Move) -> Number | None:
    """The best total of a plan that begins with a move, by the game's own domain; raises `_NoPlan`."""
    task = _factory(position.game, seat).task_at(position)
    action = _action(position, seat, task, move)
    if action is None:
        raise _NoPlan
    return _best_total(task, task.after(task.initial, action))


def _compared(holds: Callable[[Claim, Number], bool]) -> Checker:
    """A checker of how much worse the best plan with a move is."""

    def check(claim: Claim) -> bool | None:
        try:
            worse = _worse(claim)
        except _NoPlan:
            return False
        return None if worse is None else holds(claim, worse)

    return check


def _hopeless(claim: Claim) -> bool | None:
    try:
        return None if _worse(claim) is None else False
    except _NoPlan:
        return True


def _asked(claim: Claim) -> bool | None:
    """How many states were visited is known to the mind alone."""
    return None if number(claim, "states") >= 0 and claim.move != claim.chosen else False


def _found(claim: Claim) -> bool | None:
    """Whether the plan that is followed costs that, and the best plan with the move is not worse than the one found."""
    if number(claim, "chosen") != told(_plan_made(claim).cost):
        return False
    task = _task(claim)
    if task is None:
        return None
    try:
        best = _best_from(claim.position, claim.seat, claim.move)
    except _NoPlan:
        return False
    if best is None:
        return None
    reached = told(best - task.total(task.initial, 0))
    worse = reached < number(claim, "cost") if task.maximizes else reached > number(claim, "cost")
    return False if worse else None


# One step


def _at_once(claim: Claim, move: Move) -> Number | None:
    """What a move adds to the metric at once, with the problem's own sign; raises `_NoPlan` when it is no action."""
    task = _task(claim)
    if task is None:
        return None
    action = _action(claim.position, claim.seat, task, move)
    if action is None:
        raise _NoPlan
    return task.total(task.after(task.initial, action), 1) - task.total(task.initial, 0)


def _immediate(claim: Claim) -> bool | None:
    try:
        now = _at_once(claim, claim.move)
    except _NoPlan:
        return False
    return None if now is None else told(now) == number(claim, "now")


def _unknown(claim: Claim) -> bool | None:
    try:
        return None if _at_once(claim, claim.move) is None else False
    except _NoPlan:
        return True


def _without(claim: Claim) -> bool | None:
    """Whether no move has a better immediate result; that no plan was found is known to the mind alone."""
    task = _task(claim)
    if task is None:
        return None
    actions = {move: _action(claim.position, claim.seat, task, move) for move in claim.position.moves}
    now = {
        move: task.cost(task.initial, action, task.after(task.initial, action))
        for move, action in actions.items()
        if action is not None
    }
    return None if not now or now.get(claim.move) == min(now.values()) else False


def _without_plan(claim: Claim) -> bool | None:
    """Whether there is no plan at all."""
    task = _task(claim)
    if task is None or _without(claim) is False:
        return None if task is None else False
    try:
        return None if _best_total(task, task.initial) is None else False
    except _NoPlan:
        return True


def _within_limit(claim: Claim) -> bool | None:
    """The effort that repeats the search is the number of states visited, or one more."""
    repeats = (claim.why.effort or 0) - number(claim, "visited")
    limit = MindName.read(claim.mind).settings.get("states", str(claim.args["states"]))
    return _without(claim) if repeats in (0, 1) and int(limit) == number(claim, "states") else False


def _by(claim: Claim, worse: Number) -> bool:
    return told(worse) == number(claim, "by") > 0


def _worded(checker: Checker, maximizes: bool) -> Checker:
    """A checker of words for problems that maximize, or for those that minimize."""

    def check(claim: Claim) -> bool | None:
        task = _task(claim)
        return False if task is not None and task.maximizes != maximizes else checker(claim)

    return check


# What became of the last plan


def _again(claim: Claim) -> bool | None:
    """Why the last plan was dropped depends on what was played: here it can only contradict the trace."""
    trace = claim.why.trace
    return None if not isinstance(trace, PlanMade) or trace.again == claim.message else False


def _still(claim: Claim) -> bool | None:
    return None if _plan_made(claim).again is None else False


_KINDS = ("cost", "worth")

_CHECKERS: Mapping[str, Checker] = {
    **{f"{name}.{kind}": _plan for name in ("plan", "goes_on") for kind in _KINDS},
    **{f"made.{status}.{kind}": _made(status) for status in ("optimal", "gap", "plan") for kind in _KINDS},
    "with_others": _with_others,
    "again.used_up": _again,
    "again.other": _again,
    "again.differs": _again,
    "still": _still,
    "without.unsolvable": _without_plan,
    "without.limit": _within_limit,
    "without.idle": _without,
    "not.hopeless": _hopeless,
    "not.same": _compared(lambda _, worse: worse <= 0),
    "not.tie": _compared(lambda _, worse: worse > 0 and told(worse) == 0),
    "not.more": _worded(_compared(_by), maximizes=False),
    "not.less": _worded(_compared(_by), maximizes=True),
    **{f"{name}.costs": _worded(_immediate, maximizes=False) for name in ("not", "without")},
    **{f"{name}.brings": _worded(_immediate, maximizes=True) for name in ("not", "without")},
    "not.unknown": _unknown,
    "not.asked": _asked,
    "not.found.cost": _worded(_found, maximizes=False),
    "not.found.worth": _worded(_found, maximizes=True),
}

CLAIMS = for_their_moves(_CHECKERS, "without.costs", "without.brings")
