"""What a planner says of its choice: the plan, how good it is known to be, what made it plan again, why not others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Move, Position, find_move
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.mind import Choice
from ludoteca.minds.planner.plan_maker import Other, Plan
from ludoteca.minds.planner.trace import PlanMade
from ludoteca.minds.shared.knowledge import Knowledge
from ludoteca.minds.shared.reasons import changed_facts, consequences, expected_line
from ludoteca.rules.planning.as_problem import Deed, Taken
from ludoteca.rules.planning.game import role_of
from ludoteca.rules.planning.plan_steps import PlanStep, plain, steps_of
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action

_EXPECTED = 8  # moves of a plan that are told in one sentence
_VARIABLE = re.compile(r"\?[^\s,.;:()]+")


@dataclass(frozen=True, slots=True)
class News:
    """Whether a plan is new, why the last was given up, and what else is to be said of it."""

    fresh: bool
    again: Message | None
    told: tuple[Message, ...]


def explain(
    position: Position,
    move: Move,
    plan: Plan,
    news: News,
    others: Mapping[str, Other],
    knowledge: Knowledge,
    effort: int,
) -> Choice:
    """The move and its reasons."""
    deeds = [_deed(plan, action) for action in plan.rest]
    first = next(place for place, deed in enumerate(deeds) if deed is not None)
    because = (*map(Reason, news.told), *_expected(deeds[first + 1 :]), *consequences(position, move))
    source = knowledge.source(plan.rest[first].schema.line)
    bound = None if plan.rest_bound is None else plain(plan.rest_bound)
    steps, cost = tuple(_steps(plan)), plain(plan.rest_cost)
    trace = PlanMade(plan.planner, plan.status, steps, cost, bound, plan.looked_at, news.again)
    reason = Reason(_claim(plan, news.fresh, trace), changed_facts(position, move), source, because)
    best = -plan.rest_cost if plan.task.maximizes else plan.rest_cost
    rejected = tuple(
        Rejected(text, Reason(_why_not(other, best, plan.task.maximizes))) for text, other in others.items()
    )
    return Choice(move, Explanation(reason, rejected, trace, effort))


def without_plan(
    position: Position, plan: Plan, others: Mapping[str, Other], again: Message | None, states: int, effort: int
) -> Choice:
    """The move that costs least at once, since there is no plan, or none that needs a move."""
    why = "idle" if plan.status not in ("unsolvable", "limit") else plan.status
    costs = {text: other.now for text, other in others.items() if other.now is not None}
    text = min(costs, key=costs.__getitem__, default=next(iter(others)))
    move = find_move(position, text)
    because = (*([] if again is None else [Reason(again)]), *consequences(position, move))
    claim = Message(f"minds.planner.without.{why}", {"states": states})
    rejected = tuple(
        Rejected(name, Reason(_at_once(other, plan.task.maximizes))) for name, other in others.items() if name != text
    )
    reason = Reason(claim, changed_facts(position, move), because=because)
    return Choice(move, Explanation(reason, rejected, effort=effort))


def _deed(plan: Plan, action: Action) -> Deed | None:
    return plan.tasks.view.deed(plan.tasks.game, plan.tasks.seat, action)


def _claim(plan: Plan, fresh: bool, trace: PlanMade) -> Message:
    """What the plan comes to, on which condition, and how good that is known to be."""
    kind = "worth" if plan.task.maximizes else "cost"
    args: dict[str, int | float] = {"steps": len(trace.steps), "cost": trace.cost}
    claim = Message(f"minds.planner.{'plan' if fresh else 'goes_on'}.{kind}", args)
    if trace.counts_on_others:
        claim = Message("minds.planner.with_others", {"plan": quoted(claim)})
    if not fresh:
        return claim
    if trace.bound is None:
        return Message(f"minds.planner.made.plan.{kind}", {"plan": quoted(claim)})
    return Message(f"minds.planner.made.{plan.status}.{kind}", {"plan": quoted(claim), "bound": trace.bound})


def _expected(deeds: Sequence[Deed | None]) -> Iterator[Reason]:
    """The moves that come later in the plan."""
    texts = [deed.text for deed in deeds if deed is not None]
    if texts:
        yield expected_line((*texts[:_EXPECTED], *(["…"] if len(texts) > _EXPECTED else [])))


def _steps(plan: Plan) -> Iterator[PlanStep]:
    seats, states = plan.tasks.game.seats, plan.states[plan.at or 0 :]
    told = zip(plan.rest, steps_of(plan.task, plan.rest, plan.now), pairwise(states), strict=True)
    for action, step, (before, after) in told:
        deed = _deed(plan, action)
        said = plan.tasks.said(Taken(plan.task, action, before, after))
        seat = None if deed is None else seats[deed.seat]
        yield replace(step, text=_in_words(action, step.text), seat=seat, said=said)


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
