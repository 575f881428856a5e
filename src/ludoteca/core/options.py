"""Options: a game's variants and a mind's parameters, described once for forms, flags and errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.i18n import phrase

Value = int | float | bool | str | None
_WORDS = {
    "sí": True,
    "si": True,
    "true": True,
    "yes": True,
    "on": True,
    "1": True,
    "false": False,
    "no": False,
    "off": False,
    "0": False,
}

MOST_SEED = (1 << 63) - 1


@dataclass(frozen=True, slots=True)
class Option:
    """An option: its name, type, default and range; ``about`` is a message key.

    >>> pits = Option("pits", int, 6, about="games.kalah.option.pits", low=1, high=12)
    >>> pits.read("4")
    4
    >>> pits.read("99")
    Traceback (most recent call last):
    ludoteca.core.errors.BadInput: pits=99 is out of range: a whole number from 1 to 12.
    """

    name: str
    kind: type[int] | type[float] | type[bool] | type[str]
    default: Value
    about: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()

    def described(self, language: str) -> dict[str, Any]:
        """The option as data, for lists and forms."""
        return {
            "name": self.name,
            "kind": self.kind.__name__,
            "default": self.default,
            "low": self.low,
            "high": self.high,
            "choices": list(self.choices),
            "about": phrase(self.about, language),
        }

    def read(self, given: object) -> Value:
        """A value from text or JSON; raises `BadInput` that says what is allowed."""
        if given is None or given == "":
            if self.default is None:
                return None
            raise self._wrong(given, "core.option.not_a")
        value = self._converted(given)
        if self.choices and value not in self.choices:
            raise no_such("value", str(given), self.choices, prefix=f"{self.name}=")
        too_low = self.low is not None and not isinstance(value, str) and value < self.low
        too_high = self.high is not None and not isinstance(value, str) and value > self.high
        if too_low or too_high:
            raise self._wrong(given, "core.option.out_of_range")
        return value

    def _converted(self, given: object) -> int | float | bool | str:
        text = str(given).strip()
        if self.kind is bool:
            if text.lower() not in _WORDS:
                raise self._wrong(given, "core.option.not_a")
            return _WORDS[text.lower()]
        try:
            value = self.kind(text)
        except ValueError:
            raise self._wrong(given, "core.option.not_a") from None
        if isinstance(value, float) and value != value:
            raise self._wrong(given, "core.option.not_a")
        return value

    def _wrong(self, given: object, key: str) -> BadInput:
        args: dict[str, str | int | float] = {"name": self.name, "given": str(given)}
        wanted = f"core.option.wanted.{self.kind.__name__}"
        if self.low is not None and self.high is not None:
            return BadInput(f"{key}.between", wanted=wanted, low=self.low, high=self.high, **args)
        if self.low is not None:
            return BadInput(f"{key}.from", wanted=wanted, low=self.low, **args)
        return BadInput(f"{key}.plain", wanted=wanted, **args)


def read_options(options: Sequence[Option], given: Mapping[str, object]) -> dict[str, Value]:
    """All options with the values given, defaults for the rest; unknown names are refused.

    >>> read_options([Option("sweep", bool, True, about="games.kalah.option.sweep")], {"sweep": "no"})
    {'sweep': False}
    """
    known = {option.name: option for option in options}
    for name in given:
        if name not in known:
            raise no_such("option", name, known)
    return {name: option.read(given[name]) if name in given else option.default for name, option in known.items()}


def read_seed(given: object) -> int:
    """A seed as a plain number, also where NumPy made it; raises `BadInput` for one that `--seed` refuses.

    >>> read_seed("7")
    7
    >>> read_seed(-1)
    Traceback (most recent call last):
    ludoteca.core.errors.BadInput: seed=-1 is out of range: a whole number from 0 to 9223372036854775807.
    """
    return int(str(Option("seed", int, 0, about="", low=0, high=MOST_SEED).read(given)))


def read_settings(words: Sequence[str]) -> dict[str, str]:
    """``["pits=4", "seeds=3"]`` as a mapping; raises `BadInput` for a word that is not ``name=value``."""
    settings = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or not name:
            raise BadInput("core.option.not_a_setting", given=word)
        settings[name.strip()] = value.strip()
    return settings
