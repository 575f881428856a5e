"""Solving Kalah(6, 3) and Kalah(6, 4) exactly: time and memory of a new process each, without compilation."""

from __future__ import annotations

import json
import resource
import subprocess
import sys
import time

from bench.measure import Claim, on_one_core
from ludoteca.games.kalah import Kalah
from ludoteca.rules.kernel.solver.margin_search import MarginSearch
from ludoteca.rules.kernel.solver.solve import solve

MEMORY = {3: 512, 4: 2048}  # MiB for the table
GIBIBYTE = 1 << 30


def solve_alone(seeds: int) -> dict[str, float]:
    """The figures of a new process that solves the game with a number of seeds a pit."""
    command = [sys.executable, "-m", "bench.solver", str(seeds)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    figures: dict[str, float] = json.loads(done.stdout)
    return figures


def measure() -> list[Claim]:
    """The claims about the solver."""
    Kalah({}).kernel_for("alphabeta")  # compiled before the clock runs
    claims = []
    for seeds, value, limit in ((3, 2, 10), (4, 8, 600)):
        figures = solve_alone(seeds)
        gibibytes = figures["bytes"] / GIBIBYTE
        claims.append(
            Claim(
                f"Kalah(6, {seeds}) solved exactly",
                f"< {limit} s" + (", ≤ 4 GiB" if seeds == 4 else ""),
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
    search = MarginSearch(game.kernel_for("alphabeta"), MEMORY[seeds])
    started = time.perf_counter()
    solution = solve(search, game.start(0))
    print(
        json.dumps(
            {
                "value": solution.low,
                "proven": solution.proven,
                "nodes": solution.nodes,
                "seconds": time.perf_counter() - started,
                "bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
            }
        )
    )


if __name__ == "__main__":
    main(int(sys.argv[1]))
