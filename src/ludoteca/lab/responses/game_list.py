"""Responses: one page of the list of stored games, in a language."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass

from ludoteca.core.i18n import has_words, phrase
from ludoteca.lab.store import GameEntry


@dataclass(frozen=True, slots=True)
class ListedGame(GameEntry):
    """A game in the list, with the name of the seat that won; for the teacher of a class, with the owner's name."""

    winner_title: str | None = None
    owner_name: str | None = None


@dataclass(frozen=True, slots=True)
class GameList:
    """One page of the list of games, and the number of all that match."""

    games: list[ListedGame]
    total: int


def game_list(entries: Sequence[GameEntry], total: int, language: str, owners: Mapping[str, str]) -> GameList:
    """The games with the names of their owners, as far as they are given."""

    def listed(entry: GameEntry) -> ListedGame:
        owner = owners.get(entry.owner or "")
        return ListedGame(**asdict(entry), winner_title=_winner(entry, language), owner_name=owner)

    return GameList([listed(entry) for entry in entries], total)


def _winner(entry: GameEntry, language: str) -> str | None:
    """The name of the seat that won; where the game is not here any more, the seat as it is recorded."""
    if entry.winner is None:
        return None
    key = f"games.{entry.game}.seat.{entry.winner}"
    return phrase(key, language) if has_words(key) else entry.winner
