"""What all tests share: the hostile minds can be found, child processes find them too, and a process to attack."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings
from scripts.browser import browser_program

if TYPE_CHECKING:
    from playwright.sync_api import Browser

# Before anything of ours is imported: packages read their search path once.
os.environ["LUDOTECA_PATH"] = str(Path(__file__).parent / "hostile")
os.environ["LUDOTECA_LANG"] = "en"
os.environ["LUDOTECA_TRUST_KNOWLEDGE"] = "1"  # the knowledge of the tests is theirs
os.environ["OPENBLAS_NUM_THREADS"] = "1"  # as on the command line

# Hypothesis allows 200 ms for an example unless told otherwise: no test depends on the speed of the machine.
settings.register_profile("any machine", deadline=None)
settings.load_profile("any machine")


def pytest_collection_finish() -> None:
    """What was imported stays: the garbage collector need not look at it again (about 7 % of all processor time)."""
    from ludoteca.core.garbage import collect_rarely

    gc.collect()
    collect_rarely()


@pytest.hookimpl(tryfirst=True)
def pytest_fixture_setup() -> None:
    _forget_the_name_of_the_test()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call() -> None:
    _forget_the_name_of_the_test()


def _forget_the_name_of_the_test() -> None:
    """Keep the environment the same: pytest writes the test's name there, and a fork server serves one environment."""
    os.environ.pop("PYTEST_CURRENT_TEST", None)


@pytest.fixture
def victim() -> Iterator[subprocess.Popen[bytes]]:
    """A process that stands for the opponent."""
    with subprocess.Popen([sys.executable, "-I", "-S", "-c", "input()"], stdin=subprocess.PIPE) as process:
        yield process
        process.kill()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """Chromium, for the pages of the lab: one for all tests of a process."""
    from playwright.sync_api import sync_playwright  # few tests need it

    program = browser_program()
    if program is None:
        assert not os.environ.get("CI"), "no browser on CI: make browser installs one"
        pytest.skip("no Chromium here: apt-get install chromium-headless-shell")
    quiet = [
        "--no-sandbox",
        "--disable-gpu",
        "--disable-background-networking",
        "--disable-component-update",
        "--disable-sync",
    ]
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=program, args=quiet)
        yield running
        running.close()
