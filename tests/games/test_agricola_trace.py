"""The firing log of Agricola classic: the same for each seed in any process and beside any other game."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from ludoteca.games.agricola_classic import AgricolaClassic
from ludoteca.rules.production.firing_log import LoggedFiring, firing_log, opening_log

ROOT = Path(__file__).parent.parent.parent


def trace(
    seed: int, scenario: str, language: str = "en", between: Callable[[], None] = lambda: None
) -> Iterator[LoggedFiring]:
    """The firing log of a random game."""
    lot, position = random.Random(seed), AgricolaClassic({"scenario": scenario}).start(seed)
    yield from opening_log(position, language)
    while position.turn is not None:
        between()
        move = lot.choice(position.moves)
        yield from firing_log(position, position.firings(move), language)
        position = position.after(move)


def log_text(seed: int, scenario: str, language: str = "en") -> str:
    return "\n".join(map(str, trace(seed, scenario, language)))


@pytest.fixture(scope="module")
def alone() -> str:
    return log_text(7, "3")


def test_beside_another_game(alone: str) -> None:
    other = trace(8, "3")

    def go_on() -> None:
        for _ in range(20):
            next(other, None)

    assert "\n".join(map(str, trace(7, "3", between=go_on))) == alone


def test_in_another_process(alone: str) -> None:
    """Python's hashes differ between processes: no order may depend on them."""
    script = (
        "import sys; sys.path.insert(0, sys.argv[1])\n"
        "from tests.games.test_agricola_trace import log_text\n"
        "sys.stdout.buffer.write(log_text(7, '3').encode())"
    )
    environment = {**os.environ, "PYTHONHASHSEED": "1"}
    there = subprocess.run([sys.executable, "-c", script, str(ROOT)], capture_output=True, check=True, env=environment)
    assert there.stdout.decode() == alone


def test_every_entry_has_a_phase_and_a_sentence() -> None:
    english, spanish = list(trace(7, "1")), list(trace(7, "1", "es"))
    assert [line.firing for line in english] == [line.firing for line in spanish]
    assert all(line.when.startswith("round ") and line.sentence and line.firing.changes for line in english)
    assert all(line.when.startswith("ronda ") and line.sentence for line in spanish)
    assert {line.when.partition(", ")[2] for line in english} == {
        "start of round",
        "replenishing",
        "working day",
        "return home",
        "harvest: gathering",
        "harvest: feeding",
        "harvest: breeding",
        "scoring",
    }
    assert len({line.when.partition(",")[0] for line in english}) == 15
