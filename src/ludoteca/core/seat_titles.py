"""Titles of seats: a seat's name and, where it is known, who sits there."""

from __future__ import annotations

from collections.abc import Sequence

from ludoteca.core.game import Game, seat_key
from ludoteca.core.i18n import Message, phrase

_LONGEST = 20  # letters of a player's name


def seat_title(game: Game, seat: int, language: str, player_names: Sequence[str] = ()) -> str:
    """The name of a seat, after the name of the player who sits there: long names are cut.

    There is one name for each seat, empty where the seat's name is enough, or none at all.

    >>> from ludoteca.games import load_game
    >>> [seat_title(load_game("kalah"), seat, "en", ("You", "")) for seat in (0, 1)]
    ['You (south)', 'north']
    """
    title = phrase(seat_key(game, seat), language)
    return titled(title, player_names[seat] if player_names else "")


def seat_in_sentence(game: Game, seat: int, player_names: Sequence[str]) -> Message:
    """A seat for ``{seat:told}`` in a sentence, with the name of its player in brackets, where that is known.

    >>> from ludoteca.games import load_game
    >>> print(seat_in_sentence(load_game("kalah"), 0, ("you", "Ana")))
    south (you)
    """
    key, name = seat_key(game, seat), player_names[seat] if player_names else ""
    if not name:
        return Message("core.seat.alone", {"seat": key})
    return Message("core.seat.with_player", {"seat": key, "player": _shortened(name)})


def titled(title: str, name: str) -> str:
    """A seat's name after that of its player.

    >>> titled("South", ""), titled("South", "  Maximiliana de la Torre")
    ('South', 'Maximiliana de la T… (South)')
    """
    shown = _shortened(name)
    return f"{shown} ({title})" if shown else title


def _shortened(name: str) -> str:
    """The name of a player on one line, cut if it is long."""
    shown = " ".join(name.split())
    return f"{shown[: _LONGEST - 1].rstrip()}…" if len(shown) > _LONGEST else shown
