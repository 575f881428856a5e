"""The trace of a search: the moves it looked at first, and the line it expects."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ludoteca.core.traces import Trace

Bound = Literal["exact", "at_least", "at_most"]


@dataclass(frozen=True, slots=True)
class Branch:
    """A move in a search tree, as seen by the seat that would make it."""

    move: str
    seat: str
    value: float
    bound: Bound = "exact"
    visits: int | None = None
    children: tuple[Branch, ...] = ()


@dataclass(frozen=True, slots=True)
class SearchTree(Trace):
    """The trace of a search: what it looked at first, and the line it expects."""

    branches: tuple[Branch, ...]
    expected: tuple[str, ...]
    kind: Literal["search_tree"] = "search_tree"


TRACE = SearchTree
