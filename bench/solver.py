"""Solving Kalah(6, 3) alone and Kalah(6, 4) with an endgame table: time and memory of a new process each.

Compilation is not measured.
"""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time

from bench.measure import Claim, on_one_core
from ludoteca.games.kalah import Kalah
from ludoteca.rules.kernel.solver.endgame_table import NO_TABLE, build_table
from ludoteca.rules.kernel.solver.solve import solve
from ludoteca.rules.kernel.solver.sowing_search import exact_search

MEMORY = 512  # MiB for the transposition table
GIBIBYTE = 1 << 30
LEFT = {3: 0, 4: 20}  # seeds of the endgame table, by seeds a pit


def solve_alone(seeds: int) -> dict[str, float]:
    """The figures of a new process that solves the game with a number of seeds a pit."""
    command = [sys.executable, "-m", "bench.solver", str(seeds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def measure() -> list[Claim]:
    """The claims about the solver."""
    for driver in ("alphabeta", "endgame", "sowing_search"):
        Kalah({}).kernel_for(driver)  # compiled before the clock runs
    claims = []
    for seeds, value, limit in ((3, 2, 10), (4, 8, 20)):
        figures = solve_alone(seeds)
        gibibytes = figures["bytes"] / GIBIBYTE
        if LEFT[seeds]:
            building = figures["building"]
            row = f"endgame table of {LEFT[seeds]} seeds, {figures['boards']:,.0f} boards"
            claims.append(Claim(row, "< 60 s", f"{building:.1f} s", building < 60))
        claims.append(
            Claim(
                f"Kalah(6, {seeds}) solved exactly" + (" with this table" if LEFT[seeds] else ""),
                f"< {limit} s, ≤ 4 GiB",
                f"{figures['seconds']:.1f} s, {gibibytes:.1f} GiB, {figures['nodes']:,.0f} positions:"
                f" the first player wins by {figures['value']:.0f}",
                figures["seconds"] < limit and gibibytes <= 4 and figures["value"] == value and bool(figures["proven"]),
            )
        )
    return claims


def main(seeds: int) -> None:
    """Solve the game in this process and print the figures as JSON."""
    on_one_core()
    game = Kalah({"seeds": seeds})
    game.kernel_for("endgame")
    started = time.perf_counter()
    table = build_table(game, LEFT[seeds]) if LEFT[seeds] else NO_TABLE
    built = time.perf_counter()
    search = exact_search(game, MEMORY, table)
    searching = time.perf_counter()
    solution = solve(search, game.start(0))
    print(
        json.dumps(
            {
                "value": solution.low,
                "proven": solution.proven,
                "nodes": solution.nodes,
                "boards": len(table.values),
                "building": built - started,
                "seconds": time.perf_counter() - searching,
                "bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
            }
        )
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
