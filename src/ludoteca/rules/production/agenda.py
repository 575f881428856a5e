"""The agenda of an environment: its activations, with the seats and texts of the choices among them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from clips._clips import ffi, lib

from ludoteca.rules.production import structures
from ludoteca.rules.production.clips_binding import Clips
from ludoteca.rules.production.faults import RuntimeFault, runtime_fault
from ludoteca.rules.production.firing import Activation
from ludoteca.rules.production.labels import Labels
from ludoteca.rules.production.rule_parser import Role, Rule
from ludoteca.rules.production.structures import WORDS, is_fact_at, place
from ludoteca.rules.production.working_memory import Memory


@dataclass(frozen=True, slots=True)
class Choices:
    """The seat that chooses, and the address of the activation of each move's text."""

    seat: int
    pointers: Mapping[str, int]


class Agenda:
    """The agenda of one environment. Activations are told by their addresses."""

    def __init__(self, clips: Clips, memory: Memory, rules: Mapping[str, Rule]) -> None:
        self._clips = clips
        self._memory = memory
        self._rules = rules
        self._by_address: dict[int, Rule] = {}
        self._labels = Labels(clips, memory)

    def __iter__(self) -> Iterator[int]:
        return structures.activations(self._first)

    @property
    def _first(self) -> Any:
        return lib.GetNextActivation(self._clips.raw, ffi.NULL)

    @property
    def empty(self) -> bool:
        return bool(self._first == ffi.NULL)

    def rule(self, activation: int) -> Rule:
        return self._rule_at(WORDS[place(activation) + structures.RULE], activation)

    def _rule_at(self, address: int, activation: int) -> Rule:
        rule = self._by_address.get(address)
        if rule is None:
            name = lib.ActivationRuleName(ffi.cast("Activation *", activation))
            self._by_address[address] = rule = self._rules[ffi.string(name).decode()]
        return rule

    def highest(self) -> list[tuple[int, Rule]]:
        """The activations of the highest salience, in CLIPS's order."""
        known = self._by_address
        top = structures.of_equal_salience(self._first)
        return [(activation, known.get(rule) or self._rule_at(rule, activation)) for activation, rule in top]

    def forced(self, top: Sequence[tuple[int, Rule]] | None = None) -> int | None:
        """The first forced activation of the highest salience; `top` are those, if they are known."""
        return next((activation for activation, _ in self._of("forced", top)), None)

    def chances(self, top: Sequence[tuple[int, Rule]] | None = None) -> dict[str, int]:
        """The chance activations of the highest salience, by text."""
        found = self._of("chance", top)
        if not found:
            return {}
        return self._by_effect([(activation, self._labels.label(activation, rule)[1]) for activation, rule in found])

    def choices(self, top: Sequence[tuple[int, Rule]] | None = None) -> Choices:
        """The choices of the highest salience of the first seat that has any: one for each distinct effect."""
        seats: dict[int, list[tuple[int, str]]] = {}
        label = self._labels.label
        for activation, rule in self._of("choice", top):
            seat, text = label(activation, rule)
            seats.setdefault(seat, []).append((activation, text))
        if not seats:
            return Choices(0, {})
        first = min(seats)
        texts = self._by_effect(seats[first])
        return Choices(first, {text: texts[text] for text in sorted(texts)})

    def plain_choice(self, text: str) -> int | None:
        """The only activation whose label is a text, where all choices are those of one seat; else None."""
        labelled = [(*self._labels.label(activation, rule), activation) for activation, rule in self._of("choice")]
        found = [activation for _, label, activation in labelled if label == text]
        return found[0] if len(found) == 1 and len({seat for seat, *_ in labelled}) == 1 else None

    def random_choice(self, top: Sequence[tuple[int, Rule]], seats: int, generator: Random) -> int:
        """One of the `choices` at random, without the work of labelling them all: each is equally likely."""
        found = [
            (self._labels.seat(activation, rule), activation, rule) for activation, rule in self._of("choice", top)
        ]
        first = min(seat for seat, *_ in found)
        mine = [(activation, rule) for seat, activation, rule in found if seat == first]
        if first >= seats:
            raise unknown_seat(mine[0][1], first)
        while True:
            activation, rule = generator.choice(mine)
            alike = [other for other, same in mine if same is rule]
            # Of n activations that are one choice each is taken in one of n draws.
            if not alike[1:] or generator.random() * self._multiplicity(activation, alike) < 1:
                return activation

    def _multiplicity(self, activation: int, others: Sequence[int]) -> int:
        """How many of some activations of one rule have the text and the effect of one of them."""
        rule = self.rule(activation)
        text = self._labels.label(activation, rule)
        alike = [other for other in others if self._labels.label(other, rule) == text]
        effects: list[tuple[object, ...]] = self._effects(alike) if alike[1:] else [()]
        return effects.count(effects[alike.index(activation)])

    def _of(self, role: Role, top: Sequence[tuple[int, Rule]] | None = None) -> list[tuple[int, Rule]]:
        return [found for found in (self.highest() if top is None else top) if found[1].role == role]

    def activation(self, activation: int, text: str | None = None) -> Activation:
        """An activation as data; `text` replaces the text that its rule gives."""
        rule = self.rule(activation)
        with self._clips.without_output():
            values = self._labels.values(activation, rule, rule.variables)
            seat, label = self._labels.label(activation, rule)
            matched = self._matched(activation)
        salience = int(lib.ActivationGetSalience(ffi.cast("Activation *", activation)))
        owner = seat if rule.role == "choice" else None
        return Activation(
            rule.name, rule.source, salience, matched, tuple(values.items()), owner, text or label or None
        )

    def _by_effect(self, found: Sequence[tuple[int, str]]) -> dict[str, int]:
        """Activations by text. Of those that differ only in interchangeable elements the first one is kept;
        for others of the same text the elements they matched are added to it."""
        texts: dict[str, list[int]] = {}
        for activation, text in found:
            texts.setdefault(text, []).append(activation)
        unique: dict[str, int] = {}
        for text, alike in texts.items():
            alike.reverse()  # of those with the same effect the first one is kept
            effects = dict(zip(self._effects(alike), alike, strict=True)) if alike[1:] else {}
            if len(effects) < 2:
                unique[text] = alike[-1]
                continue
            for number, activation in enumerate(effects.values(), 1):
                longer = f"{text} {' '.join(self._matched(activation)).lower()}"
                unique[longer if longer not in unique else f"{longer} ({number})"] = activation
        return unique

    def _effects(self, alike: Sequence[int]) -> list[tuple[object, ...]]:
        """For each of some activations with the same text a key that is equal if they have the same effect.

        Raises a fault for activations on the same elements: they differ in how a list is split, which has no text.
        """
        seen: set[tuple[object, ...]] = set()
        effects: list[tuple[object, ...]] = []
        identities: dict[int, object] = {}
        for activation in alike:
            rule, basis = self.rule(activation), structures.basis(activation)
            elements = (rule.name, *basis)
            if elements in seen:
                raise runtime_fault(rule, "alike")
            seen.add(elements)
            for element in basis:
                if element not in identities:
                    identities[element] = self._identity(element)
            effects.append((rule.name, *(identities[element] for element in basis)))
        return effects

    def _matched(self, activation: int) -> tuple[str, ...]:
        """The elements that an activation matched: instances by name, facts in full, not by number."""
        return tuple(map(self._memory.label, self._clips.basis(activation)))

    def _identity(self, address: int) -> object:
        """A key that is equal for two elements that stand for each other."""
        layout = None if is_fact_at(address) else self._memory.layout(address)
        if layout is None or (layout.interchangeable and not layout.width):
            element = self._memory.element(ffi.cast("void *", address))
            return element.kind, tuple(slot for slot in element.slots if layout is None or slot[0] != "id")
        if not layout.interchangeable:
            return address
        values = layout.values(place(address))
        return layout.kind, tuple(value for slot, value in zip(layout.index, values, strict=True) if slot != "id")


def unknown_seat(rule: Rule, seat: int) -> RuntimeFault:
    """The fault of a rule whose choice is that of a seat which the game does not have."""
    return runtime_fault(rule, "seat", name=rule.owner, value=str(seat + 1))
