"""Moves grouped by the card, improvement or land they belong to."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from ludoteca.games.shared.agricola.board import MoveButton

_SECOND_STEP = re.compile(r" in(to)? ")
_BUTTONS = 2  # that a card has room for


@dataclass(frozen=True, slots=True)
class LabelledMove:
    """A legal move with its icon, a short label and a distinct one, and the things it belongs to."""

    move: str
    icon: str
    short: str
    long: str
    card: str = ""
    improvement: str = ""
    land: str = ""

    @property
    def steps(self) -> tuple[str, str] | None:
        """The two steps of a move that leads from a card to a land: what to pick up, where to drop it.

        >>> LabelledMove("take sheep into house", "sheep", "", "", "sheep-market", "", "land-1-1").steps
        ('take sheep', 'into house')
        """
        found = _SECOND_STEP.search(self.move) if self.card and self.land else None
        return None if found is None else (self.move[: found.start()], self.move[found.start() + 1 :])

    @property
    def button(self) -> MoveButton:
        """The button of this move alone."""
        return MoveButton(self.move, self.icon, self.long, self.long)


@dataclass(frozen=True, slots=True)
class MovesByCard:
    """The buttons of each card, improvement and land, and the second steps that lands accept.

    The panel holds the moves that no card and no improvement has a button for; `panel_cards` are the cards they are on.
    """

    cards: Mapping[str, tuple[MoveButton, ...]]
    drops: Mapping[str, tuple[str, ...]]
    improvements: Mapping[str, MoveButton]
    lands: Mapping[str, MoveButton]
    panel: tuple[MoveButton, ...]
    panel_cards: frozenset[str]


def group_moves(moves: Sequence[LabelledMove], piles: Container[str]) -> MovesByCard:
    """The moves by card: two buttons at most, one on a card with a pile; a land or an improvement has a single move."""
    by_card: dict[str, list[LabelledMove]] = {}
    for move in moves:
        if move.card and not move.improvement:
            by_card.setdefault(move.card, []).append(move)
    cards = {card: buttons for card, own in by_card.items() if (buttons := _card_buttons(own, card in piles))}
    improvements = _single([(move.improvement, move) for move in moves if move.improvement])
    bought = {button.text for button in improvements.values()}
    panel = [move for move in moves if move.card not in cards and move.move not in bought]
    drops: dict[str, dict[str, None]] = {}
    for move in moves:
        if move.card in cards and move.steps is not None:
            drops.setdefault(move.land, {})[move.steps[1]] = None
    return MovesByCard(
        cards,
        {land: tuple(places) for land, places in drops.items()},
        improvements,
        _single([(move.land, move) for move in panel if move.land]),
        tuple(move.button for move in panel),
        frozenset(move.card for move in moves if move.card) - cards.keys(),
    )


def _card_buttons(moves: Sequence[LabelledMove], has_pile: bool) -> tuple[MoveButton, ...]:
    """A button for each move, or for each first step that several moves share; none where they are too many."""
    firsts = [move.steps[0] if move.steps else move.move for move in moves]
    buttons: dict[str, MoveButton] = {}
    for move, first in zip(moves, firsts, strict=True):
        if firsts.count(first) == 1:
            buttons[first] = MoveButton(move.move, move.icon, move.short, move.long)
        elif first not in buttons:
            buttons[first] = MoveButton(first, move.icon, move.short, move.short, is_pick=True)
    are_distinct = len({button.label for button in buttons.values()}) == len(buttons)
    return tuple(buttons.values()) if are_distinct and len(buttons) <= (1 if has_pile else _BUTTONS) else ()


def _single(placed: Sequence[tuple[str, LabelledMove]]) -> dict[str, MoveButton]:
    """The moves that have their place for themselves."""
    places = [place for place, _ in placed]
    return {place: move.button for place, move in placed if places.count(place) == 1}
