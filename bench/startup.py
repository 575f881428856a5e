"""The start-up time of the command line: `ludoteca --help`."""

from __future__ import annotations

import subprocess
import sys
import time

from bench.measure import Claim


def measure() -> list[Claim]:
    """The claim about start-up."""
    best = float("inf")
    for _ in range(5):
        started = time.perf_counter()
        subprocess.run([sys.executable, "-m", "ludoteca", "--help"], capture_output=True, check=True)
        best = min(best, time.perf_counter() - started)
    return [Claim("run time of `ludoteca --help`", "< 0.5 s", f"{best:.2f} s", best < 0.5)]
