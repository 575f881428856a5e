"""What can be chosen, for those who look: where each move belongs on the table, and how to say it in a few words."""

from __future__ import annotations

import re
from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ludoteca.core.game import PlayedMove
from ludoteca.core.i18n import has_words, phrase
from ludoteca.core.vocabulary import word_of
from ludoteca.rules.production.firing import Activation
from ludoteca.rules.production.game import ProductionPosition

ROOT = "games.agricola_classic"
_LABELS = {
    "take-goods": ("take", "good"),
    "bake-bread": ("bake", "bread"),
    "become-starting-player": ("begin", "first"),
    "take-animal-into-room": ("house", "animal"),
    "next-animal-into-room": ("house", "animal"),
    "take-animal-into-pasture": ("pasture", "animal"),
    "next-animal-into-pasture": ("pasture", "animal"),
    "take-animal-to-cook": ("cook", "animal"),
    "next-animal-to-cook": ("cook", "animal"),
    "plow": ("plow", "plow"),
    "sow": ("sow", "crop"),
    "sow-next": ("sow", "crop"),
    "fence-single-pasture": ("fence_single", "fence"),
    "next-fence-single-pasture": ("fence_single", "fence"),
    "fence-double-pasture": ("fence_double", "fence"),
    "next-fence-double-pasture": ("fence_double", "fence"),
    "fence-begun-pasture": ("fence_on", "fence"),
    "next-fence-begun-pasture": ("fence_on", "fence"),
    "build-stable": ("stable", "stable"),
    "build-next-stable": ("stable", "stable"),
    "build-room": ("room", "room"),
    "build-next-room": ("room", "room"),
    "renovate": ("renovate", "renovate"),
    "grow-family": ("child", "child"),
    "grow-family-without-room": ("child", "child"),
    "buy-for-one-resource": ("buy", "star"),
    "buy-for-two-resources": ("buy", "star"),
    "buy-hearth-for-clay": ("buy", "star"),
    "buy-hearth-for-fireplace": ("hand_in", "star"),
    "then-buy-for-one-resource": ("buy", "star"),
    "then-buy-for-two-resources": ("buy", "star"),
    "then-buy-hearth-for-clay": ("buy", "star"),
    "then-buy-hearth-for-fireplace": ("hand_in", "star"),
    "exchange-goods": ("exchange", "good"),
    "exchange-animal-of-house": ("exchange_house", "animal"),
    "exchange-animal-of-pasture": ("exchange_pasture", "animal"),
    "eat-crop": ("eat", "crop"),
    "settle-young-in-room": ("house", "animal"),
    "settle-young-in-pasture": ("pasture", "animal"),
}
"""For each rule that is a choice: the words to say it with, and its picture, or the variable that holds that."""
_WHERE = re.compile(r" in(to)? ")
_WORDS = 500  # symbols remembered in words
_BUTTONS = 2  # that a card has room for


@dataclass(frozen=True, slots=True)
class Offer:
    """A move, its picture and its label, in short and told apart from others like it; and what it belongs to."""

    move: str
    icon: str
    short: str
    long: str
    card: str = ""
    improvement: str = ""
    land: str = ""

    @property
    def steps(self) -> tuple[str, str] | None:
        """What to pick up and where to put it, for a move that leads from a card to a land.

        >>> Offer("take sheep into house", "sheep", "", "", "sheep-market", "", "land-1-1").steps
        ('take sheep', 'into house')
        """
        found = _WHERE.search(self.move) if self.card and self.land else None
        return None if found is None else (self.move[: found.start()], self.move[found.start() + 1 :])


@dataclass(frozen=True, slots=True)
class Button:
    """What can be pressed: a whole move, or the first step of several."""

    attribute: str
    text: str
    icon: str
    short: str
    title: str


@lru_cache(_WORDS)
def word(symbol: str, language: str) -> str:
    """A symbol of working memory in words; one that has none stands for itself."""
    key = f"{ROOT}.word.{word_of(symbol)}"
    return phrase(key, language) if has_words(key) else symbol.replace("-", " ")


@lru_cache(_WORDS)
def name_of(symbol: str, language: str) -> str:
    """A card's name, in short where there is little room."""
    key = f"{ROOT}.view.short.{word_of(symbol)}"
    return capital(phrase(key, language) if has_words(key) else word(symbol, language))


def capital(text: str) -> str:
    """With a capital letter first."""
    return text[:1].upper() + text[1:]


def offers_of(position: ProductionPosition, language: str) -> list[Offer]:
    """The moves of a position, in its order."""
    return [_offer(move.text, position.offers[move.text], language) for move in position.moves]


def _offer(move: str, activation: Activation, language: str) -> Offer:
    bound = dict(activation.bindings)
    if activation.rule not in _LABELS:
        return Offer(move, "star", move, move)
    key, icon = _LABELS[activation.rule]
    args = {name: value if isinstance(value, int) else word(str(value), language) for name, value in bound.items()}
    short = phrase(f"{ROOT}.view.move.{key}", language, **args)
    kind = "stabled" if bound.get("stables") else "pasture"
    detail = phrase(f"{ROOT}.view.{kind}", language, **args) if "stables" in bound else ""
    # People go to cards; all that comes after the first step has no person on the way.
    card = str(bound.get("card", "")) if any(name.startswith("[person-") for name in activation.matched) else ""
    return Offer(
        move,
        str(bound.get(icon, icon)),
        short,
        f"{short} ({detail})" if detail else short,
        card,
        str(bound.get("improvement", "")),
        next(iter(_lands_of(activation)), ""),
    )


def _lands_of(activation: Activation) -> list[str]:
    """The lands an activation is about."""
    return [name.strip("[]") for name in activation.matched if name.startswith("[land-")]


@dataclass(frozen=True, slots=True)
class Layout:
    """Which offers lie where. What finds no place of its own is chosen from a panel; `offered` are cards of such."""

    cards: Mapping[str, Sequence[Button]]
    drops: Mapping[str, Sequence[str]]
    improvements: Mapping[str, Offer]
    lands: Mapping[str, Offer]
    panel: Sequence[Offer]
    offered: frozenset[str]


def laid_out(offers: Sequence[Offer], piles: Container[str]) -> Layout:
    """A card holds two buttons, or one if goods pile up there; a land or an improvement holds just one move."""
    cards: dict[str, list[Offer]] = {}
    for offer in offers:
        if offer.card and not offer.improvement:
            cards.setdefault(offer.card, []).append(offer)
    held = {card: buttons for card, own in cards.items() if (buttons := _buttons(own, card in piles))}
    improvements = _alone([(offer.improvement, offer) for offer in offers if offer.improvement])
    bought = {offer.move for offer in improvements.values()}
    panel = [offer for offer in offers if offer.card not in held and offer.move not in bought]
    drops: dict[str, list[str]] = {}
    for offer in offers:
        if offer.card in held and offer.steps is not None:
            drops.setdefault(offer.land, []).append(offer.steps[1])
    return Layout(
        held,
        {land: list(dict.fromkeys(places)) for land, places in drops.items()},
        improvements,
        _alone([(offer.land, offer) for offer in panel if offer.land]),
        panel,
        frozenset(offer.card for offer in offers if offer.card) - held.keys(),
    )


def _buttons(offers: Sequence[Offer], pile: bool) -> list[Button]:
    """The buttons of a card: one a move, but moves that differ only in where something goes share one.

    None where they are too many for the card.
    """
    firsts = [offer.steps[0] if offer.steps else offer.move for offer in offers]
    buttons = []
    for offer, first in zip(offers, firsts, strict=True):
        if firsts.count(first) == 1:
            buttons.append(Button("data-move", offer.move, offer.icon, offer.short, offer.long))
        elif all(first != button.text for button in buttons):
            buttons.append(Button("data-pick", first, offer.icon, offer.short, offer.short))
    told_apart = len({button.short for button in buttons}) == len(buttons)
    return buttons if told_apart and len(buttons) <= (1 if pile else _BUTTONS) else []


def _alone(placed: Sequence[tuple[str, Offer]]) -> dict[str, Offer]:
    """Those that have their place for themselves."""
    places = [place for place, _ in placed]
    return {place: offer for place, offer in placed if places.count(place) == 1}


def touched_by(last: PlayedMove | None) -> set[str]:
    """The cards the last move was about."""
    if last is None:
        return set()
    assert isinstance(last.position, ProductionPosition)
    bound = dict(last.position.offers[last.move.text].bindings)
    return {str(bound[name]) for name in ("card", "improvement") if name in bound}
