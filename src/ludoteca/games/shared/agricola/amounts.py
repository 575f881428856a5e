"""Amounts of goods in words, for both games of Agricola."""

from __future__ import annotations

from ludoteca.core.i18n import Message

_SHARED = "games.shared.agricola"


def amount_of(good: str, amount: int) -> Message:
    """So many of a good."""
    return Message(f"{_SHARED}.amount.{good}", {"n": amount})


def cell_amount(good: str, amount: int) -> Message:
    """So many of a crop or an animal, short enough for a cell in a terminal."""
    return Message(f"{_SHARED}.cell.{good}", {"n": amount})
