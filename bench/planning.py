"""Planning benchmarks: the problems of the document to a proven optimum, and larger ones."""

from __future__ import annotations

import resource
from collections.abc import Mapping
from dataclasses import dataclass

from bench.measure import Claim
from ludoteca.core.options import Value
from ludoteca.games.agricola_planning import AgricolaPlanning
from ludoteca.planners import make_plan
from ludoteca.planners.planner import SearchLimits, Solution


@dataclass(frozen=True, slots=True)
class DocumentResult:
    """The document's result for a problem."""

    states: int
    seconds: float
    cost: int

    def __str__(self) -> str:
        return f"the document: {self.cost} in {self.seconds:.2f} s, {self.states:,} states"


DOCUMENT = {
    "1": DocumentResult(8_503, 1.00, 39),
    "2": DocumentResult(11_068, 3.57, 63),
    "3": DocumentResult(24_705, 3.55, 59),
    "4": DocumentResult(61_000, 5.31, 57),
    "5": DocumentResult(2_552, 1.30, 47),
    "6": DocumentResult(6_405, 4.65, 56),
}


def solved(values: Mapping[str, Value], seconds: float, planner: str | None = None) -> Solution:
    """The validated solution of a problem of the working day."""
    return make_plan(AgricolaPlanning(dict(values)).table.task, SearchLimits(seconds), planner)


def summary(solution: Solution) -> str:
    """A solution in one line."""
    cost = "no plan" if solution.cost is None else f"{solution.cost}"
    bound = "" if solution.bound in (None, solution.cost) else f", none below {solution.bound}"
    return f"{cost} ({solution.status}{bound}) in {solution.seconds:.2f} s, {solution.states:,} states"


def measure() -> list[Claim]:
    claims = []
    for number, documented in DOCUMENT.items():
        claims.append(
            _proven(f"planning problem {number} ({documented})", {"problem": number}, 10, "< 10 s (aim: 1 s)")
        )
    four = "planning four turns (the document: not in an hour)"
    claims.append(_proven(four, {"turns": 4}, 10, "< 10 s (aim: 1 s)"))
    fourteen: dict[str, Value] = {"turns": 14, "cards": "per-turn"}
    claims.append(_proven("planning 14 turns, cards that return", fourteen, 60, "< 60 s, gap 0"))
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (1 << 20)
    claims.append(Claim("memory for all of these plans", "< 4 GiB", f"{memory:.1f} GiB", memory < 4))
    return claims


def _proven(what: str, values: Mapping[str, Value], seconds: float, promised: str) -> Claim:
    solution = solved(values, seconds)
    return Claim(what, promised, summary(solution), solution.status == "optimal" and solution.seconds < seconds)
