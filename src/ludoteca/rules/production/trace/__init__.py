"""The trace of a production system: the rules that fired, and the agenda that was left."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ludoteca.core.traces import Trace
from ludoteca.rules.production.firing import Activation, Firing


@dataclass(frozen=True, slots=True)
class RuleFirings(Trace):
    """The firings that led to a choice, in order, and the agenda after the last one.

    `support` are the places in `firings` of those that the choice rests on (see `firing.support`), in order. Of very
    many firings some are left out, and of a long agenda the end: `firings_omitted` and `agenda_omitted` count them.
    """

    firings: tuple[Firing, ...]
    support: tuple[int, ...] = ()
    agenda: tuple[Activation, ...] = ()
    firings_omitted: int = 0
    agenda_omitted: int = 0
    kind: Literal["firings"] = "firings"

    def cut(self, most: int) -> RuleFirings:
        """The latest firings, with as many of those that the choice rests on, and the first of the agenda."""
        kept = sorted({*self.support[-most:], *range(max(0, len(self.firings) - most), len(self.firings))})[-2 * most :]
        return replace(
            self,
            firings=tuple(self.firings[place].cut(most) for place in kept),
            support=tuple(place for place, old in enumerate(kept) if old in self.support),
            agenda=tuple(activation.cut(most) for activation in self.agenda[:most]),
            firings_omitted=self.firings_omitted + len(self.firings) - len(kept),
            agenda_omitted=self.agenda_omitted + len(self.agenda[most:]),
        )


TRACE = RuleFirings
