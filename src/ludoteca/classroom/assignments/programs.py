"""Kept programs: the files of handed in minds and of the panel, by a hash of their texts, each written once."""

from __future__ import annotations

import hashlib
import os
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.mind import MindName
from ludoteca.core.operating_system import sync_folder
from ludoteca.core.options import read_options
from ludoteca.minds.schools import all_schools
from ludoteca.minds.shared.knowledge import Knowledge, KnowledgeMind, read_knowledge, refuse_untrusted

_BYTES = 16


@dataclass(frozen=True, slots=True)
class Program:
    """A kept program: its key, its main file, its school and the digest that names its version to people."""

    key: str
    file: str
    school: str
    digest: str

    @property
    def mind(self) -> str:
        """The mind as people know it, without the place of its files."""
        return f"{self.school}:file={self.file},digest={self.digest}"


class Programs:
    """The kept programs in a folder. They are never changed or overwritten."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def keep(self, knowledge: Knowledge, school: str) -> Program:
        """Keep a program with all its files; when this returns, it is on the disk."""
        key = _key(knowledge)
        folder = self._folder / key
        if not (folder / knowledge.name).is_file():
            folder.mkdir(parents=True, exist_ok=True)
            for file, text in sorted(knowledge.texts.items(), key=lambda one: one[0] == knowledge.name):
                _write(folder / file, text)  # the main file last: then all others are there
            sync_folder(folder)
            sync_folder(self._folder)
        return Program(key, knowledge.name, school, knowledge.digest)

    def texts(self, key: str) -> Mapping[str, str]:
        """The files of a program by name."""
        files = sorted(path for path in (self._folder / key).iterdir() if path.suffix != ".part")
        return {path.name: read_knowledge(path).text for path in files}

    def mind(self, program: Program, settings: Mapping[str, str] | None = None) -> str:
        """The name of the mind that plays by a program; raises `BadInput` where programs of others must not be run."""
        refuse_untrusted()
        path = self._folder / program.key / program.file
        fixed = {"file": str(path), "digest": program.digest}
        return str(MindName(program.school, {**(settings or {}), **fixed}))

    def placed(self, mind: str, key: str | None) -> str:
        """A mind of which only the file's name is known, with the place of its file; others as they are."""
        name = MindName.read(mind)
        if key is None or "file" not in name.settings:
            return mind
        return str(MindName(name.school, {**name.settings, "file": str(self._folder / key / name.settings["file"])}))

    def delete(self, key: str) -> None:
        """Delete a program that is used no more."""
        folder = self._folder / key
        for path in folder.iterdir() if folder.is_dir() else ():
            path.unlink()
        if folder.is_dir():
            folder.rmdir()


def without_place(mind: str) -> str:
    """The name of a mind whose file is named without its folder.

    >>> without_place("prolog:file=/home/x/mine.pl,digest=0123abcd")
    'prolog:file=mine.pl,digest=0123abcd'
    """
    name = MindName.read(mind)
    if "file" not in name.settings:
        return mind
    return str(MindName(name.school, {**name.settings, "file": Path(name.settings["file"]).name}))


def knowledge_schools() -> dict[str, type[KnowledgeMind]]:
    """The schools whose programs can be handed in, by name."""
    return {name: kind for name, kind in all_schools().items() if issubclass(kind, KnowledgeMind)}


def school_of(name: str) -> str:
    """The school that plays by files with the suffix of a name; raises `BadInput`."""
    schools = knowledge_schools()
    for school, kind in schools.items():
        if name.endswith(kind.suffix):
            return school
    suffixes = tuple(sorted({kind.suffix for kind in schools.values()}))
    raise BadInput("classroom.assignments.suffix", file=name, suffixes=suffixes)


def knowledge_of(mind: str, game: Game) -> tuple[Knowledge, str] | None:
    """The knowledge of a mind that plays by a given file, with its school; None for others. Raises `BadInput`."""
    name = MindName.read(mind)
    kind = knowledge_schools().get(name.school)
    if kind is None or "file" not in name.settings:
        return None
    return kind(read_options(kind.parameters, name.settings)).knowledge(game), name.school


def _key(knowledge: Knowledge) -> str:
    """A hash of the names and texts of all files, the main one first."""
    texts = knowledge.texts
    order = [knowledge.name, *sorted(name for name in texts if name != knowledge.name)]
    digest = hashlib.blake2b(digest_size=_BYTES)
    for name in order:
        data = texts[name].encode(errors="replace")
        digest.update(f"{name} {len(data)}\n".encode() + data)
    return digest.hexdigest()


def _write(path: Path, text: str) -> None:
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as draft:
        draft.write(text.encode(errors="replace"))
        draft.flush()
        os.fsync(draft.fileno())
    Path(draft.name).replace(path)
