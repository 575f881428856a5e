"""Knowledge files: the games' own, and those that people write in the lab, in a folder for each game."""

from __future__ import annotations

import contextlib
import os
import shutil
import tempfile
import threading
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ludoteca.core.errors import BadInput, NotFound, no_such
from ludoteca.core.game import Game
from ludoteca.games import all_games, folder_of, load_game
from ludoteca.lab.errors import Conflict
from ludoteca.lab.included_files import IncludedFiles
from ludoteca.minds.schools import all_schools
from ludoteca.minds.shared.knowledge import (
    Knowledge,
    KnowledgeMind,
    linked_version_path,
    read_knowledge,
    refuse_untrusted,
    valid_name,
    version_path,
)
from ludoteca.storage.errors import as_store_errors

_SAVING = threading.Lock()  # so that no text is saved between the look at the newest one and the next
_MOST = 1000  # files that people write for one game
_MOST_VERSIONS = 200  # of one file


@dataclass(frozen=True, slots=True)
class KnowledgeFile:
    """A file in the list: `own` if it belongs to the game; `mind` is the name of the mind that plays by it."""

    game: str
    name: str
    school: str
    mind: str
    own: bool
    updated: float


@dataclass(frozen=True, slots=True)
class Version:
    """A version of a file: its digest, when it was last saved, and how many lines it has."""

    digest: str
    saved: float
    lines: int


Schools = Mapping[str, type[KnowledgeMind]]


def knowledge_schools() -> Schools:
    """The schools whose minds play by a knowledge file, by name."""
    kinds = all_schools().items()
    return {name: kind for name, kind in kinds if issubclass(kind, KnowledgeMind)}


class KnowledgeFiles:
    """The files under one folder, which is a member's shelf in a class.

    Those of a `foreign` shelf are shown to the teacher: their minds are named with the shelf.
    """

    def __init__(self, folder: Path, shelf: str = "", foreign: bool = False) -> None:
        self._folder = folder
        self.shelf = shelf
        self._prefix = f"{shelf}/" if foreign else ""

    def all(self) -> list[KnowledgeFile]:
        """The games' own files, then those that people wrote, the latest first."""
        games, schools = all_games(), knowledge_schools()
        own = [item for game in games for item in _own_files(game, schools)]
        users = [item for game in games for item in self._user_files(game, schools)]
        return [item for item, _ in [*own, *sorted(users, key=lambda found: -found[0].updated)]]

    def written(self) -> list[KnowledgeFile]:
        """The files that people wrote, the latest first."""
        return [item for item in self.all() if not item.own]

    def read(self, game: str, name: str) -> tuple[KnowledgeFile, Knowledge]:
        """A file and its text; raises `NotFound`."""
        loaded, schools = load_game(game), knowledge_schools()
        for item, path in (*_own_files(loaded, schools), *self._user_files(loaded, schools)):
            if item.name == name:
                return item, read_knowledge(path)
        raise NotFound("lab.no_such_knowledge", name=name, game=game)

    def save(self, game: str, name: str, text: str, base: str | None = None) -> KnowledgeFile:
        """Write a file as a whole; raises `BadInput`, or `StoreError`, and then the text is the one before.

        `base` is the digest of the text that it was made from, empty for a new file: if another one was saved since,
        `Conflict` is raised.
        """
        refuse_untrusted()
        loaded = load_game(game)
        path = self._writable(loaded, name)
        if not path.exists() and len(_files(path.parent, knowledge_schools())) >= _MOST:
            raise BadInput("lab.too_many_files", most=_MOST)
        knowledge = Knowledge(name, text.removeprefix("\ufeff"))
        with _SAVING:
            newest = read_knowledge(path).digest if path.is_file() else None
            if base is not None and newest not in (None, base, knowledge.digest):
                raise Conflict("lab.newer_version", name=name)
            # The version first: games that were started with it go on with it even if the file changes.
            _write(version_path(path, knowledge.digest), knowledge.text)
            _write(path, knowledge.text)
        for _, old in _versions(path)[_MOST_VERSIONS:]:
            with as_store_errors(old):
                old.unlink(missing_ok=True)
        kind, included = self._school(name), self._included(loaded, name)
        for program in (name, *included.including(name)):
            _keep_linked(path.with_name(program), kind)
        return self.read(game, name)[0]

    def programs(self, game: str, name: str, text: str, digest: str | None = None) -> list[Knowledge]:
        """A text as a program of its own, and as a part of the file that includes it, if there is one.

        With the digest of a program that was kept, the text is one of its files.
        """
        loaded, kind = load_game(game), self._school(name)
        own = any(item.name == name for item, _ in _own_files(loaded, knowledge_schools()))
        folder = folder_of(loaded) / "knowledge" if own else self._folder / loaded.name
        kept = linked_version_path(folder / name, digest or "")
        if digest and kept.is_file():
            return [kind.linked(Knowledge(name, text), kept.parent)]
        found = [kind.linked(Knowledge(name, text), folder, {name: text})]
        main = name if own else self._included(loaded, name).main_of(name)
        if main != name:
            found.append(kind.linked(read_knowledge(folder / main), folder, {name: text}))
        return found

    def program_files(self, game: str, name: str) -> list[str]:
        """The names of the files that make up a program with one that somebody wrote: the main file first."""
        included = self._included(load_game(game), name)
        main = included.main_of(name)
        return [main, *included.below(main)]

    def _included(self, game: Game, name: str) -> IncludedFiles:
        """What the files that people wrote for a game in the language of one include."""
        kind = self._school(name)
        paths = _files(self._folder / game.name, {"": kind})
        return IncludedFiles(paths, kind)

    def _school(self, name: str) -> type[KnowledgeMind]:
        return knowledge_schools()[school_of(name)]

    def versions(self, game: str, name: str) -> list[Version]:
        """The versions of a file that somebody wrote, the latest first; also after it was deleted."""
        found = _versions(self._writable(load_game(game), name))
        return [Version(path.name[:8], saved, read_knowledge(path).text.count("\n")) for saved, path in found]

    def version(self, game: str, name: str, digest: str) -> Knowledge:
        """One version of a file; raises `NotFound`."""
        for _, path in _versions(self._writable(load_game(game), name)):
            if path.name.startswith(f"{digest}-"):
                return read_knowledge(path)
        linked = linked_version_path(self._writable(load_game(game), name), digest)
        if linked.is_file():
            return read_knowledge(linked)
        raise NotFound("lab.no_such_version", name=name, digest=digest)

    def delete(self, game: str, name: str) -> None:
        """Delete a file that somebody wrote; raises `BadInput`."""
        path = self._writable(load_game(game), name)
        if not path.is_file():
            raise NotFound("lab.no_such_knowledge", name=name, game=game)
        with as_store_errors(path):
            path.unlink(missing_ok=True)

    def _user_files(self, game: Game, schools: Schools) -> Iterator[tuple[KnowledgeFile, Path]]:
        """The files that people wrote for a game."""
        for path in _files(self._folder / game.name, schools):
            with contextlib.suppress(FileNotFoundError):  # it may be deleted meanwhile
                yield _knowledge_file(game, path, schools, self._prefix, own=False), path

    def _writable(self, game: Game, name: str) -> Path:
        school_of(name)
        if any(item.name == name for item, _ in _own_files(game, knowledge_schools())):
            raise BadInput("lab.own_file", name=name, game=game.name)
        return self._folder / game.name / name


def _versions(path: Path) -> list[tuple[float, Path]]:
    """When each kept version of a file was last saved, and its path; the latest first."""
    kept = version_path(path, "?" * 8)
    found = ((one.stat().st_mtime, one) for one in kept.parent.glob(kept.name))
    return sorted(found, reverse=True)


def _keep_linked(path: Path, kind: type[KnowledgeMind]) -> None:
    """Keep a program of several files, for games that start with it; nothing for a program of one file."""
    knowledge = kind.linked(read_knowledge(path), path.parent)
    if len(knowledge.files) < 2 or knowledge.problems:
        return
    kept = linked_version_path(path, knowledge.digest)
    for file, text in reversed(knowledge.files):  # the main file last: then all others are there
        _write(kept.with_name(file), text)
    versions = kept.parent.parent.glob(f"????????/{path.name}")
    for old in sorted(versions, key=lambda version: -version.stat().st_mtime)[_MOST_VERSIONS:]:
        shutil.rmtree(old.parent, ignore_errors=True)


def _write(path: Path, text: str) -> None:
    """Write a file atomically, even if another thread writes it too; raises `StoreError`."""
    with as_store_errors(path):
        path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as draft:
            try:
                draft.write(text.encode(errors="replace"))
                draft.flush()
                os.fsync(draft.fileno())
                Path(draft.name).replace(path)
            except BaseException:
                Path(draft.name).unlink()
                raise


def school_of(name: str) -> str:
    """The school whose suffix a file name has; raises `BadInput`."""
    schools = knowledge_schools()
    for school_name, kind in schools.items():
        if name.endswith(kind.suffix):
            valid_name(name, kind.suffix)
            return school_name
    suffixes = [kind.suffix for kind in schools.values()]
    raise no_such("suffix", name.rpartition(".")[1] + name.rpartition(".")[2], suffixes)


def _files(folder: Path, schools: Schools) -> list[Path]:
    suffixes = {kind.suffix for kind in schools.values()}
    return sorted(path for path in folder.iterdir() if path.suffix in suffixes) if folder.is_dir() else []


def _own_files(game: Game, schools: Schools) -> Iterator[tuple[KnowledgeFile, Path]]:
    """A game's own files, and the files that schools use for it by default, which may lie elsewhere."""
    defaults = list[Path]()
    for kind in schools.values():
        with contextlib.suppress(BadInput):  # not every school has knowledge of every game
            defaults.append(kind.with_defaults().path(game))
    for path in dict.fromkeys([*_files(folder_of(game) / "knowledge", schools), *defaults]):
        item = _knowledge_file(game, path, schools, "", own=True)
        is_default = path in defaults and path.stem not in game.seats  # used at every seat
        yield replace(item, mind=item.school) if is_default else item, path


def _knowledge_file(game: Game, path: Path, schools: Schools, prefix: str, own: bool) -> KnowledgeFile:
    name = next(name for name, kind in schools.items() if kind.suffix == path.suffix)
    return KnowledgeFile(game.name, path.name, name, f"{name}:file={prefix}{path.name}", own, path.stat().st_mtime)
