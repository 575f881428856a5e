"""The minds: one folder for each school, found by its name."""

from __future__ import annotations

import contextlib
from collections.abc import Sequence

from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.game import Game
from ludoteca.core.i18n import Message, UnknownMessage, phrase, quoted
from ludoteca.core.loading import BrokenPlugin, check_options, load_class, require_messages
from ludoteca.core.mind import Mind, MindName, Role
from ludoteca.core.options import read_options
from ludoteca.core.plugins import plugins
from ludoteca.core.society import Society


def mind_names() -> list[str]:
    """The names of the schools there are, broken ones among them.

    >>> "montecarlo" in mind_names()
    True
    """
    return sorted(plugins("minds"))


def school(name: str) -> type[Mind]:
    """A school's class; raises `BadInput`, and `BrokenPlugin` when the school's own files are wrong."""
    known = plugins("minds")
    if name not in known:
        raise no_such("mind", name, known)
    mind = load_class(known[name])
    if not issubclass(mind, Mind):
        what = Message("core.plugin.not_a_class", {"name": "MIND", "base": "Mind"})
        raise BrokenPlugin(known[name], what, "base_minds")
    if not known[name].shipped:
        check_options(known[name], "parameters", mind.parameters)
        require_messages(known[name], {parameter.about: () for parameter in mind.parameters})
    return mind


def all_schools() -> dict[str, type[Mind]]:
    """Every school that can be loaded, by name."""
    found = {}
    for name in mind_names():
        with contextlib.suppress(BrokenPlugin):
            found[name] = school(name)
    return found


def minds_for(game: Game) -> list[str]:
    """The schools that play a game with their default parameters."""
    return [name for name in minds_written_for(game) if school(name).missing() is None]


def minds_written_for(game: Game) -> list[str]:
    """The schools that play a game with their default parameters, also those whose program this machine lacks."""
    refusals = {name: kind.with_defaults().refuses(game) for name, kind in all_schools().items()}
    return [name for name, refusal in refusals.items() if refusal in (None, school(name).missing())]


def start_society(game: Game, files: Sequence[str | None], seed: int, seconds: float) -> Society:
    """Agents that play a game together, of the first school that has societies; raises `BadInput`."""
    for kind in all_schools().values():
        society = kind.society(game, files, seed, seconds)
        if society is not None:
            return society
    raise BadInput("minds.no_society", game=game.name)


def suggested_mind(game: Game, role: Role) -> str:
    """The mind that suits a role in a game best."""
    found = []
    for name in minds_for(game):
        suggestion = school(name).suggestion(game, role)
        if suggestion is not None:
            found.append((suggestion.rank, f"{name}:{suggestion.parameters}".rstrip(":")))
    return max(found)[1] if found else _FALLBACK


_FALLBACK = "random"


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
