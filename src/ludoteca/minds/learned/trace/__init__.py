"""The trace of a network: what it saw at first sight, what the search found, and the facts that carry the value.

Beside them stand the concepts of the game that its probes read from it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal

from ludoteca.core.game import Fact, Game
from ludoteca.core.i18n import phrase
from ludoteca.core.traces import Trace
from ludoteca.rules.concepts import concept_key


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
class SeenConcept:
    """A concept of the game: its probability by a probe of the network, and whether it holds by the referee."""

    concept: str
    probability: float
    holds: bool


@dataclass(frozen=True, slots=True)
class NetworkSearch(Trace):
    """The network, by the digest of its weights, its value of the position at first sight, and the moves, best first.

    Of a very long list the last moves are left out: `moves_omitted` counts them. `probes` is the digest of the probes
    that read the concepts, most probable first.
    """

    network: str
    first_sight: float
    moves: tuple[SearchedMove, ...]
    expected: tuple[str, ...]
    facts: tuple[FactWeight, ...] = ()
    moves_omitted: int | None = None
    concepts: tuple[SeenConcept, ...] = ()
    probes: str | None = None
    kind: Literal["network_search"] = "network_search"

    def cut(self, most: int) -> NetworkSearch:
        kept = self.moves[:most]
        omitted = len(self.moves) - len(kept) + (self.moves_omitted or 0)
        return replace(self, moves=kept, expected=self.expected[:most], moves_omitted=omitted or None)

    def page_data(self, game: Game, language: str) -> dict[str, Any]:
        """The trace as JSON, each concept with its words."""
        data = Trace.page_data(self, game, language)
        for seen in data.get("concepts", ()):
            seen["words"] = phrase(concept_key(game, seen["concept"]), language)
        return data


TRACE = NetworkSearch
