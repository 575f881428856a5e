"""The explanation of a planner's move: the plan, what is proven of it, why it is new, and why not the other moves."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice, pairwise

from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Move, Position, find_move
from ludoteca.core.i18n import Message, quoted
from ludoteca.core.mind import Choice
from ludoteca.minds.planner.plan_maker import Alternative, Budget, Plan
from ludoteca.minds.planner.trace import PlanMade
from ludoteca.minds.shared.knowledge import Knowledge
from ludoteca.minds.shared.reasons import changed_facts, consequences, expected_line
from ludoteca.rules.planning.as_problem import PlannedMove, Transition
from ludoteca.rules.planning.game import role_of
from ludoteca.rules.planning.plan_steps import PlanStep, plain, steps_of, told
from ludoteca.rules.planning.syntax import Number
from ludoteca.rules.planning.task import Action

_STEPS = 300  # of a plan in the trace
_EXPECTED = 8  # moves of a plan that one sentence lists
_VARIABLE = re.compile(r"\?[^\s,.;:()]+")


@dataclass(frozen=True, slots=True)
class PlanNews:
    """Whether a plan is new, why the last one was dropped, and the reasons to show."""

    fresh: bool
    again: Message | None
    reasons: tuple[Message, ...]


def explain(
    position: Position,
    move: Move,
    plan: Plan,
    news: PlanNews,
    others: Mapping[str, Alternative],
    knowledge: Knowledge,
    effort: int,
) -> Choice:
    """The move and its reasons."""
    moves = [_move_of(plan, action) for action in plan.rest]
    first = next(place for place, planned in enumerate(moves) if planned is not None)
    because = (*map(Reason, news.reasons), *_expected(position, moves[first:]), *consequences(position, move))
    source = knowledge.source(plan.rest[first].schema.line)
    bound = None if plan.rest_bound is None else plain(plan.rest_bound)
    steps, cost = tuple(islice(_steps(plan), _STEPS)), plain(plan.rest_cost)
    omitted = len(plan.rest) - len(steps) or None
    trace = PlanMade(plan.planner, plan.status, steps, cost, bound, plan.states_visited, news.again, omitted)
    reason = Reason(_claim(plan, news.fresh, trace.counts_on_others), changed_facts(position, move), source, because)
    best = -plan.rest_cost if plan.task.maximizes else plan.rest_cost
    rejected = tuple(Rejected(text, _rejection(other, best, plan.task.maximizes)) for text, other in others.items())
    return Choice(move, Explanation(reason, rejected, trace, effort))


def without_plan(
    position: Position, plan: Plan, others: Mapping[str, Alternative], again: Message | None, budget: Budget
) -> Choice:
    """The move with the best immediate result, when there is no plan or it has no move of the seat."""
    why = "idle" if plan.status not in ("unsolvable", "limit") else plan.status
    costs = {text: other.now for text, other in others.items() if other.now is not None}
    text = min(costs, key=costs.__getitem__, default=next(iter(others)))
    move = find_move(position, text)
    because = (*([] if again is None else [Reason(again)]), *consequences(position, move))
    claim = Message(f"minds.planner.without.{why}", {"visited": budget.used, "states": budget.states})
    rejected = tuple(
        Rejected(name, Reason(_at_once(other, plan.task.maximizes, "without")))
        for name, other in others.items()
        if name != text
    )
    reason = Reason(claim, changed_facts(position, move), because=because)
    return Choice(move, Explanation(reason, rejected, effort=budget.effort))


def _move_of(plan: Plan, action: Action) -> PlannedMove | None:
    return plan.tasks.view.move_of(plan.tasks.game, plan.tasks.seat, action)


def _claim(plan: Plan, fresh: bool, counts_on_others: bool) -> Message:
    """The claim of a plan: its steps, its cost, what it assumes, and what is proven of it."""
    kind = "worth" if plan.task.maximizes else "cost"
    args: dict[str, int | float] = {"steps": len(plan.rest), "cost": told(plan.rest_cost)}
    claim = Message(f"minds.planner.{'plan' if fresh else 'goes_on'}.{kind}", args)
    if counts_on_others:
        claim = Message("minds.planner.with_others", {"plan": quoted(claim)})
    if not fresh:
        return claim
    if plan.rest_bound is None:
        return Message(f"minds.planner.made.plan.{kind}", {"plan": quoted(claim)})
    bound = told(plan.rest_bound)
    return Message(f"minds.planner.made.{plan.status}.{kind}", {"plan": quoted(claim), "bound": bound})


def _expected(position: Position, planned: Sequence[PlannedMove | None]) -> Iterator[Reason]:
    """The moves of the plan, if there are any after the first; up to the turn of a seat for which it has no move."""
    moves = [each for each in planned if each is not None]
    texts = [moves[0].text]
    for before, after in pairwise(moves[: _EXPECTED + 1]):
        position = position.after(find_move(position, before.text))
        if position.turn != after.seat or after.text not in (move.text for move in position.moves):
            break
        texts.append(after.text)
    if texts[1:]:
        yield expected_line((*texts[:_EXPECTED], *(["…"] if len(texts) > _EXPECTED else [])))


def _steps(plan: Plan) -> Iterator[PlanStep]:
    seats, states = plan.tasks.game.seats, plan.states[plan.at or 0 :]
    steps = zip(plan.rest, steps_of(plan.task, plan.rest, plan.now), pairwise(states), strict=True)
    for action, step, (before, after) in steps:
        planned = _move_of(plan, action)
        said = plan.tasks.step_message(Transition(plan.task, action, before, after))
        seat = None if planned is None else seats[planned.seat]
        yield replace(step, text=_in_words(action, step.text), seat=seat, said=said)


def _in_words(action: Action, text: str) -> str:
    """The text of a step by the comment of its action; without one, as PDDL."""
    comment, bound = action.schema.comment, action.bound
    if not comment or role_of(action.schema) is not None:
        return text
    return _VARIABLE.sub(lambda found: bound.get(found[0], found[0]), comment)


def _rejection(other: Alternative, best: Number, maximizes: bool) -> Reason:
    """Why not that move, and whether a plan was made to answer that."""
    claim = _why_not(other, best, maximizes)
    if other.states is None:
        return Reason(claim)
    return Reason(claim, because=(Reason(Message("minds.planner.not.asked", {"states": other.states})),))


def _why_not(other: Alternative, best: Number, maximizes: bool) -> Message:
    """Why not that move; `best` is the cost of the plan, with the sign that makes less better."""
    if other.hopeless:
        return Message("minds.planner.not.hopeless")
    if other.total is None:
        return _at_once(other, maximizes, "not")
    if not other.is_best or other.total < best:
        kind, sign = ("worth", -1) if maximizes else ("cost", 1)
        args = {"cost": told(sign * other.total), "chosen": told(sign * best)}
        return Message(f"minds.planner.not.found.{kind}", args)
    if other.total == best:
        return Message("minds.planner.not.same")
    more = told(other.total - best)
    if more == 0:
        return Message("minds.planner.not.tie")
    return Message(f"minds.planner.not.{'less' if maximizes else 'more'}", {"by": more})


def _at_once(other: Alternative, maximizes: bool, table: str) -> Message:
    """What a move brings or costs at once; `table` names the messages: next to a plan, or without one."""
    if other.now is None:
        return Message("minds.planner.not.unknown")
    kind, now = ("brings", -other.now) if maximizes else ("costs", other.now)
    return Message(f"minds.planner.{table}.{kind}", {"now": told(now)})
