"""The numbers that functions of the interface take: the ranges of the command line, and its sentences."""

from __future__ import annotations

from ludoteca.core.options import Option

RANGES: dict[str, tuple[type[int] | type[float], float, float]] = {
    "seed": (int, 0, (1 << 63) - 1),
    "games": (int, 1, 1_000_000),
    "opening": (int, 0, 1000),
    "workers": (int, 1, 256),
    "depth": (int, 0, 64),
    "memory": (int, 1, 1 << 20),
    "limit": (float, 0.01, 86400),
    "seconds": (float, 0.01, 86400),
}


def check_numbers(**given: float) -> None:
    """Raise `BadInput` for a number that is out of the range of its name.

    >>> check_numbers(games=0)
    Traceback (most recent call last):
    ludoteca.core.errors.BadInput: games=0 is out of range: a whole number from 1 to 1000000.
    """
    for name, value in given.items():
        number_option(name).read(value)


def number_option(name: str, shown: str | None = None) -> Option:
    """A number as an option, under the name that errors show."""
    kind, low, high = RANGES[name]
    return Option(shown or name, kind, low, about="", low=low, high=high)
