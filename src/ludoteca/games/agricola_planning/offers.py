"""What can be done, for those who look: which moves belong to which card or improvement, and a few words for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ludoteca.core.game import PlayedMove, Position
from ludoteca.core.i18n import has_words, phrase
from ludoteca.core.vocabulary import word_of
from ludoteca.games.agricola_planning.farm import YIELD, Board, Card
from ludoteca.games.agricola_planning.generate import GOODS
from ludoteca.rules.planning.game import PlanningPosition
from ludoteca.rules.planning.task import Action

ROOT = "games.agricola_planning"
_DEEDS: Mapping[str, tuple[str, str]] = {
    "take-goods": ("taking-goods", "g"),
    "take-animals": ("taking-animals", "g"),
    "plow": ("plowing", ""),
    "sow": ("sowing", "g"),
    "bake-one": ("baking", "i"),
    "bake-two": ("baking", "i"),
    "fence": ("fencing", ""),
    "build-room": ("building", "m"),
    "renovate": ("renovating", "n"),
    "take-improvement-for-one": ("improving", "i"),
    "take-improvement-for-two": ("improving", "i"),
    "grow-with-room": ("growing-with-room", ""),
    "grow-without-room": ("growing-without-room", ""),
    "become-starting-player": ("going-first", ""),
}
"""For each action of the domain what it does, and the parameter that says what with."""
_ICONS = {
    "plowing": "plow",
    "baking": "bread",
    "fencing": "fence",
    "building": "room",
    "renovating": "renovate",
    "improving": "star",
    "growing-with-room": "child",
    "growing-without-room": "child",
    "going-first": "first",
}
_WORDS = 500  # names remembered in words


@dataclass(frozen=True, slots=True)
class Offer:
    """What one can do now with any of some people: the text that follows the person's name in each such move."""

    drop: str
    people: tuple[str, ...]
    deed: str
    item: str
    card: str
    title: str
    short: str

    @property
    def move(self) -> str:
        """The move of the first of them."""
        return f"{self.people[0]} {self.drop}"

    @property
    def icon(self) -> str:
        """The picture that tells it from others at the same improvement."""
        return "renovate" if self.deed == "improving" and self.card.startswith("renovate") else icon_of(self.deed, "")

    @property
    def at_improvement(self) -> bool:
        """Whether it is chosen at the improvement it is about, rather than at the card."""
        return self.deed in ("improving", "baking")


@dataclass(frozen=True, slots=True)
class Tile:
    """A thing a card lets one do, and the ways to do it now."""

    deed: str
    item: str
    offers: tuple[Offer, ...]

    @property
    def offer(self) -> Offer | None:
        """The only way there is."""
        return self.offers[0] if len(self.offers) == 1 else None


@lru_cache(_WORDS)
def word(name: str, language: str) -> str:
    """A thing's name in words."""
    return phrase(f"{ROOT}.name.{name}", language)


@lru_cache(_WORDS)
def name_of(name: str, language: str) -> str:
    """The name of a card or an improvement, in short where there is little room."""
    key = f"{ROOT}.view.short.{word_of(name)}"
    return capital(phrase(key, language) if has_words(key) else word(name, language))


def capital(text: str) -> str:
    """With a capital letter first."""
    return text[:1].upper() + text[1:]


def icon_of(deed: str, item: str) -> str:
    """The picture of what is done: what is taken or sown stands for it."""
    return _ICONS.get(deed, item or "star")


def offers_of(position: Position, language: str) -> list[Offer]:
    """What can be done at a position, each thing once, in the position's order."""
    assert isinstance(position, PlanningPosition)
    people: dict[str, list[str]] = {}
    actions: dict[str, Action] = {}
    for move in position.moves:
        person, _, drop = move.text.partition(" ")
        people.setdefault(drop, []).append(person)
        actions.setdefault(drop, position.chosen(move))
    return [_offer(drop, tuple(people[drop]), action, language) for drop, action in actions.items()]


def _offer(drop: str, people: tuple[str, ...], action: Action, language: str) -> Offer:
    bound = {name.removeprefix("?"): value for name, value in action.bound.items()}
    deed, parameter = _DEEDS[action.schema.name]
    item = bound.get(parameter, "")
    thing = word(item, language) if item else ""
    key = word_of(action.schema.name)
    title = phrase(f"{ROOT}.view.move.{key}", language, item=thing)
    return Offer(drop, people, deed, item, bound["c"], title, _way(deed, bound["c"], key, title, language))


def _way(deed: str, card: str, action: str, title: str, language: str) -> str:
    """What tells an offer from others at the same improvement: the card, or how much is baked."""
    key = f"{ROOT}.view.way.{word_of(card) if deed == 'improving' else action}"
    return phrase(key, language) if has_words(key) else title


def tiles_of(card: Card, offers: Sequence[Offer]) -> list[Tile]:
    """What a card lets one do, thing by thing; sowing is one thing for each crop."""
    own = [offer for offer in offers if offer.card == card.name]
    tiles = []
    for deed in card.deeds:
        ways = tuple(offer for offer in own if offer.deed == deed)
        if deed == "sowing":
            tiles += [Tile(deed, crop, tuple(way for way in ways if way.item == crop)) for crop in GOODS["crop"]]
        else:
            tiles.append(Tile(deed, card.good if deed in YIELD else "", ways))
    return tiles


def told(deed: str, cost: int, language: str) -> str:
    """Something one can do, with its cost."""
    return phrase(f"{ROOT}.view.deed", language, deed=f"{ROOT}.name.{deed}", cost=cost)


@dataclass(frozen=True, slots=True)
class Touched:
    """What the last move was about: whose it was, who went, to which card, and for which improvement."""

    seat: int
    person: str
    card: str
    improvement: str

    def stands(self, board: Board) -> bool:
        """Whether that person can still be seen there: nobody has called it home for a new turn."""
        return board.person(self.person).acted


def touched_by(last: PlayedMove | None) -> Touched | None:
    """What the last move was about."""
    if last is None or last.position.turn is None:
        return None
    assert isinstance(last.position, PlanningPosition)
    bound = last.position.chosen(last.move).bound
    return Touched(last.position.turn, bound["?p"], bound["?c"], bound.get("?i", ""))
