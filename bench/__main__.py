"""Run every benchmark, print what it says, and fail if a claim does not hold; ``--write`` keeps the figures."""

from __future__ import annotations

import platform
import sys
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import azul, lab, montecarlo, planning, playouts, production, queens, solver, startup
from bench.measure import Claim, on_one_core

RESULTS = Path(__file__).parent / "results.md"


def main() -> None:
    table = Table("claim", "promised", "measured", "")
    claims: list[Claim] = []
    for script in (lab, startup, playouts, azul, queens, production, planning, montecarlo, solver):
        if script is not lab:  # its browser and its minds are others to be fair to
            on_one_core()
        for claim in script.measure():
            claims.append(claim)
            table.add_row(claim.what, claim.promised, claim.measured, "✓" if claim.holds else "✗")
    Console(width=None if sys.stdout.isatty() else 160).print(table)
    if "--write" in sys.argv:
        write(claims)
    sys.exit(not all(claim.holds for claim in claims))


def write(claims: list[Claim]) -> None:
    """Add this run to the results, the newest first."""
    text = RESULTS.read_text(encoding="utf-8")
    mark = "<!-- newest first -->\n"
    rows = "".join(f"| {claim.what} | {claim.promised} | {claim.measured} |\n" for claim in claims)
    machine = f"{platform.machine()}, one core, Python {platform.python_version()}"
    run = f"\n## {date.today()} ({machine})\n\n| claim | promised | measured |\n|---|---|---|\n{rows}"
    RESULTS.write_text(text.replace(mark, mark + run), encoding="utf-8")


if __name__ == "__main__":
    main()
