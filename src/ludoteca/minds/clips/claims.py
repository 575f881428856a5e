"""Checkers of what production rules claim, by the firings and the agenda in the trace.

What the trace shows is as true as the trace, which has a checker of its own. The words of a knowledge file are its
author's: they can be found there, but not checked.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from ludoteca.core.explanation import left_out
from ludoteca.core.verdicts import Checker, Claim, certified
from ludoteca.minds.clips.obstacle_check import is_stopped
from ludoteca.minds.shared.claims import MANY, for_their_moves, texts, unless_cut
from ludoteca.rules.production.firing import Firing
from ludoteca.rules.production.trace import RuleFirings

_SUPPORT = 40  # firings that the choice rests on; more are left out of a trace
_LEFT_OUT = left_out(0)[:-1]
_CHOICE = re.compile(r'^\(choose \(move "(?P<move>[^"]*)"\) \(because "(?P<because>.*)"\)\)$')


def _firings(claim: Claim) -> RuleFirings:
    if not isinstance(claim.why.trace, RuleFirings):
        raise TypeError(claim.why.trace)
    return claim.why.trace


def _support(claim: Claim) -> list[Firing]:
    """The firings that the choice rests on."""
    trace = _firings(claim)
    return [trace.firings[place] for place in trace.support]


def _by_rule(claim: Claim) -> list[Firing]:
    """Those of them by the rule of the claim."""
    return [firing for firing in _support(claim) if firing.activation.rule == claim.args["rule"]]


def _choices(claim: Claim) -> Iterator[tuple[Firing, str]]:
    """The firings that chose the move, each with the words that came with the choice."""
    for firing in _support(claim):
        for text in firing.asserted:
            choice = _CHOICE.match(text)
            if choice is not None and choice["move"] == claim.move.text:
                yield firing, choice["because"].replace('\\"', '"')


def _words(claim: Claim) -> bool | None:
    """Whether the words are those of the choice, or the comment above the rule that chose; not what they say."""
    rules = {firing.activation.rule for firing, _ in _choices(claim)}
    comments = {firing.comment for firing in _firings(claim).firings if firing.activation.rule in rules}
    return None if claim.args["words"] in comments | {because for _, because in _choices(claim)} else False


def _chooses(claim: Claim) -> bool | None:
    return (
        certified(claim) if claim.args["rule"] in {firing.activation.rule for firing, _ in _choices(claim)} else False
    )


def _since(claim: Claim) -> bool | None:
    facts = texts(claim, "facts")
    told = facts[:-1] if facts[-1] == MANY else facts
    matched = [firing.activation.matched for firing in _by_rule(claim)]
    shown = any(each[: len(told)] == told and (len(each) > len(told)) == (told != facts) for each in matched)
    return certified(claim) if shown else False


def _anyway(claim: Claim) -> bool | None:
    return certified(claim) if any(not firing.activation.matched for firing in _by_rule(claim)) else False


def _said(claim: Claim) -> bool | None:
    """Whether the rule fired and the words stand above it; not what they say."""
    comments = {each.comment for each in _firings(claim).firings if each.activation.rule == claim.args["rule"]}
    return None if _by_rule(claim) and claim.args["words"] in comments else False


def _waiting(claim: Claim) -> bool | None:
    if (claim.args["rule"], claim.move.text) in _rules_waiting(claim):
        return certified(claim)
    return None if _firings(claim).agenda_omitted else False


def _rules_waiting(claim: Claim) -> set[tuple[str, str | None]]:
    """The rules on the agenda, each with the move that it would choose."""
    return {(each.rule, each.text) for each in _firings(claim).agenda}


def _stopped(claim: Claim) -> bool | None:
    """Whether the condition is what keeps the rule from the move."""
    if claim.move == claim.chosen or (claim.args["rule"], claim.move.text) in _rules_waiting(claim):
        return False
    fact = claim.args.get("fact")
    said = (str(claim.args["rule"]), str(claim.args["condition"]), None if fact is None else str(fact))
    return None if any(_LEFT_OUT in text for text in said if text) else is_stopped(claim, *said)


def _no_rule(claim: Claim) -> bool | None:
    if claim.move.text in {move for _, move in _rules_waiting(claim)} or claim.move == claim.chosen:
        return False
    return None if _firings(claim).agenda_omitted else certified(claim)


def _judged(claim: Claim) -> bool | None:
    """Whether rules asserted these facts, all about the move; of very many firings some are left out of the trace."""
    trace, facts = _firings(claim), texts(claim, "facts")
    asserted = {text for firing in trace.firings for text in firing.asserted}
    if not all(f'(move "{claim.move.text}")' in fact for fact in facts):
        return False
    if not asserted.issuperset(facts):
        return None if trace.firings_omitted else False
    return certified(claim)


def _is_cut(claim: Claim) -> bool:
    """Whether firings that the choice rests on may be left out, or parts of the texts in them."""
    if claim.why.rejected_omitted or (_firings(claim).firings_omitted and len(_firings(claim).support) >= _SUPPORT):
        return True
    shown = [text for firing in _support(claim) for text in (*firing.activation.matched, *firing.asserted)]
    return any(_LEFT_OUT in text for text in shown)


_CHECKERS: Mapping[str, Checker] = {
    "words": _words,
    "chooses": _chooses,
    "since": _since,
    "said": _said,
    "anyway": _anyway,
    "not.waiting": _waiting,
    "not.judged": _judged,
    "not.stopped": _stopped,
    "not.blocked": _stopped,
    "not.no_rule": _no_rule,
}

CLAIMS = for_their_moves(unless_cut(_CHECKERS, _is_cut))
