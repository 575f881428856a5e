"""Terms as text."""

from __future__ import annotations

import json

import agentspeak
from agentspeak import LinkedList, Literal, Var

from ludoteca.minds.agentspeak.agent.terms import PERCEPT, SELF, Failure, Term

_SHOWN = 160  # characters of a term worth showing …
_MEMBERS = 5  # … and members of a list
_SAFE = 1 << 53  # whole numbers up to this are the same everywhere


def shown(term: Term) -> str:
    """A term as it is written, at a length one can read: of a long list, how it begins."""
    text = written(term, _MEMBERS)
    return text if len(text) <= _SHOWN else text[: _SHOWN - 1] + "…"


def written(term: Term, members: int | None = None) -> str:
    """A term as a program writes it, perhaps with only so many members of each list."""
    if isinstance(term, Literal):
        annots = [written(annot, members) for annot in term.annots if annot not in (SELF, PERCEPT)]
        args = _bracketed("()", [written(arg, members) for arg in term.args])
        return f"{term.functor}{args}{_bracketed('[]', annots)}"
    if isinstance(term, tuple):
        told = [written(member, members) for member in term[:members]]
        return _bracketed("[]", [*told, "…"] if len(told) < len(term) else told) or "[]"
    if isinstance(term, LinkedList):
        return f"[{written(term.head, members)}|{written(term.tail, members)}]"
    if isinstance(term, Var):
        return "_"
    if isinstance(term, str):
        return json.dumps(term, ensure_ascii=False)
    return str(agentspeak.asl_repr(term))


def printed(terms: list[Term]) -> str:
    """Terms one after another, as they are printed: strings as they are."""
    return "".join(term if isinstance(term, str) else written(term) for term in terms)


def plain(term: Term) -> str | int | None:
    """An argument of a fact: a whole number, or the text of a word or string; None if it is neither."""
    if isinstance(term, bool):
        return str(term).lower()
    if isinstance(term, (int, float)):
        return int(term) if abs(term) <= _SAFE and float(term).is_integer() else None
    if isinstance(term, str):
        return term
    return str(term.functor) if isinstance(term, Literal) and not term.args else None


def reasons(failure: Failure) -> dict[str, str | int]:
    """What a failure is about, as text."""
    return {name: shown(value) if name == "term" else value for name, value in failure.about.items()}


def readable(text: str) -> str:
    """A text without characters that would do something to a screen."""
    return "".join(letter if letter.isprintable() or letter == "\n" else "\ufffd" for letter in text)


def _bracketed(brackets: str, parts: list[str]) -> str:
    return f"{brackets[0]}{', '.join(parts)}{brackets[1]}" if parts else ""
