"""Runs all benchmarks, prints a table, and fails if a claim does not hold; ``--write`` adds the run to results.md."""

from __future__ import annotations

import platform
import sys
from datetime import date
from pathlib import Path

from rich.console import Console
from rich.table import Table

from bench import (
    azul,
    class_load,
    cluster,
    explanations,
    lab,
    load,
    loop_steps,
    montecarlo,
    planning,
    playouts,
    production,
    queens,
    solver,
    startup,
)
from bench.measure import Claim, on_one_core

RESULTS = Path(__file__).parent / "results.md"


def main() -> None:
    """Run all benchmarks."""
    table = Table("claim", "promised", "measured", "")
    claims: list[Claim] = []
    for script in (
        lab,
        load,
        loop_steps,
        cluster,
        class_load,
        startup,
        playouts,
        azul,
        queens,
        production,
        planning,
        montecarlo,
        solver,
        explanations,
    ):
        if script not in (
            lab,
            load,
            loop_steps,
            cluster,
            class_load,
        ):  # these also run a browser, processes of minds, or workers
            on_one_core()
        for claim in script.measure():
            claims.append(claim)
            table.add_row(claim.what, claim.promised, claim.measured, "✓" if claim.holds else "✗")
    Console(width=None if sys.stdout.isatty() else 160).print(table)
    if "--write" in sys.argv:
        write(claims)
    sys.exit(not all(claim.holds for claim in claims))


def write(claims: list[Claim]) -> None:
    """Add this run to results.md, the newest first."""
    text = RESULTS.read_text(encoding="utf-8")
    marker = "<!-- newest first -->\n"
    rows = "".join(f"| {claim.what} | {claim.promised} | {claim.measured} |\n" for claim in claims)
    machine = f"{platform.machine()}, one core, Python {platform.python_version()}"
    run = f"\n## {date.today()} ({machine})\n\n| claim | promised | measured |\n|---|---|---|\n{rows}"
    RESULTS.write_text(text.replace(marker, marker + run), encoding="utf-8")


if __name__ == "__main__":
    main()
