"""The data folder: one lab at a time, backups, and the command line's sentences about it."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import sys
import zipfile
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from ludoteca.cli.app import main
from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.lab.backup import back_up, restore
from ludoteca.lab.data_folder import DataFolder
from ludoteca.lab.knowledge_files import KnowledgeFiles
from ludoteca.lab.migrations import NEWEST
from ludoteca.storage.errors import StoreError
from tests.lab.test_store import execute, header, turn

HOLDER = """
import sys
from pathlib import Path
from ludoteca.lab.data_folder import DataFolder
data = DataFolder(Path(sys.argv[1]))
data.store.create("a", data.store.record("first").header)
print("open", flush=True)
sys.stdin.read()
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with a game and a knowledge file."""
    with closing(DataFolder(tmp_path / "data")) as data:
        data.store.create("first", header())
        data.store.update("first", 0, [turn()], None)
        KnowledgeFiles(data.knowledge).save("kalah", "mine.pl", "choose(M) :- legal(M).\n")
    return tmp_path / "data"


def run_lab(monkeypatch: pytest.MonkeyPatch, *options: object) -> object:
    """The exit code of `ludoteca lab`."""
    monkeypatch.setattr(sys, "argv", ["ludoteca", "lab", *map(str, options)])
    with pytest.raises(SystemExit) as ended:
        main()
    return ended.value.code


def files_in(folder: Path) -> dict[str, bytes]:
    files = sorted(path for path in folder.rglob("*") if path.is_file() and path.name != "lock")
    return {str(path.relative_to(folder)): path.read_bytes() for path in files}


class TestLock:
    def test_one_lab_at_a_time(self, folder: Path) -> None:
        with (
            closing(DataFolder(folder)),
            pytest.raises(StoreError, match=rf"Process {os.getpid()} is using {folder}"),
        ):
            DataFolder(folder)
        DataFolder(folder).close()

    def test_the_lock_goes_with_the_process(
        self, folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        command = [sys.executable, "-c", HOLDER, str(folder)]
        with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as holder:
            assert holder.stdout is not None
            assert holder.stdout.readline() == "open\n"
            assert run_lab(monkeypatch, "--data", folder) == 2
            said = capsys.readouterr().err
            assert f"Process {holder.pid} is using {folder}" in said
            assert len(said.splitlines()) == 1
            holder.kill()
        with closing(DataFolder(folder)) as data:
            assert data.store.entries()[1] == 2, "what was stored before the process was killed is there"


@pytest.mark.parametrize(
    ("spoil", "said"),
    [
        (lambda path: path.write_text("no database"), "is not a database of the lab"),
        (lambda path: execute(path, f"PRAGMA user_version = {NEWEST + 1}"), "newer version"),
        (lambda path: (path.unlink(), path.mkdir()), "cannot be read or written"),
    ],
)
def test_data_that_cannot_be_used_are_one_sentence(
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    spoil: Callable[[Path], object],
    said: str,
) -> None:
    spoil(folder / "lab.sqlite")
    assert run_lab(monkeypatch, "--data", folder) == 2
    sentence = capsys.readouterr().err
    assert said in sentence
    assert len(sentence.splitlines()) == 1


class TestBackup:
    def test_a_backup_of_an_open_lab_is_restored(
        self, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file, other = tmp_path / "lab.zip", tmp_path / "a" / "b"
        with closing(DataFolder(folder)) as data:
            data.store.update("first", 1, [turn("2")], None)
            data.puzzle_log(None).add("kalah", "a1", True)
            data.lesson_log(None).add("one", True, "text")
            assert run_lab(monkeypatch, "--data", folder, "--backup", file) == 0
            record = data.store.record("first")
        assert run_lab(monkeypatch, "--data", other, "--restore", file) == 0
        assert str(other) in capsys.readouterr().out
        with closing(DataFolder(other)) as data:
            assert data.store.record("first") == record
            assert data.puzzle_log(None).states("kalah")["a1"].solved
            assert data.lesson_log(None).states()["one"].passed
        assert files_in(other / "knowledge") == files_in(folder / "knowledge")
        assert len(files_in(other / "knowledge")) == 2, "the file and the version that games were started with"
        kept = ["knowledge", "lab.sqlite", "lessons.jsonl", "lock", "puzzles.jsonl"]
        assert sorted(path.name for path in other.iterdir()) == kept
        assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "data", "lab.zip"]

    def test_nothing_is_overwritten(self, folder: Path, tmp_path: Path) -> None:
        file, other = tmp_path / "lab.zip", tmp_path / "other"
        back_up(folder, file)
        before, packed = files_in(folder), file.read_bytes()
        with pytest.raises(BadInput, match="exists already"):
            back_up(folder, file)
        with pytest.raises(BadInput, match="move them away, or choose another folder"):
            restore(file, folder)
        with closing(DataFolder(other)), pytest.raises(StoreError, match="is using"):
            restore(file, other)
        assert (files_in(folder), file.read_bytes()) == (before, packed)

    def test_there_must_be_data_and_one_task(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
    ) -> None:
        file = tmp_path / "lab.zip"
        assert run_lab(monkeypatch, "--data", tmp_path, "--backup", file) == 2
        assert "There are no games in" in capsys.readouterr().err
        assert run_lab(monkeypatch, "--backup", file, "--restore", file) == 2
        assert "cannot be used together" in capsys.readouterr().err
        assert list(tmp_path.iterdir()) == []

    @pytest.mark.parametrize(
        "contents",
        [
            {},
            {"knowledge/kalah/mine.pl": b""},
            {"lab.sqlite": b""},
            {"lab.sqlite": b"no database"},
            {"lab.sqlite": None, "readme.txt": b""},
            {"lab.sqlite": None, "knowledge/../../outside/mine.pl": b""},
            {"lab.sqlite": None, "/knowledge/kalah/mine.pl": b""},
            {"lab.sqlite": None, "knowledge/mine.pl": b""},
        ],
    )
    def test_a_zip_file_of_something_else_is_refused(
        self, folder: Path, tmp_path: Path, contents: dict[str, bytes | None]
    ) -> None:
        file = tmp_path / "lab.zip"
        with zipfile.ZipFile(file, "w") as packed:
            for name, data in contents.items():
                packed.writestr(name, (folder / "lab.sqlite").read_bytes() if data is None else data)
        self.refused(file, tmp_path)

    @pytest.mark.parametrize("share", [0.0, 0.1, 0.5, 0.9])
    def test_a_file_that_is_cut_short_or_damaged_is_refused(self, folder: Path, tmp_path: Path, share: float) -> None:
        file = tmp_path / "lab.zip"
        back_up(folder, file)
        whole = file.read_bytes()
        at = int(share * len(whole))
        file.write_bytes(whole[:at])
        self.refused(file, tmp_path)
        file.write_bytes(whole[:at] + bytes(byte ^ 255 for byte in whole[at : at + 40]) + whole[at + 40 :])
        self.refused(file, tmp_path)

    def test_a_database_that_is_damaged_or_newer_is_refused(self, folder: Path, tmp_path: Path) -> None:
        database, file = folder / "lab.sqlite", tmp_path / "lab.zip"
        whole = database.read_bytes()
        for spoil in (
            lambda: database.write_bytes(whole[:4096] + b"\xa5" * (len(whole) - 4096)),
            lambda: execute(database, f"PRAGMA user_version = {NEWEST + 1}"),
        ):
            database.write_bytes(whole)
            spoil()
            with pytest.raises(LudotecaError, match=r"is damaged|newer"):
                back_up(folder, file)
            assert not file.exists()
            with zipfile.ZipFile(file, "w") as packed:
                packed.write(database, "lab.sqlite")
            self.refused(file, tmp_path)
            file.unlink()

    def refused(self, file: Path, tmp_path: Path) -> None:
        """Neither a new folder nor one that is there is changed."""
        there = tmp_path / "there"
        there.mkdir()
        for folder in (tmp_path / "new", there):
            with pytest.raises(BadInput, match=file.name):
                restore(file, folder)
        assert not (tmp_path / "new").exists()
        assert not (tmp_path / "outside").exists()
        assert files_in(there) == {}
        shutil.rmtree(there)

    def test_no_file_is_one_sentence(self, tmp_path: Path) -> None:
        with pytest.raises(BadInput, match=r"none.zip cannot be read: No such file"):
            restore(tmp_path / "none.zip", tmp_path / "data")
        assert list(tmp_path.iterdir()) == []


def test_a_knowledge_file_that_cannot_be_written_keeps_its_text(folder: Path) -> None:
    files, versions = KnowledgeFiles(folder / "knowledge"), folder / "knowledge" / "kalah" / ".versions"
    shutil.rmtree(versions)
    versions.touch()
    before = files_in(folder)
    with pytest.raises(StoreError, match="cannot be read or written"):
        files.save("kalah", "mine.pl", "choose(M) :- fail, M = 1.\n")
    assert files_in(folder) == before


def test_a_game_from_version_0_1_is_backed_up_as_it_is(tmp_path: Path) -> None:
    from tests.lab.test_store import FIRST, FIRST_GAMES

    folder, file = tmp_path / "data", tmp_path / "lab.zip"
    folder.mkdir()
    with closing(sqlite3.connect(folder / "lab.sqlite")) as db:
        db.executescript(FIRST.read_text(encoding="utf-8"))
    back_up(folder, file)
    restore(file, tmp_path / "other")
    with closing(DataFolder(tmp_path / "other")) as data:
        assert data.store.entries()[1] == FIRST_GAMES
