"""Traces: each school's own account of a choice, discovered by folder.

A school keeps its trace in a folder `trace` of its own: the type, a subclass of `Trace`, as `TRACE` in `__init__.py`;
`terminal.py` draws it in the terminal, `picture.js` (and `picture.css`) on the page; `messages.toml` has its words. The
folders lie below `minds` and `rules` in the package, and in the folder of every mind on `LUDOTECA_PATH`.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.core.i18n import Message, known_words, phrase
from ludoteca.core.loading import BrokenPlugin, broken_by, cause_of, load_class, place_of
from ludoteca.core.plugins import PACKAGE, PATH, Plugin, plugins

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema
    from rich.console import RenderableType

    from ludoteca.core.game import Game

_INIT = "__init__.py"
_PLACES = ("minds/*/trace", "minds/*/*/trace", "rules/*/trace")


class Trace:
    """The account of one choice: a frozen dataclass whose last field, `kind`, names its type in records.

    ``kind: Literal["proof"] = "proof"``
    """

    __slots__ = ()
    kind: str

    def messages(self) -> Iterable[Message]:
        """Every message in the trace."""
        return ()

    def cut(self, most: int) -> Trace:
        """The trace with at most so many of its parts (steps, branches, firings) and a mark where others are left out.

        Called for a trace that is too large to be recorded. A trace that cannot be cut returns itself.
        """
        return self

    def page_data(self, game: Game, language: str) -> dict[str, Any]:
        """The trace as JSON for its picture on the page, with its messages in words."""
        from ludoteca.core.record import to_json

        data: dict[str, Any] = _with_known_words(to_json(self), language)
        return data

    @classmethod
    def __get_pydantic_core_schema__(cls, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        """The JSON schema of a `Trace`: a union of the discovered types, told apart by `kind`."""
        from pydantic_core import core_schema

        if cls is not Trace:
            return handler(source)
        types = {kind: handler.generate_schema(found.type) for kind, found in trace_types().items()}
        return core_schema.tagged_union_schema(types, discriminator="kind")


_WORDS = ("words", "comment")  # fields with the words of a knowledge file


def _with_known_words(data: Any, language: str) -> Any:
    """JSON data in which the words of knowledge files are in a language, as far as phrasebooks have them."""
    if isinstance(data, list):
        return [_with_known_words(item, language) for item in data]
    if not isinstance(data, dict):
        return data
    return {
        name: known_words(value, language)
        if name in _WORDS and isinstance(value, str)
        else _with_known_words(value, language)
        for name, value in data.items()
    }


@dataclass(frozen=True, slots=True)
class TraceType:
    """A discovered type of trace: its class, its folder, and its package."""

    type: type[Trace]
    folder: Path
    package: str

    def draw(self, trace: Trace, game: Game, language: str) -> RenderableType:
        """The trace for a terminal; for a plugin's that cannot be drawn, what is wrong."""
        try:
            terminal = importlib.import_module(f"{self.package}.terminal")
            drawn: RenderableType = terminal.draw(trace, game, language)
        except Exception as error:
            from rich.markup import escape

            if self.folder.is_relative_to(PACKAGE):
                raise
            file, line = place_of(error, self.folder)
            kind, text = type(error).__name__, cause_of(error)
            return escape(phrase("core.trace_fault", language, file=str(file), line=line, type=kind, text=text))
        return drawn


def trace_types() -> dict[str, TraceType]:
    """All types of trace, by kind; those of broken plugins are left out.

    >>> "proof" in trace_types()
    True
    """
    return _trace_types(os.environ.get(PATH, ""))


@cache
def _trace_types(path: str) -> dict[str, TraceType]:
    """The same; `path` is an argument so that a change of it is seen."""
    folders = sorted(folder for place in _PLACES for folder in PACKAGE.glob(place) if (folder / _INIT).is_file())
    found = [_trace_type(".".join(("ludoteca", *folder.relative_to(PACKAGE).parts)), folder) for folder in folders]
    for plugin in plugins("minds").values():
        with suppress(BrokenPlugin):
            found += [] if plugin.shipped else traces_of(plugin)
    return {_kind(each.type): each for each in found}


def traces_of(plugin: Plugin) -> list[TraceType]:
    """The type of trace of a school outside the package, if it has one; raises `BrokenPlugin`."""
    folder = plugin.folder / "trace"
    if not (folder / _INIT).is_file():
        return []
    load_class(plugin)  # only then can its modules be imported
    try:
        return [_trace_type(f"{plugin.package}.trace", folder)]
    except Exception as error:
        raise broken_by(plugin, error) from error


def _kind(trace: Any) -> str:
    """The kind of a type of trace: the default of its last field."""
    kind: str = trace.__dataclass_fields__["kind"].default
    return kind


def _trace_type(package: str, folder: Path) -> TraceType:
    return TraceType(importlib.import_module(package).TRACE, folder, package)
