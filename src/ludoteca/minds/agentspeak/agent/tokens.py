"""Tokens, set right for the library's grammar: what Jason allows besides is said in words the library knows."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from agentspeak.lexer import TokenType

_OPENING = {"(": ")", "[": "]", "{": "}"}


class Tokens:
    """A stream of tokens, as the parser wants it."""

    def __init__(self, tokens: list[Any]) -> None:
        self._tokens = tokens
        self._read = 0

    def __iter__(self) -> Iterator[Any]:
        return self

    def __next__(self) -> Any:
        if self._read == len(self._tokens):
            raise StopIteration
        self._read += 1
        return self._tokens[self._read - 1]

    def peek(self) -> Any:
        """The token read last."""
        return self._tokens[self._read - 1] if self._read else None

    def line_before_plan(self) -> int:
        """Where what was read before the plan at hand ends: it begins with the last sign that begins a line."""
        read = self._tokens[: self._read]
        for before, token in zip(reversed(read[:-1]), reversed(read[1:]), strict=True):
            if token.lexeme in ("+", "-") and before.loc.lineno < token.loc.lineno:
                return int(before.loc.lineno)
        return int(read[-1].loc.lineno)


def escaped(token: Any) -> Any:
    """Strings in plain ASCII: the library takes their bytes for characters."""
    if not token.token.string or token.lexeme.isascii():
        return token
    letters = (letter if letter.isascii() else f"\\U{ord(letter):08x}" for letter in token.lexeme)
    return token._replace(lexeme="".join(letters))


def without_last_semicolons(tokens: list[Any]) -> list[Any]:
    """``a; b;.`` is ``a; b.``"""
    following = [token.lexeme for token in (*tokens[1:], *tokens[:1])]
    return [token for token, after in zip(tokens, following, strict=True) if (token.lexeme, after) != (";", ".")]


def with_tails(tokens: list[Any]) -> list[Any]:
    """``[a, b|T]`` as the library knows it: ``[a|b|T]``."""
    out, open_ = list(tokens), list[tuple[str, list[int]]]()
    for place, token in enumerate(tokens):
        if token.lexeme in _OPENING:
            open_.append((token.lexeme, []))
        elif open_ and token.lexeme in _OPENING.values():
            open_.pop()
        elif open_ and open_[-1][0] == "[":
            if token.lexeme == ",":
                open_[-1][1].append(place)
            elif token.lexeme == "|":
                for comma in open_[-1][1]:
                    out[comma] = sign(tokens[comma], "|", TokenType.op_or)
    return out


def with_chains(tokens: list[Any]) -> list[Any]:
    """``elif`` and ``else if`` as the library knows them: an `if` inside an `else`."""
    out: list[Any] = []
    at = 0
    while at < len(tokens):
        token = tokens[at]
        following = tokens[at + 1].lexeme if at + 1 < len(tokens) else ""
        if token.lexeme == "elif" or (token.lexeme == "else" and following == "if"):
            first = at + 1 if token.lexeme == "elif" else at + 2
            end = _end_of_chain(tokens, first)
            inner = [sign(token, "if", TokenType.tok_if), *tokens[first:end]]
            out += [sign(token, "else", TokenType.tok_else), sign(token, "{", TokenType.brace_open)]
            out += [*with_chains(inner), sign(token, "}", TokenType.brace_close)]
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


def sign(token: Any, lexeme: str, kind: Any) -> Any:
    """Another token at the same place."""
    return token._replace(lexeme=lexeme, token=kind.value)
