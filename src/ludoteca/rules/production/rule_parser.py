"""What a knowledge base says of its own rules: where each stands, whose it is, what its variables are bound to.

The comment of a rule tells its role. `"?player: take ?good"` is a choice of the seat that `?player` is bound to, and
the rest is how the move is written; `"chance: turn ?card"` is drawn by the referee; any other rule fires by itself.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Literal

from ludoteca.core.i18n import Message
from ludoteca.rules.production.clips_binding import Construct, constructs

Role = Literal["forced", "choice", "chance"]
Form = str | list["Form"]

_CHOICE = re.compile(r"\?([\w-]+):\s+(\S.*)", re.S)
_CHANCE = re.compile(r"chance:\s+(\S.*)", re.S)
_VARIABLE = re.compile(r"\?([\w*-]*\w)")
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|;[^\n]*|[()&|~]|<-|=>|[^\s()&|~;"]+', re.S)
_LOGICAL = re.compile(r"\(\s*logical\b")
_JOINTS = ("&", "|", "~", ":", "=")
_INNER = ("and", "logical")  # groups whose patterns are matched one by one
_WITHOUT = ("not", "exists", "forall", "test", "declare")  # what matches no element of its own


@dataclass(frozen=True, slots=True)
class Place:
    """Where a variable is bound: in which of the elements a rule matches, and in which of its slots.

    The slot is a name, a number for a field of an ordered fact, or None for the element itself.
    """

    element: int
    slot: str | int | None


@dataclass(frozen=True)
class Rule:
    """A rule: its file, first line and text, what it is to the game, and where its variables are bound."""

    name: str
    file: str
    line: int
    source: str
    role: Role = "forced"
    owner: str = ""
    text: str = ""
    bound: Mapping[str, Place] = field(default_factory=dict)

    @cached_property
    def variables(self) -> list[str]:
        """The variables that are bound to values, and not to whole elements."""
        return [name for name, place in self.bound.items() if place.slot is not None]

    @cached_property
    def told(self) -> list[str]:
        """The variables that say whose it is and how it is written."""
        return [*([self.owner] if self.owner else []), *_VARIABLE.findall(self.text)]

    def written(self, values: Mapping[str, object]) -> str:
        """The rule's text with what its variables are bound to.

        >>> Rule("sow", "farm.clp", 1, "", "choice", "player", "sow ?crop").written({"crop": "grain"})
        'sow grain'
        """
        return _VARIABLE.sub(lambda found: str(values.get(found[1], found[0])), self.text).lower()


def rules_of(file: str, text: str) -> Iterator[Rule]:
    """The rules of a file."""
    for construct in constructs(text):
        if construct.kind == "defrule":
            yield _rule(file, construct)


@dataclass(frozen=True, slots=True)
class Slip:
    """Something wrong with a text, and on which line."""

    line: int
    message: Message


def slips_in(text: str) -> Iterator[Slip]:
    """What CLIPS takes, but what cannot be in a game."""
    for construct in constructs(text):
        if construct.kind == "defmodule":
            yield Slip(construct.line, Message("rules.production.slip.module"))
        elif construct.kind == "defrule":
            rule = _rule("", construct)
            if rule.role == "forced" and _VARIABLE.search(construct.comment or ""):
                yield Slip(construct.line, Message("rules.production.slip.colon", {"text": construct.comment or ""}))
            if _LOGICAL.search(construct.text):
                yield Slip(construct.line, Message("rules.production.slip.logical"))
            unbound = [name for name in rule.told if name not in rule.bound]
            if rule.role != "forced" and unbound:
                yield Slip(construct.line, Message("rules.production.slip.unbound", {"name": unbound[0]}))


def _rule(file: str, construct: Construct) -> Rule:
    comment = construct.comment or ""
    role: Role = "forced"
    owner = text = ""
    if (choice := _CHOICE.fullmatch(comment)) is not None:
        role, owner, text = "choice", choice[1], choice[2]
    elif (chance := _CHANCE.fullmatch(comment)) is not None:
        role, text = "chance", chance[1]
    bound = _bound(construct.text)
    return Rule(construct.name, file, construct.line, construct.text, role, owner, " ".join(text.split()), bound)


def _bound(text: str) -> dict[str, Place]:
    """Where the variables of a rule are bound; a rule with an `or` in it has no one place for them.

    >>> _bound('(defrule a "c" ?p <- (object (is-a P) (id ?i&~3)) (not (x ?y)) (turn ?i ?r) => (halt))')
    {'p': Place(element=0, slot=None), 'i': Place(element=0, slot='id'), 'r': Place(element=1, slot=1)}
    """
    left = _read(text)[0]
    assert isinstance(left, list)
    found: dict[str, Place] = {}
    for number, (name, pattern) in enumerate(_patterns(left[2 : left.index("=>") if "=>" in left else None])):
        if pattern[:1] == ["or"]:
            return {}
        if name is not None:
            found.setdefault(name, Place(number, None))
        for variable, slot in _variables(pattern):
            found.setdefault(variable, Place(number, slot))
    return found


def _patterns(forms: Sequence[Form]) -> Iterator[tuple[str | None, list[Form]]]:
    """The patterns that match an element each, in order, with the variable for the element if there is one."""
    name: str | None = None
    for at, form in enumerate(forms):
        if isinstance(form, str):
            if form.startswith("?") and forms[at + 1 : at + 2] == ["<-"]:
                name = form[1:]
        elif form and form[0] in _INNER:
            yield from _patterns(form[1:])
        elif form and form[0] not in _WITHOUT:
            yield name, form
            name = None


def _variables(pattern: list[Form]) -> Iterator[tuple[str, str | int]]:
    """The variables bound in a pattern and the slots they stand in.

    >>> list(_variables(["draw", "?n", "&", ":", [">", "?n", "0"], "?next", "$?rest", "?last"]))
    [('n', 0), ('next', 1)]
    """
    if any(isinstance(part, list) for part in pattern[1:2]):
        for part in pattern[1:]:
            if isinstance(part, list) and len(part) > 1 and isinstance(part[0], str) and _alone(part):
                yield str(part[1])[1:], part[0]
        return
    field = -1
    for before, part in pairwise(pattern):
        if part in _JOINTS or before in _JOINTS:
            continue  # a condition on the field before
        field += 1
        if isinstance(part, str) and part.startswith("$"):
            return  # nobody knows where the fields after it are
        if _variable(part):
            yield str(part)[1:], field


def _alone(part: list[Form]) -> bool:
    """Whether a slot's one field is a variable."""
    return _variable(part[1]) and (len(part) == 2 or part[2] in _JOINTS)


def _variable(part: Form) -> bool:
    return isinstance(part, str) and len(part) > 1 and part.startswith("?")


def _read(text: str) -> list[Form]:
    """A text as nested lists of words."""
    stack: list[list[Form]] = [[]]
    for token in _TOKEN.findall(text):
        if token == "(":
            stack.append([])
        elif token == ")" and len(stack) > 1:
            done = stack.pop()
            stack[-1].append(done)
        elif not token.startswith(";"):
            stack[-1].append(token)
    return stack[0]
