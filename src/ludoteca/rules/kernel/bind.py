"""The compile cache: one folder for each version of a game's rules and the drivers, imported as a package.

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
from functools import cache, lru_cache
from importlib.metadata import version
from pathlib import Path
from types import ModuleType
from typing import Any

_DRIVERS = Path(__file__).parent / "drivers"
_COMMON_MODULES = ("rng", "rules", "hints", "transposition_table", "move_ordering", "boards", "subtree")
# A module may import only from those before it: each is compiled before the next one imports it.
_SEARCHES = ("playouts", "perft", "tree_search", "alphabeta", "coalition", "horizon_search")
_LEARNING = ("vector", "vectors", "network", "network_search", "self_play")
_MODULES = (*_COMMON_MODULES, *_SEARCHES, "sowings", "endgame", "sowing_search", *_LEARNING)
# What a driver imports from.
_USED_BY = {
    "endgame": ("sowings",),
    "sowing_search": ("endgame",),
    "vectors": ("vector",),
    "network": ("vector",),
    "network_search": ("network", "tree_search"),
    "self_play": ("network_search",),
}
_GAME_MODULES = ("rules", "hints", "vector")
_OPTIONAL = "vector"  # of the game's modules, the one that need not be there
_MAX_AGE = 60 * 24 * 3600  # seconds without use after which a cache folder is removed
_DRIVERS_IMPORT = b"from ludoteca.rules.kernel.drivers."
_INLINED = ("rng", *_GAME_MODULES)


class Kernel:
    """The rules of a game with the drivers bound to them, compiled or not. The modules are its attributes."""

    rules: Any
    hints: Any

    def __init__(self, name: str, source_folder: Path, folder: Path, compiled: bool) -> None:
        self.game = name
        self.source_folder = source_folder  # the folder of the game
        self.folder = folder  # the cache folder with the compiled copy
        self.compiled = compiled
        self._package = f"ludoteca_kernel_{name}_{folder.name}{'' if compiled else '_interpreted'}"
        _import_package(self._package, folder)
        for module in _COMMON_MODULES:
            setattr(self, module, self._module(module))

    def __getattr__(self, name: str) -> Any:
        """A driver module, imported on first use: not every game has the hints that every driver needs."""
        if name not in _MODULES:
            raise AttributeError(name)
        for used in _USED_BY.get(name, ()):
            getattr(self, used)
        setattr(self, name, module := self._module(name))
        return module

    def _module(self, name: str) -> ModuleType:
        module = importlib.import_module(f"{self._package}.{name}")
        if self.compiled:
            _compile(module)
        return module

    def states(self, n: int) -> Any:
        """An array of n zeroed states."""
        return records(n, self.rules.STATE)


def records(n: int, dtype: Any) -> Any:
    """An array of n zeroed records whose fields are attributes, in compiled and in interpreted code."""
    import numpy as np

    return np.zeros(n, dtype).view(np.recarray)


def state_words(states: Any) -> Any:
    """An array of states as rows of unsigned numbers in the same memory, of 64 bits where that fits their size."""
    import numpy as np

    word = np.uint64 if states.dtype.itemsize % 8 == 0 else np.uint8
    return states.view(np.ndarray).view(word).reshape(len(states), -1)


def bind(name: str, game_folder: Path, compiled: bool = True) -> Kernel:
    """The kernel of the current sources in a game's folder; it is not compiled if ``NUMBA_DISABLE_JIT=1``."""
    compiled = compiled and os.environ.get("NUMBA_DISABLE_JIT", "0") == "0"
    return _kernel(name, game_folder, sources_of(name, game_folder), compiled)


@cache
def _kernel(name: str, source_folder: Path, folder: Path, compiled: bool) -> Kernel:
    return Kernel(name, source_folder, folder, compiled)


def sources_of(name: str, game_folder: Path) -> Path:
    """The cache folder for the current sources of a game and the drivers, written if it is new."""
    versions = tuple(map(_version_of_file, _source_files(game_folder)))
    folder = _written(name, game_folder, versions)
    if not folder.is_dir():  # somebody has removed it
        _written.cache_clear()
        folder = _written(name, game_folder, versions)
    return folder


@cache
def _source_files(game_folder: Path) -> tuple[Path, ...]:
    """The file of each module, in the order of `_MODULES`."""
    return tuple((game_folder if module in _GAME_MODULES else _DRIVERS) / f"{module}.py" for module in _MODULES)


def _version_of_file(file: Path) -> tuple[int, ...]:
    """Numbers that change when the content of a file does; none when there is no file."""
    try:
        status = os.stat(file)
    except FileNotFoundError:
        return ()
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


@lru_cache(maxsize=64)
def _written(name: str, game_folder: Path, versions: tuple[tuple[int, ...], ...]) -> Path:
    """The cache folder for the sources of a game and the drivers in some version, in which they are written."""
    files = dict(zip(_MODULES, _source_files(game_folder), strict=True))
    sources = {
        name: b"" if name == _OPTIONAL and not file.is_file() else file.read_bytes() for name, file in files.items()
    }
    # Rules import rng from the package; in the cache folder they import the copy that is compiled with them.
    return _cached(name, {module: source.replace(_DRIVERS_IMPORT, b"from .") for module, source in sources.items()})


def _cached(name: str, sources: dict[str, bytes]) -> Path:
    """The cache folder of these sources; a new one is written to a draft and renamed, so it is never incomplete."""
    folder = cache_folder("kernels") / name / _digest(sources)
    if folder.is_dir():
        return folder
    folder.parent.mkdir(parents=True, exist_ok=True)
    draft = Path(tempfile.mkdtemp(dir=folder.parent, prefix="."))
    for module, source in sources.items():
        (draft / f"{module}.py").write_bytes(source)
    (draft / "__init__.py").touch()
    remove_old(folder.parent)
    try:
        draft.rename(folder)
    except OSError:  # another process was first
        shutil.rmtree(draft)
    return folder


def remove_old(folder: Path) -> None:
    """Remove kernels, tables and drafts that were not used for `_MAX_AGE`."""
    for old in folder.iterdir():
        with contextlib.suppress(OSError):
            if old.stat().st_mtime < time.time() - _MAX_AGE:
                shutil.rmtree(old) if old.is_dir() else old.unlink()


def _digest(sources: dict[str, bytes]) -> str:
    """A hash of the sources, the processor and the versions of Python and numba, computed without importing numba."""
    digest = hashlib.blake2b(digest_size=8)
    for part in (*(text.encode() for text in _machine()), *sources.values()):
        digest.update(hashlib.blake2b(part).digest())
    return digest.hexdigest()


@cache
def _machine() -> tuple[str, ...]:
    """The versions of Python and numba, and the processor."""
    import llvmlite.binding

    return platform.python_version(), version("numba"), llvmlite.binding.get_host_cpu_name()


@cache
def cache_folder(kind: str) -> Path:
    """The folder for compiled kernels or tables: in ``LUDOTECA_CACHE``, in the user's cache, or a temporary one."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    folder = Path(os.environ.get("LUDOTECA_CACHE") or Path(home) / "ludoteca") / kind
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if os.access(folder, os.W_OK):
            return folder
    except OSError:
        pass
    cache = Path(tempfile.mkdtemp(prefix="ludoteca-cache-"))
    atexit.register(shutil.rmtree, cache, ignore_errors=True)
    os.environ["LUDOTECA_CACHE"] = str(cache)  # so that child processes share it
    (cache / kind).mkdir()
    return cache / kind


def _import_package(package: str, folder: Path) -> None:
    """Import a folder as a package under a given name."""
    spec = importlib.util.spec_from_file_location(
        package, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[package] = module
    spec.loader.exec_module(module)


def _compile(module: ModuleType) -> None:
    """Replace every function a module defines by one that numba compiles on its first call.

    Rules consist of small functions for readability; forced inlining removes the cost of the calls.
    """
    import numba

    inlined = module.__name__.rpartition(".")[2] in _INLINED
    for name, function in inspect.getmembers(module, inspect.isfunction):
        if function.__module__ == module.__name__:
            setattr(module, name, numba.njit(function, cache=True, nogil=True, forceinline=inlined))
