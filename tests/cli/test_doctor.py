"""`ludoteca doctor` says what is there, what is missing, and what is broken."""

from __future__ import annotations

import json
import os
import socket
from pathlib import Path
from typing import Any

from tests.command_line import Running, ludoteca


def examined(*words: str, **environment: str) -> tuple[int, dict[str, Any]]:
    done = ludoteca("doctor", "--json", *words, folder=None, **environment)
    return done.returncode, {finding["part"]: finding for finding in json.loads(done.stdout)}


def test_a_machine_without_engines_is_told_how_to_get_them(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        code, found = examined("--port", port, "--data", str(tmp_path), "--lang", "en", PATH=str(tmp_path))
    assert code == 0, "everything else works without them"
    assert found["mind prolog"]["state"] == "missing"
    assert "apt-get install swi-prolog-nox" in found["mind prolog"]["says"]
    assert found["other people's programs"]["state"] == "missing"
    assert found["the lab's port"]["state"] == "missing"
    assert found["mind random"]["state"] == found["the lab's data"]["state"] == "good"


def test_a_folder_that_cannot_be_written_to_is_broken() -> None:
    code, found = examined("--port", "0", "--data", "/proc/self/ludoteca", "--lang", "es")
    assert code == 1
    assert found["datos del laboratorio"]["state"] == "broken"
    assert "no se puede escribir" in found["datos del laboratorio"]["says"]


def test_the_first_start_of_the_lab_says_once_what_is_missing(tmp_path: Path) -> None:
    empty, data = tmp_path / "empty", tmp_path / "data"
    empty.mkdir()
    first, again = (_lines_of_the_lab(data, PATH=str(empty)) for _ in range(2))
    assert "First start" in first
    assert "apt-get install swi-prolog-nox" in first
    assert "apt-get install bubblewrap" in first
    assert "First start" not in again


def _lines_of_the_lab(data: Path, **environment: str) -> str:
    """What the lab prints until it is open."""
    words = ("lab", "--port", "0", "--data", str(data), "--no-tables", "--lang", "en")
    lab, printed = Running(*words, **{**os.environ, **environment}), ""
    try:
        while "The lab is open" not in printed:
            printed += lab.line()
    finally:
        lab.kill()
    return printed
