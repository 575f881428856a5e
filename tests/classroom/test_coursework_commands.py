"""Coursework on the command line."""

from __future__ import annotations

import json
from contextlib import closing
from pathlib import Path
from subprocess import CompletedProcess

from ludoteca.classroom.members import Members
from ludoteca.classroom.store import new_class
from tests.classroom.test_coursework import LAST, TEXT
from tests.command_line import ludoteca


def test_assignments_are_published_listed_and_exported(tmp_path: Path) -> None:
    def run(*words: str) -> CompletedProcess[str]:
        return ludoteca("class", *words, XDG_DATA_HOME=str(tmp_path))

    folder = tmp_path / "ludoteca" / "classes"
    with closing(new_class(folder / "logic")) as store:
        Members(store).add("Ana", "student")
    file, wrong = tmp_path / "kalah-1.toml", tmp_path / "wrong.toml"
    file.write_text(TEXT.replace('"random"', '"prolog:file=staff.pl"'))
    (tmp_path / "staff.pl").write_text(LAST)
    wrong.write_text(TEXT.replace('"greedy"', '"gredy"'))

    refused = run("assign", "logic", str(wrong))
    assert refused.returncode == 2 and "wrong.toml, panel.2.mind" in refused.stderr
    assert run("assign", "nothing", str(file)).returncode == 2
    published = run("assign", "logic", str(file), "--lang", "es")
    assert published.returncode == 0 and "First steps" in published.stdout, published.stderr
    listed = json.loads(run("assignments", "logic", "--json").stdout)
    assert [(one["id"], one["states"]) for one in listed] == [("kalah-1", {"none": 1})]
    grades = run("grades", "logic", "kalah-1", "--format", "canvas")
    assert grades.stdout.splitlines()[-1] == "Ana,,,,,0"
    night = run("league", "logic", "kalah-1")
    assert night.returncode == 2 and "needs 2 students" in night.stderr
    assert run("backup", "logic", str(tmp_path / "logic.zip")).returncode == 0
    assert run("restore", str(tmp_path / "logic.zip"), "again").returncode == 0
    kept, again = ({path.name for path in (folder / name).rglob("*.pl")} for name in ("logic", "again"))
    assert kept == again == {"staff.pl"}
