"""The shelf: knowledge that people write in the lab, a file each, under the name of its game."""

from __future__ import annotations

import contextlib
import os
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.game import Game
from ludoteca.games import folder_of, game_names, load_game
from ludoteca.minds import mind_names, school
from ludoteca.minds.written import SHELF, Knowledge, WrittenMind, checked_name, read_knowledge, version_path

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


def written_schools() -> dict[str, type[WrittenMind]]:
    """The schools whose minds are files."""
    kinds = ((name, school(name)) for name in mind_names())
    return {name: kind for name, kind in kinds if issubclass(kind, WrittenMind)}


class Shelf:
    """Files under a folder. Whoever runs minds for the lab finds knowledge here and nowhere else."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self._folder = folder
        os.environ[SHELF] = str(folder)  # our child processes read it too

    def all(self) -> list[Shelved]:
        """The games' own knowledge, then what people wrote, the latest first."""
        games = [load_game(name) for name in game_names()]
        own = [item for game in games for item in _shelved(game, _own_files(game), True)]
        kept = [item for game in games for item in _shelved(game, _files(self._folder / game.name), False)]
        return [*own, *sorted(kept, key=lambda item: -item.updated)]

    def read(self, game: str, name: str) -> tuple[Shelved, Knowledge]:
        """Knowledge by its name; raises `NoSuchKnowledge`."""
        loaded = load_game(game)
        for own, files in ((True, _own_files(loaded)), (False, _files(self._folder / game))):
            for path in (path for path in files if path.name == name):
                for item in _shelved(loaded, [path], own):
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

    def _writable(self, game: Game, name: str) -> Path:
        school_of(name)
        if any(path.name == name for path in _own_files(game)):
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
            checked_name(name, kind.suffix)
            return school_name
    suffixes = [kind.suffix for kind in schools.values()]
    raise no_such("suffix", name.rpartition(".")[1] + name.rpartition(".")[2], suffixes)


def _files(folder: Path) -> list[Path]:
    return sorted(folder.iterdir()) if folder.is_dir() else []


def _own_files(game: Game) -> list[Path]:
    """The files of a game's own knowledge, and those elsewhere that a school plays it by."""
    return list(dict.fromkeys([*_files(folder_of(game) / "knowledge"), *_played_by(game)]))


def _played_by(game: Game) -> Iterator[Path]:
    """The file that each school plays a game by, when none is named."""
    for kind in written_schools().values():
        with contextlib.suppress(BadInput):  # not every school knows every game
            yield kind.with_defaults().path(game)


def _shelved(game: Game, files: Iterable[Path], own: bool) -> Iterator[Shelved]:
    schools = {kind.suffix: name for name, kind in written_schools().items()}
    unnamed = {path for path in _played_by(game) if path.stem not in game.seats} if own else set()
    for path in (path for path in files if path.suffix in schools):
        school_name = schools[path.suffix]
        mind = school_name if path in unnamed else f"{school_name}:file={path.name}"
        with contextlib.suppress(FileNotFoundError):  # somebody may be deleting it
            yield Shelved(game.name, path.name, school_name, mind, own, path.stat().st_mtime)
