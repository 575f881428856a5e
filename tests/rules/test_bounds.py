"""Tests of bench.bounds: a run that is killed is continued by the next one from the bounds in its file."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest
from bench import bounds
from bench.bounds import Kept

from ludoteca.games.kalah import Kalah
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.margin_search import MarginSearch
from ludoteca.rules.kernel.solver.solve import solve
from tests.waiting import PATIENCE

ROOT = Path(__file__).parents[2]
PITS, SEEDS, MOST = 4, 3, 24
FIRST_LIMIT = 50  # positions for one question: so few that some are asked again with more
KILLED = """
import os, pathlib, signal, sys
from bench import bounds
bounds.FOLDER, bounds.MOST_MEMORY, writes = pathlib.Path(sys.argv[1]), 1, 0
keep = bounds.keep
def keep_and_die(file, kept):
    global writes
    keep(file, kept)
    writes += 1
    if writes == int(sys.argv[2]):
        os.kill(os.getpid(), signal.SIGKILL)
bounds.keep = keep_and_die
bounds.run(4, 3, 600)
"""


def test_a_killed_run_is_continued(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file, game = tmp_path / f"{PITS}-{SEEDS}.json", Kalah({"pits": PITS, "seeds": SEEDS})
    value = solve(MarginSearch.of(game, 1), game.start(0)).low
    bounds.keep(file, Kept(-MOST, MOST, FIRST_LIMIT))
    seen = [bounds.kept_bounds(file, MOST)]
    for writes in (2, 6):
        command = [sys.executable, "-c", KILLED, str(tmp_path), str(writes)]
        killed = subprocess.run(command, check=False, cwd=ROOT, timeout=PATIENCE)
        assert killed.returncode == -signal.SIGKILL
        seen.append(bounds.kept_bounds(file, MOST))
        assert seen[-2].low <= seen[-1].low <= value <= seen[-1].high <= seen[-2].high
        assert (seen[-1].low, seen[-1].high, seen[-1].limit) != (seen[-2].low, seen[-2].high, seen[-2].limit)
        assert seen[-1].nodes > seen[-2].nodes
        assert seen[-1].low < seen[-1].high
    file.with_suffix(".draft").write_text('{"low": 0, "hi', encoding="utf-8")  # killed while it wrote

    asked, ask, before = list[int](), bounds.ask, seen[-1]

    def ask_and_note(search: MarginSearch, position: KernelPosition, kept: Kept, beta: int) -> bool:
        asked.append(beta)
        assert kept.limit >= before.limit
        return ask(search, position, kept, beta)

    monkeypatch.setattr(bounds, "FOLDER", tmp_path)
    monkeypatch.setattr(bounds, "MOST_MEMORY", 1)
    monkeypatch.setattr(bounds, "ask", ask_and_note)
    found = bounds.run(PITS, SEEDS, 600)
    assert (found.low, found.high) == (value, value)
    assert found.nodes > before.nodes
    assert all(before.low < beta <= before.high for beta in asked)
    assert bounds.kept_bounds(file, MOST) == found
    asked.clear()
    assert bounds.run(PITS, SEEDS, 600) == found
    assert asked == []
