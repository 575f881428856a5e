"""The portfolio on the classroom problems of ``examples/planning``, half a minute each: who found, who proved.

``python -m bench.classroom_planning [--write] [DOMAIN …]``; with ``--write`` the table goes into planning.md.
"""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console

from bench.proofs import PAGE, write
from ludoteca.planners import make_plan
from ludoteca.planners.planner import PROVEN, SearchLimits, Solution
from ludoteca.rules.planning.grounding import ground
from ludoteca.rules.planning.parser import read_domain, read_file, read_problem

FOLDER = Path(__file__).parent.parent / "examples" / "planning"
SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Outcome:
    """The solution of a problem, and the seconds that a processor worked for the first engine."""

    problem: str
    solution: Solution
    computing: float

    def row(self) -> str:
        found = self.solution
        steps = "–" if found.plan is None else str(len(found.plan))
        cost = "–" if found.cost is None else str(found.cost)
        known = found.status if found.status in PROVEN or found.bound is None else f"none below {found.bound}"
        who = f"{found.found_by or '–'} | {found.proved_by if found.status in PROVEN else '–'}"
        return f"| {self.problem} | {steps} | {cost} | {known} | {who} | {found.seconds:.1f} | {self.computing:.1f} |"


def outcome(domain_file: Path, problem_file: Path) -> Outcome:
    """What the portfolio finds within the limit, reading and grounding included."""
    before, limits = time.process_time(), SearchLimits(SECONDS)
    domain = read_domain(read_file(domain_file), domain_file.name)
    task = ground(domain, read_problem(read_file(problem_file), domain, problem_file.name), limits.check)
    solution = make_plan(task, limits)
    return Outcome(f"{problem_file.parent.name} {problem_file.stem}", solution, time.process_time() - before)


def table(wanted: list[str], console: Console) -> str:
    outcomes = []
    for problem_file in sorted(FOLDER.glob("*/[0-9]*.pddl")):
        if not wanted or problem_file.parent.name in wanted:
            outcomes.append(outcome(problem_file.with_name("domain.pddl"), problem_file))
            console.print(outcomes[-1].row())
    plans = sum(each.solution.plan is not None for each in outcomes)
    proofs = sum(each.solution.status in PROVEN for each in outcomes)
    late = max(each.solution.seconds for each in outcomes)
    text = f"{len(outcomes)} problems: {plans} with a plan, {proofs} with a proof; the longest took {late:.1f} s.\n\n"
    text += "| problem | steps | cost | proven | found by | proved by | seconds | computing |\n"
    text += "|---|---|---|---|---|---|---|---|\n"
    return text + "\n".join(each.row() for each in outcomes) + "\n"


def main() -> None:
    console = Console(width=None if sys.stdout.isatty() else 200)
    text = table([word for word in sys.argv[1:] if not word.startswith("-")], console)
    console.print(text.splitlines()[0])
    if "--write" in sys.argv:
        write(PAGE, "classroom", text)


if __name__ == "__main__":
    main()
