"""Structures of CLIPS, read from memory as words: what no function of CLIPS returns, or returns more slowly.

The offsets are those of CLIPS 6.4 with words of 64 bits. The place of a structure is the index of its first word in
`WORDS`. Slots are compared with what CLIPS's own functions return before they are read in this way: see `verified`.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from clips._clips import ffi, lib

_WORD = 8  # bytes
WORDS: Any = ffi.cast("uintptr_t *", _WORD)  # not from 0: CFFI refuses to index a null pointer
TYPE = 0xFFFF  # the part of a structure's first word that holds its type
_SALIENCE = 0xFFFFFFFF
_FACT, LIST = 6, 4  # types; a list is a multifield

# Of an activation: its rule, what it matched, its salience, and the next one.
RULE, PARTIAL_MATCH, SALIENCE, NEXT_ACTIVATION = 0, 1, 2, 6
MATCHES = 17  # of a partial match: the first one; their number is a part of the first word
# Of an instance: its flags, name, class, the next one, and its slots.
_FLAGS, NAME, CLASS, NEXT_INSTANCE, SLOTS = 7, 8, 10, 16, 18
_GARBAGE = 2  # among the flags
SLOT_WIDTH, VALUE = 3, 2  # of a slot
_LENGTH, CONTENTS = 1, 3  # of a multifield
TEMPLATE, FIELDS = 5, 18  # of a fact: its template, and its first value


def address_of(pointer: Any) -> int:
    """The address that a pointer holds."""
    return int(ffi.cast("uintptr_t", pointer))


def place(address: int) -> int:
    """The index in `WORDS` of the word at an address."""
    return (address >> 3) - 1


def activations(first: Any) -> Iterator[int]:
    """The addresses of an activation and of those after it."""
    address = address_of(first)
    while address:
        yield address
        address = WORDS[place(address) + NEXT_ACTIVATION]


def of_equal_salience(first: Any) -> list[tuple[int, int]]:
    """The addresses of an activation and of those after it with the same salience, each with that of its rule."""
    found = []
    address = address_of(first)
    salience = WORDS[place(address) + SALIENCE] & _SALIENCE if address else 0
    while address:
        at = (address >> 3) - 1
        if WORDS[at + SALIENCE] & _SALIENCE != salience:
            break
        found.append((address, WORDS[at + RULE]))
        address = WORDS[at + NEXT_ACTIVATION]
    return found


def matches(activation: int) -> list[int]:
    """The addresses of the elements that an activation matched, one for each condition: 0 where there is none.

    CLIPS only prints them, in a form that cannot be read back, since rules and instances can have any name.
    """
    at = place(WORDS[place(activation) + PARTIAL_MATCH])
    count = WORDS[at] >> 16 & 0xFFFF
    # A condition such as `not` has no match, or one without an element.
    return [WORDS[(match >> 3) - 1] if match else 0 for match in ffi.unpack(WORDS + at + MATCHES, count)]


def basis(activation: int) -> list[int]:
    """The addresses of the elements that an activation matched."""
    return [element for element in matches(activation) if element]


def is_fact_at(element: int) -> bool:
    """Whether the element at an address is a fact; otherwise it is an instance."""
    return bool(WORDS[(element >> 3) - 1] & TYPE == _FACT)


def is_deleted(instance: int) -> bool:
    """Whether an instance that is kept in memory has been deleted."""
    return bool(WORDS[place(instance) + _FLAGS] & _GARBAGE)


@dataclass(frozen=True, slots=True)
class Layout:
    """Where the instances of a class have their slots: the index of each by name, and which are multifields.

    A class that cannot be read as words has no `width`.
    """

    kind: str
    fixed: bool
    interchangeable: bool
    index: Mapping[str, int]
    multifields: tuple[int, ...] = ()
    width: int = 0

    def values(self, at: int) -> list[Any]:
        """The values of the slots of the instance at a place: equal for equal values as long as none is released."""
        found: list[Any] = ffi.unpack(WORDS + ((WORDS[at + SLOTS] >> 3) - 1), self.width)[VALUE::SLOT_WIDTH]
        for number in self.multifields:
            found[number] = list_values(found[number])
        return found


def is_list(value: int) -> bool:
    """Whether the value at an address is a list."""
    return bool(WORDS[(value >> 3) - 1] & TYPE == LIST)


def list_values(value: int) -> tuple[int, ...]:
    """The addresses of the values in the list at an address."""
    at = (value >> 3) - 1
    return tuple(ffi.unpack(WORDS + at + CONTENTS, WORDS[at + _LENGTH]))


def verified(layout: Layout, names: Sequence[bytes], instance: Any) -> bool:
    """Whether the slots of an instance, read as words, are those that CLIPS returns by name."""
    value = ffi.new("CLIPSValue *")
    at = place(address_of(instance))
    if WORDS[at + CLASS] != address_of(lib.InstanceClass(instance)):
        return False
    first = place(WORDS[at + SLOTS])
    for number, name in enumerate(names):
        lib.DirectGetSlot(instance, name, value)
        if (value.header.type == LIST) != (number in layout.multifields):
            return False
        if WORDS[first + number * SLOT_WIDTH + VALUE] != address_of(value.value):
            return False
    return True
