"""Who sits at the seats of a game in the lab, as one viewer sees it: "You", another person's name, a mind's."""

from __future__ import annotations

import re

from ludoteca.core.game import Position
from ludoteca.core.i18n import capitalized, phrase
from ludoteca.lab.live_game import LiveGame
from ludoteca.lab.people import Person
from ludoteca.lab.places import Place

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
    return _names(live, viewer, you(language))


def names_in_sentences(live: LiveGame, viewer: Person, language: str) -> tuple[str, ...]:
    """The same names as they stand inside a sentence: "you" without a capital letter."""
    return _names(live, viewer, phrase("lab.page.you", language))


def _names(live: LiveGame, viewer: Person, reader: str) -> tuple[str, ...]:
    seats = range(len(live.game.seats))
    return tuple(_name(live, seat, viewer, reader) for seat in seats) if live.people else ()


def names_at(place: Place, viewer: Person, language: str) -> tuple[str, ...]:
    """A name for each seat at a place: as in its game, or in a puzzle the reader's at the seat to move."""
    if place.live is not None:
        return player_names(place.live, viewer, language)
    return names_to_move(place.position, you(language)) if place.is_puzzle else ()


def names_to_move(position: Position, name: str) -> tuple[str, ...]:
    """A name for the seat to move, and an empty one for each other seat."""
    return tuple(name if seat == position.turn else "" for seat in range(len(position.game.seats)))


def you(language: str) -> str:
    """The reader's name on boards."""
    return capitalized(phrase("lab.page.you", language))


def _name(live: LiveGame, seat: int, viewer: Person, reader: str) -> str:
    if seats_of(live, viewer) == [seat]:
        return reader
    return live.link.name(seat) if seat in live.people else mind_name(live.runner.seats[seat].mind)


def mind_name(mind: str) -> str:
    """The name of a mind without its parameters; one that plays by a knowledge file has the name of the file.

    >>> mind_name("search:depth=4"), mind_name("rules:digest=0123,file=0123456789/mine.pl")
    ('search', 'mine.pl')
    """
    file = _FILE.search(mind)
    return mind.partition(":")[0] if file is None else file[1]
