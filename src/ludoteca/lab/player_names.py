"""Who sits at the seats of a game in the lab, as one viewer sees it: "You", another person's name, a mind's."""

from __future__ import annotations

import re

from ludoteca.core.i18n import capitalized, phrase
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.people import Person

_FILE = re.compile(r"[:,]file=(?:[0-9a-f]{10}/)?([^,]+)")  # a member's knowledge file has the number of its folder


def seats_of(live: LiveGame, viewer: Person) -> list[int]:
    """The seats for which a person moves."""
    if live.link:
        return live.link.of(viewer.id)
    return live.people if viewer.owns(live.owner) else []


def player_names(live: LiveGame, viewer: Person, language: str) -> tuple[str, ...]:
    """A name for each seat, or none if no person plays.

    The name is empty for a seat that is free, and for all seats of one person who plays for several.
    """
    people = live.people
    return tuple(_name(live, seat, viewer, language) for seat in range(len(live.game.seats))) if people else ()


def _name(live: LiveGame, seat: int, viewer: Person, language: str) -> str:
    if seats_of(live, viewer) == [seat]:
        return capitalized(phrase("lab.page.you", language))
    return live.link.name(seat) if seat in live.people else mind_name(live.runner.seats[seat].mind)


def mind_name(mind: str) -> str:
    """The name of a mind without its parameters; one that plays by a knowledge file has the name of the file.

    >>> mind_name("alphabeta:depth=4"), mind_name("prolog:digest=0123,file=0123456789/mine.pl")
    ('alphabeta', 'mine.pl')
    """
    file = _FILE.search(mind)
    return mind.partition(":")[0] if file is None else file[1]
