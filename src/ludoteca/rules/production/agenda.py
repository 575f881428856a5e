"""The agenda: what could fire, whose it is, and how it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clips._clips import ffi, lib

from ludoteca.rules.production.changes import written
from ludoteca.rules.production.clips_binding import Clips
from ludoteca.rules.production.faults import broken
from ludoteca.rules.production.rule_parser import Rule
from ludoteca.rules.production.working_memory import INTERCHANGEABLE, Memory, Value

_ENTITY = re.compile(r"\[[^\]]*\]|f-\d+")


@dataclass(frozen=True, slots=True)
class Activation:
    """A rule that could fire: with which salience, on which elements, and what its variables are bound to.

    A choice has a seat, and the text it is written as.
    """

    rule: str
    salience: int
    matched: tuple[str, ...]
    bindings: tuple[tuple[str, Value], ...]
    seat: int | None = None
    text: str = ""


@dataclass(frozen=True, slots=True)
class Choices:
    """Whose choice it is, and the activation to fire for each text."""

    seat: int
    pointers: Mapping[str, Any]


class Agenda:
    """The agenda of one environment. An activation is CLIPS's own pointer until it is told."""

    def __init__(self, clips: Clips, memory: Memory, rules: Mapping[str, Rule]) -> None:
        self._clips = clips
        self._memory = memory
        self._rules = rules

    def __iter__(self) -> Iterator[Any]:
        pointer = lib.GetNextActivation(self._clips.raw, ffi.NULL)
        while pointer != ffi.NULL:
            yield pointer
            pointer = lib.GetNextActivation(self._clips.raw, pointer)

    @property
    def empty(self) -> bool:
        return bool(lib.GetNextActivation(self._clips.raw, ffi.NULL) == ffi.NULL)

    def rule(self, pointer: Any) -> Rule:
        return self._rules[ffi.string(lib.ActivationRuleName(pointer)).decode()]

    def highest(self) -> Iterator[tuple[Any, Rule]]:
        """The activations of the highest salience, in CLIPS's order."""
        top: int | None = None
        for pointer in self:
            salience = lib.ActivationGetSalience(pointer)
            if top is not None and salience != top:
                return
            top = salience
            yield pointer, self.rule(pointer)

    def forced(self) -> Any | None:
        """The first of the highest that nobody chooses."""
        return next((pointer for pointer, rule in self.highest() if rule.role == "forced"), None)

    def chances(self) -> dict[str, Any]:
        """Those of the highest that are drawn, by text."""
        found = [(pointer, rule) for pointer, rule in self.highest() if rule.role == "chance"]
        with self._clips.unheard():
            return self._by_effect([(pointer, self._label(pointer, rule)[1]) for pointer, rule in found])

    def choices(self) -> Choices:
        """The choices of the first seat that has any among the highest: one for each distinct effect."""
        found = [(pointer, rule) for pointer, rule in self.highest() if rule.role == "choice"]
        if not found:
            return Choices(0, {})
        with self._clips.unheard():
            labelled = [(pointer, *self._label(pointer, rule)) for pointer, rule in found]
            first = min(seat for _, seat, _ in labelled)
            texts = self._by_effect([(pointer, text) for pointer, seat, text in labelled if seat == first])
        return Choices(first, {text: texts[text] for text in sorted(texts)})

    def told(self, pointer: Any, text: str = "") -> Activation:
        """An activation in words; `text` is what it is known by, if it goes by another than its own."""
        rule = self.rule(pointer)
        with self._clips.unheard():
            values = self._values(pointer, rule, rule.variables)
            seat, label = self._label(pointer, rule)
            matched = self._matched(pointer)
        salience = int(lib.ActivationGetSalience(pointer))
        owner = seat if rule.role == "choice" else None
        return Activation(rule.name, salience, matched, tuple(values.items()), owner, text or label)

    def _by_effect(self, found: Sequence[tuple[Any, str]]) -> dict[str, Any]:
        """Activations by text. Of those that differ only in what is interchangeable the first stands for all;
        others of the same text are told apart by what they match."""
        texts: dict[str, list[Any]] = {}
        for pointer, text in found:
            texts.setdefault(text, []).append(pointer)
        apart: dict[str, Any] = {}
        for text, pointers in texts.items():
            self._tell_apart(pointers)
            effects = {self._effect(pointer): pointer for pointer in reversed(pointers)} if pointers[1:] else {}
            if len(effects) < 2:
                apart[text] = pointers[0]
                continue
            for number, pointer in enumerate(effects.values(), 1):
                told = f"{text} {' '.join(self._matched(pointer)).lower()}"
                apart[told if told not in apart else f"{told} ({number})"] = pointer
        return apart

    def _tell_apart(self, pointers: Sequence[Any]) -> None:
        """Activations on the very same elements differ in what a part of a list is bound to, which nobody can see."""
        seen: set[tuple[str, ...]] = set()
        for pointer in pointers if pointers[1:] else ():
            elements = (self.rule(pointer).name, *self._entities(pointer))
            if elements in seen:
                raise broken(self.rule(pointer), "alike")
            seen.add(elements)

    def _entities(self, pointer: Any) -> list[str]:
        """What an activation matches, as CLIPS names it."""
        return _ENTITY.findall(self._clips.basis(pointer))

    def _matched(self, pointer: Any) -> tuple[str, ...]:
        """What an activation matches: instances by name, facts in full, since their numbers mean nothing."""
        entities = self._entities(pointer)
        return tuple(name if name.startswith("[") else str(self._memory.entity(name)) for name in entities)

    def _effect(self, pointer: Any) -> tuple[object, ...]:
        """What an activation is about: equal for two that do the same."""
        return (self.rule(pointer).name, *map(self._identity, self._entities(pointer)))

    def _identity(self, name: str) -> object:
        element = self._memory.entity(name)
        if element is None or not element.name:
            return str(element)
        if INTERCHANGEABLE not in self._memory.ancestors(element.kind):
            return name
        return element.kind, tuple(slot for slot in element.slots if slot[0] != "id")

    def _label(self, pointer: Any, rule: Rule) -> tuple[int, str]:
        """Whose choice an activation is (seats are numbered from 1 in working memory), and how it is written."""
        if rule.role == "forced":
            return 0, ""
        values = self._values(pointer, rule, rule.told)
        seat = values.get(rule.owner, 1)
        if not isinstance(seat, int) or seat < 1:
            raise broken(rule, "seat", name=rule.owner, value=str(seat))
        return seat - 1, rule.written(values)

    def _values(self, pointer: Any, rule: Rule, names: Sequence[str]) -> dict[str, Value]:
        """What some variables are bound to."""
        places = {name: rule.bound[name] for name in names if name in rule.bound}
        if not places:
            return {}
        entities = self._entities(pointer)
        return {name: self._value(entities[place.element], place.slot) for name, place in places.items()}

    def _value(self, entity: str, slot: str | int | None) -> Value:
        if slot is None:
            return entity.strip("[]")
        value = self._memory.slot(entity, slot)
        return written(value) if isinstance(value, tuple) else value
