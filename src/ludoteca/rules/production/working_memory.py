"""Working memory: its elements, a position as its state, and reading and writing it in CLIPS."""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from clips._clips import ffi, lib

from ludoteca.rules.production.clips_binding import Clips, is_fact
from ludoteca.rules.production.clips_values import is_storable, python_value
from ludoteca.rules.production.element_writer import ElementWriter, clips_text
from ludoteca.rules.production.structures import (
    CLASS,
    FIELDS,
    NAME,
    NEXT_INSTANCE,
    SLOT_WIDTH,
    TEMPLATE,
    WORDS,
    Layout,
    address_of,
    is_deleted,
    is_list,
    list_values,
    place,
    verified,
)
from ludoteca.rules.production.values import Value, value_text

ORDERED = "…"  # the one slot of an ordered fact, which has no name
_CACHE_SIZE = 50_000  # instances in the cache
_SINGLE, _LOCAL = "SGL", "LCL"  # facets of a slot: one value, and one of its own for each instance
FIXED, INTERCHANGEABLE = "FIXED", "INTERCHANGEABLE"


@dataclass(frozen=True)
class Element:
    """An element of working memory: an instance with its name and class, or a fact, which has no name.

    >>> print(Element("wood-1", "WOOD", (("player", 1), ("amount", 3))))
    [wood-1] of WOOD (player 1) (amount 3)
    """

    name: str
    kind: str
    slots: tuple[tuple[str, Value], ...]

    def __hash__(self) -> int:
        return self._hash

    @cached_property
    def _hash(self) -> int:
        return hash((self.name, self.kind, self.slots))

    @cached_property
    def values(self) -> Mapping[str, Value]:
        return dict(self.slots)

    @property
    def ordered(self) -> bool:
        """Whether it is an ordered fact: one without named slots."""
        return not self.name and [name for name, _ in self.slots] == [ORDERED]

    @cached_property
    def storable(self) -> bool:
        """Whether it can be written back as it was."""
        return all(is_storable(value, self.ordered) for _, value in self.slots)

    def __str__(self) -> str:
        if self.ordered:
            return f"({self.kind} {value_text(self.slots[0][1])}".rstrip() + ")"
        slots = "".join(f" ({f'{name} {value_text(value)}'.rstrip()})" for name, value in self.slots)
        return f"{value_text(f'[{self.name}]')} of {self.kind}{slots}" if self.name else f"({self.kind}{slots})"


class InvalidState(ValueError):
    """A text that is not a saved position."""


class UnsupportedValue(ValueError):
    """A value that a position cannot store: an address, or a symbol that CLIPS would read as something else."""


@dataclass(frozen=True)
class State:
    """A position of a production game: working memory, oldest element first, and the referee's chance.

    `settings` are the globals that rules have changed.
    """

    elements: tuple[Element, ...]
    chance: int
    settings: tuple[tuple[str, Value], ...] = ()

    @cached_property
    def named(self) -> Mapping[str, Element]:
        """The instances by name."""
        return {element.name: element for element in self.elements if element.name}

    def of(self, kind: str) -> list[Element]:
        """The elements of one class or template."""
        return [element for element in self.elements if element.kind == kind]

    def save(self) -> str:
        """The state as one word of text."""
        rows = [[element.name, element.kind, element.slots] for element in self.elements]
        text = json.dumps([rows, self.chance, self.settings], separators=(",", ":"), ensure_ascii=False)
        return zlib.compress(text.encode(), 9).hex()

    @classmethod
    def load(cls, saved: str) -> State:
        """The state from its text; raises `InvalidState`."""
        try:
            rows, chance, settings = json.loads(zlib.decompress(bytes.fromhex(saved)))
            elements = tuple(Element(str(name), str(kind), _pairs(slots)) for name, kind, slots in rows)
            return cls(elements, int(chance), _pairs(settings))
        except (zlib.error, ValueError, TypeError):
            raise InvalidState(saved[:20]) from None


def _pairs(rows: Sequence[Sequence[Any]]) -> tuple[tuple[str, Value], ...]:
    return tuple((str(name), tuple(value) if isinstance(value, list) else value) for name, value in rows)


class Memory:
    """The working memory of one environment, except instances of FIXED classes."""

    def __init__(self, clips: Clips) -> None:
        self._clips = clips
        self._raw = clips.raw
        self._value = ffi.new("CLIPSValue *")
        self._writer = ElementWriter(clips)
        self._template_slots: dict[Any, tuple[tuple[str, bytes | Any], ...]] = {}
        self._layouts: dict[int, Layout] = {}  # by the address of the class, which never changes
        self._slot_names: dict[str, tuple[bytes, ...]] = {}  # of classes
        self._kinds: dict[str, frozenset[str]] = {}
        self._cache: dict[tuple[Any, ...], Element] = {}
        self._settings: tuple[tuple[str, Value], ...] | None = None
        self._last_fixed: Any = None  # all instances up to this one are FIXED

    def read(self) -> list[Element]:
        """All instances and facts; raises `UnsupportedValue`."""
        elements = [*self.instances(), *self.facts()]
        for element in elements:
            if not element.storable:
                raise UnsupportedValue(str(element))
        return elements

    def instances(self) -> list[Element]:
        """All instances, except those of FIXED classes.

        An instance whose class and values are the same objects of CLIPS as once before is in the cache: most are. CLIPS
        keeps equal values as one object; those in the cache are retained, so that none becomes another value.
        """
        found, layouts, cache = [], self._layouts, self._cache
        address = address_of(self._first())
        while address:
            at = (address >> 3) - 1
            layout = layouts.get(WORDS[at + CLASS]) or self.layout(address)
            if not layout.fixed:
                if layout.width:
                    key = (WORDS[at + NAME], WORDS[at + CLASS], *layout.values(at))
                    found.append(cache.get(key) or self._remember(key, address))
                else:
                    found.append(self._instance(ffi.cast("Instance *", address), layout))
            address = WORDS[at + NEXT_INSTANCE]
        return found

    def facts(self) -> list[Element]:
        """All facts."""
        return [self._cached_fact(fact) for fact in self._facts()]

    def write(self, elements: Sequence[Element]) -> None:
        """Replace the content of working memory by these elements, the first the oldest."""
        self._wipe()
        facts = set()
        for element in elements:
            made = self._writer.make(element)
            if not made:
                raise InvalidState(str(element))
            if not element.name:
                facts.add(lib.FactIndex(made))
        for fact in list(self._facts()):
            if lib.FactIndex(fact) not in facts:  # a message handler has asserted it again
                lib.Retract(fact)

    def element(self, pointer: Any) -> Element:
        """The element that a pointer points to."""
        return self._fact(pointer) if is_fact(pointer) else self._instance(pointer, self.layout(address_of(pointer)))

    def name(self, instance: Any) -> str:
        """The name of the instance that a pointer points to."""
        return str(ffi.string(lib.InstanceName(instance)).decode())

    def label(self, pointer: Any) -> str:
        """The element that a pointer points to: an instance by its name, a fact in full."""
        return str(self._fact(pointer)) if is_fact(pointer) else value_text(f"[{self.name(pointer)}]")

    def slot(self, pointer: Any, slot: str | int) -> Value:
        """The value of a slot of an element, or of a field of an ordered fact."""
        if not is_fact(pointer):
            lib.DirectGetSlot(pointer, str(slot).encode(), self._value)
            return python_value(self._value)
        if isinstance(slot, str):
            lib.GetFactSlot(pointer, slot.encode(), self._value)
            return python_value(self._value)
        lib.GetFactSlot(pointer, ffi.NULL, self._value)
        fields = python_value(self._value)
        assert isinstance(fields, tuple)
        return fields[slot]

    def ancestors(self, kind: str) -> frozenset[str]:
        """A class and its superclasses."""
        if kind not in self._kinds:
            above = self._clips.env.find_class(kind).superclasses(True)
            self._kinds[kind] = frozenset({kind, *(parent.name for parent in above)})
        return self._kinds[kind]

    def layout(self, instance: int) -> Layout:
        """Where the instance at an address has its slots."""
        own = WORDS[(instance >> 3) - 1 + CLASS]
        if own not in self._layouts:
            self._layouts[own] = self._new_layout(ffi.cast("Instance *", instance))
        return self._layouts[own]

    def fact_offset(self, fact: int, slot: str | int) -> int:
        """The offset of a slot's value in the fact at an address, or of an ordered fact's list; 0 if unknown."""
        pointer = ffi.cast("Fact *", fact)
        slots = dict(self._slots_of_fact(pointer))
        name = ORDERED if isinstance(slot, int) else slot
        offset = FIELDS + list(slots).index(name)
        lib.GetFactSlot(pointer, slots[name], self._value)
        return offset if WORDS[place(fact) + offset] == address_of(self._value.value) else 0

    def settings(self) -> tuple[tuple[str, Value], ...]:
        """The globals and their values; raises `UnsupportedValue`."""
        if self._settings is not None and not lib.GetGlobalsChanged(self._raw):
            return self._settings
        found = []
        name = lib.GetNextDefglobal(self._raw, ffi.NULL)
        while name != ffi.NULL:
            lib.DefglobalGetValue(name, self._value)
            found.append((ffi.string(lib.DefglobalName(name)).decode(), python_value(self._value)))
            name = lib.GetNextDefglobal(self._raw, name)
        for name, value in found:
            if not is_storable(value, as_text=True):
                raise UnsupportedValue(f"?*{name}* = {value_text(value)}")
        self._settings = tuple(found)
        lib.SetGlobalsChanged(self._raw, False)
        return self._settings

    def set(self, settings: Sequence[tuple[str, Value]]) -> None:
        """Set globals to values."""
        for name, value in settings:
            text = clips_text(value)
            self._clips.env.eval(f"(bind ?*{name}* {f'(create$ {text})' if isinstance(value, tuple) else text})")

    def _facts(self) -> Iterator[Any]:
        fact = lib.GetNextFact(self._raw, ffi.NULL)
        while fact != ffi.NULL:
            following = lib.GetNextFact(self._raw, fact)
            yield fact
            fact = following

    def _cached_fact(self, fact: Any) -> Element:
        """A fact as an element, from the cache if its values are the same objects of CLIPS, as with instances."""
        at = place(address_of(fact))
        values = ffi.unpack(WORDS + (at + FIELDS), len(self._slots_of_fact(fact)))
        values = [list_values(value) if is_list(value) else value for value in values]
        key = (0, WORDS[at + TEMPLATE], *values)
        found = self._cache.get(key)
        if found is None:
            known = all(self.fact_offset(address_of(fact), name) for name, _ in self._slots_of_fact(fact))
            found = self._remember(key, address_of(fact)) if known else self._fact(fact)
        return found

    def _remember(self, key: tuple[Any, ...], address: int) -> Element:
        """The element at an address, which is put into the cache."""
        if len(self._cache) >= _CACHE_SIZE:
            for old in self._cache:
                _each_atom(old, self._clips.release)
            self._cache.clear()
        self._cache[key] = element = self.element(ffi.cast("void *", address))
        _each_atom(key, self._clips.retain)
        return element

    def _first(self) -> Any:
        """The first instance that need not be FIXED."""
        if self._last_fixed is not None and is_deleted(address_of(self._last_fixed)):
            lib.ReleaseInstance(self._last_fixed)
            self._last_fixed = None
        return lib.GetNextInstance(self._raw, self._last_fixed or ffi.NULL)

    def _wipe(self) -> None:
        address, last = address_of(self._first()), self._last_fixed
        layouts, cast, delete = self._layouts, ffi.cast, lib.DeleteInstance
        while address:
            at = (address >> 3) - 1
            instance = cast("Instance *", address)
            address = WORDS[at + NEXT_INSTANCE]
            if (layouts.get(WORDS[at + CLASS]) or self.layout(address_of(instance))).fixed:
                last = instance
            else:
                delete(instance)
        if last is not self._last_fixed:
            lib.RetainInstance(last)
            if self._last_fixed is not None:
                lib.ReleaseInstance(self._last_fixed)
            self._last_fixed = last
        lib.RetractAllFacts(self._raw)

    def _slots_of(self, kind: str) -> tuple[bytes, ...]:
        """The names of a class's slots."""
        if kind not in self._slot_names:
            slots = self._clips.env.find_class(kind).slots(True)
            self._slot_names[kind] = tuple(slot.name.encode() for slot in slots)
        return self._slot_names[kind]

    def _new_layout(self, instance: Any) -> Layout:
        """The layout of an instance's class; it is read as words if each instance has all slots of its own."""
        kind = ffi.string(lib.DefclassName(lib.InstanceClass(instance))).decode()
        above, names = self.ancestors(kind), self._slots_of(kind)
        facets = [slot.facets for slot in self._clips.env.find_class(kind).slots(True)]
        lists = tuple(number for number, facet in enumerate(facets) if _SINGLE not in facet)
        index = {name.decode(): number for number, name in enumerate(names)}
        layout = Layout(kind, FIXED in above, INTERCHANGEABLE in above, index, lists, SLOT_WIDTH * len(names))
        own = all(_LOCAL in facet for facet in facets)
        return layout if own and verified(layout, names, instance) else replace(layout, width=0)

    def _instance(self, instance: Any, layout: Layout) -> Element:
        value, found = self._value, []
        for key, name in zip(self._slots_of(layout.kind), layout.index, strict=True):
            lib.DirectGetSlot(instance, key, value)
            found.append((name, python_value(value)))
        return Element(self.name(instance), layout.kind, tuple(found))

    def _fact(self, fact: Any) -> Element:
        value, found = self._value, []
        for name, key in self._slots_of_fact(fact):
            lib.GetFactSlot(fact, key, value)
            found.append((name, python_value(value)))
        return Element("", ffi.string(lib.DeftemplateName(lib.FactDeftemplate(fact))).decode(), tuple(found))

    def _slots_of_fact(self, fact: Any) -> tuple[tuple[str, bytes | Any], ...]:
        """The slots of a fact: their names, and the names as bytes, CLIPS's null for the list of an ordered fact."""
        template = lib.FactDeftemplate(fact)
        slots = self._template_slots.get(template)
        if slots is None:
            names = [ORDERED]
            if not lib.ImpliedDeftemplate(template):
                kind = ffi.string(lib.DeftemplateName(template)).decode()
                names = [slot.name for slot in self._clips.env.find_template(kind).slots]
            keys = [ffi.NULL if name == ORDERED else name.encode() for name in names]
            self._template_slots[template] = slots = tuple(zip(names, keys, strict=True))
        return slots


def _each_atom(key: tuple[Any, ...], use: Callable[[int], None]) -> None:
    """Do something with every value in a key of the cache: all but the class or template."""
    name, _, *values = key
    for value in (name, *values) if name else values:
        for atom in value if isinstance(value, tuple) else (value,):
            use(atom)
