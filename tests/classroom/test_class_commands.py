"""`ludoteca class` as a teacher types it."""

from __future__ import annotations

import json
import zipfile
from contextlib import closing
from pathlib import Path

from ludoteca.classroom.members import Members
from ludoteca.classroom.store import ClassStore
from ludoteca.core.record import Header
from ludoteca.lab.data_folder import DataFolder
from tests.command_line import ludoteca


def test_a_class_from_its_beginning_to_a_restored_backup(tmp_path: Path) -> None:
    def run(*words: str, code: int = 0) -> str:
        done = ludoteca("class", *words, folder=tmp_path, XDG_DATA_HOME=str(tmp_path), LUDOTECA_LANG="en")
        assert done.returncode == code, done.stderr
        return done.stdout if code == 0 else done.stderr

    made = json.loads(run("new", "logic", "--teacher", "Prof. Ruiz", "--json"))
    folder = tmp_path / "ludoteca" / "classes" / "logic"
    assert (made["teacher"], made["folder"]) == ("Prof. Ruiz", str(folder))
    assert "already" in run("new", "logic", code=2)
    assert "cannot be one" in run("new", "Logic 1", code=2)
    with closing(ClassStore(folder)) as store:
        members = Members(store)
        assert members.by_token(made["token"]) == members.named("Prof. Ruiz")
        ana, token = members.add("Ana", "student")
        bob, _ = members.add("Bob", "student")
    with closing(DataFolder(folder)) as data:
        header = Header("kalah", {}, 1, ("south", "north"), (f"prolog:file={ana.id}/mine.pl", "random"), "1")
        data.store.create("a1", header, owner=ana.id)
        data.store.create("b1", header, owner=bob.id)
        data.puzzle_log(ana.id).add("kalah", "p", True)
        shelf = data.knowledge / ana.id / "kalah"
        shelf.mkdir(parents=True)
        (shelf / "mine.pl").write_text("choose(M) :- legal(M).\n")
        assert "is using" in run("remove", "logic", "Ana", code=2), "while its lab is open"
    assert run("list") == "logic: 2 students\n"
    assert [one["name"] for one in json.loads(run("members", "logic", "--json"))] == ["Prof. Ruiz", "Ana", "Bob"]
    new = json.loads(run("reset", "logic", "ana", "--json"))["token"]
    assert "Anna" in run("rename", "logic", "Ana", "Anna")
    assert "There is no" in run("reset", "logic", "Zoe", code=2)
    run("export", "logic", "Anna", "anna.zip")
    assert "exists already" in run("export", "logic", "Anna", "anna.zip", code=2)
    names = set(zipfile.ZipFile(tmp_path / "anna.zip").namelist())
    assert {"member.json", "class/members.json", "knowledge/kalah/mine.pl", "answers/puzzles.jsonl"} <= names
    assert "games/a1.record.jsonl" in names and "games/b1.record.jsonl" not in names
    run("backup", "logic", "logic.zip")
    run("remove", "logic", "Anna")
    assert "teacher" in run("remove", "logic", "Prof. Ruiz", code=2)
    run("restore", "logic.zip", "again")
    again = folder.with_name("again")
    for place, students, games in ((folder, ["Bob"], 1), (again, ["Anna", "Bob"], 2)):
        with closing(ClassStore(place)) as store, closing(DataFolder(place)) as data:
            found = Members(store)
            assert [one.name for one in found.all() if not one.is_teacher] == students
            assert data.store.entries()[1] == games
            assert found.by_token(token) is None
            assert (place / "knowledge" / ana.id / "kalah" / "mine.pl").exists() == (games == 2)
            assert (place / "members" / ana.id / "puzzles.jsonl").exists() == (games == 2)
            assert (found.by_token(new) is None) == (found.by_cookie(found.cookie_value(new)) is None) == (games == 1)
