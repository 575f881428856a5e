"""Working memory: its elements, a position as its state, and reading and writing it in CLIPS."""

from __future__ import annotations

import json
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from clips._clips import ffi, lib
from clips.common import environment_builder

from ludoteca.rules.production.clips_binding import Clips, is_fact
from ludoteca.rules.production.values import DELIMITER, Unstorable, Value, string_text, string_value, value_text

_FLOAT, _INTEGER, _SYMBOL, _STRING, _MULTIFIELD, _INSTANCE_NAME = 0, 1, 2, 3, 4, 8
_LEXEMES = (_SYMBOL, _STRING, _INSTANCE_NAME)
_QUOTES = ('"', "[")  # a symbol that begins with one would be taken for a string or the name of an instance
ORDERED = "…"  # the one slot of an ordered fact, which has no name
_CACHE_SIZE = 50_000  # instances in the cache
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

    @cached_property
    def encoded(self) -> tuple[bytes, bytes, tuple[tuple[bytes, Value], ...]]:
        """Name, kind and slots as bytes, for CLIPS."""
        return self.name.encode(), self.kind.encode(), tuple((slot.encode(), value) for slot, value in self.slots)

    @property
    def ordered(self) -> bool:
        """Whether it is an ordered fact: one without named slots."""
        return not self.name and [name for name, _ in self.slots] == [ORDERED]

    @cached_property
    def storable(self) -> bool:
        """Whether it can be written back as it was."""
        return all(_storable(value, self.ordered) for _, value in self.slots)

    def __str__(self) -> str:
        if self.ordered:
            return f"({self.kind} {value_text(self.slots[0][1])}".rstrip() + ")"
        slots = "".join(f" ({f'{name} {value_text(value)}'.rstrip()})" for name, value in self.slots)
        return f"{value_text(f'[{self.name}]')} of {self.kind}{slots}" if self.name else f"({self.kind}{slots})"


def _clips_text(value: Value) -> str:
    """A value as CLIPS reads it."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)


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
        self._part = ffi.new("CLIPSValue *")
        self._instance_builder = environment_builder(self._raw, "instance")
        self._fact_builder = environment_builder(self._raw, "fact")
        self._list_builder = environment_builder(self._raw, "multifield")
        self._class_slots: dict[str, tuple[tuple[str, bytes], ...]] = {}
        self._template_slots: dict[str, tuple[tuple[str, bytes | Any], ...]] = {}
        self._class_names: dict[Any, str] = {}  # by the address of the class, which never changes
        self._kinds: dict[str, frozenset[str]] = {}
        self._cache: dict[tuple[str, bytes, tuple[int, ...], tuple[Any, ...]], Element] = {}

    def read(self) -> list[Element]:
        """All instances and facts; raises `UnsupportedValue`."""
        elements = [*self.instances(), *self.facts()]
        for element in elements:
            if not element.storable:
                raise UnsupportedValue(str(element))
        return elements

    def instances(self) -> list[Element]:
        """All instances, except those of FIXED classes."""
        found = []
        with self._clips.without_output():
            instance = lib.GetNextInstance(self._raw, ffi.NULL)
            while instance != ffi.NULL:
                kind = self._kind(instance)
                if FIXED not in self.ancestors(kind):
                    found.append(self._cached(instance, kind))
                instance = lib.GetNextInstance(self._raw, instance)
        return found

    def facts(self) -> list[Element]:
        """All facts."""
        return list(map(self._fact, self._facts()))

    def write(self, elements: Sequence[Element]) -> None:
        """Replace the content of working memory by these elements, the first the oldest."""
        self._wipe()
        facts = set()
        for element in elements:
            made = self._made(element)
            if made == ffi.NULL:
                raise InvalidState(str(element))
            if not element.name:
                facts.add(lib.FactIndex(made))
        for fact in list(self._facts()):
            if lib.FactIndex(fact) not in facts:  # a message handler has asserted it again
                lib.Retract(fact)

    def element(self, pointer: Any) -> Element:
        """The element that a pointer points to."""
        return self._fact(pointer) if is_fact(pointer) else self._instance(pointer, self._kind(pointer))

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
            return _python(self._value)
        if isinstance(slot, str):
            lib.GetFactSlot(pointer, slot.encode(), self._value)
            return _python(self._value)
        lib.GetFactSlot(pointer, ffi.NULL, self._value)
        fields = _python(self._value)
        assert isinstance(fields, tuple)
        return fields[slot]

    def ancestors(self, kind: str) -> frozenset[str]:
        """A class and its superclasses."""
        if kind not in self._kinds:
            above = self._clips.env.find_class(kind).superclasses(True)
            self._kinds[kind] = frozenset({kind, *(parent.name for parent in above)})
        return self._kinds[kind]

    def settings(self) -> tuple[tuple[str, Value], ...]:
        """The globals and their values; raises `UnsupportedValue`."""
        found = []
        name = lib.GetNextDefglobal(self._raw, ffi.NULL)
        while name != ffi.NULL:
            lib.DefglobalGetValue(name, self._value)
            found.append((ffi.string(lib.DefglobalName(name)).decode(), _python(self._value)))
            name = lib.GetNextDefglobal(self._raw, name)
        for name, value in found:
            if not _storable(value, as_text=True):
                raise UnsupportedValue(f"?*{name}* = {value_text(value)}")
        return tuple(found)

    def set(self, settings: Sequence[tuple[str, Value]]) -> None:
        """Set globals to values."""
        for name, value in settings:
            text = _clips_text(value)
            self._clips.env.eval(f"(bind ?*{name}* {f'(create$ {text})' if isinstance(value, tuple) else text})")

    def _made(self, element: Element) -> Any:
        """Make an element with its slots set directly, without message handlers; CLIPS's null if that fails."""
        if not element.name and element.ordered:
            return lib.AssertString(self._raw, f"({element.kind} {_clips_text(element.slots[0][1])})".encode())
        name, kind, slots = element.encoded
        put = lib.IBPutSlot if name else lib.FBPutSlot
        builder = self._instance_builder if name else self._fact_builder
        (lib.IBSetDefclass if name else lib.FBSetDeftemplate)(builder, kind)
        for slot, value in slots:
            self._value.value = self._clips_value(value)
            if put(builder, slot, self._value):
                return ffi.NULL
        return lib.IBMake(builder, name) if name else lib.FBAssert(builder)

    def _clips_value(self, value: Value) -> Any:
        """A value as a CLIPS object."""
        raw = self._raw
        if isinstance(value, int):
            return lib.CreateInteger(raw, value)
        if isinstance(value, float):
            return lib.CreateFloat(raw, value)
        if isinstance(value, str):
            if value[:1] == '"':
                return lib.CreateString(raw, string_text(value).encode())
            if value[:1] == "[" and value[-1:] == "]":
                return lib.CreateInstanceName(raw, value[1:-1].encode())
            return lib.CreateSymbol(raw, value.encode())
        if not value:
            return lib.EmptyMultifield(raw)
        lib.MBReset(self._list_builder)
        for part in value:
            self._part.value = self._clips_value(part)
            lib.MBAppend(self._list_builder, self._part)
        return lib.MBCreate(self._list_builder)

    def _facts(self) -> Iterator[Any]:
        fact = lib.GetNextFact(self._raw, ffi.NULL)
        while fact != ffi.NULL:
            following = lib.GetNextFact(self._raw, fact)
            yield fact
            fact = following

    def _cached(self, instance: Any, kind: str) -> Element:
        """An instance as an element, from the cache if its values are the same objects of CLIPS: most are.

        CLIPS keeps equal values as one object; those in the cache are retained, so that none becomes another value.
        """
        value = self._value
        atoms: list[Any] = []
        lengths: list[int] = []
        for _, slot in self._slots_of(kind):
            lib.DirectGetSlot(instance, slot, value)
            if value.header.type == _MULTIFIELD:
                many = value.multifieldValue
                atoms += [(many.contents + at).value for at in range(many.length)]
                lengths.append(many.length)
            else:
                atoms.append(value.value)
        key = kind, ffi.string(lib.InstanceName(instance)), tuple(lengths), tuple(atoms)
        element = self._cache.get(key)
        if element is None:
            if len(self._cache) >= _CACHE_SIZE:
                self._forget()
            self._cache[key] = element = self._instance(instance, kind)
            for atom in atoms:
                self._clips.retain(atom)
        return element

    def _forget(self) -> None:
        """Empty the cache."""
        for *_, atoms in self._cache:
            for atom in atoms:
                self._clips.release(atom)
        self._cache.clear()

    def _kind(self, instance: Any) -> str:
        own = lib.InstanceClass(instance)
        if own not in self._class_names:
            self._class_names[own] = ffi.string(lib.DefclassName(own)).decode()
        return self._class_names[own]

    def _wipe(self) -> None:
        instance = lib.GetNextInstance(self._raw, ffi.NULL)
        while instance != ffi.NULL:
            following = lib.GetNextInstance(self._raw, instance)
            if FIXED not in self.ancestors(self._kind(instance)):
                lib.DeleteInstance(instance)
            instance = following
        lib.RetractAllFacts(self._raw)

    def _slots_of(self, kind: str) -> tuple[tuple[str, bytes], ...]:
        """The slots of a class: their names, and the names as bytes."""
        if kind not in self._class_slots:
            names = [slot.name for slot in self._clips.env.find_class(kind).slots(True)]
            self._class_slots[kind] = tuple((name, name.encode()) for name in names)
        return self._class_slots[kind]

    def _instance(self, instance: Any, kind: str) -> Element:
        value, found = self._value, []
        for name, key in self._slots_of(kind):
            lib.DirectGetSlot(instance, key, value)
            found.append((name, _python(value)))
        return Element(self.name(instance), kind, tuple(found))

    def _fact(self, fact: Any) -> Element:
        template = lib.FactDeftemplate(fact)
        kind = ffi.string(lib.DeftemplateName(template)).decode()
        slots = self._template_slots.get(kind)
        if slots is None:
            names = [ORDERED]
            if not lib.ImpliedDeftemplate(template):
                names = [slot.name for slot in self._clips.env.find_template(kind).slots]
            keys = [ffi.NULL if name == ORDERED else name.encode() for name in names]
            self._template_slots[kind] = slots = tuple(zip(names, keys, strict=True))
        value, found = self._value, []
        for name, key in slots:
            lib.GetFactSlot(fact, key, value)
            found.append((name, _python(value)))
        return Element("", kind, tuple(found))


def _python(value: Any) -> Value:
    """A CLIPS value as a Python value."""
    kind = value.header.type
    if kind == _INTEGER:
        return int(value.integerValue.contents)
    if kind == _MULTIFIELD:
        many = value.multifieldValue
        return tuple(_single(many.contents + at) for at in range(many.length))
    return _single(value)


def _single(value: Any) -> int | float | str:
    kind = value.header.type
    if kind == _INTEGER:
        return int(value.integerValue.contents)
    if kind == _FLOAT:
        return float(value.floatValue.contents)
    if kind not in _LEXEMES:
        return Unstorable("<address>")
    encoded = ffi.string(value.lexemeValue.contents)
    try:
        text = str(encoded.decode())
    except UnicodeDecodeError:
        return Unstorable(string_value(encoded.decode(errors="backslashreplace")))
    if kind == _STRING:
        return string_value(text)
    if kind == _INSTANCE_NAME:
        return f"[{text}]"
    return text if text[:1] not in _QUOTES else Unstorable(f"(sym-cat {string_value(text)})")


def _storable(value: Value, as_text: bool) -> bool:
    """Whether a position can store a value; ordered facts and globals are written into CLIPS as text."""
    parts = value if isinstance(value, tuple) else (value,)
    return not any(isinstance(part, Unstorable) or (as_text and not _reads_back(part)) for part in parts)


def _reads_back(part: int | float | str) -> bool:
    """Whether CLIPS reads a value that is written as text as the same value, unlike a symbol with a space, or `7`."""
    if not isinstance(part, str) or part[:1] in ('"', "["):
        return True
    try:
        float(part)
    except ValueError:
        return not DELIMITER.search(part)
    return False
