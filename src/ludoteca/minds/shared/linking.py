"""Programs of several files: a main file and those that it includes, linked into one text before a process loads it.

One rule holds for all schools. An include names a file in the folder of the one that includes it: a plain name with
the suffix of the school, no path and no link to another folder. The parent reads the files and sends their text; the
process opens none of them. A file counts once: where it is included again, nothing happens.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, fields, is_dataclass, replace
from typing import Any, TypeVar

from ludoteca.core.errors import BadInput
from ludoteca.core.explanation import Source
from ludoteca.core.i18n import Message

MOST_FILES = 20  # that a program may include
MOST_CHARACTERS = 1 << 20  # of all its files

_Value = TypeVar("_Value")


@dataclass(frozen=True, slots=True)
class Section:
    """Lines of a file that stand together in a linked text: the first of them, and how many there are."""

    file: str
    first: int
    count: int


@dataclass(frozen=True, slots=True)
class Include:
    """A place in a text that includes files: its first line, its last line, and their names."""

    first: int
    last: int
    names: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class IncludeSyntax:
    """How a language includes files.

    `skipped` matches its comments and strings, and `unclosed` the start of those that the text leaves open. `include`
    matches whole lines, with a group `names`, in which `name` matches each one. `modules` are not inserted, but texts
    of their own; one that is not beside the file is the language's to find or to miss, as those in `ignored` are.
    """

    skipped: str
    unclosed: str
    include: str
    name: str
    modules: bool = False
    ignored: frozenset[str] = frozenset()

    def includes(self, text: str) -> Iterator[Include]:
        """The includes of a text."""
        for found in self._tokens(text):
            if found["include"] is not None:
                first = text.count("\n", 0, found.start()) + 1
                last = text.count("\n", 0, found.end()) + 1
                names = (next(filter(None, name.groups()), "") for name in re.finditer(self.name, found["names"]))
                yield Include(first, last, tuple(name for name in names if name not in self.ignored))

    def names(self, text: str, suffix: str) -> list[str]:
        """The names of the files that a text includes itself, once each."""
        found = (name for include in self.includes(text) for name in include.names)
        return list(dict.fromkeys(name if name.endswith(suffix) else name + suffix for name in found))

    def is_unclosed(self, text: str) -> bool:
        """Whether a comment or a string is open at the end of a text."""
        return any(found["unclosed"] is not None for found in self._tokens(text))

    def _tokens(self, text: str) -> Iterator[re.Match[str]]:
        pattern = rf"(?P<include>{self.include})|{self.skipped}|(?P<unclosed>(?:{self.unclosed}).*\Z)"
        return re.finditer(pattern, text, re.M | re.S)


@dataclass(slots=True)
class LinkedText:
    """A linked text: its lines, the sections they come from, the text of each file, and what is wrong with includes.

    A problem has the line in the linked text.
    """

    lines: list[str] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    problems: list[tuple[int, Message]] = field(default_factory=list)

    def take(self, file: str, lines: Sequence[str], first: int) -> None:
        """Append lines of a file, from number `first` on."""
        if lines:
            self.lines += lines
            self.sections.append(Section(file, first, len(lines)))


def link(name: str, text: str, suffix: str, syntax: IncludeSyntax, read: Callable[[str], str]) -> LinkedText:
    """A text with all files that it includes; `read` returns the text of one, or raises `BadInput`."""
    linker = _Linker(suffix, syntax, read)
    if syntax.modules:
        linker.add_modules(name, text)
    else:
        linker.insert(name, text)
    return linker.linked


class _Linker:
    """Links the files of one program."""

    def __init__(self, suffix: str, syntax: IncludeSyntax, read: Callable[[str], str]) -> None:
        self._suffix = suffix
        self._syntax = syntax
        self._read = read
        self.linked = LinkedText()

    def insert(self, name: str, text: str) -> bool:
        """Append a file with those that it includes at their places; whether what follows can be appended.

        An include leaves its lines empty. After a file with an open comment or string nothing is appended, so that the
        error is found in that file.
        """
        lines, done = text.split("\n"), 0
        self.linked.files.setdefault(name, text)
        for include in self._syntax.includes(text):
            self.linked.take(name, lines[done : include.first - 1], done + 1)
            self.linked.take(name, [""] * (include.last - include.first + 1), include.first)
            done = include.last
            at = len(self.linked.lines) - (include.last - include.first)
            for other in include.names:
                found = self._text_of(other, at)
                # The empty line keeps the last comment of a file apart from what follows.
                if found is not None and not self.insert(found[0], found[1].rstrip("\n") + "\n"):
                    return False
        self.linked.take(name, lines[done:], done + 1)
        return not self._syntax.is_unclosed(text)

    def add_modules(self, name: str, text: str) -> None:
        """Append a file, then each module that it or another of them imports."""
        pending = [(name, text)]
        self.linked.files[name] = text
        for file, text in pending:  # which grows meanwhile
            start = len(self.linked.lines)
            self.linked.take(file, text.split("\n"), 1)
            for include in self._syntax.includes(text):
                for other in include.names:
                    found = self._text_of(other, start + include.first)
                    if found is not None:
                        pending.append(found)

    def _text_of(self, name: str, line: int) -> tuple[str, str] | None:
        """The name and the text of a file that is included; None if it is there already, or cannot be included."""
        file = name if name.endswith(self._suffix) else name + self._suffix
        if file in self.linked.files:
            return None
        try:
            if len(self.linked.files) > MOST_FILES:
                raise BadInput("minds.knowledge.include.too_many", most=MOST_FILES)
            text = self._read(file)
            if len(text) + sum(map(len, self.linked.files.values())) > MOST_CHARACTERS:
                raise BadInput("minds.knowledge.include.too_large", file=file, most=MOST_CHARACTERS >> 10)
        except FileNotFoundError:
            if not self._syntax.modules:
                self.linked.problems.append((line, Message("minds.knowledge.include.missing", {"file": file})))
            return None
        except BadInput as error:
            self.linked.problems.append((line, error.message))
            return None
        self.linked.files[file] = text
        return file, text


def with_sources(value: _Value, change: Callable[[Source], Source]) -> _Value:
    """A value with each source in it changed."""
    changed: Any = value
    if isinstance(value, Source):
        changed = change(value)
    elif isinstance(value, tuple):
        changed = tuple(with_sources(item, change) for item in value)
    elif is_dataclass(value) and not isinstance(value, type | Message):
        old = {part.name: getattr(value, part.name) for part in fields(value) if part.init}
        new = {name: with_sources(part, change) for name, part in old.items()}
        changes = {name: part for name, part in new.items() if part is not old[name] and part != old[name]}
        changed = replace(value, **changes) if changes else value
    return changed  # type: ignore[no-any-return]
