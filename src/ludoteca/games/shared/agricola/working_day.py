"""The rules of the working day for the timetable planner: farms, cards, and the actions they allow.

Only the numbers come from the problem. The requirements and effects of the actions are written here from the rules, so
that the timetable planner does not depend on the domain and can confirm what other planners prove with it.
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


class UnsupportedProblem(Exception):
    """A problem that the rules of the working day do not cover."""


@dataclass(frozen=True, slots=True)
class CardKind:
    """A kind of cards, which are interchangeable."""

    cards: tuple[str, ...]
    free: tuple[str, ...]  # in the first turn
    returns: bool
    allows: frozenset[str]
    gives: frozenset[str]


@dataclass(frozen=True, slots=True)
class CardAction:
    """An action of one person with a card of a kind: its requirements, and the counts that it changes.

    Counts never fall below zero, so that an action that takes something requires it.
    """

    schema: str
    cost: str
    kind: int
    about: tuple[str, ...] = ()
    changes: Mapping[str, int] = field(default_factory=dict)
    requires: str = ""  # the count that must be at least 1
    rooms: int | None = None  # the number of rooms that it requires
    needs_spare_room: bool = False  # it requires more rooms than people

    @property
    def free(self) -> bool:
        """Whether it requires only a card and takes nothing."""
        return self.schema in ("take-goods", "become-starting-player")

    @property
    def adds_person(self) -> bool:
        return "people" in self.changes


@dataclass(frozen=True, slots=True)
class Farm:
    """The farm of a player at the beginning: its people, its counts, and how often some actions are possible."""

    player: str
    people: tuple[str, ...]
    rested: tuple[str, ...]  # those who have not acted in the first turn
    done: int
    counts: Mapping[str, int]
    limits: Mapping[str, int]  # how often fencing, building and growing are possible


@dataclass(frozen=True, slots=True)
class WorkingDay:
    """A problem of the working day; the farm of the player to move comes first."""

    farms: tuple[Farm, Farm]
    kinds: tuple[CardKind, ...]
    card_actions: tuple[CardAction, ...]
    costs: Mapping[str, Number]
    turns: int
    starting: str
    for_sale: frozenset[str]
    cost_so_far: Number


def read_working_day(task: Task) -> WorkingDay:
    """The working day of a task; raises `UnsupportedProblem`."""
    return _Reading(task).day()


class _Reading:
    def __init__(self, task: Task) -> None:
        self.task = task
        self.improvements = self.objects("improvement")
        self.kinds = tuple(self._kinds())

    # Reading the problem

    def objects(self, kind: str) -> list[str]:
        declared = self.task.problem.objects
        return [
            name for name, types in declared.items() if any(kind in self.task.domain.supertypes(each) for each in types)
        ]

    def holds(self, name: str, *args: str) -> bool:
        return self.task.holds(self.task.initial, Atom(name, args))

    def number(self, name: str, *args: str) -> int:
        """A count; raises `UnsupportedProblem` unless it is a natural number."""
        value = self.task.value(self.task.initial, Atom(name, args))
        if not isinstance(value, int) or value < 0:
            raise UnsupportedProblem(f"(= {Atom(name, args)} {value})")
        return value

    def only(self, name: str, options: list[str]) -> str:
        """The only object of which a fact holds; raises `UnsupportedProblem`."""
        found = [option for option in options if self.holds(name, option)]
        if len(found) != 1:
            raise UnsupportedProblem(f"({name} …)")
        return found[0]

    # The day

    def day(self) -> WorkingDay:
        self._check()
        players = self.objects("player")
        if len(players) != 2:
            raise UnsupportedProblem(" ".join(players))
        current = self.only("current", players)
        first, second = (self._farm(player) for player in sorted(players, key=lambda player: player != current))
        if set(first.people) & set(second.people):
            raise UnsupportedProblem("(belongs …)")
        card_actions = tuple(self._card_actions(max(_MOST_ROOMS, *(farm.counts["room"] for farm in (first, second)))))
        costs = {
            card_action.cost: self.task.value(self.task.initial, Atom("cost", (card_action.cost,))) or 0
            for card_action in card_actions
        }
        turns = max(0, self.number("last-turn") - self.number("turn")) + 1
        for_sale = frozenset(name for name in self.improvements if self.holds("for-sale", name))
        cost_so_far = self.task.value(self.task.initial, Atom("total-cost")) or 0
        return WorkingDay(
            (first, second),
            self.kinds,
            card_actions,
            costs,
            turns,
            self.only("starting", players),
            for_sale,
            cost_so_far,
        )

    def _check(self) -> None:
        problem = self.task.problem
        if list(conjuncts(problem.goal)) != [Holds(Atom("finished"))]:
            raise UnsupportedProblem(":goal")
        metric = problem.metric
        if metric is None or metric.direction != "minimize" or metric.expression != Atom("total-cost"):
            raise UnsupportedProblem(":metric")
        if set(self.objects("good")) != {*WARES, *ANIMALS}:
            raise UnsupportedProblem("good")
        for one, two in product(MATERIALS, MATERIALS):
            if self.holds("better", one, two) and (one == two or "reed" in (one, two)):
                raise UnsupportedProblem(f"(better {one} {two})")

    def _farm(self, player: str) -> Farm:
        people = tuple(name for name in self.objects("person") if self.holds("belongs", name, player))
        house = [material for material in MATERIALS if self.holds("house", player, material)]
        if len(house) != 1 or "reed" in house:
            raise UnsupportedProblem(f"(house {player} …)")
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
            raise UnsupportedProblem(player)
        fences = self.number("fences", player)
        limits = {
            "fence": (_LAST_FENCES - fences) // 4 + 1 if fences <= _LAST_FENCES else 0,
            "build-room": max(0, _MOST_ROOMS - counts["room"]),
            "people": max(0, min(_MOST_PEOPLE, self.number("people", player)) - actions),
        }
        rested = tuple(name for name in people if not self.holds("acted", name))
        return Farm(player, people, rested, self.number("done", player), counts, limits)

    def _kinds(self) -> Iterator[CardKind]:
        alike: dict[tuple[bool, frozenset[str], frozenset[str]], list[str]] = {}
        for card in self.objects("card"):
            allows = frozenset(
                card_action for card_action in self.objects("deed") if self.holds("allows", card, card_action)
            )
            gives = frozenset(good for good in (*WARES, *ANIMALS) if self.holds("gives", card, good))
            alike.setdefault((self.holds("returns", card), allows, gives), []).append(card)
        for (returns, allows, gives), cards in alike.items():
            free = tuple(card for card in cards if not self.holds("used", card))
            yield CardKind(tuple(cards), free, returns, allows, gives)

    # Actions

    def _card_actions(self, rooms: int) -> Iterator[CardAction]:
        for number, kind in enumerate(self.kinds):
            for cost in sorted(kind.allows):
                yield from self._with(number, kind, cost, rooms)

    def _with(self, kind: int, card: CardKind, cost: str, rooms: int) -> Iterator[CardAction]:
        match cost:
            case "taking-goods":
                for good in sorted(card.gives & set(WARES)):
                    brought = {good: 5} if good != "food" else {}  # food and animals are never spent
                    yield CardAction("take-goods", cost, kind, (good,), brought)
            case "taking-animals":
                for good in sorted(card.gives & set(ANIMALS)):
                    yield CardAction("take-animals", cost, kind, (good,), {"pasture": -1})
            case "plowing":
                yield CardAction("plow", cost, kind, changes={"empty": -1, "unsown": 1})
            case "sowing":
                for crop in CROPS:
                    yield CardAction("sow", cost, kind, (crop,), {crop: -1, "unsown": -1})
            case "baking":
                for name in self.improvements:
                    yield CardAction("bake-one", cost, kind, (name,), {"grain": -1}, requires=name)
                    if self.holds("bakes-two", name):
                        yield CardAction("bake-two", cost, kind, (name,), {"grain": -2}, requires=name)
            case "fencing":
                yield CardAction("fence", cost, kind, changes={"wood": -4, "empty": -1, "pasture": 1})
            case "building":
                yield from self._rooms(kind, cost)
            case "renovating":
                yield from self._renovations(kind, cost, rooms)
            case "improving":
                yield from self._improvements(kind, cost)
            case "growing-with-room":
                yield CardAction("grow-with-room", cost, kind, changes={"people": 1}, needs_spare_room=True)
            case "growing-without-room":
                yield CardAction("grow-without-room", cost, kind, changes={"people": 1})
            case "going-first":
                yield CardAction("become-starting-player", cost, kind)
            case other:
                raise UnsupportedProblem(other)

    def _rooms(self, kind: int, cost: str) -> Iterator[CardAction]:
        for material in HOUSES:
            changes = {material: -5, "reed": -2, "empty": -1, "room": 1}
            yield CardAction("build-room", cost, kind, (material,), changes, requires=f"house of {material}")

    def _renovations(self, kind: int, cost: str, rooms: int) -> Iterator[CardAction]:
        for old, new in product(HOUSES, HOUSES):
            if self.holds("better", old, new):
                for number in range(rooms + 1):
                    changes = {new: -5 * number, "reed": -2 * number, f"house of {old}": -1, f"house of {new}": 1}
                    yield CardAction("renovate", cost, kind, (old, new), changes, rooms=number)

    def _improvements(self, kind: int, cost: str) -> Iterator[CardAction]:
        for name in self.improvements:
            for one in MATERIALS:
                if self.holds("costs-one", name, one):
                    changes = {one: -self.number("price", name, one), name: 1}
                    yield CardAction("take-improvement-for-one", cost, kind, (name, one), changes)
                for two in MATERIALS:
                    if self.holds("costs-two", name, one, two):
                        if one == two:
                            raise UnsupportedProblem(f"(costs-two {name} {one} {two})")
                        price = {material: -self.number("price", name, material) for material in (one, two)}
                        yield CardAction("take-improvement-for-two", cost, kind, (name, one, two), {**price, name: 1})
