"""Syntax errors: what was expected where the parser stopped, and what the author probably meant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from collections.abc import Set as AbstractSet

from lark import Token

from ludoteca.minds.agentspeak.agent.diagnostics import Diagnostic
from ludoteca.minds.agentspeak.agent.tree_builder import unquote

_DEEPEST = 350  # brackets within brackets
_OPENING = {"(": ")", "[": "]", "{": "}"}
_CHARACTERS = {"%": "comment", "\\": "not", '"': "string"}
_CONDITIONS = ("IF", "ELIF", "FOR", "WHILE")
_AFTER_FORMULA = ("stop", "in_body", "in_block", "condition", "closing", "argument", "annotation", "list")
_MISTAKES = {
    ("stop", ","): "and",
    ("condition", ","): "and",
    ("in_body", ","): "semicolon",
    ("in_block", ","): "semicolon",
    ("stop", ":-"): "arrow",
    ("in_body", ":-"): "arrow",
    ("in_body", ":"): "missing_stop",
    ("in_body", "<-"): "missing_stop",
}
"""Common mistakes, by what was expected and what was given."""


def token_errors(tokens: Sequence[Token]) -> list[Diagnostic]:
    """Errors that single tokens tell of: every character that has no place, or else the first of the others."""
    illegal = [_illegal(token) for token in tokens if token.type == "ILLEGAL"]
    if illegal:
        return illegal
    return next(([error] for error in _refused(tokens)), [])


def _illegal(token: Token) -> Diagnostic:
    kind = _CHARACTERS.get(token, "accent" if token.isalpha() else "character")
    return _error(token, kind)


def _refused(tokens: Sequence[Token]) -> Iterator[Diagnostic]:
    """Escapes there are not, plan patterns, parallel goals, and brackets too deep."""
    depth = 0
    for token in tokens:
        if token.type == "STRING" and not _can_unquote(token):
            yield _error(token, "escape")
        elif token.type == "PATTERN":
            yield Diagnostic(token.line or 0, "pattern", {"text": token.split()[-1]})
        elif token.type == "PARALLEL":
            yield _error(token, "parallel")
        elif token in _OPENING:
            depth += 1
            if depth > _DEEPEST:
                yield _error(token, "deep")
        elif token in _OPENING.values():
            depth -= 1


def _can_unquote(token: Token) -> bool:
    try:
        unquote(token)
    except UnicodeDecodeError:
        return False
    return True


def end_error(tokens: Sequence[Token]) -> Diagnostic:
    """The error of a text that ends too early."""
    return Diagnostic(_line(tokens[-1]) if tokens else 0, "syntax.end", {"given": ""})


def syntax_error(tokens: Sequence[Token], place: int, accepted: AbstractSet[str]) -> Diagnostic:
    """The error of the token at a place, which cannot follow those before it; `accepted` are the terminals that can."""
    before, given = tokens[:place], tokens[place]
    kind = _intended(_expected(before, accepted), tokens, place)
    if kind == "missing_stop":
        return Diagnostic(_line_before_plan(tokens[: place + 1]), "syntax.missing_stop", {"given": str(given)})
    return _error(given, kind)


def _expected(before: Sequence[Token], accepted: AbstractSet[str]) -> str:
    """What was expected, by the name of the error."""
    in_event = "RBRACE" in accepted or (before[-1:] and before[-1] == "{")
    for terminal, kind in (("VARIABLE", "term"), ("AT", "unexpected"), ("FUNCTOR", "name")):
        if terminal in accepted:
            return kind
    if accepted & {"AND", "RPAR", "RSQB"}:
        return _expected_after_formula(before)
    if "LBRACE" in accepted:
        return "block"
    if "PLUS" in accepted:
        return "event" if in_event else "trigger"
    if "DOT" in accepted:
        return "stop"
    return "event" if in_event else "opening"


def _expected_after_formula(before: Sequence[Token]) -> str:
    """What was expected where a term or formula may end: the innermost bracket that is open decides."""
    opened = list[tuple[str, str]]()
    previous = ""
    for token in before:
        if token in _OPENING:
            opened.append((str(token), previous))
        elif token in _OPENING.values():
            opened.pop()
        previous = ")" if token == ")" else token.type
    if not opened:
        return "in_body" if _in_body(before) else "stop"
    bracket, owner = opened[-1]
    if bracket == "(":
        return "condition" if owner in _CONDITIONS else "argument" if owner == "FUNCTOR" else "closing"
    if bracket == "[":
        return "annotation" if owner in ("FUNCTOR", ")") else "list"
    return "in_block"


def _in_body(before: Sequence[Token]) -> bool:
    for token in reversed(before):
        if token.type in ("ARROW", "DOT"):
            return token.type == "ARROW"
    return False


def _intended(expected: str, tokens: Sequence[Token], place: int) -> str:
    """The error to report: a common mistake that explains the token, or else what was expected."""
    given, previous = tokens[place], tokens[place - 1] if place else None
    if expected == "term":
        begins_event = given in ("!", "?") and previous is not None and previous in ("+", "-")
        return "missing_stop" if begins_event else "term"
    if expected not in _AFTER_FORMULA:
        return expected
    if given == "!" and _touches(tokens, place) and tokens[place + 1].startswith("="):
        return "different"
    if given == "is":
        return "equals"
    if given == "(" and previous is not None and previous.type == "VARIABLE":
        return "capital"
    found = _MISTAKES.get((expected, str(given)), expected)
    return "closing" if found == "condition" else found


def _touches(tokens: Sequence[Token], place: int) -> bool:
    """Whether no space stands between a token and the next."""
    return place + 1 < len(tokens) and tokens[place].end_pos == tokens[place + 1].start_pos


def _line_before_plan(tokens: Sequence[Token]) -> int:
    """The line where the plan before the last one ends; a plan begins with a sign at the beginning of a line."""
    for before, token in zip(reversed(tokens[:-1]), reversed(tokens[1:]), strict=True):
        if token in ("+", "-") and _line(before) < _line(token):
            return _line(before)
    return _line(tokens[-1])


def _error(token: Token, kind: str) -> Diagnostic:
    return Diagnostic(_line(token), f"syntax.{kind}", {"given": str(token)})


def _line(token: Token) -> int:
    return token.line or 0
