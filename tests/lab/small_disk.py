"""A program for a disk of 1 MiB: fills it up, writes to the lab's data, makes room, makes it read-only; prints JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing, suppress
from pathlib import Path

from ludoteca.lab.data_folder import DataFolder
from ludoteca.lab.knowledge_files import KnowledgeFiles
from ludoteca.storage.errors import StoreError
from tests.lab.test_store import header, turn


def refused(*works: Callable[[], object]) -> list[str]:
    """The sentences with which some work is refused."""
    said = []
    for work in works:
        try:
            work()
        except StoreError as error:
            said.append(str(error))
    return said


def contents(data: DataFolder, files: KnowledgeFiles) -> list[object]:
    record = data.store.record("a")
    assert record is not None
    folder = data.knowledge / "kalah"
    names = [path.name for path in folder.iterdir() if path.is_file()]
    return [len(record.turns), files.read("kalah", "mine.pl")[1].text, names]


def main(disk: Path) -> None:
    said: dict[str, list[object]] = {"full": [], "kept": [], "read_only": []}
    with closing(DataFolder(disk / "data")) as data:
        files = KnowledgeFiles(data.knowledge)
        files.save("kalah", "mine.pl", "old\n")
        data.store.create("a", header())
        data.store.update("a", 0, [turn()], None)
        with (disk / "filler").open("wb", buffering=0) as filler, suppress(OSError):
            while True:
                filler.write(b"x" * 1024)
        said["full"] += refused(
            lambda: data.store.update("a", 1, [turn()], None),
            lambda: data.store.create("b", header()),
            lambda: files.save("kalah", "mine.pl", "new\n"),
            lambda: DataFolder(disk / "other"),
        )
        said["kept"].append(contents(data, files))
        (disk / "filler").unlink()
        data.store.update("a", 1, [turn()], None)
        files.save("kalah", "mine.pl", "new\n")
        said["kept"].append(contents(data, files))
    subprocess.run(["mount", "-o", "remount,ro", str(disk)], check=True)
    said["read_only"] += refused(lambda: DataFolder(disk / "data"), lambda: files.save("kalah", "mine.pl", "newer\n"))
    print(json.dumps(said))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
