"""A table of all planners on the problems of the document, with much time: proofs that share no code, side by side.

``python -m bench.proofs [--write]``; results are kept in ``tables/planning/`` and reused. With ``--write`` the table
goes into planning.md.
"""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

from rich.console import Console

from bench.planning import DOCUMENT, solved
from ludoteca.core.errors import Unavailable
from ludoteca.planners import planner_names

FOLDER = Path("tables") / "planning"
PAGE = Path(__file__).parent / "planning.md"
SECONDS = 900.0


def answer(problem: str, planner: str) -> str:
    """A planner's result for a problem in one line, computed once."""
    kept = FOLDER / f"{problem}-{planner}.json"
    if kept.exists():
        return str(json.loads(kept.read_text(encoding="utf-8"))["told"])
    try:
        solution = solved({"problem": problem}, SECONDS, planner)
    except Unavailable as error:
        return str(error)
    cost = "–" if solution.cost is None else str(solution.cost)
    bound = "" if solution.bound in (None, solution.cost) else f", none below {solution.bound}"
    summary = f"{cost} {solution.status}{bound}, {solution.seconds:,.1f} s"
    FOLDER.mkdir(parents=True, exist_ok=True)
    kept.write_text(json.dumps({"told": summary}), encoding="utf-8")
    return summary


def table(console: Console) -> str:
    names = planner_names()
    text = f"| problem | document | {' | '.join(names)} |\n|---|---|{'---|' * len(names)}\n"
    for problem, documented in DOCUMENT.items():
        cells = list[str]()
        for name in names:
            with console.status(f"{problem}: {name}"):
                cells.append(answer(problem, name))
        text += f"| {problem} | {documented.cost}, {documented.seconds:.2f} s | {' | '.join(cells)} |\n"
    return text


def write(page: Path, section: str, text: str) -> None:
    """Replace a section of a page."""
    mark = re.compile(rf"(?<=<!-- {section} -->\n).*?(?=<!-- end -->)", re.DOTALL)
    page.write_text(mark.sub(lambda _: f"\n{text}\n", page.read_text(encoding="utf-8"), count=1), encoding="utf-8")


def main() -> None:
    console = Console(width=None if sys.stdout.isatty() else 200)
    text = table(console)
    console.print(text)
    if "--write" in sys.argv:
        write(PAGE, "proofs", text)


if __name__ == "__main__":
    main()
