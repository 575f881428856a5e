"""The wheel stands alone: built twice it is the same file, and every school plays from it, without the checkout."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

_ROOT = Path(__file__).parent.parent
_MOST_BYTES = 2 << 20  # without puzzles
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


def _files(root: Path, kind: str) -> list[Path]:
    """The pages of the documentation below a checkout or an installed package."""
    return [*(root / ("docs" if root == _ROOT else "ludoteca/docs")).rglob(kind)]


@pytest.mark.compiled
def test_every_school_plays_from_the_wheel(tmp_path: Path) -> None:
    wheel, again = _built(tmp_path / "one"), _built(tmp_path / "two")
    assert wheel.read_bytes() == again.read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "installed")
        size = sum(item.compress_size for item in archive.infolist() if not item.filename.endswith("puzzles.jsonl"))
    assert size < _MOST_BYTES
    shipped = {
        path.relative_to(tmp_path / "installed/ludoteca/docs") for path in _files(tmp_path / "installed", "*.md")
    }
    written = {path.relative_to(_ROOT / "docs") for path in _files(_ROOT, "*.md")}
    assert written <= shipped, "pages that are not in pyproject.toml"
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "installed"), "LUDOTECA_PATH": ""}
    command = [sys.executable, "-c", _GAMES, str(tmp_path)]
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    played = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    assert {"prolog", "clips", "agentspeak", "planner", "python", "montecarlo"} <= played.keys()
    assert set(played.values()) == {"None"}
