"""Reading a program: the library's grammar, with what Jason has besides, and every complaint with its line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import agentspeak
import agentspeak.lexer
import agentspeak.parser
from agentspeak.lexer import TokenType

from ludoteca.minds.agentspeak.agent.syntax import IGNORED, KEYS

# Where the parser stumbles over the next plan because the last one did not end.
_BEGINNINGS = {"term": ("!", "?"), "in_body": (":", "<-")}
_EVENT = "\0event:"  # a string no program can write: it stands for an event in braces


@dataclass(frozen=True, slots=True)
class Found:
    """Something wrong with a program."""

    line: int
    kind: str
    args: dict[str, str | int] = field(default_factory=dict)
    warning: bool = False


class BadSyntax(Exception):
    """The text cannot be read on."""


class Log:
    """Hears what the library's parser has to say."""

    def __init__(self) -> None:
        self.found: list[Found] = []

    def error(self, template: str, *args: Any, loc: Any = None, extra_locs: Any = ()) -> BadSyntax:
        if template in IGNORED:
            return BadSyntax()
        key, given = KEYS.get(template), str(args[-1]) if args else ""
        line = loc.lineno if loc is not None else 0
        if key is None:
            self.found.append(Found(line, "syntax.other", {"text": template % args}))
        elif given in _BEGINNINGS.get(key, ()):
            self.found.append(Found(line, "syntax.missing_stop", {"given": given}))
        else:
            self.found.append(Found(line, f"syntax.{key}", {"given": given}))
        return BadSyntax()

    def warning(self, template: str, *args: Any, loc: Any = None, extra_locs: Any = ()) -> None:
        """The library's warnings are about its own gaps, or about style."""

    def info(self, template: str, *args: Any, loc: Any = None, extra_locs: Any = ()) -> None:
        """What follows is an error."""


class Tokens:
    """A stream of tokens, as the parser wants it."""

    def __init__(self, tokens: list[Any]) -> None:
        self._rest = iter(tokens)
        self._last: Any = None

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        self._last = next(self._rest)
        return self._last

    def peek(self) -> Any:
        return self._last


class Reader:
    """A text and what was found in it."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.log = Log()
        self._events: list[list[Any]] = []
        self._text = text

    def parsed(self) -> Any | None:
        """The library's tree of the program; None when it cannot be read."""
        try:
            tokens = self._prepared(self._text)
            tree = agentspeak.parser.parse(self.name, Tokens(tokens), self.log)
        except BadSyntax:
            return None
        except RecursionError:
            self.log.found.append(Found(0, "syntax.deep"))
            return None
        except AttributeError:  # the library's checks do not know every kind of term everywhere
            self.log.found.append(Found(0, "syntax.strange"))
            return None
        return None if self.log.found else tree

    def event(self, text: str) -> Any | None:
        """The tree of an event that stands in braces, or in a string."""
        if text.startswith(_EVENT):
            tokens = self._events[int(text.removeprefix(_EVENT))]
        elif text[:1] in ("+", "-"):
            tokens = [*agentspeak.lexer.tokenize(agentspeak.StringSource(self.name, text + " }"), self.log)]
        else:
            return None
        stream = Tokens(tokens)
        try:
            after, event = agentspeak.parser.parse_event(next(stream), stream, self.log)
        except (StopIteration, BadSyntax):
            return None
        if after.lexeme != "}":
            self.log.error("expected no further tokens after event for .wait, got: '%s'", after.lexeme, loc=after.loc)
        return event

    def literal(self) -> Any | None:
        """The tree of a text that is one literal."""
        tokens = Tokens(self._prepared(self._text + " ."))
        try:
            after, literal = agentspeak.parser.parse_literal(next(tokens), tokens, self.log)
        except (StopIteration, BadSyntax):
            return None
        return literal if after.lexeme == "." and not self.log.found else None

    def _prepared(self, text: str) -> list[Any]:
        tokens = list(agentspeak.lexer.tokenize(agentspeak.StringSource(self.name, text), self.log))
        if self.log.found:
            raise BadSyntax
        tokens = [_escaped(token) for token in tokens]
        tokens = list(self._events_folded(tokens))
        return _chained([token for token, after in _pairs(tokens) if not (token.lexeme == ";" and after == ".")])

    def _events_folded(self, tokens: list[Any]) -> Iterator[Any]:
        """Events in braces become strings; directives are refused."""
        rest, before = iter(tokens), ""
        for token in rest:
            if token.lexeme == "{" and before in ("(", ","):
                inside = []
                for inner in rest:
                    inside.append(inner)
                    if inner.lexeme == "}":
                        break
                else:
                    raise self.log.error("unexpected end of file", loc=token.loc)
                self._events.append(inside)
                lexeme = f'"{_EVENT}{len(self._events) - 1}"'
                token = token._replace(lexeme=lexeme, token=TokenType.string.value)
            elif token.lexeme in ("include", "begin", "end") and before == "{":
                self.log.found.append(Found(token.loc.lineno, "directive", {"text": token.lexeme}))
                raise BadSyntax
            before = token.lexeme
            yield token


def _pairs(tokens: list[Any]) -> Iterator[tuple[Any, str]]:
    """Each token, and what the next one says."""
    for token, after in zip(tokens, [*tokens[1:], None], strict=True):
        yield token, after.lexeme if after is not None else ""


def _escaped(token: Any) -> Any:
    """Strings in plain ASCII: the library takes their bytes for characters."""
    if not token.token.string or token.lexeme.isascii():
        return token
    letters = (letter if letter.isascii() else f"\\U{ord(letter):08x}" for letter in token.lexeme)
    return token._replace(lexeme="".join(letters))


def _chained(tokens: list[Any]) -> list[Any]:
    """``elif`` and ``else if`` as the library knows them: an `if` inside an `else`."""
    out: list[Any] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        following = tokens[at + 1].lexeme if at + 1 < len(tokens) else ""
        if token.lexeme == "elif" or (token.lexeme == "else" and following == "if"):
            first = at + 1 if token.lexeme == "elif" else at + 2
            end = _end_of_chain(tokens, first)
            inner = [token._replace(lexeme="if", token=TokenType.tok_if.value), *tokens[first:end]]
            out += [_sign(token, "else", TokenType.tok_else), _sign(token, "{", TokenType.brace_open)]
            out += [*_chained(inner), _sign(token, "}", TokenType.brace_close)]
            at = end
        else:
            out.append(token)
            at += 1
    return out


def _end_of_chain(tokens: list[Any], at: int) -> int:
    """Where a condition, its block and all that hangs on it end."""
    while True:
        while at < len(tokens) and tokens[at].lexeme != "{":
            at += 1
        depth = 0
        while at < len(tokens):
            depth += {"{": 1, "}": -1}.get(tokens[at].lexeme, 0)
            at += 1
            if depth == 0:
                break
        if at >= len(tokens) or tokens[at].lexeme not in ("elif", "else"):
            return at


def _sign(token: Any, lexeme: str, kind: Any) -> Any:
    return token._replace(lexeme=lexeme, token=kind.value)
