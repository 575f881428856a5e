"""Checkers of what an agent claims: its plans and beliefs by the intention in the trace.

What the trace shows is as true as the trace, which has a checker of its own. Of plans that were not taken the trace has
no more than their names. The words of a program are its author's: they can be found there, but not checked.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace

from ludoteca.core.explanation import left_out
from ludoteca.core.verdicts import Checker, Claim, certified
from ludoteca.core.vocabulary import actions_in
from ludoteca.minds.agentspeak.trace import Intended, Intentions
from ludoteca.minds.shared.claims import for_their_moves, texts, unless_cut

_PLANS = 20  # for one event; more are left out of a trace
_LEFT_OUT = left_out(0)[:-1]


def _stack(claim: Claim) -> Sequence[Intended]:
    if not isinstance(claim.why.trace, Intentions):
        raise TypeError(claim.why.trace)
    return claim.why.trace.stack


def _frames(stack: Sequence[Intended]) -> Iterator[Intended]:
    """The plans of a stack and those below their steps."""
    for frame in stack:
        yield frame
        yield from _frames([step.below for step in frame.steps if step.below is not None])


def _words(claim: Claim) -> bool | None:
    """Whether the words stand above a plan of the intention; not what they say."""
    return None if claim.args["words"] in {frame.words for frame in _frames(_stack(claim))} else False


def _acts(claim: Claim) -> bool | None:
    """Whether the plan on top takes this action, and the action is the move."""
    frame, names = _stack(claim)[-1], {str(name): move for name, move in actions_in(claim.position).items()}
    taken = {step.now or step.text for step in frame.steps if step.state == "now"}
    action = str(claim.args["action"])
    same = names.get(action.replace('"', "")) == claim.move
    return certified(claim) if same and frame.plan == claim.args["plan"] and action in taken else False


def _since(claim: Claim) -> bool | None:
    said = (claim.args["event"], texts(claim, "beliefs"))
    return certified(claim) if said in {(frame.event, frame.beliefs) for frame in _stack(claim)} else False


def _anyway(claim: Claim) -> bool | None:
    events = {frame.event for frame in _stack(claim) if not frame.beliefs}
    return certified(claim) if claim.args["event"] in events else False


def _silent(claim: Claim) -> bool | None:
    """Whether no plan acted and the move is a pass."""
    return certified(claim) if not _stack(claim) and claim.position.action(claim.move).relation == "pass" else False


def _member(claim: Claim) -> bool | None:
    """What a list held is known to the agent alone; it can only stand for a move that a condition ruled out."""
    rejected = [each.reason for each in claim.why.rejected if each.move == claim.move.text]
    keys = {"minds.agentspeak.not.elsewhere", "minds.agentspeak.not.fails"}
    return None if rejected and rejected[0].claim.key in keys else False


def _none_acts(claim: Claim) -> bool | None:
    return _silent(replace(claim, move=claim.chosen)) if claim.move != claim.chosen else False


def _not(plans: Callable[[Intended], set[str]]) -> Checker:
    """A checker of a claim about one of some plans for the event at hand; the trace has no more than their names."""

    def check(claim: Claim) -> bool | None:
        return None if claim.args["plan"] in plans(_stack(claim)[-1]) else False

    return check


def _no_plan(claim: Claim) -> bool | None:
    return None if claim.args["event"] == _stack(claim)[-1].event else False


def _instead(claim: Claim) -> bool | None:
    """Whether the plan that was taken does that instead, and it is another move."""
    return _acts(replace(claim, move=claim.chosen)) if claim.move != claim.chosen else False


def _for_the_event(frame: Intended) -> set[str]:
    return {plan.plan for plan in frame.alternatives}


def _later(frame: Intended) -> set[str]:
    """The plans after the one that was taken, without those that are known not to be applicable."""
    places = [place for place, plan in enumerate(frame.alternatives) if plan.chosen]
    return {plan.plan for plan in frame.alternatives[places[0] + 1 :] if plan.applicable is not False}


def _is_cut(claim: Claim) -> bool:
    """Whether plans or steps of the intention are left out."""
    frames = list(_frames(_stack(claim)))
    many = any(len(frame.alternatives) >= _PLANS for frame in frames)
    return bool(claim.why.rejected_omitted) or many or any(_LEFT_OUT in str(frame.steps[-1:]) for frame in frames)


_CHECKERS: Mapping[str, Checker] = {
    "words": _words,
    "acts": _acts,
    "since": _since,
    "anyway": _anyway,
    "silent": _silent,
    "not.earlier": _not(_later),
    "not.also": _not(lambda frame: {frame.plan}),
    "not.instead": _instead,
    "not.fails": _not(_for_the_event),
    "not.elsewhere": _not(_for_the_event),
    "not.no_plan": _no_plan,
    "not.member": _member,
    "not.silent": _none_acts,
}

CLAIMS = for_their_moves(unless_cut(_CHECKERS, _is_cut))
