"""Ludoteca on other systems, as far as Linux can pass for one (see `elsewhere/sitecustomize.py`)."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
import urllib.request
from pathlib import Path

import pytest

from tests.waiting import PATIENCE

_HERE = Path(__file__).parent / "elsewhere"
_SOURCES = Path(__file__).parent.parent / "src" / "ludoteca"
_ASKING = {"core/operating_system.py", "child/launch"}
_NOT_EVERYWHERE = {"fcntl", "resource", "termios", "pwd", "grp", "pty", "tty", "msvcrt", "winreg"}
_LEVELS = {"darwin": "limits", "win32": "none"}


def _environment(system: str) -> dict[str, str]:
    return {**os.environ, "PRETENDED_SYSTEM": system, "PYTHONPATH": str(_HERE), "LUDOTECA_ISOLATION": ""}


@pytest.mark.parametrize("system", _LEVELS)
def test_everything_can_be_imported_and_the_core_works(system: str, tmp_path: Path) -> None:
    command = [sys.executable, str(_HERE / "elsewhere.py"), str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=_environment(system))
    assert done.returncode == 0, done.stderr
    modules, level = done.stdout.split()
    assert int(modules) > 400
    assert level == _LEVELS[system]


def test_the_lab_starts_on_windows(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ludoteca", "lab", "--port", "0", "--data", str(tmp_path), "--no-tables", "--json"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=_environment("win32")) as lab:
        try:
            assert lab.stdout is not None
            address = json.loads(lab.stdout.readline())["address"]
            with urllib.request.urlopen(f"{address}api/catalogue", timeout=PATIENCE) as answer:
                assert "prolog" in {mind["name"] for mind in json.load(answer)["minds"]}
        finally:
            lab.terminate()


def test_one_module_asks_for_the_system() -> None:
    guilty = []
    for path in _SOURCES.rglob("*.py"):
        place = path.relative_to(_SOURCES).as_posix()
        if not place.startswith(tuple(_ASKING)):
            guilty += [f"{place}:{line}" for line in _lines_that_ask(ast.parse(path.read_text(encoding="utf-8")))]
    assert guilty == []


def _lines_that_ask(tree: ast.AST) -> list[int]:
    """The lines that import what only some systems have, or read the system's name."""
    found = []
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names) if _NOT_EVERYWHERE & {alias.name for alias in names}:
                found.append(node.lineno)
            case ast.ImportFrom(module=str(module)) if module in _NOT_EVERYWHERE:
                found.append(node.lineno)
            case (
                ast.Attribute(value=ast.Name(id="sys"), attr="platform")
                | ast.Attribute(value=ast.Name(id="os"), attr="name")
            ):
                found.append(node.lineno)
    return found
