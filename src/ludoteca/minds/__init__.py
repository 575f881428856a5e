"""The minds: one folder for each school, found by its name."""

from __future__ import annotations

import importlib
import pkgutil

from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.game import Game
from ludoteca.core.i18n import UnknownMessage, phrase, quoted
from ludoteca.core.mind import Mind, MindName
from ludoteca.core.options import read_options
from ludoteca.core.plugins import SHARED, extended

__path__ = extended(__path__, "minds")


def mind_names() -> list[str]:
    """The schools there are, by folder.

    >>> "montecarlo" in mind_names()
    True
    """
    return sorted(module.name for module in pkgutil.iter_modules(__path__) if module.ispkg and module.name != SHARED)


def school(name: str) -> type[Mind]:
    """A school's class: the folder's `MIND`."""
    if name not in mind_names():
        raise no_such("mind", name, mind_names())
    mind: type[Mind] = importlib.import_module(f"{__name__}.{name}").MIND
    return mind


def about(name: str, language: str = "en") -> str:
    """What a school says of itself; one without words of its own has its docstring."""
    try:
        return phrase(f"minds.{name}.about", language)
    except UnknownMessage:
        return (school(name).__doc__ or "").partition("\n")[0]


def pinned(text: str, game: Game) -> str:
    """A mind's name with what it needs to mean the same tomorrow; raises `BadInput`."""
    name = MindName.read(text)
    return str(MindName(name.school, {**name.settings, **load_mind(text, game).pins(game)}))


def load_mind(text: str, game: Game) -> Mind:
    """A mind from its name and parameters, sure to play that game; raises `BadInput`."""
    name = MindName.read(text)
    kind = school(name.school)
    mind = kind(read_options(kind.parameters, name.settings))
    refusal = mind.refuses(game)
    if refusal is not None:
        raise BadInput("minds.refuses", mind=name.school, game=game.name, reason=quoted(refusal))
    return mind
