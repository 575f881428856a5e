"""Responses: a position that a link leads to, in a language."""

from __future__ import annotations

from dataclasses import dataclass

from ludoteca.core.game import seat_key
from ludoteca.core.i18n import phrase, say
from ludoteca.core.options import Value
from ludoteca.lab.places import Place


@dataclass(frozen=True, slots=True)
class PlaceView:
    """A position: the board, the seat to move and its name, and the legal moves with their names."""

    game: str
    title: str
    options: dict[str, Value]
    svg: str
    turn: int | None
    seat: str | None
    moves: list[str]
    names: dict[str, str]


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
    )
