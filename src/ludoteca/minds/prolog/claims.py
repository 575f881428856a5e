"""Checkers of what a logic program claims: its goals by the proof, facts of the game by the referee.

What the proof shows is as true as the proof, which has a checker of its own. Of rejected moves there is no proof: their
claims are checked where they are about facts of the game. The words of a knowledge file are its author's: they can be
found there, but not checked.
"""

from __future__ import annotations

import re
from collections.abc import Mapping

from ludoteca.core.verdicts import Checker, Claim, certified
from ludoteca.core.vocabulary import vocabulary_of
from ludoteca.minds.prolog.trace import Proof, ProofStep
from ludoteca.minds.shared.claims import for_their_moves, number, percepts, unless_cut

_ARGUMENT = re.compile(r"'(?:[^']|'')*'|[^,()\s']+")
_GOAL = re.compile(rf"(?P<name>[a-z]\w*)\((?P<args>(?:{_ARGUMENT.pattern})(?:, (?:{_ARGUMENT.pattern}))*)\)")
_VARIABLE = re.compile(r"_|[A-Z]\w*")


def _root(claim: Claim) -> ProofStep:
    if not isinstance(claim.why.trace, Proof):
        raise TypeError(claim.why.trace)
    return claim.why.trace.root


def _rule(claim: Claim) -> bool | None:
    """Whether the words stand above the clause that decided; not what they say."""
    return None if claim.args["words"] == _root(claim).words else False


def _follows(claim: Claim) -> bool | None:
    return certified(claim) if (_root(claim).goal, _root(claim).how) == (claim.args["goal"], "rule") else False


def _unbeaten(claim: Claim) -> bool | None:
    counted = number(claim, "beaten") == len(_root(claim).because)
    return certified(claim) if counted and number(claim, "others") == len(claim.position.moves) - 1 else False


def _since(claim: Claim) -> bool | None:
    """Whether the goal is in the body of the deciding clause; a fact of the game must hold besides."""
    if claim.args["goal"] not in {step.goal for step in _root(claim).because if step.how in ("rule", "given")}:
        return False
    holds = _holds(claim)
    return certified(claim) if holds is None else holds


def _since_not(claim: Claim) -> bool | None:
    shown = claim.args["goal"] in {step.goal for step in _root(claim).because if step.how == "not"}
    return certified(claim) if shown else False


def _holds(claim: Claim) -> bool | None:
    """Whether the goal is a fact that the mind is told; None for a goal that is not about the game's own relations."""
    goal = _arguments(str(claim.args["goal"]))
    if goal is None or goal[0] not in {relation.name for relation in vocabulary_of(claim.position.game)}:
        return None
    name, wanted = goal
    told = (tuple(map(str, fact.args)) for fact in percepts(claim.position) if fact.relation == name)
    return any(len(args) == len(wanted) and all(map(_fits, wanted, args)) for args in told)


def _arguments(text: str) -> tuple[str, tuple[str | None, ...]] | None:
    """The name and the arguments of a goal, None for a variable; None if it is no goal with plain arguments.

    >>> _arguments("sows('3', _, 4)"), _arguments("1 is 4-0"), _arguments("far(1), near(2)")
    (('sows', ('3', None, '4')), None, None)
    """
    goal = _GOAL.fullmatch(text)
    return None if goal is None else (goal["name"], tuple(map(_value, _ARGUMENT.findall(goal["args"]))))


def _value(text: str) -> str | None:
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    return None if _VARIABLE.fullmatch(text) else text


def _fits(wanted: str | None, given: str) -> bool:
    return wanted is None or wanted == given


def _fails(claim: Claim) -> bool | None:
    """Whether no such fact is told; other goals have no proof that could show it."""
    holds = _holds(claim)
    return None if holds is None else not holds


def _worse(claim: Claim) -> bool | None:
    """Whether the chosen move is proved better than this one."""
    goal = _arguments(str(claim.args["goal"]))
    if goal != ("better", (claim.chosen.text, claim.move.text)):
        return False
    return certified(claim) if claim.args["goal"] in {step.goal for step in _root(claim).because} else False


def _not_in_the_proof(claim: Claim) -> bool | None:
    """A claim about a move that is not in the proof of the chosen one."""
    return None


def _is_cut(claim: Claim) -> bool:
    return any(step.how == "more" for step in _root(claim).because)


_CHECKERS: Mapping[str, Checker] = {
    "rule": _rule,
    "follows": _follows,
    "unbeaten": _unbeaten,
    "since": _since,
    "since_not": _since_not,
    "not.fails": _fails,
    "not.fails_first": _fails,
    "not.detail": _fails,
    "not.holds": _holds,
    "not.since": _holds,
    "not.worse": _worse,
    "not.also": _not_in_the_proof,
    "not.even": _not_in_the_proof,
    "not.raises": _not_in_the_proof,
    "not.not_examined": _not_in_the_proof,
}

CLAIMS = for_their_moves(unless_cut(_CHECKERS, _is_cut))
