"""Responses: a position that a link leads to, in a language."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.core.errors import BadInput
from ludoteca.core.game import seat_key
from ludoteca.core.i18n import phrase, say
from ludoteca.core.options import Value
from ludoteca.lab.places import Place
from ludoteca.lab.setup_links import setup_link


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A position: the board, the seat to move and its name, and the legal moves with their names.

    `setup` holds the position for an address, in a game whose positions can be set up.
    """

    game: str
    title: str
    options: dict[str, Value]
    svg: str
    turn: int | None
    seat: str | None
    moves: list[str]
    names: dict[str, str]
    setup: str | None


def place_view(place: Place, language: str, narrow: bool) -> PlaceView:
    game, position = place.game, place.position
    return PlaceView(
        game=game.name,
        title=phrase(f"{game.message_prefix}.title", language),
        options=dict(game.values),
        svg=game.svg(position, place.last, language, narrow),
        turn=position.turn,
        seat=None if position.turn is None else phrase(seat_key(game, position.turn), language),
        moves=[move.text for move in position.moves],
        names={move.text: say(game.move_name(position, move), language) for move in position.moves},
        setup=_link(place),
    )


def _link(place: Place) -> str | None:
    try:
        return setup_link(place.game.starting_from(place.position.facts()))
    except BadInput:
        return None
