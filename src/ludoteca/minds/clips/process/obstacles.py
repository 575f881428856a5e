"""Why a rule does not choose a move: the first of its conditions that nothing about the move fulfils.

The conditions of a rule are matched against working memory one more at a time, by a rule without actions that has only
the first of them. A match is about a move when the facts in it name no other one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from clips._clips import ffi, lib

from ludoteca.core.explanation import Source, shortened
from ludoteca.minds.clips.answer import Obstacle
from ludoteca.minds.clips.process.journal import Journal, KnownFact
from ludoteca.minds.clips.process.templates import RESERVED
from ludoteca.rules.production.clips_binding import Clips, Construct

_PROBE = "ludoteca-probe"  # the name of the rule without actions
_MATCHES = 5_000  # of some conditions that are looked at
_LONGEST = 300  # characters of a condition, as of a fact in a trace
_COMMENT = re.compile(r'("(?:\\.|[^"\\])*")|;[^\n]*', re.S)
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|[()]|[^\s()";]+', re.S)
_TITLE = re.compile(r'\(\s*defrule\s+[^\s()"]+(?:\s+"(?:\\.|[^"\\])*")?', re.S)
_NEGATION = re.compile(r"\(\s*not\s+(?P<pattern>\(\s*(?P<head>[^\s()]+).*\))\s*\)", re.S)
_GROUPS = ("logical", "and")


def conditions(rule: Construct) -> list[str]:
    """The conditions of a rule in their order, each as one line; groups are taken apart.

    >>> text = '(defrule a "why" (declare (salience 1)) ?f <- (x ?n) (logical (y) (not (z ?n))) => (halt))'
    >>> conditions(Construct("defrule", "a", None, 1, text))
    ['?f <- (x ?n)', '(y)', '(not (z ?n))']
    """
    text = _COMMENT.sub(lambda found: found[1] or " ", rule.text)
    return list(_conditions(_TITLE.sub("", text, count=1)))


def _conditions(text: str) -> Iterator[str]:
    """The conditions in a sequence of them; what stands outside parentheses belongs to the next one."""
    depth, start = 0, 0
    for token in _TOKEN.finditer(text):
        if depth == 0 and token[0] in ("=>", ")"):
            return
        depth += (token[0] == "(") - (token[0] == ")")
        if token[0] == ")" and depth == 0:
            form, start = " ".join(text[start : token.end()].split()), token.end()
            head = _TOKEN.findall(form)[1]
            if head in _GROUPS:
                yield from _conditions(form.partition(head)[2])
            elif head != "declare":
                yield form


class Probe:
    """Matches conditions against working memory as it is."""

    def __init__(self, clips: Clips, journal: Journal) -> None:
        self._clips = clips
        self._journal = journal

    def obstacle(self, rule: Construct, source: Source | None, move: str, chosen: str) -> Obstacle | None:
        """The first condition of a rule that stops a move, and a fact that a negation in it finds; None if none does.

        Of several facts, one about the chosen move is taken.
        """
        every = conditions(rule)
        for count, condition in enumerate(every, 1):
            matches = self._matches(every[:count])
            if matches is None:
                return None
            if not any(_is_about(move, match) for match in matches):
                by = self._found_by_negation(every[: count - 1], condition, move, chosen)
                return Obstacle(rule.name, source, shortened(condition, _LONGEST), by)
        return None

    def _found_by_negation(self, before: Sequence[str], condition: str, move: str, chosen: str) -> str | None:
        """A fact that makes a negation of one pattern fail; None when the condition is another one."""
        negated = _NEGATION.fullmatch(condition)
        if negated is None or negated["head"] in RESERVED:
            return None
        matches = self._matches([*before, negated["pattern"]]) or ()
        found = [match[-1] for match in matches if match and _is_about(move, match[:-1])]
        found.sort(key=lambda fact: fact.move != chosen)
        return shortened(found[0].text, _LONGEST) if found else None

    def _matches(self, some: Sequence[str]) -> list[list[KnownFact]] | None:
        """The facts in each match of some conditions, as many as are looked at; None when CLIPS rejects them."""
        if any(not message.warning for message in self._clips.load(f"(defrule {_PROBE} {' '.join(some)} =>)", _PROBE)):
            return None
        try:
            return list(self._journal.matches_of(_PROBE, _MATCHES))
        finally:
            lib.Undefrule(lib.FindDefrule(self._clips.raw, _PROBE.encode()), ffi.NULL)


def _is_about(move: str, match: Sequence[KnownFact]) -> bool:
    return all(fact.move in (None, move) for fact in match)
