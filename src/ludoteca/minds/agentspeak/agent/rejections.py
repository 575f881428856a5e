"""Why an agent did not act otherwise: what its plans for the event at hand say about another action.

The conditions of a plan, in its context and before the action in its body, are solved one after another. After each of
them the plan leads to some instances of its action; another action is ruled out by the first condition after which it
is not among them.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise, product
from typing import Any

from ludoteca.core.explanation import shortened
from ludoteca.minds.agentspeak.agent.budget import BudgetExceeded
from ludoteca.minds.agentspeak.agent.format import fact_argument, format_short
from ludoteca.minds.agentspeak.agent.intentions import Frame
from ludoteca.minds.agentspeak.agent.logical_formulas import And
from ludoteca.minds.agentspeak.agent.plans import (
    AchieveGoal,
    BodyFormula,
    Condition,
    Constraint,
    Event,
    ExternalAction,
    For,
    If,
    Plan,
    TestGoal,
    While,
)
from ludoteca.minds.agentspeak.agent.reasoner import Reasoner
from ludoteca.minds.agentspeak.agent.terms import Failure, Literal, Scope, Term, Variable, is_ground, unify, value_of

_STEPS = 20_000  # of reasoning for one plan
_INSTANCES = 500  # of an action
_LONGEST = 300  # characters of a plan or a condition, as in a trace

Fact = list[Any]  # a name and arguments
Json = dict[str, Any]


@dataclass(frozen=True, slots=True)
class _Stage:
    """The instances of an action that are possible after a condition; the condition as it was first solved.

    `members` are those of lists in the next condition, such as `.max(List, Member)`, with the instance that each would
    lead to.
    """

    condition: str
    instances: tuple[Term, ...]
    members: tuple[tuple[Term, Term], ...] = ()


@dataclass(frozen=True, slots=True)
class _Way:
    """A way to an action of a plan: the stages of its conditions, and whether these are all that decides."""

    stages: tuple[_Stage, ...]
    decided: bool

    def begins_with(self, facts: Sequence[Fact]) -> bool:
        return _among(facts, self.stages[0])

    def leads_to(self, facts: Sequence[Fact]) -> bool:
        """Whether the plan would take the action, without a doubt."""
        known = (instance for instance in self.stages[-1].instances if is_ground(instance))
        return self.decided and any(_fits(instance, fact) for instance in known for fact in facts)

    def obstacle(self, facts: Sequence[Fact]) -> tuple[_Stage, _Stage] | None:
        """The first condition after which an action is ruled out, with the stage before it."""
        return next((pair for pair in pairwise(self.stages) if not _among(facts, pair[1])), None)


def rejections(agent: Reasoner, actions: Sequence[Sequence[Fact]]) -> list[Json]:
    """For each other action, given by its names, why it was not taken."""
    assert agent.acting is not None
    frame = agent.acting[0].top
    plans = [option.plan for option in frame.relevant]
    ways = [tuple(_ways(agent, frame.event, plan)) for plan in plans]
    taken = plans.index(frame.plan)
    return [_rejection(plans, ways, taken, facts, agent.acting[1], frame.event) for facts in actions]


def _rejection(
    plans: Sequence[Plan],
    ways: Sequence[Sequence[_Way]],
    taken: int,
    facts: Sequence[Fact],
    action: Term,
    event: Event,
) -> Json:
    for later in range(taken + 1, len(plans)):
        if any(way.leads_to(facts) for way in ways[later]):
            return _answer("earlier", plans[later])
    for place in (taken, *range(taken)):
        for way in ways[place]:
            if way.begins_with(facts):
                return _stopped(plans[place], way, facts, action)
    return {"why": "no_plan", "line": 0, "event": str(event)}


def _stopped(plan: Plan, way: _Way, facts: Sequence[Fact], action: Term) -> Json:
    """How far a plan leads to an action."""
    obstacle = way.obstacle(facts)
    if obstacle is not None:
        before, stage = obstacle
        answer = _answer("elsewhere" if stage.instances else "fails", plan, condition=stage.condition)
        own = (member for member, led in before.members if any(_fits(led, fact) for fact in facts))
        return {**answer, "member": next(map(format_short, own), None)}
    return _answer("also", plan) if way.leads_to(facts) else _answer("instead", plan, action=format_short(action))


def _answer(why: str, plan: Plan, **args: str) -> Json:
    shown = {name: shortened(text, _LONGEST) for name, text in {"plan": plan.text, **args}.items()}
    return {"why": why, "line": plan.line, **shown}


def _ways(agent: Reasoner, event: Event, plan: Plan) -> Iterator[_Way]:
    for action, conditions, decided in _actions(plan.body, list(plan.conditions), True):
        with agent.looking_ahead(_STEPS):
            stages = [_stage(agent, event, plan, conditions, 0, action)]
            try:
                for count in range(1, len(conditions) + 1):
                    stages.append(_stage(agent, event, plan, conditions, count, action))
            except (Failure, BudgetExceeded, RecursionError):
                decided = False
        yield _Way(tuple(stages), decided)


def _actions(
    body: Sequence[BodyFormula], conditions: list[Condition], decided: bool
) -> Iterator[tuple[ExternalAction, Sequence[Condition], bool]]:
    """The actions in a body, each with the conditions before it, and whether nothing else binds its variables."""
    for formula in body:
        match formula:
            case ExternalAction():
                yield formula, tuple(conditions), decided
            case Constraint():
                conditions.append(Condition(formula.formula, formula.text, formula.term))
            case TestGoal(formula=asked) if asked is not None:
                conditions.append(Condition(asked, formula.text, formula.term))
            case AchieveGoal():
                decided = decided and is_ground(formula.term)
            case If():
                condition = Condition(formula.condition, formula.text)
                yield from _actions(formula.then, [*conditions, condition], decided)
                yield from _actions(formula.otherwise, list(conditions), False)
                decided = False
            case For():
                yield from _actions(formula.body, [*conditions, Condition(formula.condition, formula.text)], decided)
            case While():
                yield from _actions(formula.body, list(conditions), False)
                decided = False


def _stage(
    agent: Reasoner, event: Event, plan: Plan, conditions: Sequence[Condition], count: int, action: ExternalAction
) -> _Stage:
    """The instances of an action after the first conditions of a plan; raises `Failure` and `BudgetExceeded`."""
    frame = Frame(event, plan)
    agent.is_relevant(plan, event, frame)
    found: list[Term] = []
    members: tuple[tuple[Term, Term], ...] = ()
    solved, following = conditions[:count], conditions[count : count + 1]
    text = solved[-1].text if solved else ""
    for _ in And([condition.formula for condition in solved]).solve(agent, frame):
        if not found:
            text = solved[-1].instantiated(frame.scope) if solved else ""
            members = tuple(pair for condition in following for pair in _members(condition, action, frame.scope))
        found.append(_instance(action.term, frame.scope))
        if len(found) == _INSTANCES:
            break
    return _Stage(text, tuple(found), members)


def _members(condition: Condition, action: ExternalAction, scope: Scope) -> Iterator[tuple[Term, Term]]:
    """The members of lists in a condition that another argument could be, with the instance each would lead to."""
    args = condition.term.args if isinstance(condition.term, Literal) else ()
    values = [_instance(arg, scope) for arg in args]
    for members in (value for value in values if isinstance(value, tuple)):
        for member, arg in product(members[:_INSTANCES], args):
            bound = dict(scope)
            if not isinstance(arg, tuple) and unify(arg, member, bound, []):
                instance = _instance(action.term, bound)
                if is_ground(instance):
                    yield member, instance


def _instance(term: Term, scope: Scope) -> Term:
    """An action with the values of its variables; a variable while a sum in it cannot be worked out."""
    try:
        return value_of(term, scope)
    except Failure:
        return Variable()


def _among(facts: Sequence[Fact], stage: _Stage) -> bool:
    return any(_fits(instance, fact) for instance in stage.instances for fact in facts)


def _fits(instance: Term, fact: Fact) -> bool:
    """Whether an instance of an action, perhaps with variables, is an action of the game."""
    if isinstance(instance, Variable):
        return True
    if not isinstance(instance, Literal) or [instance.functor, len(instance.args)] != [fact[0], len(fact) - 1]:
        return False
    pairs = zip(instance.args, fact[1:], strict=True)
    return all(isinstance(arg, Variable) or fact_argument(arg) == given for arg, given in pairs)
