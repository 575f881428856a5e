"""The trace of a logic program: the proof of the move it chose."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from ludoteca.core.explanation import Source
from ludoteca.core.traces import Trace

ShownBy = Literal["rule", "given", "called", "not", "more"]


@dataclass(frozen=True, slots=True)
class ProofStep:
    """A goal of a proof and how it was shown.

    By a `rule`, which is a clause of the knowledge, its own words above it and its goals below; `given`, a fact of
    the game; `called`, Prolog's own doing; `not`, because it cannot be shown. `more` stands for what was left out.
    """

    goal: str
    how: ShownBy
    source: Source | None = None
    words: str | None = None
    because: tuple[ProofStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof(Trace):
    """The trace of a logic program: the goals and clauses that led to the move."""

    root: ProofStep
    kind: Literal["proof"] = "proof"


TRACE = Proof
