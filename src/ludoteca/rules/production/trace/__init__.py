"""The trace of a production system: the rules that fired, and the agenda that was left."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ludoteca.core.explanation import Source
from ludoteca.core.traces import Trace


@dataclass(frozen=True, slots=True)
class Fired:
    """A rule that fired: on what it matched, and how it changed working memory; its own words, if it has any."""

    rule: str
    source: Source | None
    salience: int
    matched: tuple[str, ...]
    asserted: tuple[str, ...] = ()
    retracted: tuple[str, ...] = ()
    words: str | None = None
    number: int = 0  # of this firing among all; 0: not counted


@dataclass(frozen=True, slots=True)
class Waiting:
    """A rule that could have fired next, and on what; it was left on the agenda."""

    rule: str
    source: Source | None
    salience: int
    matched: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class RulesFired(Trace):
    """The trace of a production system: what fired, the last firing last, and the agenda that was left.

    Of very many firings those that matter most are kept, and `more` left out; of a long agenda the first activations
    are kept, and `left_more` come after them.
    """

    fired: tuple[Fired, ...]
    left: tuple[Waiting, ...] = ()
    more: int = 0
    left_more: int = 0
    kind: Literal["rules"] = "rules"

    def support(self) -> tuple[int, ...]:
        """The places of the firings that the last one rests on, itself among them: those that asserted what it
        matched, those that asserted what these matched, and so on.

        >>> begins = Fired("begin", None, 0, (), asserted=("(a)",))
        >>> chance, ends = Fired("chance", None, 0, (), asserted=("(b)",)), Fired("end", None, 0, ("(a)",))
        >>> RulesFired((begins, chance, ends)).support()
        (0, 2)
        """
        wanted, found = set[str](), list[int]()
        for place in reversed(range(len(self.fired))):
            firing = self.fired[place]
            if not found or not wanted.isdisjoint(firing.asserted):
                wanted = (wanted - set(firing.asserted)) | set(firing.matched)
                found.insert(0, place)
        return tuple(found)


TRACE = RulesFired
