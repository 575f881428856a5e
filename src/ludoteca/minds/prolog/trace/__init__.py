"""The trace of a logic program: the proof of the move it chose."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Literal

from ludoteca.core.explanation import Source
from ludoteca.core.traces import Trace

ShownBy = Literal["rule", "given", "called", "not", "more"]


@dataclass(frozen=True, slots=True)
class ProofStep:
    """A goal of a proof and how it was proved.

    `rule`: by a clause of the knowledge, with the comment above it as `words` and the goals of its body in `because`;
    `given`: a fact of the game; `called`: by a predicate of Prolog; `not`: by negation as failure. `more` stands for
    the steps left out of a large proof.
    """

    goal: str
    how: ShownBy
    source: Source | None = None
    words: str | None = None
    because: tuple[ProofStep, ...] = ()


@dataclass(frozen=True, slots=True)
class Proof(Trace):
    """The trace of a logic program: the proof tree of its move."""

    root: ProofStep
    kind: Literal["proof"] = "proof"

    def cut(self, most: int) -> Proof:
        return replace(self, root=_cut(self.root, itertools.count(1), most))


def _cut(step: ProofStep, numbers: Iterator[int], most: int) -> ProofStep:
    """A step with those below it whose number, in the order of the proof, is not over the limit."""
    below: list[ProofStep] = []
    for other in step.because:
        if next(numbers) >= most:
            below.append(ProofStep("…", "more"))
            break
        below.append(_cut(other, numbers, most))
    return replace(step, because=tuple(below))


TRACE = Proof
