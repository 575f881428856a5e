"""Labels of activations: the seat and the text of a choice, the text of a chance event.

A label follows from the rule and the values of its comment's variables. It is looked up by the objects of CLIPS that
are those values, which are read as words; only a new combination of them is made into text.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from clips._clips import lib

from ludoteca.rules.production.clips_binding import Clips, is_fact
from ludoteca.rules.production.faults import runtime_fault
from ludoteca.rules.production.rule_parser import Rule
from ludoteca.rules.production.structures import (
    CLASS,
    CONTENTS,
    LIST,
    MATCHES,
    PARTIAL_MATCH,
    RULE,
    SLOT_WIDTH,
    SLOTS,
    TYPE,
    VALUE,
    WORDS,
    is_fact_at,
    list_values,
    matches,
    place,
)
from ludoteca.rules.production.values import Value, value_text
from ludoteca.rules.production.working_memory import Memory

_MOST = 20_000  # labels that are kept


@dataclass(slots=True)
class _Field:
    """Where a rule binds a variable: the number of the condition, and the slot of what it matched.

    `offsets` are those of the slot's value in instances of the classes seen so far. In a fact it has the offset
    `in_fact`; an ordered fact has a list there, and `slot` is the number of the value in the list.
    """

    condition: int
    slot: str | int | None
    offsets: dict[int, int] = field(default_factory=dict)
    in_fact: int = 0


class Labels:
    """The labels of activations in one environment."""

    def __init__(self, clips: Clips, memory: Memory) -> None:
        self._clips = clips
        self._memory = memory
        self._fields: dict[int, tuple[_Field, ...] | None] = {}  # by the address of the rule
        self._known: dict[tuple[Any, ...] | None, tuple[int, str]] = {}
        self._seats: dict[Any, int] = {}  # by the number of the seat, an object of CLIPS

    def label(self, activation: int, rule: Rule) -> tuple[int, str]:
        """The seat of an activation (numbered from 1 in working memory) and its text."""
        if rule.role == "forced":
            return 0, ""
        key = self._key(activation, rule)
        return self._known.get(key) or self._remember(key, self._new(activation, rule))

    def seat(self, activation: int, rule: Rule) -> int:
        """The seat of an activation alone."""
        at = (activation >> 3) - 1
        fields = self._fields.get(WORDS[at + RULE])
        if not fields or not rule.owner_bound:
            return self.label(activation, rule)[0]
        value = self._word(fields[0], (WORDS[at + PARTIAL_MATCH] >> 3) - 1 + MATCHES)
        found = self._seats.get(value)
        if found is None:
            found = self.label(activation, rule)[0]
            if isinstance(value, int):
                self._seats[value] = found
                self._clips.retain(value)
        return found

    def values(self, activation: int, rule: Rule, names: Sequence[str]) -> dict[str, Value]:
        """The values of some variables."""
        places = {name: rule.bound[name] for name in names if name in rule.bound}
        if not places:
            return {}
        basis = self._clips.basis(activation)
        return {name: self._value(basis[place.element], place.slot) for name, place in places.items()}

    def _new(self, activation: int, rule: Rule) -> tuple[int, str]:
        values = self.values(activation, rule, rule.comment_variables)
        seat = values.get(rule.owner, 1)
        if not isinstance(seat, int) or seat < 1:
            raise runtime_fault(rule, "seat", name=rule.owner, value=str(seat))
        return seat - 1, rule.move_text(values)

    def _value(self, element: Any, slot: str | int | None) -> Value:
        if slot is None:
            return f"f-{lib.FactIndex(element)}" if is_fact(element) else self._memory.name(element)
        value = self._memory.slot(element, slot)
        return value_text(value) if isinstance(value, tuple) else value

    def _key(self, activation: int, rule: Rule) -> tuple[Any, ...] | None:
        """The rule and the objects of CLIPS that its variables are bound to; None if they cannot be read as words."""
        at = (activation >> 3) - 1
        own = WORDS[at + RULE]
        fields = self._fields[own] if own in self._fields else self._new_fields(activation, rule)
        if fields is None:
            return None
        first = (WORDS[at + PARTIAL_MATCH] >> 3) - 1 + MATCHES
        key = (own, *[self._word(each, first) for each in fields])
        return None if None in key else key

    def _word(self, each: _Field, first: int) -> int | tuple[int, ...] | None:
        """The object of CLIPS that is the value of a field, or those in a list; None if it cannot be read.

        `first` is the place of the first match of the activation.
        """
        element = WORDS[(WORDS[first + each.condition] >> 3) - 1]
        at = (element >> 3) - 1
        if each.in_fact:
            value: int = WORDS[at + each.in_fact]
            if isinstance(each.slot, int):
                value = WORDS[(value >> 3) - 1 + CONTENTS + each.slot]
        else:
            offset = each.offsets.get(WORDS[at + CLASS]) or self._new_offset(each, element)
            if offset < 0:
                return None
            value = WORDS[(WORDS[at + SLOTS] >> 3) - 1 + offset]
        return value if WORDS[(value >> 3) - 1] & TYPE != LIST else list_values(value)

    def _new_fields(self, activation: int, rule: Rule) -> tuple[_Field, ...] | None:
        """Where a rule binds the variables of its comment; None if a value cannot be read as a word."""
        elements = matches(activation)
        conditions = [number for number, element in enumerate(elements) if element]
        found: list[_Field] = []
        for name in dict.fromkeys(rule.comment_variables):
            if name in rule.bound:
                bound = rule.bound[name]
                condition = conditions[bound.element]
                found.append(_Field(condition, bound.slot))
                if is_fact_at(elements[condition]) and bound.slot is not None:
                    found[-1].in_fact = self._memory.fact_offset(elements[condition], bound.slot)
        readable = all(each.in_fact or isinstance(each.slot, str) for each in found)
        readable &= all(each.in_fact or not is_fact_at(elements[each.condition]) for each in found)
        self._fields[WORDS[place(activation) + RULE]] = fields = tuple(found) if readable else None
        return fields

    def _new_offset(self, each: _Field, instance: int) -> int:
        """The offset of a value in the slots of an instance; -1 if they cannot be read as words."""
        layout = self._memory.layout(instance)
        offset = layout.index[str(each.slot)] * SLOT_WIDTH + VALUE if layout.width else -1
        each.offsets[WORDS[place(instance) + CLASS]] = offset
        return offset

    def _remember(self, key: tuple[Any, ...] | None, label: tuple[int, str]) -> tuple[int, str]:
        """Keep a label, and keep its values from being released: none becomes another value."""
        if key is None:
            return label
        if len(self._known) >= _MOST:
            for old in filter(None, self._known):
                self._each(old, self._clips.release)
            self._known.clear()
        self._known[key] = label
        self._each(key, self._clips.retain)
        return label

    @staticmethod
    def _each(key: tuple[Any, ...], use: Any) -> None:
        for value in key[1:]:
            for atom in value if isinstance(value, tuple) else (value,):
                use(atom)
