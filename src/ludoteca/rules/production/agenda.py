"""The agenda of an environment: its activations, with the seats and texts of the choices among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clips._clips import ffi, lib

from ludoteca.rules.production.clips_binding import Clips, is_fact
from ludoteca.rules.production.faults import runtime_fault
from ludoteca.rules.production.firing import Activation
from ludoteca.rules.production.rule_parser import Rule
from ludoteca.rules.production.values import Value, value_text
from ludoteca.rules.production.working_memory import INTERCHANGEABLE, Memory


@dataclass(frozen=True, slots=True)
class Choices:
    """The seat that chooses, and CLIPS's pointer to the activation of each move's text."""

    seat: int
    pointers: Mapping[str, Any]


class Agenda:
    """The agenda of one environment, over CLIPS's pointers to activations."""

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
        """The first forced activation of the highest salience."""
        return next((pointer for pointer, rule in self.highest() if rule.role == "forced"), None)

    def chances(self) -> dict[str, Any]:
        """The chance activations of the highest salience, by text."""
        found = [(pointer, rule) for pointer, rule in self.highest() if rule.role == "chance"]
        with self._clips.without_output():
            return self._by_effect([(pointer, self._label(pointer, rule)[1]) for pointer, rule in found])

    def choices(self) -> Choices:
        """The choices of the highest salience of the first seat that has any: one for each distinct effect."""
        found = [(pointer, rule) for pointer, rule in self.highest() if rule.role == "choice"]
        if not found:
            return Choices(0, {})
        with self._clips.without_output():
            labelled = [(pointer, *self._label(pointer, rule)) for pointer, rule in found]
            first = min(seat for _, seat, _ in labelled)
            texts = self._by_effect([(pointer, text) for pointer, seat, text in labelled if seat == first])
        return Choices(first, {text: texts[text] for text in sorted(texts)})

    def activation(self, pointer: Any, text: str | None = None) -> Activation:
        """An activation as data; `text` replaces the text that its rule gives."""
        rule = self.rule(pointer)
        with self._clips.without_output():
            values = self._values(pointer, rule, rule.variables)
            seat, label = self._label(pointer, rule)
            matched = self._matched(pointer)
        salience = int(lib.ActivationGetSalience(pointer))
        owner = seat if rule.role == "choice" else None
        return Activation(
            rule.name, rule.source, salience, matched, tuple(values.items()), owner, text or label or None
        )

    def _by_effect(self, found: Sequence[tuple[Any, str]]) -> dict[str, Any]:
        """Activations by text. Of those that differ only in interchangeable elements the first one is kept;
        for others of the same text the elements they matched are added to it."""
        texts: dict[str, list[Any]] = {}
        for pointer, text in found:
            texts.setdefault(text, []).append(pointer)
        unique: dict[str, Any] = {}
        for text, pointers in texts.items():
            self._require_distinct(pointers)
            effects = {self._effect(pointer): pointer for pointer in reversed(pointers)} if pointers[1:] else {}
            if len(effects) < 2:
                unique[text] = pointers[0]
                continue
            for number, pointer in enumerate(effects.values(), 1):
                longer = f"{text} {' '.join(self._matched(pointer)).lower()}"
                unique[longer if longer not in unique else f"{longer} ({number})"] = pointer
        return unique

    def _require_distinct(self, pointers: Sequence[Any]) -> None:
        """Raise a fault for activations on the same elements: they differ in how a list is split, which has no text."""
        seen: set[tuple[object, ...]] = set()
        for pointer in pointers if pointers[1:] else ():
            elements = (self.rule(pointer).name, *self._clips.basis(pointer))
            if elements in seen:
                raise runtime_fault(self.rule(pointer), "alike")
            seen.add(elements)

    def _matched(self, pointer: Any) -> tuple[str, ...]:
        """The elements that an activation matched: instances by name, facts in full, not by number."""
        return tuple(map(self._memory.label, self._clips.basis(pointer)))

    def _effect(self, pointer: Any) -> tuple[object, ...]:
        """A key that is equal for two activations with the same effect."""
        return (self.rule(pointer).name, *map(self._identity, self._clips.basis(pointer)))

    def _identity(self, pointer: Any) -> object:
        element = self._memory.element(pointer)
        if not element.name:
            return element
        if INTERCHANGEABLE not in self._memory.ancestors(element.kind):
            return element.name
        return element.kind, tuple(slot for slot in element.slots if slot[0] != "id")

    def _label(self, pointer: Any, rule: Rule) -> tuple[int, str]:
        """The seat of an activation (numbered from 1 in working memory) and its text."""
        if rule.role == "forced":
            return 0, ""
        values = self._values(pointer, rule, rule.comment_variables)
        seat = values.get(rule.owner, 1)
        if not isinstance(seat, int) or seat < 1:
            raise runtime_fault(rule, "seat", name=rule.owner, value=str(seat))
        return seat - 1, rule.move_text(values)

    def _values(self, pointer: Any, rule: Rule, names: Sequence[str]) -> dict[str, Value]:
        """The values of some variables."""
        places = {name: rule.bound[name] for name in names if name in rule.bound}
        if not places:
            return {}
        basis = self._clips.basis(pointer)
        return {name: self._value(basis[place.element], place.slot) for name, place in places.items()}

    def _value(self, element: Any, slot: str | int | None) -> Value:
        if slot is None:
            return f"f-{lib.FactIndex(element)}" if is_fact(element) else self._memory.name(element)
        value = self._memory.slot(element, slot)
        return value_text(value) if isinstance(value, tuple) else value
