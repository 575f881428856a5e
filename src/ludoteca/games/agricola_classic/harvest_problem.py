"""The problem up to the next harvest: the parts that all positions share, and the description of a position.

The names are those of `knowledge/harvest.pddl`; tables and prices come from the knowledge base.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache, cached_property
from itertools import pairwise

from ludoteca.games.agricola_classic.facts import EVERYBODY
from ludoteca.games.agricola_classic.fixed_instances import instances_of
from ludoteca.rules.planning.as_problem import ProblemTemplate, StateDescription
from ludoteca.rules.planning.syntax import Atom, Number
from ludoteca.rules.production.game import ProductionPosition
from ludoteca.rules.production.values import Value
from ludoteca.rules.production.working_memory import ORDERED, Element

LAST_ROUND = 14
_HARVESTS = tuple(int(each["round"]) for each in instances_of("HARVEST"))
_CROPS = ("grain", "vegetable")
_MATERIALS = ("wood", "clay", "stone", "reed")
_ANIMALS = ("sheep", "boar", "cattle")
_WARES = ("food", *_CROPS, *_MATERIALS)
_PASTURES = tuple(f"pasture-{number}" for number in range(1, 5))  # more are not possible with 15 fences
_MOST_ANIMALS = 16  # in a pasture
_FENCES = 15
_FULL_DAY = 2  # people of today whose actions are planned step by step
_SHORT_LIST = 9  # with so few moves, one more

_DEEDS = {
    "TAKE-GOODS": "taking",
    "PLOW": "plowing",
    "SOW": "sowing",
    "BAKE-BREAD": "baking",
    "BUILD-FENCE": "enclosing",
    "BUILD-ROOM": "building",
    "BUILD-STABLE": "stabling",
    "RENOVATE": "renovating",
    "TAKE-MAJOR-IMPROVEMENT": "improving",
    "CHANGE-STARTING-PLAYER": "going-first",
}
_GROWING = {"TRUE": "growing-with-room", "FALSE": "growing-without-room"}
_GOING_ON = {
    "taking-animals": "taking",
    "sowing": "sowing",
    "building-fences": "enclosing",
    "building-stables": "stabling",
    "building-rooms": "building",
}
_PHASES = {"feeding": "feeding", "breeding": "breeding"}


# What all positions share


def template() -> ProblemTemplate:
    """The cards, the improvements with their prices, and the score sheet."""
    cards = [each["title"] for kind in ("BOARD-CARD", "ROUND-CARD") for each in instances_of(kind)]
    improvements = [each["title"] for each in _improvements()]
    rows = dict(_score_rows())
    objects = f"{' '.join(cards)} - card {' '.join(improvements)} - improvement {' '.join(_PASTURES)} - pasture"
    objects += "".join(f" {name} - {row[0]}-row" for name, row in rows.items())
    init = [
        "(= (arrives arriving) 1) (= (arrives going-on) 0) (better wood clay) (better clay stone) (= (stock none) 0)"
    ]
    init += [f"(lives {good})" for good in ("none", *_ANIMALS)]
    init += [f"(allows {each['card']} {deed})" for kind, deed in _DEEDS.items() for each in instances_of(kind)]
    init += [f"(allows {each['card']} {_GROWING[each['room']]})" for each in instances_of("GROW-FAMILY")]
    init += [f"(gives {each['card']} {each['good']})" for each in instances_of("TAKE-GOODS")]
    init += [f"(= (yield {each['crop']}) {each['yield']})" for each in instances_of("SOW")[:2]]
    init += ["(improves-next renovate-then-improve) (fences-next renovate-then-fence)", *_numbers(), *_shop()]
    init += [text for row in rows.values() for text in row[1:]]
    init += ["(= (points) 0) (= (outlook) 0)"]
    metric = "maximize (+ (points) (* 0.1 (outlook)))"
    return ProblemTemplate("harvest", objects, " ".join(init), "(and (finished))", metric)


def _improvements() -> tuple[Mapping[str, str], ...]:
    return instances_of("ONE-RESOURCE-IMPROVEMENT") + instances_of("TWO-RESOURCES-IMPROVEMENT")


def _numbers() -> Iterator[str]:
    """How numbers follow each other, and how many animals a pasture holds: twice as many with every stable."""
    for number in range(_MOST_ANIMALS):
        yield f"(next n{number} n{number + 1})"
    for size, cells in (("one", 1), ("two", 2)):
        for stables in range(cells + 1):
            for animals in range(2 * cells * 2**stables + 1):
                yield f"(holds {size} n{stables} n{animals})"


def _shop() -> Iterator[str]:
    """The improvements: what they cost, what they are worth, what they turn into food."""
    for card in _improvements():
        title = card["title"]
        prices = [(card[f"resource{end}"], card[f"cost{end}"]) for end in ("", "-1", "-2") if f"resource{end}" in card]
        prices = [(good, cost) for good, cost in prices if good != "fireplace"]
        yield f"(= (prize {title}) {card['points']})"
        yield f"({('costs-one', 'costs-two')[len(prices) - 1]} {title} {' '.join(good for good, _ in prices)})"
        costs = dict(prices)
        yield from (f"(= (price {title} {good}) {costs.get(good, 0)})" for good in _MATERIALS)
        if "fireplace" in card:
            yield f"(is-fireplace {title})"
        if card.get("resource-1") == "fireplace":
            yield f"(is-hearth {title})"
    for each in instances_of("EXCHANGE-GOODS"):
        oven, good, food = each["card"], each["good"], each["food"]
        if "amount" in each:
            yield f"(bakes-two {oven}) (= (bread-of-two {oven}) {food})"
            continue
        yield f"(turns {oven} {good}) (= (food-of {oven} {good}) {food})"
        if "bake" in each:
            yield f"(bakes {oven}) (= (bread-of-one {oven}) {food})"


@cache
def food_for(improvement: str, good: str, amount: int = 1) -> int:
    """The food that an improvement makes of a good, 0 if it makes none."""
    exchanges = (each for each in instances_of("EXCHANGE-GOODS") if int(each.get("amount", 1)) == amount)
    return sum(int(each["food"]) for each in exchanges if (each["card"], each["good"]) == (improvement, good))


def _score_rows() -> Iterator[tuple[str, list[str]]]:
    """The rows of the score table, each with what it adds to the row before."""
    table = [each for each in instances_of("SCORE-TABLE") if "each" not in each]
    crafts = {each["title"]: each["bonus-good"] for each in _improvements() if "bonus-good" in each}
    for before, row in pairwise([{"of": "", "points": "0"}, *table]):
        of, least = row["of"], row["from"]
        points = int(row["points"]) - (int(before["points"]) if before["of"] == of else 0)
        name = f"{of}-from-{least}"
        if of in crafts:
            kind, of = "craft", f"{of} {crafts[of]}"
        else:
            kind = "crop" if of in _CROPS else "animal" if of in _ANIMALS else "cell"
        yield (
            name,
            [kind, f"(tallies-{kind} {name} {of})", f"(= (least {name}) {least})", f"(= (row-points {name}) {points})"],
        )


# A position

SYMBOLS = frozenset(
    {"now", "stage", "may", "house", "for-sale", "owns", "size-of", "stabled", "keeps", "flock", "site", "young"}
)


def described(position: ProductionPosition, seat: int) -> StateDescription:
    """A position as a seat sees it."""
    farm = _Farm(position, seat + 1)
    return StateDescription(frozenset(farm.facts()), dict(farm.values()))


class _Farm:
    """One player's side of a position."""

    def __init__(self, position: ProductionPosition, player: int) -> None:
        self.position = position
        self.state = position.state
        self.player = player
        phase = self.state.named["phase"].values
        self.round = min(LAST_ROUND, _number(phase["round"]))
        self.phase = str(phase["now"])
        self.harvest = next(each for each in _HARVESTS if each >= self.round)

    def own(self, *kinds: str) -> list[Element]:
        """The player's instances of some classes."""
        return [each for kind in kinds for each in self.state.of(kind) if each.values.get("player") == self.player]

    def amount(self, name: str) -> int:
        """The amount in the player's instance of that name."""
        return _number(self.state.named[f"{name}-{self.player}"].values["amount"])

    @cached_property
    def pastures(self) -> list[Mapping[str, Value]]:
        return [each.values for each in sorted(self.own("PASTURE"), key=lambda each: _cells(each))]

    @cached_property
    def finished(self) -> dict[str, Mapping[str, Value]]:
        """The finished pastures by name."""
        whole = [each for each in self.pastures if _lacking(each) == 0]
        return dict(zip(_PASTURES, whole, strict=False))

    @cached_property
    def going_on(self) -> tuple[str, str] | None:
        """The card at which an action goes on, and the deed."""
        for fact in self.state.of("doing"):
            task, player, card = _fields(fact)
            if player == self.player and str(task) in _GOING_ON:
                return str(card), _GOING_ON[str(task)]
        for fact in self.state.of("then"):
            player, card = _fields(fact)
            if player == self.player:
                return str(card), "improving"
        return None

    # Facts

    def facts(self) -> Iterator[Atom]:
        yield Atom("now", (_PHASES.get(self.phase, "working"),))
        yield Atom("stage", ("going-on" if self.going_on else "arriving",))
        if self.going_on:
            yield Atom("may", ("going-on", *self.going_on))
        yield from self._cards()
        yield Atom("house", (str(self.state.named[f"room-counter-{self.player}"].values["material"]),))
        for card in (*self.state.of("ONE-RESOURCE-IMPROVEMENT"), *self.state.of("TWO-RESOURCES-IMPROVEMENT")):
            owner, title = card.values["player"], str(card.values["title"])
            if owner in (0, self.player):
                yield Atom("for-sale" if owner == 0 else "owns", (title,))
        for name, pasture in self.finished.items():
            cells, stables = _number(pasture["cells"]), _number(pasture["stables"])
            yield Atom("size-of", (name, ("one", "two")[cells - 1]))
            yield Atom("stabled", (name, f"n{stables}"))
            yield Atom("keeps", (name, str(pasture["animal"])))
            yield Atom("flock", (name, f"n{pasture['animals']}"))
            if stables < cells:
                yield Atom("site", (name,))
        for goods in self.own(*map(str.upper, _ANIMALS)):
            if goods.values["young"] == "expected":
                yield Atom("young", (str(goods.values["good"]),))

    def _cards(self) -> Iterator[Atom]:
        """What a person may do who arrives at a card."""
        face_up = {each["title"] for each in instances_of("BOARD-CARD")}
        face_up |= {str(c.values["title"]) for c in self.state.of("ROUND-CARD") if c.values["player"] == EVERYBODY}
        for element in self.state.elements:
            v = element.values
            deed = _GROWING[str(v["room"])] if element.kind == "GROW-FAMILY" else _DEEDS.get(element.kind)
            if deed is None or v["card"] not in face_up or v["occupied"] == "TRUE":
                continue
            if v["id"] == 1 or deed not in ("enclosing", "improving"):  # the second half of a joint action is no start
                yield Atom("may", ("arriving", str(v["card"]), deed))

    # Numbers

    def values(self) -> Iterator[tuple[Atom, Number]]:
        numbers = {**self._time(), **self._land(), **self._animals(), **_credits(self.harvest)}
        for good in (*_WARES, *_ANIMALS):
            numbers[f"stock {good}"] = self.amount(good)
        for card in self.state.of("TAKE-GOODS"):
            numbers[f"pile {card.values['card']}"] = _number(card.values["total"])
            numbers[f"replenishing {card.values['card']}"] = _number(card.values["each-round"])
            numbers[f"later-uses {card.values['card']}"] = self.harvest - self.round
        numbers["enough food"] = 2 * self.amount("person-counter")
        for name, number in numbers.items():
            symbol, *args = name.split()
            yield Atom(symbol, tuple(args)), number

    def _time(self) -> dict[str, Number]:
        people = [each.values for each in self.own("PERSON")]
        adults = [person for person in people if person["newborn"] == "FALSE"]
        free = sum(person["action"] in ("none", "on-the-way") for person in adults)
        later = self.harvest - self.round
        planned = min(free, _FULL_DAY + (len(self.position.moves) <= _SHORT_LIST))
        if self.phase == "feeding":
            hungry = [person for person in people if person["fed"] == "FALSE"]
        else:
            hungry = people if self.phase == "working-day" else []
        small = 1 if later == 0 else 2  # a newborn is an adult by the time of a later harvest
        need = sum(2 if person["newborn"] == "FALSE" else small for person in hungry)
        drawn = min(later, _number(self.state.named["well-1"].values["left"]))
        owner = self.state.named["card-well"].values["player"]
        draws: dict[str, Number] = {f"draws {each['title']}": 0 for each in _improvements()}
        return draws | {
            "turn": self.round,
            "last-turn": self.harvest,
            "done": len(adults) - free,
            "actions": len(adults) - free + planned,
            "people": len(people),
            "later-work": free - planned + later * len(people),
            "later-rounds": later,
            "need": need,
            "food-of-child": small,
            "draws well": drawn,
            "well-food": drawn if owner == self.player else 0,
        }

    def _land(self) -> dict[str, Number]:
        counted = {"empty": "empty-land", "room": "room", "field": "field", "pasture": "pasture"}
        numbers: dict[str, Number] = {f"cells {kind}": self.amount(f"{name}-counter") for kind, name in counted.items()}
        fences, unfinished = self.amount("fence-counter"), [each for each in self.pastures if _lacking(each)]
        for crop in _CROPS:
            sown = [_number(each.values["amount"]) for each in self.own("FIELD") if each.values["crop"] == crop]
            numbers |= {f"sown-fields {crop}": len(sown), f"growing {crop}": sum(sown)}
        return numbers | {
            "fences": fences,
            "fences-left": max(0, _FENCES - fences),
            "gap": sum(map(_lacking, unfinished)),
            "gap-cells": sum(_number(each["cells"]) for each in unfinished),
            "stables": self.amount("stable-counter"),
            "sites": sum(_number(each["cells"]) - _number(each["stables"]) for each in self.finished.values()),
        }

    def _animals(self) -> dict[str, Number]:
        rooms = [each.values for each in self.own("ROOM")]
        numbers: dict[str, Number] = {"house-space": sum(_number(room["space"]) for room in rooms)}
        for animal in _ANIMALS:
            numbers[f"housed {animal}"] = sum(_number(room["animals"]) for room in rooms if room["animal"] == animal)
            numbers[f"pasture-space {animal}"] = sum(
                _number(each["space"]) for each in self.finished.values() if each["animal"] in ("none", animal)
            )
        for name in _PASTURES:
            each = self.finished.get(name)
            numbers[f"capacity {name}"] = 0 if each is None else _number(each["space"]) + _number(each["animals"])
        return numbers


def _credits(harvest: int) -> dict[str, Number]:
    """What is worth something only later, in tenths of a point: less and less towards the end of the game."""
    left = LAST_ROUND - harvest
    some = min(1, left)
    return {
        "credit-of-person": 8 * left,
        "credit-of-room": 5 * left,
        "credit-of-work": 10,
        "credit-of-space": 8 * some,
        "credit-of-cooking": 2 * left,
        "credit-of-oven": left,
        "credit-of-first": 3,
        "fear": 30,
        "credit food": 4 * some,
        "credit grain": 3 * some,
        "credit vegetable": 3 * some,
        "credit wood": 4 * some,
        "credit clay": 3 * some,
        "credit stone": 4 * some,
        "credit reed": 7 * some,
        "enough grain": 4,
        "enough vegetable": 4,
        "enough wood": 8,
        "enough clay": 5,
        "enough stone": 5,
        "enough reed": 4,
        "room-points wood": 0,
        "room-points clay": 1,
        "room-points stone": 2,
        "room-points reed": 0,
    }


def _number(value: Value) -> int:
    return int(str(value))


def _fields(fact: Element) -> tuple[Value, ...]:
    """The fields of an ordered fact."""
    fields = fact.values[ORDERED]
    return fields if isinstance(fields, tuple) else (fields,)


def _cells(land: Element) -> int:
    cells = land.values["id"]
    return int(cells[0]) if isinstance(cells, tuple) else int(str(cells))


def _lacking(pasture: Mapping[str, Value]) -> int:
    """The fences that a pasture still lacks."""
    return 2 + 2 * _number(pasture["cells"]) - _number(pasture["fences"])
