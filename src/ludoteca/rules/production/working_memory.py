"""Working memory: its elements, a position as its state, and reading and writing it in CLIPS."""

from __future__ import annotations

import json
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from clips._clips import ffi, lib
from clips.classes import instance_pp_string
from clips.common import environment_builder

from ludoteca.rules.production.clips_binding import Clips
from ludoteca.rules.production.values import Value

_FLOAT, _INTEGER, _SYMBOL, _STRING, _MULTIFIELD, _INSTANCE_NAME = 0, 1, 2, 3, 4, 8
_CACHE_SIZE = 50_000  # instances in the cache
ORDERED = "…"  # the one slot of an ordered fact, which has no name
_DELIMITER = re.compile(r'[\s()&|~;"]|^[?$]')
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

    def __str__(self) -> str:
        if self.ordered:
            return f"({' '.join([self.kind, *_texts(self.slots[0][1])])})"
        slots = " ".join(f"({' '.join([name, *_texts(value)])})" for name, value in self.slots)
        return f"[{self.name}] of {self.kind} {slots}".rstrip() if self.name else f"({self.kind} {slots})"


def _texts(value: Value) -> list[str]:
    return [str(part) for part in value] if isinstance(value, tuple) else [str(value)]


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
        self._instances: dict[bytes, Any] = {}
        self._value = ffi.new("CLIPSValue *")
        self._part = ffi.new("CLIPSValue *")
        self._instance_builder = environment_builder(self._raw, "instance")
        self._fact_builder = environment_builder(self._raw, "fact")
        self._list_builder = environment_builder(self._raw, "multifield")
        self._class_slots: dict[str, tuple[tuple[str, bytes], ...]] = {}
        self._template_slots: dict[str, tuple[tuple[str, bytes | Any], ...]] = {}
        self._class_names: dict[Any, str] = {}  # by the address of the class, which never changes
        self._kinds: dict[str, frozenset[str]] = {}
        self._cache: dict[str, Element] = {}

    def read(self) -> list[Element]:
        """All instances and facts."""
        elements = []
        with self._clips.without_output():
            instance = lib.GetNextInstance(self._raw, ffi.NULL)
            while instance != ffi.NULL:
                kind = self._kind(instance)
                if FIXED not in self.ancestors(kind):
                    elements.append(self._cached(instance, kind))
                instance = lib.GetNextInstance(self._raw, instance)
        elements += map(self._fact, self._facts())
        return elements

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

    def entity(self, name: str) -> Element | None:
        """The element of a name in an activation, such as `[wood-1]` or `f-12`; None when it no longer exists."""
        if name.startswith("["):
            instance = self._found(name)
            if instance == ffi.NULL:
                return None
            return self._instance(instance, self._kind(instance))
        index = int(name.removeprefix("f-"))
        return next((self._fact(fact) for fact in self._facts() if lib.FactIndex(fact) == index), None)

    def slot(self, entity: str, slot: str | int) -> Value:
        """The value of a slot of an element, or of a field of an ordered fact."""
        if entity.startswith("["):
            lib.DirectGetSlot(self._found(entity), str(slot).encode(), self._value)
            return _python(self._value)
        element = self.entity(entity)
        assert element is not None
        if isinstance(slot, str):
            return element.values[slot]
        fields = element.slots[0][1]
        assert isinstance(fields, tuple)
        return fields[slot]

    def ancestors(self, kind: str) -> frozenset[str]:
        """A class and its superclasses."""
        if kind not in self._kinds:
            above = self._clips.env.find_class(kind).superclasses(True)
            self._kinds[kind] = frozenset({kind, *(parent.name for parent in above)})
        return self._kinds[kind]

    def settings(self) -> tuple[tuple[str, Value], ...]:
        """The globals and their values."""
        found = []
        name = lib.GetNextDefglobal(self._raw, ffi.NULL)
        while name != ffi.NULL:
            lib.DefglobalGetValue(name, self._value)
            found.append((ffi.string(lib.DefglobalName(name)).decode(), _python(self._value)))
            name = lib.GetNextDefglobal(self._raw, name)
        return tuple(found)

    def set(self, settings: Sequence[tuple[str, Value]]) -> None:
        """Set globals to values."""
        for name, value in settings:
            text = " ".join(_texts(value))
            self._clips.env.eval(f"(bind ?*{name}* {f'(create$ {text})' if isinstance(value, tuple) else text})")

    def _made(self, element: Element) -> Any:
        """Make an element with its slots set directly, without message handlers; CLIPS's null if that fails."""
        if not element.name and element.ordered:
            return lib.AssertString(self._raw, str(element).encode())
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
                return lib.CreateString(raw, _unescaped(value).encode())
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

    def _found(self, name: str) -> Any:
        """The instance of a name in brackets; CLIPS's null when there is none.

        CLIPS's own `FindInstance` does not find an instance that has the name of a symbol.
        """
        if lib.GetInstancesChanged(self._raw):
            lib.SetInstancesChanged(self._raw, False)
            self._instances = found = {}
            following, named, text = lib.GetNextInstance, lib.InstanceName, ffi.string
            instance = following(self._raw, ffi.NULL)
            while instance != ffi.NULL:
                found[text(named(instance))] = instance
                instance = following(self._raw, instance)
        return self._instances.get(name[1:-1].encode(), ffi.NULL)

    def _cached(self, instance: Any, kind: str) -> Element:
        """An instance as an element, from the cache if its printed form has not changed: most have not."""
        text = instance_pp_string(self._raw, instance)
        if text not in self._cache:
            if len(self._cache) > _CACHE_SIZE:
                self._cache.clear()
            self._cache[text] = self._instance(instance, kind)
        return self._cache[text]

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

    def _instance(self, instance: Any, kind: str) -> Element:
        slots = self._class_slots.get(kind)
        if slots is None:
            names = [slot.name for slot in self._clips.env.find_class(kind).slots(True)]
            self._class_slots[kind] = slots = tuple((name, name.encode()) for name in names)
        value, found = self._value, []
        for name, key in slots:
            lib.DirectGetSlot(instance, key, value)
            found.append((name, _python(value)))
        return Element(ffi.string(lib.InstanceName(instance)).decode(), kind, tuple(found))

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
        element = Element("", kind, tuple(found))
        fields = found[0][1] if element.ordered else ()
        if isinstance(fields, tuple) and not all(map(_reads_back, fields)):
            raise UnsupportedValue(str(element))
        return element


def _python(value: Any) -> Value:
    """A CLIPS value as a Python value."""
    kind = value.header.type
    if kind == _INTEGER:
        return int(value.integerValue.contents)
    if kind == _SYMBOL:
        return _decoded(value)
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
    if kind == _SYMBOL:
        return _decoded(value)
    if kind == _STRING:
        escaped = _decoded(value).replace("\\", "\\\\").replace('"', '\\"')
        return f'"{escaped}"'
    if kind == _INSTANCE_NAME:
        return f"[{_decoded(value)}]"
    raise UnsupportedValue("<address>")


def _reads_back(part: int | float | str) -> bool:
    """Whether CLIPS reads a field of an ordered fact as the same value, unlike a symbol with a space, or `7`."""
    if not isinstance(part, str) or part[:1] in ('"', "["):
        return True
    try:
        float(part)
    except ValueError:
        return not _DELIMITER.search(part)
    return False


def _unescaped(value: str) -> str:
    return value[1:-1].replace('\\"', '"').replace("\\\\", "\\")


def _decoded(value: Any) -> str:
    return str(ffi.string(value.lexemeValue.contents).decode())
