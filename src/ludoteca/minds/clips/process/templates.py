"""The vocabulary of a game as CLIPS templates: one for each relation, with a slot for each argument."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache

from clips.values import Symbol

from ludoteca.rules.production.values import string_value

CHOOSE = "choose"
"""The template of the fact that makes a move."""

MOVE = "move"
"""The slot that holds a move."""

HEADER = f"""(defmodule MAIN (export ?ALL))
(deftemplate {CHOOSE}
   (slot {MOVE} (type STRING SYMBOL INTEGER))
   (slot because (type STRING) (default "")))
"""
"""The constructs loaded before the knowledge; other modules may import them."""

# Words with a meaning of their own at the start of a pattern.
RESERVED = frozenset(["and", "or", "not", "test", "exists", "forall", "logical", "object", "declare", "initial-fact"])
_PREFIX = "game-"
_NOT_IN_SYMBOL = re.compile(r'[\s()"&|~;<?$=\x00-\x1f]+')


@dataclass(frozen=True, slots=True)
class Template:
    """A relation as a template; the slots that hold a move hold it as a string.

    >>> pit = Template("pit", ("seat", "pit", "seeds"), (False, False, False))
    >>> pit.fact_text(("south", 3, 4))
    '(pit (seat south) (pit 3) (seeds 4))'
    >>> Template("legal", ("move",), (True,)).fact_text(("3 red 2",))
    '(legal (move "3 red 2"))'
    >>> Template("over", (), ()).fact_text(())
    '(over)'
    """

    name: str
    slots: tuple[str, ...]
    moves: tuple[bool, ...]

    @property
    def construct(self) -> str:
        """Its definition. The types let CLIPS reject a move written as a number when the knowledge is loaded."""
        slots = [
            f"(slot {slot} (type {'STRING' if move else 'INTEGER SYMBOL'}))"
            for slot, move in zip(self.slots, self.moves, strict=True)
        ]
        return f"(deftemplate {' '.join([self.name, *slots])})"

    @property
    def form(self) -> str:
        """A pattern of it, as written in a rule.

        >>> Template("pit", ("seat", "seeds"), (False, False)).form
        '(pit (seat ?seat) (seeds ?seeds))'
        """
        return f"({' '.join([self.name, *(f'({slot} ?{slot})' for slot in self.slots)])})"

    def values(self, args: Sequence[str | int]) -> list[str | int]:
        """Arguments as CLIPS values: strings, symbols and numbers."""
        return [str(arg) if move else _plain(arg) for move, arg in zip(self.moves, args, strict=True)]

    def fact_text(self, args: Sequence[str | int]) -> str:
        """A fact of it, as CLIPS prints it."""
        values = (
            f"({slot} {string_value(str(value)) if move else value})"
            for slot, move, value in zip(self.slots, self.moves, self.values(args), strict=True)
        )
        return f"({' '.join([self.name, *values])})"


def template_of(relation: str, args: Iterable[str], about_move: bool) -> Template:
    """The template of a relation; a name that is reserved gets a prefix.

    >>> template_of("not", ("x", "x"), False)
    Template(name='game-not', slots=('x', 'x2'), moves=(False, False))
    """
    name = f"{_PREFIX}{relation}" if relation in RESERVED or relation == CHOOSE else relation
    slots: list[str] = []
    for arg in args:
        before = sum(arg == slot.rstrip("0123456789") for slot in slots)
        slots.append(f"{arg}{before + 1}" if before else arg)
    moves = tuple(slot == MOVE or (about_move and place == 0) for place, slot in enumerate(slots))
    return Template(name, tuple(slots), moves)


def _plain(arg: str | int) -> str | int:
    """A number or a symbol; characters that a symbol cannot have become hyphens."""
    return arg if isinstance(arg, int) else _symbol(arg)


@cache
def _symbol(word: str) -> Symbol:
    return Symbol(_NOT_IN_SYMBOL.sub("-", word))
