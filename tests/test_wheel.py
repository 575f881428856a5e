"""The wheel stands alone: built twice it is the same file, and every school plays from it, without the checkout.

It is installed by the steps of the Containerfile, into an empty virtual environment.
"""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

_ROOT = Path(__file__).parent.parent
_MOST_BYTES = 2 << 20  # without puzzles, weights and the documentation
_DATA = ("puzzles.jsonl", ".npz")
_DOCUMENTATION = "ludoteca/docs/"
_GAMES = """
import sys, ludoteca
import ludoteca.lab.app
from ludoteca.lab.manual.site import site_file, site_paths
assert all(site_file(path) for path in site_paths())
assert ludoteca.__file__.startswith(sys.argv[1]), ludoteca.__file__
game = ludoteca.game("kalah", pits=3, seeds=2)
for mind in game.minds:
    budget = {"montecarlo": ":simulations=20", "alphabeta": ":depth=2"}.get(mind, "")
    if mind not in ("human", "program"):
        record = ludoteca.play(game, [mind + budget, "random"], seed=1)
        print(mind, record.data.result.forfeit)
"""


def _built(folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    subprocess.run(command, cwd=_ROOT, check=True, capture_output=True, env=environment)
    (wheel,) = folder.glob("*.whl")
    return wheel


@pytest.mark.compiled
def test_every_school_plays_from_the_wheel(tmp_path: Path) -> None:
    wheel, again = _built(tmp_path / "one"), _built(tmp_path / "two")
    assert wheel.read_bytes() == again.read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        program = [item for item in archive.infolist() if not item.filename.endswith(_DATA)]
        size = sum(item.compress_size for item in program if not item.filename.startswith(_DOCUMENTATION))
        shipped = set(archive.namelist())
    pages = {f"ludoteca/{path.relative_to(_ROOT).as_posix()}" for path in (_ROOT / "docs").rglob("*.md")}
    assert pages <= shipped, "a page is missing in pyproject.toml"
    assert size < _MOST_BYTES
    # The libraries are those of the tests: fetching them again would need the network.
    libraries = os.pathsep.join(path for path in sys.path if path.endswith("-packages"))
    offline = {"PIP_NO_DEPS": "1", "PIP_NO_INDEX": "1", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    folder = Path(sys.executable).parent
    path = os.pathsep.join([str(folder), os.environ["PATH"]])
    environment = {**os.environ, **offline, "PATH": path, "PYTHONPATH": libraries, "LUDOTECA_PATH": ""}
    steps: list[str | Path] = [_ROOT / "scripts/container-install", "python", wheel, tmp_path / "installed"]
    done = subprocess.run(steps, cwd=tmp_path, check=False, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("ludoteca ")
    (packages,) = tmp_path.glob("installed/lib/python3*/site-packages")
    environment["PYTHONPATH"] = str(packages)
    # Confined minds may read the libraries of the Python that runs, so it is the one of the tests.
    command = [sys.executable, "-c", _GAMES, str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    played = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert {"prolog", "clips", "agentspeak", "planner", "python", "montecarlo"} <= played.keys()
    assert set(played.values()) == {"None"}
