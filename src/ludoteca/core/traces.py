"""Traces: each school's own account of a choice, discovered by folder.

A school keeps its trace in a folder `trace` of its own: the type, a subclass of `Trace`, as `TRACE` in `__init__.py`;
`terminal.py` draws it in the terminal, `picture.js` (and `picture.css`) on the page; `messages.toml` has its words. The
folders lie below `minds` and `rules`, in the package and in every folder of `LUDOTECA_PATH`.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ludoteca.core.i18n import Message, known_words
from ludoteca.core.plugins import roots

if TYPE_CHECKING:
    from pydantic import GetCoreSchemaHandler
    from pydantic_core import CoreSchema
    from rich.console import RenderableType

    from ludoteca.core.game import Game

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
        """The trace for a terminal."""
        terminal = importlib.import_module(f"{self.package}.terminal")
        drawn: RenderableType = terminal.draw(trace, game, language)
        return drawn


@cache
def trace_types() -> dict[str, TraceType]:
    """All types of trace, by kind.

    >>> "proof" in trace_types()
    True
    """
    found = {}
    for root in roots():
        for folder in sorted(folder for place in _PLACES for folder in root.glob(place)):
            if (folder / "__init__.py").is_file():
                package = ".".join(("ludoteca", *folder.relative_to(root).parts))
                kind: Any = importlib.import_module(package).TRACE
                found[kind.__dataclass_fields__["kind"].default] = TraceType(kind, folder, package)
    return found
