"""The numbers that functions of the interface take: the ranges of the command line, and its sentences."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.game import Game
from ludoteca.core.i18n import LANGUAGES
from ludoteca.core.options import MOST_SEED, Option
from ludoteca.minds.schools import load_mind

RANGES: dict[str, tuple[type[int] | type[float], float, float]] = {
    "seed": (int, 0, MOST_SEED),
    "games": (int, 1, 1_000_000),
    "opening": (int, 0, 1000),
    "workers": (int, 1, 256),
    "depth": (int, 0, 64),
    "memory": (int, 1, 1 << 20),
    "limit": (float, 0.01, 86400),
    "seconds": (float, 0.01, 86400),
}


def read_numbers(**given: float) -> tuple[Any, ...]:
    """Numbers as plain ones of Python, also where NumPy made them; raises `BadInput` for one out of its name's range.

    >>> import numpy as np
    >>> read_numbers(seed=np.int64(7), limit=1)
    (7, 1.0)
    >>> read_numbers(games=0)
    Traceback (most recent call last):
    ludoteca.core.errors.BadInput: games=0 is out of range: a whole number from 1 to 1000000.
    """
    return tuple(number_option(name).read(value) for name, value in given.items())


def check_language(language: str) -> str:
    """A language that sentences are told in; raises `BadInput`.

    >>> check_language("fr")
    Traceback (most recent call last):
    ludoteca.core.errors.BadInput: There is no value "language=fr"; there are: language=en, language=es.
    """
    if language not in LANGUAGES:
        raise no_such("value", str(language), LANGUAGES, prefix="language=")
    return language


def mind_list(minds: Sequence[str], game: Game) -> tuple[str, ...]:
    """The names of minds that are to play; raises `BadInput` for a single text, and for people."""
    if isinstance(minds, str):
        raise BadInput("api.no_list", given=repr(minds))
    return tuple(playing_mind(mind, game) for mind in minds)


def playing_mind(mind: str, game: Game) -> str:
    """The name of a mind that chooses by itself; raises `BadInput`."""
    if load_mind(str(mind), game).at_terminal:
        raise BadInput("arena.tournament.no_people", mind=str(mind))
    return str(mind)


def number_option(name: str, shown: str | None = None) -> Option:
    """A number as an option, under the name that errors show."""
    kind, low, high = RANGES[name]
    return Option(shown or name, kind, low, about="", low=low, high=high)
