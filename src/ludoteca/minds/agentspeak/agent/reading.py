"""Reading a program: the library's grammar, with what Jason has besides, and every complaint with its line."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import agentspeak
import agentspeak.lexer
import agentspeak.parser
from agentspeak.lexer import TokenType

from ludoteca.minds.agentspeak.agent.syntax import HINTS, IGNORED, KEYS
from ludoteca.minds.agentspeak.agent.tokens import (
    Tokens,
    escaped,
    sign,
    with_chains,
    with_tails,
    without_last_semicolons,
)


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
        self.tokens: Tokens | None = None

    def error(self, template: str, *args: Any, loc: Any = None, extra_locs: Any = ()) -> BadSyntax:
        if template in IGNORED:
            return BadSyntax()
        key, given = KEYS.get(template), str(args[-1]) if args else ""
        line = loc.lineno if loc is not None else 0
        if key is None:
            self.found.append(Found(line, "syntax.other", {"text": template % args}))
            return BadSyntax()
        key = HINTS.get((key, given), "accent" if key == "character" and given.isalpha() else key)
        if key == "missing_stop" and self.tokens is not None:
            line = self.tokens.line_before_plan()
        self.found.append(Found(line, f"syntax.{key}", {"given": given}))
        return BadSyntax()

    def warning(self, template: str, *args: Any, loc: Any = None, extra_locs: Any = ()) -> None:
        """The library's warnings are about its own gaps, or about style."""

    def info(self, template: str, *args: Any, loc: Any = None, extra_locs: Any = ()) -> None:
        """What follows is an error."""


class Reader:
    """A text and what was found in it."""

    def __init__(self, name: str, text: str) -> None:
        self.name = name
        self.log = Log()
        self._text = text
        self._events: list[list[Any]] = []
        self._mark = f"\0{secrets.token_hex(8)}:"  # stands before the number of an event: no program can guess it

    def parsed(self) -> Any | None:
        """The library's tree of the program; None when it cannot be read."""
        try:
            self.log.tokens = Tokens(self._prepared(self._text))
            tree = agentspeak.parser.parse(self.name, self.log.tokens, self.log)
        except BadSyntax:
            return None
        except RecursionError:
            self.log.found.append(Found(0, "syntax.deep"))
            return None
        except ArithmeticError:
            self.log.found.append(Found(0, "syntax.number"))
            return None
        except AttributeError:  # the library's checks do not know every kind of term everywhere
            self.log.found.append(Found(0, "syntax.strange"))
            return None
        return None if self.log.found else tree

    def folded(self, value: object) -> Any | None:
        """The tree of an event that stood in braces, if a constant stands for one."""
        if not isinstance(value, str) or not value.startswith(self._mark):
            return None
        return self._event(self._events[int(value.removeprefix(self._mark))])

    def quoted(self, value: str) -> Any | None:
        """The tree of an event that is written as a string."""
        return self._event([*agentspeak.lexer.tokenize(agentspeak.StringSource(self.name, f"{value} }}"), self.log)])

    def _event(self, tokens: list[Any]) -> Any | None:
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
        try:
            tokens = Tokens(self._prepared(self._text + " ."))
            after, literal = agentspeak.parser.parse_literal(next(tokens), tokens, self.log)
        except (StopIteration, BadSyntax):
            return None
        return literal if after.lexeme == "." and not self.log.found else None

    def _prepared(self, text: str) -> list[Any]:
        tokens = list(agentspeak.lexer.tokenize(agentspeak.StringSource(self.name, text), self.log))
        if self.log.found:
            raise BadSyntax
        tokens = [self._checked(escaped(token)) for token in tokens]
        return with_chains(with_tails(without_last_semicolons(list(self._events_folded(tokens)))))

    def _checked(self, token: Any) -> Any:
        """A token; a string must be one the library can read."""
        if token.token.string:
            try:
                agentspeak.parse_string(token.lexeme)
            except UnicodeDecodeError:
                self.log.found.append(Found(token.loc.lineno, "syntax.escape", {"given": token.lexeme}))
                raise BadSyntax from None
        return token

    def _events_folded(self, tokens: list[Any]) -> Iterator[Any]:
        """Events in braces become strings; directives are refused."""
        rest, before = iter(tokens), ""
        for token in rest:
            if token.lexeme == "{" and before in ("(", ","):
                yield self._folded_event(token, rest)
            elif token.lexeme in ("include", "begin", "end") and before == "{":
                self.log.found.append(Found(token.loc.lineno, "directive", {"text": token.lexeme}))
                raise BadSyntax
            else:
                yield token
            before = token.lexeme

    def _folded_event(self, token: Any, rest: Iterator[Any]) -> Any:
        """A string that stands for all up to the closing brace."""
        inside: list[Any] = []
        for inner in rest:
            inside.append(inner)
            if inner.lexeme == "}":
                self._events.append(inside)
                return sign(token, f'"{self._mark}{len(self._events) - 1}"', TokenType.string)
        raise self.log.error("unexpected end of file", loc=token.loc)
