"""The shelf: knowledge that people write in the lab, a file each, under the name of its game."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.game import Game
from ludoteca.games import folder_of, game_names, load_game
from ludoteca.minds import mind_names, school
from ludoteca.minds.shared.knowledge import (
    KNOWLEDGE_FOLDER,
    Knowledge,
    KnowledgeMind,
    read_knowledge,
    valid_name,
    version_path,
)

_MOST = 1000  # files a game


class NoSuchKnowledge(BadInput):
    """There is no knowledge of that name."""


@dataclass(frozen=True, slots=True)
class Shelved:
    """Knowledge in the list: the game's own, or somebody's; `mind` is how to play with it."""

    game: str
    name: str
    school: str
    mind: str
    own: bool
    updated: float


Schools = Mapping[str, type[KnowledgeMind]]


def written_schools() -> Schools:
    """The schools whose minds are files."""
    kinds = ((name, school(name)) for name in mind_names())
    return {name: kind for name, kind in kinds if issubclass(kind, KnowledgeMind)}


class KnowledgeFiles:
    """Files under a folder. Whoever runs minds for the lab finds knowledge here and nowhere else."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        os.environ[KNOWLEDGE_FOLDER] = str(folder)  # our child processes read it too

    def all(self) -> list[Shelved]:
        """The games' own knowledge, then what people wrote, the latest first."""
        games, schools = [load_game(name) for name in game_names()], written_schools()
        own = [item for game in games for item in _own(game, schools)]
        kept = [item for game in games for item in self._kept(game, schools)]
        return [item for item, _ in [*own, *sorted(kept, key=lambda found: -found[0].updated)]]

    def read(self, game: str, name: str) -> tuple[Shelved, Knowledge]:
        """Knowledge by its name; raises `NoSuchKnowledge`."""
        loaded, schools = load_game(game), written_schools()
        for item, path in (*_own(loaded, schools), *self._kept(loaded, schools)):
            if item.name == name:
                return item, read_knowledge(path)
        raise NoSuchKnowledge("lab.no_such_knowledge", name=name, game=game)

    def keep(self, game: str, name: str, text: str) -> Shelved:
        """Keep knowledge under a name, whole or not at all; raises `BadInput`."""
        loaded = load_game(game)
        path = self._writable(loaded, name)
        path.parent.mkdir(exist_ok=True)
        if not path.exists() and len(list(path.parent.glob("*.*"))) >= _MOST:
            raise BadInput("lab.shelf_full", most=_MOST)
        knowledge = Knowledge(name, text.removeprefix("\ufeff"))
        # The version first: games begun with it keep it, whatever becomes of the file.
        _put(version_path(path, knowledge.digest), knowledge.text)
        _put(path, knowledge.text)
        return self.read(game, name)[0]

    def delete(self, game: str, name: str) -> None:
        path = self._writable(load_game(game), name)
        if not path.is_file():
            raise NoSuchKnowledge("lab.no_such_knowledge", name=name, game=game)
        path.unlink(missing_ok=True)

    def _kept(self, game: Game, schools: Schools) -> Iterator[tuple[Shelved, Path]]:
        """What people wrote for a game."""
        for path in _files(self._folder / game.name, schools):
            with contextlib.suppress(FileNotFoundError):  # somebody may be deleting it
                yield _shelved(game, path, schools, own=False), path

    def _writable(self, game: Game, name: str) -> Path:
        school_of(name)
        if any(item.name == name for item, _ in _own(game, written_schools())):
            raise BadInput("lab.not_yours", name=name, game=game.name)
        return self._folder / game.name / name


def _put(path: Path, text: str) -> None:
    """Write a file, whole or not at all, whoever else may be writing it."""
    path.parent.mkdir(exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=path.parent, suffix=".part", delete=False) as draft:
        draft.write(text.encode(errors="replace"))
    Path(draft.name).replace(path)


def school_of(name: str) -> str:
    """The school that a file of knowledge belongs to, by the end of its name; raises `BadInput`."""
    schools = written_schools()
    for school_name, kind in schools.items():
        if name.endswith(kind.suffix):
            valid_name(name, kind.suffix)
            return school_name
    suffixes = [kind.suffix for kind in schools.values()]
    raise no_such("suffix", name.rpartition(".")[1] + name.rpartition(".")[2], suffixes)


def _files(folder: Path, schools: Schools) -> list[Path]:
    suffixes = {kind.suffix for kind in schools.values()}
    return sorted(path for path in folder.iterdir() if path.suffix in suffixes) if folder.is_dir() else []


def _own(game: Game, schools: Schools) -> Iterator[tuple[Shelved, Path]]:
    """A game's own knowledge; what a school plays it by when no file is named may lie elsewhere."""
    played_by = list[Path]()
    for kind in schools.values():
        with contextlib.suppress(BadInput):  # not every school knows every game
            played_by.append(kind.with_defaults().path(game))
    for path in dict.fromkeys([*_files(folder_of(game) / "knowledge", schools), *played_by]):
        item = _shelved(game, path, schools, own=True)
        unnamed = path in played_by and path.stem not in game.seats  # whoever sits down plays by it
        yield replace(item, mind=item.school) if unnamed else item, path


def _shelved(game: Game, path: Path, schools: Schools, own: bool) -> Shelved:
    name = next(name for name, kind in schools.items() if kind.suffix == path.suffix)
    return Shelved(game.name, path.name, name, f"{name}:file={path.name}", own, path.stat().st_mtime)
