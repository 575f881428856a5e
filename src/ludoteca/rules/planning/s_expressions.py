"""The s-expressions of PDDL: words and groups with their lines, and errors that name file and line."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import Argument, Message, quoted

_DEEPEST = 100  # brackets within brackets
_TOKEN = re.compile(r"(?P<comment>;[^\n]*)|(?P<bracket>[()])|(?P<word>[^\s();]+)|(?P<end>\n)")


_OF_DOMAIN = (":requirements", ":types", ":constants", ":predicates", ":functions", ":action")
_SECTIONS = frozenset((*_OF_DOMAIN, ":domain", ":objects", ":init", ":goal", ":metric"))
_SECTION_DEPTH = 2  # brackets that are open where a section begins: that of the file, and its own


class BadPddl(BadInput):
    """PDDL that cannot be used: which file, which line, and what is wrong there."""

    def __init__(self, file: str, line: int, key: str, /, **args: Argument) -> None:
        self.file = file
        self.line = line
        self.what = Message(f"rules.planning.{key}", args)
        super().__init__("rules.planning.bad", file=file, line=line, what=quoted(self.what))


@dataclass(frozen=True, slots=True)
class Word:
    """A word, in lower case: PDDL does not distinguish case."""

    text: str
    line: int

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True, slots=True)
class Group:
    """A group in brackets; `comment` is the comment right after its second word."""

    items: tuple[Node, ...]
    line: int
    comment: str = ""

    @property
    def head(self) -> str:
        """The first word, if the group begins with one."""
        first = self.items[0] if self.items else None
        return first.text if isinstance(first, Word) else ""

    def __str__(self) -> str:
        return f"({self.head} …)" if self.head else "(…)"


Node = Word | Group


def read_text(text: str, file: str) -> Group:
    """The group that a text consists of; raises `BadPddl`."""
    reading = _Reading(file)
    for kind, word, line in _tokens(text):
        reading.take(kind, word, line)
    return reading.finished(text.count("\n") + 1)


def normalized(text: str) -> str:
    """A text on one line, in lower case and without comments; raises `BadPddl`.

    >>> normalized("(define (problem P) ; one\\n (:domain d) (:init))")
    '(define (problem p) (:domain d) (:init))'
    """
    return _one_line(read_text(text, ""))


def _one_line(node: Node) -> str:
    return node.text if isinstance(node, Word) else f"({' '.join(map(_one_line, node.items))})"


def _tokens(text: str) -> Iterator[tuple[str, str, int]]:
    line = 1
    for token in _TOKEN.finditer(text):
        if token.lastgroup == "end":
            line += 1
        else:
            yield token.lastgroup or "", token.group(), line


@dataclass(slots=True)
class _Open:
    line: int
    items: list[Node]
    comment: str = ""


class _Reading:
    """The groups that are open, with their items so far."""

    def __init__(self, file: str) -> None:
        self.file = file
        self.open: list[_Open] = []
        self.whole: Group | None = None

    def take(self, kind: str, word: str, line: int) -> None:
        if kind == "comment":
            if self.open and len(self.open[-1].items) == 2 and not self.open[-1].comment:
                self.open[-1].comment = word.lstrip("; ").rstrip()
        elif self.whole is not None:
            raise BadPddl(self.file, line, "after_the_end", given=word)
        elif word == "(":
            if len(self.open) >= _DEEPEST:
                raise BadPddl(self.file, line, "too_deep", most=_DEEPEST)
            self.open.append(_Open(line, []))
        elif not self.open:
            raise BadPddl(self.file, line, "expected_open", given=word)
        elif word == ")":
            self._close()
        else:
            self._word(Word(word.lower(), line))

    def _word(self, word: Word) -> None:
        """Add a word; one that begins a section shows that a bracket of the section before was not closed."""
        begins = word.text in _SECTIONS and not self.open[-1].items
        if begins and len(self.open) > _SECTION_DEPTH:
            raise BadPddl(self.file, word.line, "still_open", word=word.text, opened=self.open[1].line)
        self.open[-1].items.append(word)

    def _close(self) -> None:
        done = self.open.pop()
        group = Group(tuple(done.items), done.line, done.comment)
        if self.open:
            self.open[-1].items.append(group)
        else:
            self.whole = group

    def finished(self, last: int) -> Group:
        if self.open:
            raise BadPddl(self.file, last, "never_closed", opened=self.open[-1].line)
        if self.whole is None:
            raise BadPddl(self.file, last, "empty")
        return self.whole
