"""Makes the elements of a position in an environment of CLIPS, with what CLIPS is given kept for the next time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from clips._clips import ffi, lib
from clips.common import environment_builder

from ludoteca.rules.production.clips_binding import Clips
from ludoteca.rules.production.clips_values import ClipsValues
from ludoteca.rules.production.structures import address_of
from ludoteca.rules.production.values import Value

if TYPE_CHECKING:
    from ludoteca.rules.production.working_memory import Element

    Prepared = tuple[Element, bytes, bytes, tuple[tuple[bytes, Any], ...]]

_MOST = 5_000  # instances that are prepared
_STATIC, _SINGLE = "STC", "SGL"  # facets of a slot: its default is a constant, and it has one value


class ElementWriter:
    """Makes instances and facts."""

    def __init__(self, clips: Clips) -> None:
        self._clips = clips
        self._raw = clips.raw
        self._instance_builder = environment_builder(self._raw, "instance")
        self._fact_builder = environment_builder(self._raw, "fact")
        self._values = ClipsValues(clips)
        self._prepared: dict[int, Prepared] = {}  # by identity: equal elements can differ in the sign of a float
        self._defaults: dict[str, dict[str, int]] = {}

    def make(self, element: Element) -> Any:
        """Make an element without message handlers. Returns CLIPS's pointer to it, null if that fails."""
        return self._made_instance(element) if element.name else self._made_fact(element)

    def _made_instance(self, element: Element) -> Any:
        prepared = self._prepared.get(id(element))
        if prepared is None or prepared[0] is not element:
            prepared = self._prepare(element)
        _, name, kind, slots = prepared
        builder, put = self._instance_builder, lib.IBPutSlot
        lib.IBSetDefclass(builder, kind)
        for slot, value in slots:
            if put(builder, slot, value):
                return ffi.NULL
        return lib.IBMake(builder, name)

    def _made_fact(self, element: Element) -> Any:
        if element.ordered:
            return lib.AssertString(self._raw, f"({element.kind} {clips_text(element.slots[0][1])})".encode())
        self._make_room()
        lib.FBSetDeftemplate(self._fact_builder, element.kind.encode())
        for slot, value in element.slots:
            if lib.FBPutSlot(self._fact_builder, slot.encode(), self._values.made(value)):
                return ffi.NULL
        return lib.FBAssert(self._fact_builder)

    def _prepare(self, element: Element) -> Prepared:
        """An instance as CLIPS is given it: its name, its class, and those of its slots that have not the default."""
        self._make_room()
        defaults = self._defaults_of(element.kind)
        made = [(slot, self._values.made(value)) for slot, value in element.slots]
        slots = tuple((slot.encode(), value) for slot, value in made if defaults.get(slot) != address_of(value.value))
        self._prepared[id(element)] = prepared = element, element.name.encode(), element.kind.encode(), slots
        return prepared

    def _make_room(self) -> None:
        """Forget what is prepared if it has become too much."""
        if len(self._prepared) >= _MOST or self._values.full:
            self._prepared.clear()
            self._values.forget()

    def _defaults_of(self, kind: str) -> dict[str, int]:
        """The addresses of the constants that are the defaults of slots with one value, in a class."""
        if kind not in self._defaults:
            self._defaults[kind] = found = {}
            own, value = lib.FindDefclass(self._raw, kind.encode()), ffi.new("CLIPSValue *")
            slots = self._clips.env.find_class(kind).slots(True) if own else ()
            for slot in slots:
                if {_STATIC, _SINGLE} <= set(slot.facets) and lib.SlotDefaultValue(own, slot.name.encode(), value):
                    found[slot.name] = address_of(value.value)
                    self._clips.retain(value.value)
        return self._defaults[kind]


def clips_text(value: Value) -> str:
    """A value as CLIPS reads it."""
    return " ".join(map(str, value)) if isinstance(value, tuple) else str(value)
