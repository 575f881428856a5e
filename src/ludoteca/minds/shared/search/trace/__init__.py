"""The trace of a search: its tree near the root, and the principal variation."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ludoteca.core.traces import Trace

Bound = Literal["exact", "at_least", "at_most", "estimate", "estimate_at_most"]
"""What a value is: proven to be exact, a proven bound, an estimate, or an upper bound of an estimate."""


@dataclass(frozen=True, slots=True)
class Rest:
    """The visits of a move that went to none of the replies shown, and their mean value for the seat of the move.

    With more than two seats there is no value: what a reply is worth for another seat is not known.
    """

    visits: int
    value: float | None = None


@dataclass(frozen=True, slots=True)
class Branch:
    """A move in a search tree, with its value for the seat that makes it and its subtree.

    Where replies are shown and visits are counted, `rest` are the other visits: together they make up the move's own.
    """

    move: str
    seat: str
    value: float
    bound: Bound = "exact"
    visits: int | None = None
    children: tuple[Branch, ...] = ()
    rest: Rest | None = None


@dataclass(frozen=True, slots=True)
class SearchTree(Trace):
    """The search tree near the root, and the principal variation.

    Of a very large tree the last branches are left out: `branches_omitted` counts them. Where visits are counted and
    rewards are points, `max_points` are the points that a value of 1 stands for; else values are results.
    """

    branches: tuple[Branch, ...]
    expected: tuple[str, ...]
    branches_omitted: int | None = None
    max_points: int | None = None
    kind: Literal["search_tree"] = "search_tree"

    def cut(self, most: int) -> SearchTree:
        kept = self.branches[:most]
        omitted = len(self.branches) - len(kept) + (self.branches_omitted or 0)
        return replace(self, branches=kept, expected=self.expected[:most], branches_omitted=omitted or None)


TRACE = SearchTree
