"""What a firing did to working memory, from CLIPS's own account of it."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

from ludoteca.rules.production.working_memory import Element, Value

_SLOT = re.compile(r"::= (?:local|shared) slot (\S+) in instance (\S+) <- (.*)")
_INSTANCE = re.compile(r"(==>|<==) instance \[([^\]]*)\] of (\S+)")
_FACT = re.compile(r"(==>|<==) f-\d+ +(\(.*\))")


@dataclass(frozen=True, slots=True)
class Change:
    """Something new (+), gone (-) or different (~) in working memory; of a slot, what it held before and holds now.

    >>> print(Change("~", "[wood-1]", "amount", "0", "3"))
    [wood-1] amount: 0 → 3
    """

    sign: Literal["+", "-", "~"]
    element: str
    slot: str = ""
    before: str = ""
    after: str = ""

    def __str__(self) -> str:
        if self.sign == "~":
            return f"{self.element} {self.slot}: {self.before} → {self.after}"
        return f"{self.sign} {self.element}"


class Witness:
    """Follows working memory through CLIPS's account of its changes."""

    def __init__(self, elements: Iterable[Element]) -> None:
        self._slots = {
            (element.name, slot): written(value)
            for element in elements
            if element.name
            for slot, value in element.slots
        }

    def account(self, printed: str) -> tuple[tuple[Change, ...], str]:
        """The changes a text tells of, and what else was printed."""
        found: list[Change] = []
        new: dict[str, tuple[str, dict[str, str]]] = {}
        rest: list[str] = []
        for line in printed.splitlines():
            if (slot := _SLOT.fullmatch(line)) is not None:
                self._slot_set(slot[2], slot[1], _bare(slot[3]), new, found)
            elif (instance := _INSTANCE.fullmatch(line)) is not None:
                sign, name, kind = instance.groups()
                if sign == "==>":
                    new[name] = kind, {}
                else:
                    found.append(Change("-", f"[{name}] of {kind}"))
            elif (fact := _FACT.fullmatch(line)) is not None:
                found.append(Change("+" if fact[1] == "==>" else "-", fact[2]))
            else:
                rest.append(line)
        found += [Change("+", _made(name, kind, slots)) for name, (kind, slots) in new.items()]
        return tuple(found), "\n".join(rest)

    def _slot_set(
        self, name: str, slot: str, now: str, new: dict[str, tuple[str, dict[str, str]]], found: list[Change]
    ) -> None:
        then = self._slots.get((name, slot), "")
        self._slots[name, slot] = now
        if name in new:
            new[name][1][slot] = now
        elif then != now:
            found.append(Change("~", f"[{name}]", slot, then, now))


def written(value: Value) -> str:
    """What a slot holds, in one line."""
    return " ".join(str(part) for part in value) if isinstance(value, tuple) else str(value)


def _bare(value: str) -> str:
    """A list without the parentheses CLIPS prints around it."""
    return value[1:-1] if value.startswith("(") and value.endswith(")") else value


def _made(name: str, kind: str, slots: dict[str, str]) -> str:
    return " ".join([f"[{name}] of {kind}", *(f"({slot} {value})" for slot, value in slots.items())])
