"""The long load run: an hour in parts of five minutes, each kept in soak.jsonl; a stopped run goes on there."""

from __future__ import annotations

import asyncio
import json
import sys
from dataclasses import asdict
from pathlib import Path

from bench.lab_server import LabServer
from bench.load import LoadRun, load_claims

PARTS = 12
SECONDS = 300.0
WARM_UP = 120.0
KEPT = Path(__file__).parent / "soak.jsonl"


def main() -> None:
    """Run the parts that are left; fails if a claim does not hold in one of them."""
    done = KEPT.read_text(encoding="utf-8").splitlines() if KEPT.exists() else []
    if len(done) >= PARTS:
        print(f"All {PARTS} parts are in {KEPT.name}: delete it to begin again.")
        done = done[:PARTS]
    holds = all(claim["holds"] for part in done for claim in json.loads(part))
    for number in range(len(done) + 1, PARTS + 1):
        with LabServer() as lab:
            claims = load_claims(asyncio.run(LoadRun(lab).run(WARM_UP, SECONDS)))
        for claim in claims:
            holds = holds and claim.holds
            print(f"part {number} of {PARTS}: {claim.what}: {claim.measured} {'✓' if claim.holds else '✗'}", flush=True)
        with KEPT.open("a", encoding="utf-8") as file:
            file.write(json.dumps([asdict(claim) for claim in claims]) + "\n")
    sys.exit(not holds)


if __name__ == "__main__":
    main()
