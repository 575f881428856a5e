"""Agricola classic for learners: goods, families, farms and cards; a number for every text a choice can have.

Moves are numbered from the texts of the rules: each with everything that its variables can stand for.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import product

from ludoteca.core.game import Game
from ludoteca.core.vocabulary import word_of
from ludoteca.rules.encoding import ANY, SEAT, Feature, Number
from ludoteca.rules.production.game import ProductionGame
from ludoteca.rules.production.rule_parser import VARIABLE

_CELLS = range(1, 16)
_PEOPLE = range(1, 6)
_MATERIALS = ("wood", "clay", "stone")
_CROPS = ("grain", "vegetable")
_ANIMALS = ("sheep", "boar", "cattle")
_GOODS = ("wood", "clay", "stone", "reed", "food", *_CROPS, *_ANIMALS)
_PHASES = ("start_of_round", "replenishing", "working_day", "return_home", "gathering", "feeding", "breeding")
_COUNTED = ("begging_card", "empty_land", "fence", "field", "pasture", "person", "room", "stable")
_STOCKED = {  # the cards that goods pile up on
    "grain-seeds": "grain",
    "day-labourer": "food",
    "forest": "wood",
    "clay-pit": "clay",
    "reed-bank": "reed",
    "fishing": "food",
    "sheep-market": "sheep",
    "western-quarry": "stone",
    "vegetable-seeds": "vegetable",
    "boar-market": "boar",
    "cattle-market": "cattle",
    "eastern-quarry": "stone",
}
_RENOVATING = ("renovate-then-improve", "renovate-then-fence")
_OTHER_CARDS = ("farm-expansion", "starting-player", "plowland", "sow-or-bake", "fencing", "improvement", "family")
_CARDS = (*_STOCKED, *_OTHER_CARDS, *_RENOVATING, "plow-or-sow", "family-without-room")
_FIREPLACES = ("fireplace-2", "fireplace-3")
_WORKSHOPS = ("joinery", "pottery", "basketmaker")
_IMPROVEMENTS = (*_FIREPLACES, "hearth-4", "hearth-5", "clay-oven", "stone-oven", *_WORKSHOPS, "well")
_MOST = Number(200)  # more than goods can pile up in fourteen rounds
_MOST_ANIMALS = 16  # in a pasture


def features(game: Game) -> Iterator[Feature]:
    """The facts of a position."""
    cards, improvements = [word_of(card) for card in _CARDS], [word_of(card) for card in _IMPROVEMENTS]
    yield Feature("turn", SEAT)
    yield Feature("over")
    yield Feature("round", Number(15))
    yield Feature("phase", (*_PHASES, "scoring", "over"))
    yield Feature("starting", SEAT)
    yield Feature("goods", SEAT, _GOODS, _MOST)
    yield Feature("count", SEAT, _COUNTED, _MOST)
    yield Feature("family", SEAT, _PEOPLE, ("no", "yes"), ANY)
    yield Feature("family", SEAT, _PEOPLE, ANY, ("none", "on_the_way", "rest", *cards))
    yield Feature("empty", SEAT, _CELLS)
    yield Feature("room", SEAT, _CELLS, _MATERIALS)
    yield Feature("field", SEAT, _CELLS, ANY, ANY)
    yield Feature("field", SEAT, _CELLS, _CROPS, Number(3))
    yield Feature("pasture", SEAT, _CELLS, Number(2), ANY, ANY)
    yield Feature("pasture", SEAT, _CELLS, ANY, Number(6), ANY)
    yield Feature("pasture", SEAT, _CELLS, ANY, ANY, Number(2))
    yield Feature("animals", SEAT, _CELLS, _ANIMALS, Number(_MOST_ANIMALS))
    yield Feature("card", cards)
    yield Feature("lies", [word_of(card) for card in _STOCKED], ANY, _MOST)
    yield Feature("taken", cards)
    yield Feature("improvement", improvements, SEAT, silent=("none",))


def actions(game: Game) -> list[str]:
    """The texts of all moves."""
    assert isinstance(game, ProductionGame)
    templates = dict.fromkeys(rule.text for rule in game.rules.values() if rule.role == "choice")
    return list(dict.fromkeys(text for template in templates for text in _texts(template)))


_VALUES: Mapping[str, Sequence[str | int]] = {
    "good": _GOODS,
    "crop": _CROPS,
    "animal": _ANIMALS,
    "card": (*_STOCKED, *_RENOVATING, "plowland", "plow-or-sow", "sow-or-bake"),
    "improvement": _IMPROVEMENTS,
    "fireplace": _FIREPLACES,
    "amount": (1, 2),
    "food": (2, 3, 4, 5, 8),
    "cells": (1, 2),
    "stables": (0, 1, 2),
    "animals": range(_MOST_ANIMALS + 1),
}


def _texts(template: str) -> Iterator[str]:
    """A rule's text with everything that its variables can stand for."""
    names = VARIABLE.findall(template)
    for values in product(*(_VALUES[name] for name in names)):
        bound = dict(zip(names, values, strict=True))
        if bound.get("animals") == 0 and "animal=?animal" in template:
            bound["animal"] = "none"
        if _can_be(bound):
            yield VARIABLE.sub(partial(_value, bound), template)


def _value(bound: Mapping[str, str | int], found: re.Match[str]) -> str:
    return str(bound[found[1]])


def _can_be(bound: Mapping[str, str | int]) -> bool:
    """Whether a pasture holds so many animals, and a card has such goods."""
    if "cells" in bound:
        cells, stables = int(bound["cells"]), int(bound["stables"])
        return stables <= cells and int(bound["animals"]) <= 2 * cells * 2**stables
    return "card" not in bound or "good" not in bound or _STOCKED.get(str(bound["card"])) == bound["good"]
