"""The compile cache: a game's rules beside the drivers, in one folder for each version of all of their sources.

>>> from ludoteca.games.kalah import GAME
>>> kernel = bind(GAME.name, GAME.folder, compiled=False)
>>> kernel.rules.SEATS
2
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import importlib
import importlib.util
import inspect
import os
import platform
import shutil
import sys
import tempfile
import time
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

_DRIVERS = Path(__file__).parent / "drivers"
# A module may import only from those before it: each is compiled before the next one looks at it.
_ORDER = ("rng", "rules", "hints", "transposition_table", "playouts", "perft", "tree_search", "alphabeta", "coalition")
_FOR_ALL = ("rng", "rules", "hints", "transposition_table")
_OF_THE_GAME = ("rules", "hints")
_OLD = 60 * 24 * 3600  # seconds
_ELSEWHERE = b"from ludoteca.rules.kernel.drivers."
_INLINED = ("rng", *_OF_THE_GAME)


class Kernel:
    """A game's rules and the drivers bound to them, compiled or not. Its attributes are the modules."""

    rules: Any
    hints: Any

    def __init__(self, name: str, authors_folder: Path, folder: Path, compiled: bool) -> None:
        self.game = name
        self.authors_folder = authors_folder  # where the rules are written …
        self.folder = folder  # … and where they are compiled
        self.compiled = compiled
        self._package = f"ludoteca_kernel_{name}_{folder.name}{'' if compiled else '_interpreted'}"
        _import_package(self._package, folder)
        for module in _FOR_ALL:
            setattr(self, module, self._module(module))

    def __getattr__(self, name: str) -> Any:
        """A driver, when it is first wanted: not every game has the hints that every driver leans on."""
        if name not in _ORDER:
            raise AttributeError(name)
        setattr(self, name, module := self._module(name))
        return module

    def _module(self, name: str) -> ModuleType:
        module = importlib.import_module(f"{self._package}.{name}")
        if self.compiled:
            _compile(module)
        return module

    def states(self, n: int) -> Any:
        """Room for n states."""
        return records(n, self.rules.STATE)


def records(n: int, dtype: Any) -> Any:
    """An array of n zeroed records with their fields as attributes, compiled or not."""
    import numpy as np

    return np.zeros(n, dtype).view(np.recarray)


def bind(name: str, game_folder: Path, compiled: bool = True) -> Kernel:
    """The kernel of the game in a folder, as its sources are now; ``NUMBA_DISABLE_JIT=1`` leaves it uncompiled."""
    compiled = compiled and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
    return _kernel(name, game_folder, sources_of(name, game_folder), compiled)


@cache
def _kernel(name: str, authors_folder: Path, folder: Path, compiled: bool) -> Kernel:
    return Kernel(name, authors_folder, folder, compiled)


def sources_of(name: str, game_folder: Path) -> Path:
    """The folder that holds a game's rules beside the drivers, as all of them are now."""
    sources = {
        module: ((game_folder if module in _OF_THE_GAME else _DRIVERS) / f"{module}.py").read_bytes()
        for module in _ORDER
    }
    # Rules import the generator from where it is; in the folder it lies beside them, compiled like the rest.
    return _written(name, {module: source.replace(_ELSEWHERE, b"from .") for module, source in sources.items()})


def _written(name: str, sources: dict[str, bytes]) -> Path:
    """The folder that holds these sources, written whole or not at all."""
    folder = _cache_folder() / name / _digest(sources)
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=folder.parent, prefix="."))
    for module, source in sources.items():
        (draft / f"{module}.py").write_bytes(source)
    (draft / "__init__.py").touch()
    _forget_old(folder.parent)
    try:
        draft.rename(folder)
    except OSError:  # another process was first
        shutil.rmtree(draft)
    return folder


def _forget_old(folder: Path) -> None:
    """Remove kernels and drafts nobody has bound or compiled for a long time."""
    for old in folder.iterdir():
        with contextlib.suppress(OSError):
            if old.stat().st_mtime < time.time() - _OLD:
                shutil.rmtree(old)


def _digest(sources: dict[str, bytes]) -> str:
    """A name for these sources on this kind of machine with these versions; found without loading numba."""
    import llvmlite.binding

    digest = hashlib.blake2b(digest_size=8)
    machine = (platform.python_version(), version("numba"), llvmlite.binding.get_host_cpu_name())
    for part in (*(text.encode() for text in machine), *sources.values()):
        digest.update(hashlib.blake2b(part).digest())
    return digest.hexdigest()


@cache
def _cache_folder() -> Path:
    """Where compiled kernels live: ``LUDOTECA_CACHE``, the user's cache, or a folder for this run only."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(os.environ.get("LUDOTECA_CACHE") or Path(home) / "ludoteca") / "kernels"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    folder = Path(tempfile.mkdtemp(prefix="ludoteca-kernels-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    os.environ["LUDOTECA_CACHE"] = str(folder)  # so that the processes we start need not compile again
    return folder


def _import_package(package: str, folder: Path) -> None:
    spec = importlib.util.spec_from_file_location(
        package, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[package] = module
    spec.loader.exec_module(module)


def _compile(module: ModuleType) -> None:
    """Put numba's lazily compiled function in the place of every function a module defines.

    Rules are cut into small functions for those who read them; inlined by force they cost nothing.
    """
    import numba

    inlined = module.__name__.rpartition(".")[2] in _INLINED
    for name, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__:
            setattr(module, name, numba.njit(function, cache=True, nogil=True, forceinline=inlined))
