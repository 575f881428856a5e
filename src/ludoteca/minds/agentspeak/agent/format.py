"""Terms as text."""

from __future__ import annotations

import json

from ludoteca.minds.agentspeak.agent.terms import (
    PERCEPT,
    SELF,
    BinaryExpression,
    Failure,
    LinkedList,
    Literal,
    Term,
    UnaryExpression,
    Variable,
)

_LONGEST = 160  # characters of a term worth showing …
_MEMBERS = 5  # … and members of a list
_SAFE = 1 << 53  # whole numbers up to this are the same everywhere


def format_short(term: Term) -> str:
    """A term as it is written, cut where it is long: of a long list, the first members."""
    text = format_term(term, _MEMBERS)
    return text if len(text) <= _LONGEST else text[: _LONGEST - 1] + "…"


def format_term(term: Term, members: int | None = None) -> str:
    """A term as a program writes it, perhaps with only so many members of each list."""
    if isinstance(term, Literal):
        annots = [format_term(annot, members) for annot in term.annots if annot not in (SELF, PERCEPT)]
        args = _bracketed("()", [format_term(arg, members) for arg in term.args])
        return f"{term.functor}{args}{_bracketed('[]', annots)}"
    if isinstance(term, tuple):
        texts = [format_term(member, members) for member in term[:members]]
        return _bracketed("[]", [*texts, "…"] if len(texts) < len(term) else texts) or "[]"
    if isinstance(term, LinkedList):
        return f"[{format_term(term.head, members)}|{format_term(term.tail, members)}]"
    if isinstance(term, Variable):
        return "_"
    if isinstance(term, UnaryExpression):
        symbol, operand = term.operator.symbol, format_term(term.operand, members)
        return f"{symbol}({operand})" if term.operator.is_function else f"({symbol} {operand})"
    if isinstance(term, BinaryExpression):
        left, right, symbol = format_term(term.left, members), format_term(term.right, members), term.operator.symbol
        return f"{symbol}({left}, {right})" if term.operator.is_function else f"({left} {symbol} {right})"
    if isinstance(term, (bool, int, float, str)):
        return format_constant(term)
    return f"{{{term}}}"  # an event to wait for


def format_constant(value: float | str | bool) -> str:
    """A number, a string or a truth value as a program writes it."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return repr(int(value) if float(value).is_integer() else value)


def format_output(terms: list[Term]) -> str:
    """Terms one after another, as `.print` shows them: strings without quotation marks."""
    return "".join(term if isinstance(term, str) else format_term(term) for term in terms)


def fact_argument(term: Term) -> str | int | None:
    """An argument of a fact: a whole number, or the text of an atom or string; None if it is neither."""
    if isinstance(term, bool):
        return str(term).lower()
    if isinstance(term, (int, float)):
        return int(term) if abs(term) <= _SAFE and float(term).is_integer() else None
    if isinstance(term, str):
        return term
    return term.functor if isinstance(term, Literal) and not term.args else None


def failure_args(failure: Failure) -> dict[str, str | int]:
    """The arguments of a failure's message."""
    return {name: format_short(value) if name == "term" else value for name, value in failure.about.items()}


def printable(text: str) -> str:
    """A text without control characters, which could change a screen."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)


def _bracketed(brackets: str, parts: list[str]) -> str:
    return f"{brackets[0]}{', '.join(parts)}{brackets[1]}" if parts else ""
