"""The state of a kernel game as an object with attributes, for rules that run interpreted."""

from __future__ import annotations

import struct
from functools import cache
from typing import Any, NamedTuple

import numpy as np

_CODES = {"i1": "b", "i2": "h", "i4": "i", "i8": "q", "u1": "B", "u2": "H", "u4": "I", "u8": "Q", "b1": "?"}
_CODES |= {"f2": "e", "f4": "f", "f8": "d"}


class Fields:
    """A mutable state: arrays are views into its bytes, scalars are Python numbers.

    Attribute access is ten times as fast as on a NumPy record.
    """

    def __init__(self, dtype: np.dtype[Any], state: bytes) -> None:
        self._layout = layout = _layout(dtype)
        self._buffer = buffer = bytearray(state)
        fields = self.__dict__
        fields.update(zip(layout.names, layout.scalars.unpack_from(state), strict=True))
        for name, base, shape, offset in layout.arrays:
            fields[name] = np.ndarray(shape, base, buffer, offset)

    def tobytes(self) -> bytes:
        """The current state as bytes; raises `OverflowError` if a number does not fit its field."""
        fields, buffer = self.__dict__, self._buffer
        for name, base, code, offset in self._layout.places:
            try:
                code.pack_into(buffer, offset, fields[name])
            except struct.error:  # a number that does not fit, or has to be converted
                np.ndarray((), base, buffer, offset)[()] = fields[name]
        return bytes(buffer)


class _Layout(NamedTuple):
    """Where the fields of a state are: all scalars in one format, each by itself, and the arrays."""

    names: tuple[str, ...]  # of the scalars
    scalars: struct.Struct
    places: tuple[tuple[str, np.dtype[Any], struct.Struct, int], ...]
    arrays: tuple[tuple[str, np.dtype[Any], tuple[int, ...], int], ...]


@cache
def _layout(dtype: np.dtype[Any]) -> _Layout:
    places, arrays = [], []
    scalars, end = "=", 0
    for name, (kind, offset, *_) in sorted((dtype.fields or {}).items(), key=lambda field: field[1][1]):
        if kind.shape:
            arrays.append((name, kind.base, kind.shape, offset))
        elif (code := _CODES.get(kind.str[1:])) is None:
            raise TypeError(f"the field {name} of STATE is no number: {kind}")
        else:
            places.append((name, kind, struct.Struct(f"={code}"), offset))
            scalars += f"{offset - end}x{code}"
            end = offset + kind.itemsize
    names = tuple(name for name, *_ in places)
    return _Layout(names, struct.Struct(scalars), tuple(places), tuple(arrays))
