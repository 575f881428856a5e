"""The wheel stands alone: built twice it is the same file, and every school plays from it, without the checkout.

It is built from the files of the Containerfile and installed by its steps, into an empty virtual environment.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

from ludoteca.core.resources import archive_of, index_of, unpacked

_ROOT = Path(__file__).parent.parent
_MOST_BYTES = 2_000_000  # of the file itself, documentation included, without puzzles and weights
_DATA = ("puzzles.jsonl", ".npz")
_GAMES = """
import sys, tomllib, ludoteca
from pathlib import Path
import ludoteca.lab.app
from ludoteca.arena.lessons import library
from ludoteca.arena.tournament.report.page import style_sheet
from ludoteca.core.plugins import PACKAGE
from ludoteca.core.resources import files_of, read_tables, scripts_of
from ludoteca.exam.game_exam import GAME_CHECKS
from ludoteca.games import load_game
from ludoteca.lab.manual.site import site_file, site_paths
from ludoteca.lab.rules_page import rules_page
from ludoteca.lab.tutorial_page import tutorial_page
from ludoteca.minds.schools import mind_names
assert all(site_file(path) for path in site_paths())
assert {"index.html", "vendor/codemirror.js"} <= files_of(ludoteca.lab.app.STATIC).keys()
assert len(library().lessons) == 12 and not library().broken
assert sum(len(scripts_of(PACKAGE / "minds" / name, "editor.*.js")) for name in mind_names()) == 5
assert "table" in style_sheet()
assert rules_page("kalah", "es") and tutorial_page("prolog", "es")
for check in ("files", "golden"):
    GAME_CHECKS[check](load_game("kalah"))
checkout = Path(sys.argv[3])
plain = [path.relative_to(checkout) for path in checkout.rglob("*.toml")]
tables = [path for path in plain if path.parts[0] != "templates" and not (PACKAGE / path).is_file()]
assert {"messages.toml", "phrases.toml", "levels.toml", "perft.toml"} <= {path.name for path in tables}
for path in tables:
    assert read_tables(PACKAGE / path) == tomllib.loads((checkout / path).read_text(encoding="utf-8")), path
assert ludoteca.__file__.startswith(sys.argv[1]), ludoteca.__file__
options = {
    "montecarlo": ":simulations=20",
    "alphabeta": ":depth=2",
    "learned": ":simulations=4",
    "program": f":command={sys.executable} {sys.argv[2]}",
}
small = ludoteca.game("kalah", pits=3, seeds=3)
for mind in mind_names():
    if mind != "human":
        game = ludoteca.game("agricola_classic") if mind == "agenda" else small
        record = ludoteca.play(game, [mind + options.get(mind, ""), "random"], seed=1)
        print(mind, record.data.result.forfeit)
"""


def _shipped(archive: zipfile.ZipFile) -> set[str]:
    """The files of a wheel and of the archives in it, below the package."""
    shipped = {name.removeprefix("ludoteca/") for name in archive.namelist()}
    shipped.update(json.loads(unpacked(archive.read("ludoteca/resources/tables.json.xz")))["files"])
    for name in [name for name in shipped if name.startswith("resources/") and name.endswith(".streams")]:
        held = index_of(unpacked(archive.read(f"ludoteca/{name}")))
        assert {archive_of(place) for place in held} == {Path(name).name.partition(".")[0]}
        shipped.update(held)
    return shipped


def _sent_to_the_builder(folder: Path) -> Path:
    """A copy of the files that the first stage of the Containerfile copies."""
    stage = (_ROOT / "Containerfile").read_text(encoding="utf-8").split("\nFROM ")[1]
    for line in stage.splitlines():
        if line.startswith("COPY "):
            *sources, target = line.split()[1:]
            for source in sources:
                into = folder / target / Path(source).name if target.endswith("/") else folder / target
                into.parent.mkdir(parents=True, exist_ok=True)
                copy = shutil.copytree if (_ROOT / source).is_dir() else shutil.copy
                copy(_ROOT / source, into)
    return folder


def _built(root: Path, folder: Path) -> Path:
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    environment = {**os.environ, "SOURCE_DATE_EPOCH": "1700000000"}
    subprocess.run(command, cwd=root, check=True, capture_output=True, env=environment)
    (wheel,) = folder.glob("*.whl")
    return wheel


def test_every_school_plays_from_the_wheel(tmp_path: Path) -> None:
    wheel = _built(_ROOT, tmp_path / "one")
    again = _built(_sent_to_the_builder(tmp_path / "builder"), tmp_path / "two")
    assert wheel.read_bytes() == again.read_bytes()
    with zipfile.ZipFile(wheel) as archive:
        data = sum(item.compress_size for item in archive.infolist() if item.filename.endswith(_DATA))
        shipped = _shipped(archive)
    pages = {path.relative_to(_ROOT).as_posix() for path in (_ROOT / "docs").rglob("*.md")}
    package = _ROOT / "src/ludoteca"
    files = {path for path in package.rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert pages | {path.relative_to(package).as_posix() for path in files} <= shipped, "see scripts/pack_resources.py"
    assert not [place for place in shipped if "__pycache__" in place]
    assert wheel.stat().st_size - data < _MOST_BYTES
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
    program = shutil.copy(_ROOT / "docs/clients/mine.py", tmp_path)
    command = [sys.executable, "-c", _GAMES, str(tmp_path), program, str(package)]
    done = subprocess.run(command, cwd=tmp_path, check=False, capture_output=True, text=True, env=environment)
    assert done.returncode == 0, done.stderr
    played = dict(line.split(maxsplit=1) for line in done.stdout.splitlines())
    schools = {path.parent.name for path in (package / "minds").glob("*/messages.toml")}
    assert played.keys() == schools - {"human", "shared"}
    assert set(played.values()) == {"None"}
