"""Values of CLIPS as Python values, and back."""

from __future__ import annotations

from typing import Any

from clips._clips import ffi, lib
from clips.common import environment_builder

from ludoteca.rules.production.clips_binding import Clips
from ludoteca.rules.production.values import DELIMITER, Unstorable, Value, string_text, string_value

_FLOAT, _INTEGER, _SYMBOL, _STRING, _MULTIFIELD, _INSTANCE_NAME = 0, 1, 2, 3, 4, 8
_LEXEMES = (_SYMBOL, _STRING, _INSTANCE_NAME)
_QUOTES = ('"', "[")  # a symbol that begins with one would be taken for a string or the name of an instance
_KEPT_VALUES = 20_000  # values of CLIPS that are kept for reuse


class ClipsValues:
    """Makes values of CLIPS in one environment, and keeps them for reuse."""

    def __init__(self, clips: Clips) -> None:
        self._clips = clips
        self._raw = clips.raw
        self._list_builder = environment_builder(self._raw, "multifield")
        self._kept: dict[Value, Any] = {}
        self._floats: list[Any] = []

    def made(self, value: Value) -> Any:
        """A pointer to a value of CLIPS, which is valid until values are forgotten."""
        floats = any(isinstance(part, float) for part in (value if isinstance(value, tuple) else (value,)))
        kept = None if floats else self._kept.get(value)
        if kept is None:
            kept = ffi.new("CLIPSValue *")
            kept.value = self._new_list(value) if isinstance(value, tuple) else self._new(value)
            self._clips.retain(kept.value)
            if floats:  # equal floats can differ in their sign, and an integer can be equal to a float
                self._floats.append(kept)
            else:
                self._kept[value] = kept
        return kept

    def forget(self) -> None:
        """Release the values that are kept."""
        for kept in (*self._kept.values(), *self._floats):
            self._clips.release(kept.value)
        self._kept.clear()
        self._floats.clear()

    @property
    def full(self) -> bool:
        """Whether so many values are kept that it is time to forget them."""
        return len(self._kept) + len(self._floats) >= _KEPT_VALUES

    def _new_list(self, values: tuple[float | str, ...]) -> Any:
        if not values:
            return lib.EmptyMultifield(self._raw)
        made = [self.made(value) for value in values]
        lib.MBReset(self._list_builder)
        for part in made:
            lib.MBAppend(self._list_builder, part)
        return lib.MBCreate(self._list_builder)

    def _new(self, value: float | str) -> Any:
        if isinstance(value, int):
            return lib.CreateInteger(self._raw, value)
        if isinstance(value, float):
            return lib.CreateFloat(self._raw, value)
        if value[:1] == '"':
            return lib.CreateString(self._raw, string_text(value).encode())
        if value[:1] == "[" and value[-1:] == "]":
            return lib.CreateInstanceName(self._raw, value[1:-1].encode())
        return lib.CreateSymbol(self._raw, value.encode())


def python_value(value: Any) -> Value:
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


def is_storable(value: Value, as_text: bool) -> bool:
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
