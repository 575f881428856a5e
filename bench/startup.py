"""The start-up time of the package and of the command line, in processor time, whatever the load of the machine."""

from __future__ import annotations

import os
import statistics
import subprocess
import sys

from bench.measure import Claim

_RUNS = 9


def measure() -> list[Claim]:
    """The claims about start-up."""
    package, line = _seconds("-c", "import ludoteca"), _seconds("-m", "ludoteca", "--help")
    return [
        Claim("processor time of `import ludoteca`", "< 0.15 s", f"{package:.2f} s", package < 0.15),
        Claim("processor time of `ludoteca --help`", "< 0.3 s", f"{line:.2f} s", line < 0.3),
    ]


def _seconds(*words: str) -> float:
    """The median processor time of a run of Python."""
    times = []
    for _ in range(_RUNS):
        before = os.times()
        subprocess.run([sys.executable, *words], capture_output=True, check=True)
        after = os.times()
        times.append(after.children_user - before.children_user + after.children_system - before.children_system)
    return statistics.median(times)
