"""The trace of a network: what it saw at first sight, what the search found, and the facts that carry the value."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ludoteca.core.game import Fact
from ludoteca.core.traces import Trace


@dataclass(frozen=True, slots=True)
class SearchedMove:
    """A move: the network's prior, then the visits of the search and the value it found, proven or not."""

    move: str
    prior: float
    visits: int
    value: float
    proven: bool = False


@dataclass(frozen=True, slots=True)
class FactWeight:
    """A fact, and the value that the network sees without it."""

    fact: Fact
    without: float


@dataclass(frozen=True, slots=True)
class NetworkSearch(Trace):
    """The network, by the digest of its weights, its value of the position at first sight, and the moves, best first.

    Of a very long list the last moves are left out: `moves_omitted` counts them.
    """

    network: str
    first_sight: float
    moves: tuple[SearchedMove, ...]
    expected: tuple[str, ...]
    facts: tuple[FactWeight, ...] = ()
    moves_omitted: int | None = None
    kind: Literal["network_search"] = "network_search"

    def cut(self, most: int) -> NetworkSearch:
        kept = self.moves[:most]
        omitted = len(self.moves) - len(kept) + (self.moves_omitted or 0)
        return replace(self, moves=kept, expected=self.expected[:most], moves_omitted=omitted or None)


TRACE = NetworkSearch
