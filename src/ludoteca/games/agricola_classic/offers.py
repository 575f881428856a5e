"""What can be chosen, for those who look: where each move belongs on the table, and how to say it in a few words."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass

from ludoteca.core.language import has_words, phrase
from ludoteca.rules.production.agenda import Activation
from ludoteca.rules.production.game import ProductionPosition, word_of

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
_BUTTONS = 2  # that a card has room for
_LANDS = ("room", "pasture", "field")  # the variables that hold the land a choice is about


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


def word(symbol: str, language: str) -> str:
    """A symbol of working memory in words; one that has none stands for itself."""
    key = f"{ROOT}.word.{word_of(symbol)}"
    return phrase(key, language) if has_words(key) else symbol.replace("-", " ")


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
    detail = phrase(f"{ROOT}.view.pasture", language, **args) if "pasture" in bound and "stables" in bound else ""
    # People go to cards; all that comes after the first step has no person on the way.
    card = str(bound.get("card", "")) if "person" in bound else ""
    return Offer(
        move,
        str(bound.get(icon, icon)),
        short,
        f"{short} ({detail})" if detail else short,
        card,
        str(bound.get("improvement", "")),
        next((str(bound[name]) for name in _LANDS if name in bound), ""),
    )


@dataclass(frozen=True, slots=True)
class Layout:
    """Which offers lie where; what finds no place of its own is chosen from a panel, and so is what comes after it."""

    cards: Mapping[str, Sequence[Offer]]
    improvements: Mapping[str, Offer]
    lands: Mapping[str, Offer]
    panel: Sequence[Offer]
    open: frozenset[str]


def laid_out(offers: Sequence[Offer], piles: Container[str]) -> Layout:
    """A card holds two moves if they are told apart in short, and one if goods pile up there; others hold just one."""
    cards: dict[str, list[Offer]] = {}
    for offer in offers:
        if offer.card and not offer.improvement:
            cards.setdefault(offer.card, []).append(offer)
    held = {
        card: own
        for card, own in cards.items()
        if len({offer.short for offer in own}) == len(own) <= (1 if card in piles else _BUTTONS)
    }
    improvements = _alone([(offer.improvement, offer) for offer in offers if offer.improvement])
    on_cards = {offer.move for own in held.values() for offer in own}
    free = [offer for offer in offers if offer.move not in on_cards]
    lands = _alone([(offer.land, offer) for offer in free if offer.land])
    bought = {offer.move for offer in improvements.values()}
    panel = [offer for offer in free if offer.move not in bought]
    return Layout(held, improvements, lands, panel, frozenset(offer.card for offer in free if offer.card))


def _alone(placed: Sequence[tuple[str, Offer]]) -> dict[str, Offer]:
    """Those that have their place for themselves."""
    places = [place for place, _ in placed]
    return {place: offer for place, offer in placed if places.count(place) == 1}
