"""Diagnostics: what is wrong with a program, or looks wrong, and on which line."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """An error or a warning; `kind` is the end of its message key, and line 0 is none in particular."""

    line: int
    kind: str
    args: dict[str, str | int] = field(default_factory=dict)
    warning: bool = False


class ParseError(Exception):
    """A text that is not a program, a literal or an event, with one diagnostic or more."""

    def __init__(self, diagnostics: Sequence[Diagnostic]) -> None:
        super().__init__(diagnostics[0].kind)
        self.diagnostics = list(diagnostics)
