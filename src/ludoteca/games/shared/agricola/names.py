"""The names and sentences of an Agricola game in one language, from the game's messages."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

from ludoteca.core.i18n import Argument, capitalized, has_words, phrase, say
from ludoteca.core.seat_titles import titled
from ludoteca.core.vocabulary import word_of
from ludoteca.games.shared.agricola.amounts import amount_of, cell_amount

_CACHED = 1000


@dataclass(frozen=True, slots=True)
class Names:
    """A game's message prefix, the table of its things' names, and a language."""

    prefix: str
    table: str
    language: str
    players: tuple[tuple[str, str], ...] = ()  # seats, and who sits there

    def say(self, key: str, **args: Argument) -> str:
        """A message of the game's views."""
        return phrase(f"{self.prefix}.view.{key}", self.language, **args)

    def word(self, symbol: str) -> str:
        """The name of a thing; a symbol without a name stands for itself."""
        return _word(self, symbol)

    def title(self, symbol: str) -> str:
        """The name of a thing, capitalized."""
        return capitalized(_word(self, symbol))

    def label(self, symbol: str) -> str:
        """The name of a card or an improvement for little room, capitalized."""
        return _label(self, symbol)

    def seat(self, player: str) -> str:
        """The name of a player's seat."""
        return phrase(f"{self.prefix}.seat.{player}", self.language)

    def seat_title(self, player: str) -> str:
        """The name of a player's seat, after that of the person or mind who sits there."""
        return titled(self.seat(player), dict(self.players).get(player, ""))

    def seat_heading(self, player: str) -> str:
        """A seat's title that begins a text: capitalized, unless it begins with the name of a player."""
        return self.seat_title(player) if dict(self.players).get(player) else capitalized(self.seat(player))

    def amount(self, good: str, amount: int) -> str:
        """So many of a good, on one line."""
        return say(amount_of(good, amount), self.language).replace(" ", "\N{NO-BREAK SPACE}")

    def cell_amount(self, good: str, amount: int) -> str:
        """So many of a crop or an animal, short enough for a cell in a terminal."""
        return say(cell_amount(good, amount), self.language).replace(" ", "\N{NO-BREAK SPACE}")


@lru_cache(_CACHED)
def _word(names: Names, symbol: str) -> str:
    for key in (f"{names.prefix}.{names.table}.{written}" for written in (symbol, word_of(symbol))):
        if has_words(key):
            return phrase(key, names.language)
    return symbol.replace("-", " ")


@lru_cache(_CACHED)
def _label(names: Names, symbol: str) -> str:
    key = f"{names.prefix}.view.short.{word_of(symbol)}"
    return capitalized(phrase(key, names.language) if has_words(key) else _word(names, symbol))
