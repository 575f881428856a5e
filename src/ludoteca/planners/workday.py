"""Agricola's working day as its rules page tells it: farms, cards, and what can be done with them.

Only the numbers come from the problem. What a deed needs, what it takes and what it brings is written here once more,
from the rules, so that whoever plans by this shares nothing with those who plan by the domain.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product

from ludoteca.rules.planning.syntax import Atom, Holds, Number, conjuncts
from ludoteca.rules.planning.task import Task

HOUSES = ("wood", "clay", "stone")
MATERIALS = (*HOUSES, "reed")
CROPS = ("grain", "vegetable")
WARES = ("food", *CROPS, *MATERIALS)
ANIMALS = ("sheep", "boar", "cattle")

_MOST_PEOPLE = 5
_MOST_ROOMS = 5
_LAST_FENCES = 11  # with more than these there is no fencing


class Strange(Exception):
    """Something that the rules of the working day do not foresee."""


@dataclass(frozen=True, slots=True)
class Kind:
    """Cards that are alike in everything, and so stand in for each other."""

    cards: tuple[str, ...]
    free: tuple[str, ...]  # in the first turn
    returns: bool
    allows: frozenset[str]
    gives: frozenset[str]


@dataclass(frozen=True, slots=True)
class Deed:
    """Something one person can do with a card of a kind: what it needs there to be, and what it changes.

    What is counted never falls below nought, so that taking something away needs it to be there.
    """

    action: str
    cost: str
    kind: int
    about: tuple[str, ...] = ()
    changes: Mapping[str, int] = field(default_factory=dict)
    requires: str = ""  # one of it at least
    rooms: int | None = None  # so many rooms and no other number
    with_room: bool = False  # there are more rooms than people

    @property
    def free(self) -> bool:
        """Whether nothing is needed but a card, and nothing is lost."""
        return self.action in ("take-goods", "become-starting-player")

    @property
    def grows(self) -> bool:
        return "people" in self.changes


@dataclass(frozen=True, slots=True)
class Farm:
    """One player at the beginning: who can work, what is counted, and how often something can be done in the game."""

    player: str
    people: tuple[str, ...]
    rested: tuple[str, ...]  # those who have not acted in the first turn
    done: int
    counts: Mapping[str, int]
    most: Mapping[str, int]  # of fencing, building and growing


@dataclass(frozen=True, slots=True)
class Day:
    """A whole problem; the current player's farm comes first."""

    farms: tuple[Farm, Farm]
    kinds: tuple[Kind, ...]
    deeds: tuple[Deed, ...]
    costs: Mapping[str, Number]
    turns: int
    starting: str
    for_sale: frozenset[str]
    paid: Number


def read_day(task: Task) -> Day:
    """The day of a task; raises `Strange`."""
    return _Reading(task).day()


class _Reading:
    def __init__(self, task: Task) -> None:
        self.task = task
        self.improvements = self.things("improvement")
        self.kinds = tuple(self._kinds())

    # What the problem says

    def things(self, kind: str) -> list[str]:
        objects = self.task.problem.objects
        return [
            name for name, types in objects.items() if any(kind in self.task.domain.supertypes(each) for each in types)
        ]

    def holds(self, name: str, *args: str) -> bool:
        return self.task.holds(self.task.initial, Atom(name, args))

    def number(self, name: str, *args: str) -> int:
        """A number that things are counted in."""
        value = self.task.value(self.task.initial, Atom(name, args))
        if not isinstance(value, int) or value < 0:
            raise Strange(f"(= {Atom(name, args)} {value})")
        return value

    def only(self, name: str, options: list[str]) -> str:
        """The one thing a fact is told of."""
        found = [option for option in options if self.holds(name, option)]
        if len(found) != 1:
            raise Strange(f"({name} …)")
        return found[0]

    # The day

    def day(self) -> Day:
        self._check()
        players = self.things("player")
        if len(players) != 2:
            raise Strange(" ".join(players))
        current = self.only("current", players)
        first, second = (self._farm(player) for player in sorted(players, key=lambda player: player != current))
        if set(first.people) & set(second.people):
            raise Strange("(belongs …)")
        deeds = tuple(self._deeds(max(_MOST_ROOMS, *(farm.counts["room"] for farm in (first, second)))))
        costs = {deed.cost: self.task.value(self.task.initial, Atom("cost", (deed.cost,))) or 0 for deed in deeds}
        turns = max(0, self.number("last-turn") - self.number("turn")) + 1
        for_sale = frozenset(name for name in self.improvements if self.holds("for-sale", name))
        paid = self.task.value(self.task.initial, Atom("total-cost")) or 0
        return Day((first, second), self.kinds, deeds, costs, turns, self.only("starting", players), for_sale, paid)

    def _check(self) -> None:
        problem = self.task.problem
        if list(conjuncts(problem.goal)) != [Holds(Atom("finished"))]:
            raise Strange(":goal")
        metric = problem.metric
        if metric is None or metric.direction != "minimize" or metric.expression != Atom("total-cost"):
            raise Strange(":metric")
        if set(self.things("good")) != {*WARES, *ANIMALS}:
            raise Strange("good")
        for one, two in product(MATERIALS, MATERIALS):
            if self.holds("better", one, two) and (one == two or "reed" in (one, two)):
                raise Strange(f"(better {one} {two})")

    def _farm(self, player: str) -> Farm:
        people = tuple(name for name in self.things("person") if self.holds("belongs", name, player))
        house = [material for material in MATERIALS if self.holds("house", player, material)]
        if len(house) != 1 or "reed" in house:
            raise Strange(f"(house {player} …)")
        actions = self.number("actions", player)
        counts = {
            **{good: self.number("stock", player, good) for good in (*CROPS, *MATERIALS)},
            **{f"house of {material}": int(material in house) for material in HOUSES},
            **{name: int(self.holds("owns", player, name)) for name in self.improvements},
            "empty": self.number("cells", player, "empty"),
            "room": self.number("cells", player, "room"),
            "unsown": self.number("cells", player, "field") - self.number("sown-fields", player),
            "pasture": self.number("cells", player, "pasture") - self.number("full-pastures", player),
            "people": actions,
        }
        if min(counts.values()) < 0 or any(self.holds("for-sale", name) and counts[name] for name in self.improvements):
            raise Strange(player)
        fences = self.number("fences", player)
        most = {
            "fence": (_LAST_FENCES - fences) // 4 + 1 if fences <= _LAST_FENCES else 0,
            "build-room": max(0, _MOST_ROOMS - counts["room"]),
            "people": max(0, min(_MOST_PEOPLE, self.number("people", player)) - actions),
        }
        rested = tuple(name for name in people if not self.holds("acted", name))
        return Farm(player, people, rested, self.number("done", player), counts, most)

    def _kinds(self) -> Iterator[Kind]:
        alike: dict[tuple[bool, frozenset[str], frozenset[str]], list[str]] = {}
        for card in self.things("card"):
            allows = frozenset(deed for deed in self.things("deed") if self.holds("allows", card, deed))
            gives = frozenset(good for good in (*WARES, *ANIMALS) if self.holds("gives", card, good))
            alike.setdefault((self.holds("returns", card), allows, gives), []).append(card)
        for (returns, allows, gives), cards in alike.items():
            free = tuple(card for card in cards if not self.holds("used", card))
            yield Kind(tuple(cards), free, returns, allows, gives)

    # What can be done

    def _deeds(self, rooms: int) -> Iterator[Deed]:
        for number, kind in enumerate(self.kinds):
            for cost in sorted(kind.allows):
                yield from self._with(number, kind, cost, rooms)

    def _with(self, kind: int, card: Kind, cost: str, rooms: int) -> Iterator[Deed]:
        match cost:
            case "taking-goods":
                for good in sorted(card.gives & set(WARES)):
                    brought = {good: 5} if good != "food" else {}  # of food and of animals nothing is ever taken away
                    yield Deed("take-goods", cost, kind, (good,), brought)
            case "taking-animals":
                for good in sorted(card.gives & set(ANIMALS)):
                    yield Deed("take-animals", cost, kind, (good,), {"pasture": -1})
            case "plowing":
                yield Deed("plow", cost, kind, changes={"empty": -1, "unsown": 1})
            case "sowing":
                for crop in CROPS:
                    yield Deed("sow", cost, kind, (crop,), {crop: -1, "unsown": -1})
            case "baking":
                for name in self.improvements:
                    yield Deed("bake-one", cost, kind, (name,), {"grain": -1}, requires=name)
                    if self.holds("bakes-two", name):
                        yield Deed("bake-two", cost, kind, (name,), {"grain": -2}, requires=name)
            case "fencing":
                yield Deed("fence", cost, kind, changes={"wood": -4, "empty": -1, "pasture": 1})
            case "building":
                yield from self._rooms(kind, cost)
            case "renovating":
                yield from self._renovations(kind, cost, rooms)
            case "improving":
                yield from self._improvements(kind, cost)
            case "growing-with-room":
                yield Deed("grow-with-room", cost, kind, changes={"people": 1}, with_room=True)
            case "growing-without-room":
                yield Deed("grow-without-room", cost, kind, changes={"people": 1})
            case "going-first":
                yield Deed("become-starting-player", cost, kind)
            case other:
                raise Strange(other)

    def _rooms(self, kind: int, cost: str) -> Iterator[Deed]:
        for material in HOUSES:
            changes = {material: -5, "reed": -2, "empty": -1, "room": 1}
            yield Deed("build-room", cost, kind, (material,), changes, requires=f"house of {material}")

    def _renovations(self, kind: int, cost: str, rooms: int) -> Iterator[Deed]:
        for old, new in product(HOUSES, HOUSES):
            if self.holds("better", old, new):
                for number in range(rooms + 1):
                    changes = {new: -5 * number, "reed": -2 * number, f"house of {old}": -1, f"house of {new}": 1}
                    yield Deed("renovate", cost, kind, (old, new), changes, rooms=number)

    def _improvements(self, kind: int, cost: str) -> Iterator[Deed]:
        for name in self.improvements:
            for one in MATERIALS:
                if self.holds("costs-one", name, one):
                    changes = {one: -self.number("price", name, one), name: 1}
                    yield Deed("take-improvement-for-one", cost, kind, (name, one), changes)
                for two in MATERIALS:
                    if self.holds("costs-two", name, one, two):
                        if one == two:
                            raise Strange(f"(costs-two {name} {one} {two})")
                        price = {material: -self.number("price", name, material) for material in (one, two)}
                        yield Deed("take-improvement-for-two", cost, kind, (name, one, two), {**price, name: 1})
