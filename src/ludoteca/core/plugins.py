"""Plugins: games and minds, discovered by folder. Nothing is registered; a folder's name is its id.

They lie in the package's own `games` and `minds`, and wherever ``LUDOTECA_PATH`` points. An entry of that path is a
folder that holds a `games`, a `minds` or a `lessons` folder laid out as ours are, or one plugin's own folder.
"""

from __future__ import annotations

import importlib.util
import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Literal

PATH = "LUDOTECA_PATH"
PACKAGE = Path(__file__).resolve().parent.parent
EXTRA = "extra.toml"  # the file of a plugin that is there only with a package: its name, and the extra that brings it
LESSONS = "lessons"  # the folder of a root that holds lessons
SHARED = "shared"  # the folder among games or minds that holds what several of them share

Kind = Literal["games", "minds"]
KINDS: tuple[Kind, ...] = ("games", "minds")
CLASSES: dict[Kind, str] = {"games": "GAME", "minds": "MIND"}
"""The name a plugin's `__init__.py` gives its class."""


@dataclass(frozen=True, slots=True)
class Plugin:
    """A game or a mind in its folder."""

    kind: Kind
    name: str
    folder: Path

    @property
    def package(self) -> str:
        return f"ludoteca.{self.kind}.{self.name}"

    @property
    def shipped(self) -> bool:
        """Whether it is part of the package."""
        return self.folder.parent.parent == PACKAGE


@dataclass(frozen=True, slots=True)
class PathProblem:
    """Something wrong with an entry of ``LUDOTECA_PATH``; `key` is a message key."""

    key: str
    path: Path
    name: str = ""


def plugins(kind: Kind) -> dict[str, Plugin]:
    """The plugins of a kind, by name."""
    return _discovered(os.environ.get(PATH, ""))[0][kind]


def lacking_extra(kind: Kind, name: str) -> tuple[str, str] | None:
    """The package that a plugin of ours lacks, and the extra that brings it; None if it lacks none."""
    return _lacks(PACKAGE / kind / name)


def _lacks(folder: Path) -> tuple[str, str] | None:
    if not (folder / EXTRA).is_file():
        return None
    import tomllib  # most child processes read no tables

    try:
        needed = tomllib.loads((folder / EXTRA).read_text(encoding="utf-8"))
        package, extra = str(needed["package"]), str(needed["extra"])
    except (ValueError, KeyError):
        return None  # the plugin is there, and loading it names what is wrong with the file
    return None if importlib.util.find_spec(package.partition(".")[0]) else (package, extra)


def path_problems() -> tuple[PathProblem, ...]:
    """What is wrong with ``LUDOTECA_PATH``: entries that do not exist, names that are taken or cannot be names."""
    return _discovered(os.environ.get(PATH, ""))[1]


def extra_roots() -> list[Path]:
    """The folders in ``LUDOTECA_PATH``."""
    return [Path(part).resolve() for part in os.environ.get(PATH, "").split(os.pathsep) if part]


def roots() -> list[Path]:
    """Every folder that may hold a `games` and a `minds` folder: the package itself, then those of the path."""
    return [PACKAGE, *extra_roots()]


def kind_of(folder: Path) -> Kind | None:
    """What a folder holds by the class its `__init__.py` names: a game, a mind, or no plugin."""
    try:
        text = (folder / "__init__.py").read_text(encoding="utf-8", errors="replace")
    except OSError:
        return None
    return next((kind for kind, name in CLASSES.items() if re.search(rf"^{name}\b", text, re.MULTILINE)), None)


def add_to_path(folder: Path) -> None:
    """Make the plugin in a folder known to this process and to those it starts."""
    entries = [part for part in os.environ.get(PATH, "").split(os.pathsep) if part]
    if str(folder.resolve()) not in entries:
        os.environ[PATH] = os.pathsep.join([*entries, str(folder.resolve())])


@cache
def _discovered(path: str) -> tuple[dict[Kind, dict[str, Plugin]], tuple[PathProblem, ...]]:
    """All plugins of the package and of a path; `path` is an argument so that a change of it is seen."""
    found: dict[Kind, dict[str, Plugin]] = {"games": {}, "minds": {}}
    problems = list[PathProblem]()
    for root in roots():
        if not root.is_dir():
            problems.append(PathProblem("core.plugin.path.missing", root))
        elif (own := kind_of(root)) is not None and root != PACKAGE:
            _add(found[own], Plugin(own, root.name, root), problems)
        else:
            candidates = list(_candidates(root))
            if not candidates and not (root / LESSONS).is_dir():
                problems.append(PathProblem("core.plugin.path.empty", root))
            for plugin in candidates:
                _add(found[plugin.kind], plugin, problems)
    return found, tuple(problems)


def _candidates(root: Path) -> Iterator[Plugin]:
    """The folders of plugins in a root; one without an `__init__.py` is there to be named as broken."""
    for kind in KINDS:
        for folder in sorted((root / kind).glob("[!._]*/")):
            if folder.name == SHARED or _lacks(folder):
                continue
            if any(folder.iterdir()) if folder.name.isidentifier() else (folder / "__init__.py").is_file():
                yield Plugin(kind, folder.name, folder)


def _add(known: dict[str, Plugin], plugin: Plugin, problems: list[PathProblem]) -> None:
    if not plugin.name.isidentifier():
        problems.append(PathProblem("core.plugin.path.bad_name", plugin.folder, plugin.name))
    elif plugin.name in known:
        problems.append(PathProblem("core.plugin.path.taken", plugin.folder, plugin.name))
    else:
        known[plugin.name] = plugin
