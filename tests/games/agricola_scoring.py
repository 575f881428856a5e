"""A reference implementation of Agricola's scoring, independent of the rules and their counters."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from ludoteca.rules.production.working_memory import Element

_STEPS = {  # from how many on there are 1, 2, 3 and 4 points; below the first, one is lost
    "field": (2, 3, 4, 5),
    "pasture": (1, 2, 3, 4),
    "grain": (1, 4, 6, 8),
    "vegetable": (1, 2, 3, 4),
    "sheep": (1, 4, 6, 8),
    "boar": (1, 3, 5, 7),
    "cattle": (1, 2, 4, 6),
}
_EACH = {"empty": -1, "stable": 1, "clay room": 1, "stone room": 2, "person": 3, "begging card": -3}
_IMPROVEMENTS = {
    "fireplace-2": 1,
    "fireplace-3": 1,
    "hearth-4": 1,
    "hearth-5": 1,
    "clay-oven": 2,
    "stone-oven": 3,
    "joinery": 2,
    "pottery": 2,
    "basketmaker": 2,
    "well": 4,
}
_CRAFTS = {"joinery": ("wood", (3, 5, 7)), "pottery": ("clay", (3, 5, 7)), "basketmaker": ("reed", (2, 4, 5))}


def points(elements: Iterable[Element], player: int) -> int:
    """The points of a player's farm."""
    mine = [element for element in elements if element.values.get("player") == player]
    has = _counted(mine)
    total = sum(_stepped(has[what], steps) for what, steps in _STEPS.items())
    total += sum(worth * has[what] for what, worth in _EACH.items())
    for title in (str(element.values["title"]) for element in mine if element.values.get("title") in _IMPROVEMENTS):
        total += _IMPROVEMENTS[title]
        if title in _CRAFTS:
            material, steps = _CRAFTS[title]
            total += sum(has[material] >= step for step in steps)
    return total


def _stepped(amount: int, steps: tuple[int, ...]) -> int:
    return sum(amount >= step for step in steps) or -1


def _counted(mine: Iterable[Element]) -> Counter[str]:
    """The things of a player, counted on the farm."""
    has: Counter[str] = Counter()
    for element in mine:
        slots = element.values
        match element.kind:
            case "EMPTY-LAND":
                has["empty"] += 1
            case "ROOM":
                has[f"{slots['material']} room"] += 1
            case "FIELD":
                has["field"] += 1
                has[str(slots["crop"])] += _whole(slots["amount"])
            case "PASTURE":
                has["pasture"] += 1
                has["stable"] += _whole(slots["stables"])
            case "PERSON":
                has["person"] += 1
            case "BEGGING-CARD":
                has["begging card"] += 1
        if element.kind in ("ROOM", "PASTURE"):
            has[str(slots["animal"])] += _whole(slots["animals"])
        if slots.get("kind") in ("material", "crop"):
            has[str(slots["good"])] += _whole(slots["amount"])
    return has


def _whole(value: object) -> int:
    assert isinstance(value, int)
    return value
