"""Checks what keeps a CLIPS rule from choosing a move: its conditions are matched again after the firings."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ludoteca.core.verdicts import Claim
from ludoteca.minds.clips.firings_check import CHOOSES, MOST, MOVES, may_differ, replay_of
from ludoteca.minds.shared.knowledge import Knowledge
from ludoteca.minds.shared.trace_check import OtherSchool, Uncheckable, knowledge_of
from ludoteca.rules.production.clips_binding import constructs
from ludoteca.rules.production.values import string_text

_STRING = re.compile(r'"(?:\\.|[^"\\])*"', re.S)
_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|;[^\n]*', re.S)
_TITLE = re.compile(r'\(\s*defrule\s+[^\s()"]+(?:\s+"(?:\\.|[^"\\])*")?', re.S)
_NEGATED = re.compile(r"^\(\s*not\s+(.*)\)$", re.S)


def is_stopped(claim: Claim, name: str, condition: str, by: str | None) -> bool | None:
    """Whether a condition of a rule that chooses is the first that nothing about the move of a claim fulfils.

    Of a negated pattern, `by` is a fact that it finds. None when the knowledge is not there or may remember.
    """
    try:
        knowledge = knowledge_of(claim, ".clp")
    except OtherSchool:
        return False
    except Uncheckable:
        return None
    rule = next((each for each in constructs(knowledge.text) if (each.kind, each.name) == ("defrule", name)), None)
    if rule is None or not CHOOSES.search(rule.text):
        return False
    code = _TITLE.sub("", _COMMENT.sub(lambda found: found[1] or " ", rule.text), count=1)
    left = " ".join(code.split()).partition("=>")[0]
    places = (found.start() for found in re.finditer(re.escape(condition), left))
    found = {_is_stopped_at(claim, knowledge, left[:place], condition, by) for place in places}
    return True if True in found else None if None in found else False


def _is_stopped_at(claim: Claim, knowledge: Knowledge, before: str, condition: str, by: str | None) -> bool | None:
    """Whether a condition stops a move after the text of those before it, in which groups may still be open."""
    negated = condition if by is None else _NEGATED.sub(r"\1", condition)
    again = replay_of(claim, knowledge, MOST, [_closed(f"{before} {last}") for last in ("", condition, negated)])
    if again is None or None in again["matches"]:
        return None
    begun, fulfilled, found = again["matches"]
    move = claim.move.text
    stopped = any(_is_about(move, each) for each in begun) and not any(_is_about(move, each) for each in fulfilled)
    right = stopped and (by is None or any(each[-1:] == [by] and _is_about(move, each[:-1]) for each in found))
    return None if not right and may_differ(knowledge, again) else right


def _closed(conditions: str) -> str:
    """Conditions with what is open at their end closed; an empty group is left out."""
    code = _STRING.sub("", conditions)
    closed = conditions + ")" * (code.count("(") - code.count(")"))
    return re.sub(r"\(\s*(?:logical|and)\s*\)\s*$", "", closed)


def _is_about(move: str, matched: Sequence[str]) -> bool:
    """Whether what was matched names no other move."""
    return all(string_text(f'"{found}"') == move for text in matched for found in MOVES.findall(text))
