"""Reads the changes of working memory from the text that CLIPS prints while facts, instances and slots are watched."""

from __future__ import annotations

import re
from collections.abc import Iterable

from ludoteca.rules.production.firing import Change
from ludoteca.rules.production.values import value_text
from ludoteca.rules.production.working_memory import Element

_SLOT = re.compile(r"::= (?:local|shared) slot (\S+) in instance (\S+) <- (.*)")
_INSTANCE = re.compile(r"(==>|<==) instance \[([^\]]*)\] of (\S+)")
_FACT = re.compile(r"(==>|<==) f-\d+ +(\(.*\))")


class ChangeReader:
    """Follows working memory through CLIPS's watch output: CLIPS prints a slot's new value, not its old one."""

    def __init__(self, elements: Iterable[Element]) -> None:
        self._slots = {
            (element.name, slot): value_text(value)
            for element in elements
            if element.name
            for slot, value in element.slots
        }

    def read(self, printed: str) -> tuple[tuple[Change, ...], str]:
        """The changes in a watch output, and the text that is not part of it."""
        found: list[Change] = []
        new: dict[str, tuple[str, dict[str, str]]] = {}
        rest: list[str] = []
        for line in printed.splitlines():
            if (slot := _SLOT.fullmatch(line)) is not None:
                self._set_slot(slot[2], slot[1], _without_parentheses(slot[3]), new, found)
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
        found += [Change("+", _instance_text(name, kind, slots)) for name, (kind, slots) in new.items()]
        return tuple(found), "\n".join(rest)

    def _set_slot(
        self, name: str, slot: str, after: str, new: dict[str, tuple[str, dict[str, str]]], found: list[Change]
    ) -> None:
        before = self._slots.get((name, slot), "")
        self._slots[name, slot] = after
        if name in new:
            new[name][1][slot] = after
        elif before != after:
            found.append(Change("~", f"[{name}]", slot, before, after))


def _without_parentheses(value: str) -> str:
    """A list without the parentheses that CLIPS prints around it."""
    return value[1:-1] if value.startswith("(") and value.endswith(")") else value


def _instance_text(name: str, kind: str, slots: dict[str, str]) -> str:
    return " ".join([f"[{name}] of {kind}", *(f"({slot} {value})" for slot, value in slots.items())])
