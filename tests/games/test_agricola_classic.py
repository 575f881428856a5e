"""Agricola classic, whole games: nothing comes from nowhere, limits hold, points agree, every rule is used and said."""

from __future__ import annotations

import string
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from itertools import islice

import pytest

from ludoteca.core.i18n import LANGUAGES, read_catalogue
from ludoteca.rules.production.firing import Activation
from ludoteca.rules.production.values import Value
from ludoteca.rules.production.working_memory import Element, State
from tests.games.agricola_environment import (
    FOLDER,
    LANDS,
    SCENARIOS,
    Environment,
    Fired,
    WorkingMemory,
    alike,
    engine,
    number,
    rules,
)
from tests.games.agricola_scoring import points

GOODS = ("wood", "clay", "stone", "reed", "grain", "vegetable", "sheep", "boar", "cattle", "food")
ANIMALS = ("sheep", "boar", "cattle")
CATALOGUE = read_catalogue(FOLDER / "messages.toml")
RARE = {
    "announce-draw",
    "fence-begun-pasture",
    "then-fence",
    "leave-out-second-half",
    "then-buy-for-one-resource",
    "then-buy-hearth-for-fireplace",
}
"""Rules that a few random games may do without: they have tests of their own."""


def bank(fired: Fired) -> Counter[str]:
    """What comes from outside the game in a firing, and (below 0) what goes there, by the printed rules."""
    bound = fired.bound
    flows = BANK.get(fired.activation.rule)
    return Counter() if flows is None else Counter(flows(bound))


def _integer(bound: Mapping[str, Value], name: str) -> int:
    return number(bound[name])


def _cooked(bound: Mapping[str, Value]) -> dict[str, int]:
    return {str(bound["animal"]): -1, "food": _integer(bound, "food")}


def _bought_for_one(bound: Mapping[str, Value]) -> dict[str, int]:
    return {str(bound["good"]): -_integer(bound, "cost")}


def _bought_for_two(bound: Mapping[str, Value]) -> dict[str, int]:
    return {str(bound[f"good-{at}"]): -_integer(bound, f"cost-{at}") for at in (1, 2)}


def _sown(bound: Mapping[str, Value]) -> dict[str, int]:
    return {str(bound["crop"]): {"grain": 3, "vegetable": 2}[str(bound["crop"])] - 1}


def _built(bound: Mapping[str, Value]) -> dict[str, int]:
    return {str(bound["material"]): -5, "reed": -2}


BANK: dict[str, Callable[[Mapping[str, Value]], dict[str, int]]] = {
    "replenish": lambda bound: {str(bound["good"]): _integer(bound, "more")},
    "draw-from-well": lambda _: {"food": 1},
    "bake-bread": lambda bound: {"grain": -_integer(bound, "amount"), "food": _integer(bound, "food")},
    "exchange-goods": lambda bound: {str(bound["good"]): -_integer(bound, "amount"), "food": _integer(bound, "food")},
    **dict.fromkeys(("take-animal-to-cook", "next-animal-to-cook"), _cooked),
    **dict.fromkeys(("exchange-animal-of-house", "exchange-animal-of-pasture"), _cooked),
    **dict.fromkeys(("sow", "sow-next"), _sown),
    **dict.fromkeys(("fence-single-pasture", "fence-double-pasture", "fence-begun-pasture"), lambda _: {"wood": -1}),
    **dict.fromkeys(
        ("next-fence-single-pasture", "next-fence-double-pasture", "next-fence-begun-pasture"), lambda _: {"wood": -1}
    ),
    **dict.fromkeys(("build-stable", "build-next-stable"), lambda _: {"wood": -2}),
    **dict.fromkeys(("build-room", "build-next-room"), _built),
    "renovate-room": lambda bound: {str(bound["new"]): -1, "reed": -1},
    **dict.fromkeys(("buy-for-one-resource", "then-buy-for-one-resource"), _bought_for_one),
    **dict.fromkeys(("buy-hearth-for-clay", "then-buy-hearth-for-clay"), _bought_for_one),
    **dict.fromkeys(("buy-for-two-resources", "then-buy-for-two-resources"), _bought_for_two),
    "feed-newborn": lambda _: {"food": -1},
    "feed-adult": lambda _: {"food": -2},
    "eat-crop": lambda bound: {str(bound["crop"]): -1, "food": 1},
    **dict.fromkeys(("settle-young-in-room", "settle-young-in-pasture"), lambda bound: {str(bound["animal"]): 1}),
}


def everything(elements: WorkingMemory) -> Counter[str]:
    """All goods there are: in stores, on fields, on cards. Animals are in the store's count."""
    found: Counter[str] = Counter()
    for element in elements.values():
        slots = element.values
        if element.kind == "FIELD":
            found[str(slots["crop"])] += number(slots["amount"])
        elif element.kind == "TAKE-GOODS":
            found[str(slots["good"])] += number(slots["total"])
        elif "young" in slots:
            found[str(slots["good"])] += number(slots["amount"])
    return found


def difference(after: Counter[str], before: Counter[str]) -> dict[str, int]:
    return {good: after[good] - before[good] for good in GOODS if after[good] != before[good]}


def check_farm(elements: WorkingMemory, player: int, free: bool) -> None:
    """What must hold of a farm at any moment; `free` scenarios start beyond the limits of what can be built."""
    mine = [element for element in elements.values() if element.values.get("player") == player]
    of = Counter(element.kind for element in mine)
    pastures = [element.values for element in mine if element.kind == "PASTURE"]
    cells = sorted(cell for element in mine if element.kind in LANDS for cell in cells_of(element))
    assert cells == list(range(1, 16))
    for pasture in pastures:
        check_pasture(pasture)
    check_shelters(mine, player, elements)
    counted = {
        "empty-land": of["EMPTY-LAND"],
        "room": of["ROOM"],
        "field": of["FIELD"],
        "pasture": len(pastures),
        "fence": sum(number(pasture["fences"]) for pasture in pastures),
        "stable": sum(number(pasture["stables"]) for pasture in pastures),
        "person": of["PERSON"],
        "begging-card": of["BEGGING-CARD"],
    }
    assert {what: number(elements[f"{what}-counter-{player}"].values["amount"]) for what in counted} == counted
    assert counted["fence"] <= 15
    assert counted["stable"] <= 4
    assert counted["person"] <= 5
    assert counted["room"] <= 5 or free
    assert all(number(element.values["amount"]) >= 0 for element in mine if "young" in element.values)


def cells_of(land: Element) -> tuple[int, ...]:
    cells = land.values["id"]
    assert isinstance(cells, tuple)
    return tuple(int(cell) for cell in cells)


def check_pasture(pasture: Mapping[str, Value]) -> None:
    """As many fences and stables as there is room for, and animals only inside finished fences."""
    cells, fences, stables = (number(pasture[slot]) for slot in ("cells", "fences", "stables"))
    finished = fences == {1: 4, 2: 6}[cells]
    assert fences <= {1: 4, 2: 6}[cells]
    assert stables <= cells if finished else stables == 0
    assert number(pasture["animals"]) + number(pasture["space"]) == (2 * cells * 2**stables if finished else 0)


def check_shelters(mine: list[Element], player: int, elements: WorkingMemory) -> None:
    """Animals are where they are counted, one to a room, and of one species to a place."""
    living: Counter[str] = Counter()
    for element in mine:
        if element.kind in ("ROOM", "PASTURE"):
            living[str(element.values["animal"])] += number(element.values["animals"])
        if element.kind == "ROOM":
            assert number(element.values["animals"]) + number(element.values["space"]) == 1
    assert living["none"] == 0
    for animal in ANIMALS:
        assert number(elements[f"{animal}-{player}"].values["amount"]) == living[animal]


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nothing_comes_from_nowhere_and_limits_hold(scenario: str) -> None:
    for fired in islice(Environment(scenario).watched_game(seed=int(scenario)), 700):
        changed = difference(everything(fired.after), everything(fired.before))
        given = {good: more for good, more in bank(fired).items() if more}
        if fired.activation.rule not in ("fill-store", "pile-up"):
            assert changed == given, fired.activation
        for player in (1, 2):
            check_farm(fired.after, player, free=scenario == "4")


@dataclass
class Chronicle:
    """What came of some random games of a scenario."""

    fired: Counter[str] = field(default_factory=Counter)
    still_true: set[str] = field(default_factory=set)
    without_words: set[tuple[str, str]] = field(default_factory=set)
    counted: list[tuple[Value, ...]] = field(default_factory=list)
    expected: list[tuple[Value, ...]] = field(default_factory=list)


@cache
def chronicle(scenario: str) -> Chronicle:
    environment, found = Environment(scenario), Chronicle()
    for seed in range(8 if scenario == "1" else 3):
        last = ""
        for activation in environment.random_game(seed):
            if last and environment.still_true(last):
                found.still_true.add(last)
            last = activation.rule
            found.fired[last] += 1
            found.without_words |= {(last, str(value)) for value in spoken(activation) - set(CATALOGUE["word"])}
            if last == "last-round":
                farms = environment.memory.read()
                found.expected.append(tuple(points(farms, player) for player in (1, 2)))
        end = environment.instances()
        found.counted.append(tuple(end[f"player-{player}"].values["points"] for player in (1, 2)))
    return found


def spoken(activation: Activation) -> set[str]:
    """The symbols that the sentence of a firing puts into words."""
    sentence = CATALOGUE["rule"][activation.rule.replace("-", "_")]["en"]
    names = {name for _, name, form, _ in string.Formatter().parse(sentence) if form == "word"} - {"player"}
    return {str(value).replace("-", "_") for name, value in activation.bindings if name in names}


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_rule_that_has_fired_no_longer_holds(scenario: str) -> None:
    assert chronicle(scenario).still_true == set()


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_points_are_those_counted_by_hand(scenario: str) -> None:
    assert chronicle(scenario).counted == chronicle(scenario).expected


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_everything_a_rule_speaks_of_has_a_word(scenario: str) -> None:
    assert chronicle(scenario).without_words == set()


def test_random_games_use_nearly_every_rule() -> None:
    fired = sum((chronicle(scenario).fired for scenario in SCENARIOS), Counter[str]())
    assert set(rules()) - set(fired) <= RARE


def test_every_rule_is_said_in_both_languages_with_what_it_binds() -> None:
    for rule in rules().values():
        entry = CATALOGUE["rule"][rule.name.replace("-", "_")]
        fields = [{name for _, name, _, _ in string.Formatter().parse(entry[code]) if name} for code in LANGUAGES]
        assert fields[0] == fields[1], rule.name
        assert fields[0] <= set(rule.bound), rule.name
    assert len(CATALOGUE["rule"]) == len(rules())


def test_a_position_is_worth_what_it_would_be_worth_at_the_end() -> None:
    outcome = engine().begin(3)
    turns = 0
    while outcome.turn is not None:
        outcome = engine().play(outcome.state, outcome.choices[7 * turns % len(outcome.choices)], log=True)
        turns += 1
        if turns % 8 == 0:
            expected = tuple(float(points(outcome.state.elements, player)) for player in (1, 2))
            assert engine().scores(outcome.state) == expected


def test_choices_are_written_differently_just_when_they_do_something_else() -> None:
    for scenario in SCENARIOS:
        outcome = engine(scenario).begin(5)
        for turn in range(8):
            effects = {text: effect(scenario, outcome.state, text) for text in outcome.choices}
            assert len(set(effects.values())) == len(effects)
            assert not any("[" in text for text in outcome.choices)
            outcome = engine(scenario).play(outcome.state, outcome.choices[5 * turn % len(outcome.choices)], log=True)


def effect(scenario: str, state: State, text: str) -> frozenset[tuple[object, int]]:
    """Working memory after a choice, whichever of the same things it was about."""
    return frozenset(alike(engine(scenario).infer(state, "depth", 0, text).state.elements).items())


@pytest.mark.parametrize("scenario", ["1", "4", "5"])
def test_the_order_of_what_is_forced_makes_no_difference(scenario: str) -> None:
    deep, broad = (frames(Environment(scenario, strategy), seed=4) for strategy in ("depth", "breadth"))
    for (text, elements), (other_text, other_elements) in zip(deep, broad, strict=True):
        assert text == other_text
        assert alike(elements) == alike(other_elements)


def test_working_memory_alone_is_the_position() -> None:
    environment = Environment()
    for count, (_, elements) in enumerate(frames(environment, seed=2)):
        if count % 4 == 0:
            live = tuple(environment.agenda.choices().pointers)
            assert engine().outcome_at(State(tuple(elements), chance=0)).choices == live


def frames(environment: Environment, seed: int) -> Iterator[tuple[str, list[Element]]]:
    """Every choice of a random game, and working memory before it is made."""
    for activation in environment.random_game(seed):
        if activation.seat is not None and activation.text is not None:
            yield activation.text, environment.memory.read()
