"""Tournaments on a cluster: a real scheduler and two worker processes, one of which is killed in the middle."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests import needs
from tests.command_line import ludoteca
from tests.waiting import PATIENCE, eventually

pytestmark = needs.cluster


def dask(*words: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "dask", *words, "--no-dashboard"]
    return subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[tuple[Path, list[subprocess.Popen[bytes]]]]:
    """The scheduler file of a cluster, and its two workers, each with one thread."""
    file = tmp_path / "scheduler.json"
    scheduler = dask("scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file))
    one = ("--nthreads", "1", "--no-nanny", "--host", "127.0.0.1", "--local-directory", str(tmp_path))
    workers = [dask("worker", "--scheduler-file", str(file), *one) for _ in range(2)]
    yield file, workers
    for process in (*workers, scheduler):
        process.kill()
        process.wait()


def test_a_table_of_the_cluster_is_that_of_this_machine_though_a_worker_dies(
    tmp_path: Path, cluster: tuple[Path, list[subprocess.Popen[bytes]]]
) -> None:
    scheduler, workers = cluster
    program = tmp_path / "Mine.py"
    program.write_text("def choose(position):\n    return position.moves[-1]\n")
    words = ["tournament", "kalah", "random", "greedy", "crashing", f"python:file={program}", "--json", "--games", "2"]
    words += ["--set", "pits=3", "--set", "seeds=2", "--opening", "1"]
    command = [
        sys.executable,
        "-m",
        "ludoteca",
        *words,
        "--record",
        str(tmp_path / "games"),
        "--cluster",
        str(scheduler),
    ]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    eventually(lambda: list(tmp_path.glob("games/games/*/*.jsonl")))
    workers[0].kill()
    program.unlink()  # the cluster has its text
    told, _ = running.communicate(timeout=2 * PATIENCE)
    assert running.returncode == 0
    program.write_text("def choose(position):\n    return position.moves[-1]\n")
    here = ludoteca(*words)
    assert here.returncode == 0, here.stderr
    assert told == here.stdout
    assert '"games": 12' in told


def test_without_a_scheduler_it_says_so(tmp_path: Path) -> None:
    words = ("tournament", "kalah", "random", "greedy", "--cluster", "tcp://127.0.0.1:9")
    done = ludoteca(*words, DASK_DISTRIBUTED__COMM__TIMEOUTS__CONNECT="1s")
    assert done.returncode == 2
    assert "There is no Dask scheduler at tcp://127.0.0.1:9" in done.stderr
