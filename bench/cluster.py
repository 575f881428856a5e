"""Games a second of a tournament: with one and two workers here, and with two workers of a Dask cluster here.

``python -m bench.cluster`` prints the figures; all play the same games, one after another, and the best of two rounds
counts.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from bench.measure import Claim, rates
from ludoteca.arena.cluster import ClusterPool
from ludoteca.arena.game_worker import GameWorker
from ludoteca.arena.tournament.settings import Settings, pinned_settings
from ludoteca.arena.tournament.tournament import GamePool, Tournament
from ludoteca.arena.worker_pool import LocalPool
from ludoteca.games import load_game

_GAMES = 20
_MINDS = ("montecarlo:simulations=1000", "montecarlo:simulations=1001")  # about 0.2 s a game on a core of its own
_PROMISED = 0.10  # of the time, at most


def _played(pool: GamePool) -> int:
    game = load_game("kalah")
    settings = pinned_settings(Settings("kalah", {}, _MINDS, _GAMES, seed=5), game)
    tournament = Tournament(settings, game)
    tournament.play(pool)
    assert tournament.finished
    return _GAMES


@contextmanager
def dask_cluster(workers: int) -> Iterator[str]:
    """The scheduler file of a cluster on this machine, whose workers have one thread each."""
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        file = Path(folder) / "scheduler.json"
        commands = [["scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file", str(file)]]
        one = ["--nthreads", "1", "--no-nanny", "--host", "127.0.0.1", "--local-directory", folder]
        commands += [["worker", "--scheduler-file", str(file), *one]] * workers
        processes = [
            subprocess.Popen([sys.executable, "-m", "dask", *words, "--no-dashboard"], stderr=subprocess.DEVNULL)
            for words in commands
        ]
        try:
            while not file.exists():
                time.sleep(0.1)
            yield str(file)
        finally:
            for process in reversed(processes):
                process.kill()
                process.wait()


def measure() -> list[Claim]:
    """The claim about the cost of the cluster."""
    with dask_cluster(2) as address, closing(ClusterPool(address)) as cluster:
        _played(cluster)  # the workers load what they need
        one, two, dask = rates(
            lambda: _played(LocalPool(GameWorker, 1)),
            lambda: _played(LocalPool(GameWorker, 2)),
            lambda: _played(cluster),
            rounds=2,
        )
        before = time.process_time()
        games = _played(cluster)
        client = (time.process_time() - before) / games
    cost = 1 - dask / two
    return [
        Claim(
            f"tournament on a Dask cluster of two workers, against two workers here ({_GAMES} games)",
            f"at most {100 * _PROMISED:.0f} % slower",
            f"{100 * cost:+.0f} % ({one:.1f} games/s with 1 worker, {two:.1f} with 2, {dask:.1f} with Dask; "
            f"{1000 * client:.0f} ms of the client a game)",
            cost <= _PROMISED,
        )
    ]


if __name__ == "__main__":
    print(f"load: {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
    for claim in measure():
        print(f"{claim.what}: {claim.measured} (promised: {claim.promised})")
