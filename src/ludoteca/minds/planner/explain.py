"""What a planner says of its choice: the plan, how good it is known to be, what made it plan again, why not others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Literal

from ludoteca.core.explanation import Explanation, PlanMade, PlanStep, Reason, Rejected
from ludoteca.core.game import Move, Position, find_move
from ludoteca.core.language import Message, quoted
from ludoteca.core.mind import Choice
from ludoteca.minds.reasons import consequences, expectation, touched
from ludoteca.minds.written import Knowledge
from ludoteca.rules.planning.game import role_of
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action, State, Task
from ludoteca.rules.planning.told import plain, steps_of
from ludoteca.rules.planning.view import Tasks

_EXPECTED = 8  # moves of a plan that are told in one sentence
_VARIABLE = re.compile(r"\?[^\s,.;:()]+")


@dataclass(frozen=True, slots=True)
class Followed:
    """The rest of a plan, from a state on; costs and bounds are those of the rest, in the problem's own number."""

    task: Task
    steps: tuple[Action, ...]
    start: State
    planner: str
    status: str
    cost: Number
    bound: Number | None
    states: int  # that were looked at for it
    fresh: bool
    again: Message | None
    surprise: Message | None
    effort: int


@dataclass(frozen=True, slots=True)
class Other:
    """What another move costs: at once, None when the domain has no such step; and with the best way on, if known."""

    now: Number | None
    total: Number | None = None
    hopeless: bool = False


def explain(
    tasks: Tasks,
    position: Position,
    move: Move,
    action: Action,
    followed: Followed,
    others: Mapping[str, Other],
    knowledge: Knowledge,
) -> Choice:
    """The move and its reasons."""
    task = followed.task
    because = [*_news(followed), *_expected(tasks, action, followed), *consequences(position, move)]
    reason = Reason(
        _claim(followed), touched(position, move), knowledge.source(action.schema.line), because=tuple(because)
    )
    best = -followed.cost if task.maximizes else followed.cost
    rejected = tuple(Rejected(text, Reason(_why_not(other, best, task.maximizes))) for text, other in others.items())
    bound = None if followed.bound is None else plain(followed.bound)
    steps = tuple(_steps(tasks, followed))
    cost = plain(followed.cost)
    trace = PlanMade(followed.planner, followed.status, steps, cost, bound, followed.states, followed.again)
    return Choice(move, Explanation(reason, rejected, trace, followed.effort))


def without_plan(
    position: Position,
    why: Literal["unsolvable", "limit", "idle"],
    others: Mapping[str, Other],
    states: int,
    maximizes: bool,
    again: Message | None,
    effort: int,
) -> Choice:
    """The move that costs least at once, since there is no plan."""
    costs = {text: other.now for text, other in others.items() if other.now is not None}
    text = min(costs, key=costs.__getitem__, default=next(iter(others)))
    move = find_move(position, text)
    because = [*([Reason(again)] if again is not None else ()), *consequences(position, move)]
    reason = Reason(Message(f"minds.planner.without.{why}", {"states": states}), touched(position, move))
    rejected = tuple(
        Rejected(name, Reason(_at_once(other, maximizes))) for name, other in others.items() if name != text
    )
    return Choice(move, Explanation(replace(reason, because=tuple(because)), rejected, effort=effort))


def _claim(followed: Followed) -> Message:
    kind = "worth" if followed.task.maximizes else "cost"
    args: dict[str, int | float] = {"steps": len(followed.steps), "cost": plain(followed.cost)}
    if not followed.fresh:
        return Message(f"minds.planner.goes_on.{kind}", args)
    if followed.bound is not None:
        args["bound"] = plain(followed.bound)
    status = "plan" if followed.bound is None else followed.status
    return Message(f"minds.planner.made.{status}.{kind}", args)


def _news(followed: Followed) -> Iterator[Reason]:
    if followed.again is not None:
        yield Reason(followed.again)
    elif followed.surprise is not None:
        yield Reason(Message("minds.planner.still", {"what": quoted(followed.surprise)}))


def _expected(tasks: Tasks, action: Action, followed: Followed) -> Iterator[Reason]:
    """The moves that come after this one in the plan."""
    coming = followed.steps[followed.steps.index(action) + 1 :]
    deeds = (tasks.view.deed(tasks.game, tasks.seat, step) for step in coming)
    texts = [deed.text for deed in deeds if deed is not None]
    if texts:
        yield expectation((*texts[:_EXPECTED], *(["…"] if len(texts) > _EXPECTED else [])))


def _steps(tasks: Tasks, followed: Followed) -> Iterator[PlanStep]:
    seats = tasks.game.seats
    for action, step in zip(followed.steps, steps_of(followed.task, followed.steps, followed.start), strict=True):
        deed = tasks.view.deed(tasks.game, tasks.seat, action)
        yield replace(step, text=_in_words(action, step.text), seat=None if deed is None else seats[deed.seat])


def _in_words(action: Action, told: str) -> str:
    """A step as the comment that opens it has it; without one, as PDDL has it."""
    comment, bound = action.schema.comment, action.bound
    if not comment or role_of(action.schema) is not None:
        return told
    return _VARIABLE.sub(lambda found: bound.get(found[0], found[0]), comment)


def _why_not(other: Other, best: Number, maximizes: bool) -> Message:
    """Why not that move; `best` is what the plan costs, the less the better."""
    if other.hopeless:
        return Message("minds.planner.not.hopeless")
    if other.total is None:
        return _at_once(other, maximizes)
    more = plain(other.total - best)
    if more <= 0:
        return Message("minds.planner.not.same")
    return Message(f"minds.planner.not.{'less' if maximizes else 'more'}", {"by": more})


def _at_once(other: Other, maximizes: bool) -> Message:
    if other.now is None:
        return Message("minds.planner.not.unknown")
    kind, now = ("brings", -other.now) if maximizes else ("costs", other.now)
    return Message(f"minds.planner.not.{kind}", {"now": plain(now)})
