"""A child that is paused: neither its time for an answer runs nor its own clock, nor those of its children."""

from __future__ import annotations

import sys
import threading
import time
from pathlib import Path

import pytest

from ludoteca.child.errors import TooSlow
from ludoteca.child.limits import OURS
from ludoteca.child.process import Child
from ludoteca.core.clock import running_time
from tests.waiting import PATIENCE, eventually

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="processes are paused on Linux only")

CLOCKS = """
import json, sys, time
from ludoteca.core.clock import running_time
for line in sys.stdin:
    paused = max(time.monotonic() - running_time() for _ in range(9))  # less where another process ran between the two
    print(json.dumps({"paused": paused}), flush=True)
"""
PARENT = f"""
import json, sys
from ludoteca.child.limits import OURS
from ludoteca.child.process import Child
with Child([sys.executable, "-c", {CLOCKS!r}], OURS) as child:
    for line in sys.stdin:
        print(json.dumps(child.ask({{}}, 60)), flush=True)
"""
PAUSE = 0.2


@pytest.mark.parametrize("program", [CLOCKS, PARENT], ids=["child", "grandchild"])
def test_its_clock_stands_still(program: str) -> None:
    with Child([sys.executable, "-c", program], OURS, pausable=True) as child:
        assert child.ask({}, 60)["paused"] == pytest.approx(0, abs=PAUSE / 2)
        child.pause()
        time.sleep(PAUSE)
        child.resume()
        assert child.ask({}, 60)["paused"] >= PAUSE


def test_its_time_for_an_answer_stands_still() -> None:
    with Child([sys.executable, "-c", "import time; time.sleep(3600)"], OURS, pausable=True) as child:
        errors: list[BaseException] = []

        def ask() -> None:
            try:
                child.ask({}, PAUSE)
            except TooSlow as error:
                errors.append(error)

        child.pause()
        asking = threading.Thread(target=ask)
        asking.start()
        asking.join(2 * PAUSE)
        assert asking.is_alive(), "its time ran out during the pause"
        child.resume()
        asking.join(PATIENCE)
        assert errors


def test_a_paused_child_can_be_killed() -> None:
    child = Child([sys.executable, "-c", CLOCKS], OURS, pausable=True)
    child.pause()
    child.close()
    assert not child.alive


def test_what_a_paused_child_started_is_killed_with_it() -> None:
    """Also where it leads a session of its own and has not yet asked the kernel to end with its parent."""
    starter = """
import json, subprocess, sys
for line in sys.stdin:
    started = subprocess.Popen(["sleep", "3600"], start_new_session=True)
    print(json.dumps({"pid": started.pid}), flush=True)
"""
    child = Child([sys.executable, "-c", starter], OURS, pausable=True)
    started = child.ask({}, 60)["pid"]
    child.pause()
    child.close()
    eventually(lambda: not _words(started))


def _words(pid: int) -> str:
    """The command line of a process, empty when it has ended."""
    try:
        return Path(f"/proc/{pid}/cmdline").read_text(encoding="utf-8")
    except (FileNotFoundError, ProcessLookupError):
        return ""


def test_the_clock_of_this_process_is_an_ordinary_one() -> None:
    before, now = time.monotonic(), running_time()
    assert before <= now <= time.monotonic()
