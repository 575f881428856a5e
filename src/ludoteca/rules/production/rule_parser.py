"""Parses the rules of a knowledge base: file and line, role, and where the variables are bound.

The comment of a rule gives its role. `"?player: take ?good"` is a choice of the seat that `?player` is bound to, and
the text after the colon is the move; `"chance: turn ?card"` is drawn by the referee. All other rules are forced: they
fire automatically.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise
from typing import Literal

from ludoteca.core.explanation import Source
from ludoteca.rules.production.clips_binding import Construct, constructs

Role = Literal["forced", "choice", "chance"]
Form = str | list["Form"]

_CHOICE = re.compile(r"\?([\w-]+):\s+(\S.*)", re.S)
_CHANCE = re.compile(r"chance:\s+(\S.*)", re.S)
VARIABLE = re.compile(r"\?([\w*-]*\w)")
_TOKEN = re.compile(r'"(?:\\.|[^"\\])*"|;[^\n]*|[()&|~]|<-|=>|[^\s()&|~;"]+', re.S)
_CONNECTIVES = ("&", "|", "~", ":", "=")
_GROUPS = ("and", "logical")  # their patterns are matched one by one
_NO_ELEMENT = ("not", "exists", "forall", "test", "declare")  # conditions that match no element


@dataclass(frozen=True, slots=True)
class Binding:
    """Where a variable is bound: the number of the matched element, and its slot.

    The slot is a name, a number for a field of an ordered fact, or None for the element itself.
    """

    element: int
    slot: str | int | None


@dataclass(frozen=True)
class Rule:
    """A rule: its file and first line, its role in the game, and where its variables are bound."""

    name: str
    file: str
    line: int
    role: Role = "forced"
    owner: str = ""
    text: str = ""
    bound: Mapping[str, Binding] = field(default_factory=dict)

    @property
    def source(self) -> Source:
        return Source(self.file, self.line)

    @cached_property
    def variables(self) -> list[str]:
        """The variables that are bound to values rather than to elements."""
        return [name for name, place in self.bound.items() if place.slot is not None]

    @cached_property
    def comment_variables(self) -> list[str]:
        """The variables in the rule's comment: the seat's, and those in the text of the move."""
        return [*([self.owner] if self.owner else []), *VARIABLE.findall(self.text)]

    @cached_property
    def owner_bound(self) -> bool:
        """Whether the variable of the seat is bound where a value can be read."""
        return self.owner in self.bound

    def move_text(self, values: Mapping[str, object]) -> str:
        """The text of the move, with the values of its variables.

        >>> Rule("sow", "farm.clp", 1, "choice", "player", "sow ?crop").move_text({"crop": "grain"})
        'sow grain'
        """
        return VARIABLE.sub(lambda found: str(values.get(found[1], found[0])), self.text).lower()


def rules_of(file: str, text: str) -> Iterator[Rule]:
    """The rules of a file."""
    for construct in constructs(text):
        if construct.kind == "defrule":
            yield parse_rule(file, construct)


def parse_rule(file: str, construct: Construct) -> Rule:
    """A `defrule` construct as a rule."""
    comment = construct.comment or ""
    role: Role = "forced"
    owner = text = ""
    if (choice := _CHOICE.fullmatch(comment)) is not None:
        role, owner, text = "choice", choice[1], choice[2]
    elif (chance := _CHANCE.fullmatch(comment)) is not None:
        role, text = "chance", chance[1]
    bound = _bound(construct.text)
    return Rule(construct.name, file, construct.line, role, owner, " ".join(text.split()), bound)


def _bound(text: str) -> dict[str, Binding]:
    """Where the variables of a rule are bound; none in a rule with an `or`, where the place may vary.

    >>> _bound('(defrule a "c" ?p <- (object (is-a P) (id ?i&~3)) (not (x ?y)) (turn ?i ?r) => (halt))')
    {'p': Binding(element=0, slot=None), 'i': Binding(element=0, slot='id'), 'r': Binding(element=1, slot=1)}
    """
    left = _read(text)[0]
    assert isinstance(left, list)
    found: dict[str, Binding] = {}
    for number, (name, pattern) in enumerate(_patterns(left[2 : left.index("=>") if "=>" in left else None])):
        if pattern[:1] == ["or"]:
            return {}
        if name is not None:
            found.setdefault(name, Binding(number, None))
        for variable, slot in _variables(pattern):
            found.setdefault(variable, Binding(number, slot))
    return found


def _patterns(forms: Sequence[Form]) -> Iterator[tuple[str | None, list[Form]]]:
    """The patterns that match an element each, in order, with the variable for the element if there is one."""
    name: str | None = None
    for at, form in enumerate(forms):
        if isinstance(form, str):
            if form.startswith("?") and forms[at + 1 : at + 2] == ["<-"]:
                name = form[1:]
        elif form and form[0] in _GROUPS:
            yield from _patterns(form[1:])
        elif form and form[0] not in _NO_ELEMENT:
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
        if part in _CONNECTIVES or before in _CONNECTIVES:
            continue  # a condition on the field before
        field += 1
        if isinstance(part, str) and part.startswith("$"):
            return  # the places of the fields after it vary
        if _variable(part):
            yield str(part)[1:], field


def _alone(part: list[Form]) -> bool:
    """Whether a slot's one field is a variable."""
    return _variable(part[1]) and (len(part) == 2 or part[2] in _CONNECTIVES)


def _variable(part: Form) -> bool:
    return isinstance(part, str) and len(part) > 1 and part.startswith("?")


def _read(text: str) -> list[Form]:
    """A text as nested lists of tokens."""
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
