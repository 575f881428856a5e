"""Loads plugins; an error in one is reported with file, line and remedy, and all others go on working."""

from __future__ import annotations

import importlib
import importlib.util
import itertools
import sys
import traceback
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from ludoteca.core.errors import BadInput, LudotecaError
from ludoteca.core.i18n import Message, has_gist, has_words, quoted
from ludoteca.core.options import Option
from ludoteca.core.plugins import CLASSES, EXTRA, Plugin
from ludoteca.core.resources import has_tables, read_tables, version_of

_LONGEST = 300  # characters of an error's text


class BrokenPlugin(BadInput):
    """A plugin that cannot be used: what is wrong, where, and what to do."""

    def __init__(self, plugin: Plugin, what: Message, remedy: str, file: Path | None = None, line: int = 0) -> None:
        self.plugin = plugin
        self.file = file or plugin.folder / "__init__.py"
        self.line = line
        super().__init__(
            "core.plugin.broken_at" if line else "core.plugin.broken",
            kind=f"core.kind.{plugin.kind[:-1]}",
            name=plugin.name,
            file=str(self.file),
            line=line,
            what=quoted(what),
            remedy=f"core.plugin.remedy.{remedy}",
        )


class GameFault(LudotecaError):
    """An error in a game's own rules or views: the game's fault, never that of the mind that met it."""


def load_class(plugin: Plugin) -> type:
    """The class a plugin's `__init__.py` holds, or names as "module.Class"; raises `BrokenPlugin`."""
    name = CLASSES[plugin.kind]
    _check_files(plugin)
    try:
        found = getattr(_import(plugin), name, None)
        if isinstance(found, str) and "." in found:
            module, _, named = found.rpartition(".")
            found = getattr(importlib.import_module(f"{plugin.package}.{module}"), named, None)
    except (Exception, SystemExit) as error:
        raise broken_by(plugin, error) from error
    if not isinstance(found, type):
        raise BrokenPlugin(plugin, Message("core.plugin.no_class", {"name": name}), f"no_class_{plugin.kind}")
    return found


def broken_by(plugin: Plugin, error: BaseException) -> BrokenPlugin:
    """The error for a plugin whose code raised one."""
    if isinstance(error, BrokenPlugin):
        return error
    if isinstance(error, LudotecaError):
        return BrokenPlugin(plugin, error.message, "correct")
    file, line = place_of(error, plugin.folder)
    what = Message("core.plugin.raised", {"type": type(error).__name__, "text": cause_of(error)})
    if isinstance(error, ModuleNotFoundError) and (error.name or "").startswith(plugin.package + "."):
        missing = f"{(error.name or '').removeprefix(plugin.package + '.')}.py"
        return BrokenPlugin(plugin, Message("core.plugin.no_file", {"file": missing}), "write_file", file, line)
    remedy = "syntax" if isinstance(error, SyntaxError) else "abstract" if "abstract" in str(error) else "correct"
    return BrokenPlugin(plugin, what, remedy, file, line)


def require_messages(plugin: Plugin, messages: Mapping[str, Sequence[str]]) -> None:
    """See that a plugin has some messages in every language, each using only these arguments; raises `BrokenPlugin`."""
    missing = [key for key in messages if not has_words(key)]
    unfit = [key for key in messages if key not in missing and not has_gist(key, messages[key])]
    if missing or unfit:
        keys = tuple(key.removeprefix(f"{plugin.kind}.{plugin.name}.") for key in missing or unfit)
        what = Message("core.plugin.no_messages" if missing else "core.plugin.unfit_messages", {"keys": keys})
        remedy = "add_messages" if missing else "fit_messages"
        raise BrokenPlugin(plugin, what, remedy, plugin.folder / "messages.toml")


def check_options(plugin: Plugin, name: str, options: Iterable[object]) -> None:
    """See that a plugin's options are some, each with a default that is a value of it; raises `BrokenPlugin`."""
    for option in options:
        if not isinstance(option, Option):
            what = Message("core.plugin.not_options", {"name": name, "given": repr(option)[:_LONGEST]})
            raise BrokenPlugin(plugin, what, "options")
        try:
            if option.default not in (None, ""):
                option.read(option.default)
        except BadInput as error:
            what = Message("core.plugin.default", {"what": quoted(error.message)})
            raise BrokenPlugin(plugin, what, "default") from None


def place_of(error: BaseException, folder: Path) -> tuple[Path, int]:
    """File and line of the author's own code that an error came from: the innermost frame in the folder."""
    if isinstance(error, SyntaxError) and error.filename:
        return Path(error.filename), error.lineno or 0
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        file = authors_file(Path(frame.filename), folder)
        if file is not None:
            return file, frame.lineno or 0
    return folder / "__init__.py", 0


def authors_file(file: Path, folder: Path) -> Path | None:
    """The author's file behind a source file: itself, or the original of a copy in the compiler's cache; else None."""
    if file.is_relative_to(folder):
        return file
    if file.parent.parent.name == folder.name and file.parent.parent.parent.name == "kernels":
        original = folder / file.name
        return original if original.is_file() else None
    return None


def game_fault(name: str, folder: Path, error: BaseException) -> GameFault:
    """The fault behind an error that a game's own code raised."""
    file, line = place_of(error, folder)
    return fault_at(name, file, line, type(error).__name__, cause_of(error))


def fault_at(name: str, file: Path, line: int, kind: str, text: str) -> GameFault:
    """The fault at a line of a game's own code; line 0 is not named."""
    key = "core.game_fault.at" if line else "core.game_fault.in"
    return GameFault(key, game=name, file=str(file), line=line, type=kind, text=text)


def cause_of(error: BaseException) -> str:
    """The text of an error, for the middle of a sentence."""
    return str(error)[:_LONGEST].rstrip(".")


def _check_files(plugin: Plugin) -> None:
    """See that the files every plugin needs are there and can be read."""
    if not (plugin.folder / "__init__.py").is_file():
        raise BrokenPlugin(plugin, Message("core.plugin.no_file", {"file": "__init__.py"}), "write_file")
    path = plugin.folder / "messages.toml"
    if plugin.kind == "games" and not has_tables(path):
        raise BrokenPlugin(plugin, Message("core.plugin.no_file", {"file": "messages.toml"}), "write_file", path)
    for file, keys in ((path, ()), (plugin.folder / EXTRA, ("package", "extra"))):
        if has_tables(file):
            _check_table(plugin, file, keys)


def _check_table(plugin: Plugin, path: Path, keys: tuple[str, ...]) -> None:
    """See that a file is TOML and has some keys; raises `BrokenPlugin`."""
    try:
        there = _toml_keys(path, version_of(path))
    except UnicodeDecodeError as error:
        what = Message("core.plugin.not_utf8", {"byte": error.start + 1})
        raise BrokenPlugin(plugin, what, "utf8", path) from None
    except ValueError as error:
        what = Message("core.plugin.not_toml", {"text": str(error)})
        raise BrokenPlugin(plugin, what, "toml", path, line_in(str(error))) from None
    if missing := tuple(key for key in keys if key not in there):
        raise BrokenPlugin(plugin, Message("core.plugin.no_keys", {"keys": missing}), "add_keys", path)


@lru_cache(maxsize=1000)
def _toml_keys(path: Path, version: tuple[int, ...]) -> frozenset[str]:
    """Parse a file once for each of its versions: plugins are loaded often; a file that is wrong is read again."""
    return frozenset(read_tables(path))


def line_in(text: str) -> int:
    """The line a TOML error names.

    >>> line_in("Expected '=' after a key in a key/value pair (at line 3, column 7)")
    3
    """
    words = text.replace(",", " ").replace(")", " ").split()
    numbers = [following for word, following in itertools.pairwise(words) if word == "line"]
    return int(numbers[0]) if numbers and numbers[0].isdigit() else 0


def _import(plugin: Plugin) -> object:
    """A plugin's package; one from elsewhere is imported under the name it would have in ours."""
    if plugin.shipped:
        return importlib.import_module(plugin.package)
    known = sys.modules.get(plugin.package)
    if known is not None and Path(known.__file__ or "").parent == plugin.folder:
        return known
    _forget(plugin.package)
    init = plugin.folder / "__init__.py"
    spec = importlib.util.spec_from_file_location(plugin.package, init, submodule_search_locations=[str(plugin.folder)])
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[plugin.package] = module
    try:
        spec.loader.exec_module(module)
    except BaseException:
        _forget(plugin.package)
        raise
    return module


def _forget(package: str) -> None:
    """Let a half-imported package be imported again."""
    for name in [name for name in sys.modules if name == package or name.startswith(f"{package}.")]:
        del sys.modules[name]
