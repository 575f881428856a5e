"""The problem generator of the game: the data of its problems, and their PDDL text.

>>> print(ProblemSetting(turns=4, people=3).title)
agricola-4-turns-3-people
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.options import Option, Value
from ludoteca.core.resources import resource

GOODS: Mapping[str, tuple[str, ...]] = {
    "provision": ("food",),
    "crop": ("grain", "vegetable"),
    "material": ("wood", "clay", "stone", "reed"),
    "animal": ("sheep", "boar", "cattle"),
}
ALL_GOODS = tuple(good for goods in GOODS.values() for good in goods)

CARDS: Mapping[str, tuple[str, ...]] = {  # the deeds that each card allows, and the good that it gives
    "take-one-grain": ("taking-goods", "grain"),
    "take-one-vegetable": ("taking-goods", "vegetable"),
    "day-labourer": ("taking-goods", "food"),
    "fishing": ("taking-goods", "food"),
    "three-wood": ("taking-goods", "wood"),
    "one-clay": ("taking-goods", "clay"),
    "one-reed": ("taking-goods", "reed"),
    "one-stone-1": ("taking-goods", "stone"),
    "one-stone-2": ("taking-goods", "stone"),
    "one-sheep": ("taking-animals", "sheep"),
    "one-boar": ("taking-animals", "boar"),
    "one-cattle": ("taking-animals", "cattle"),
    "plow-one-field": ("plowing",),
    "plow-and-or-sow": ("plowing", "sowing"),
    "sow-and-or-bake": ("sowing", "baking"),
    "build-fences": ("fencing",),
    "build-rooms-and-or-stables": ("building",),
    "renovate-then-improvement": ("renovating", "improving"),
    "renovate-then-fences": ("renovating", "fencing"),
    "one-improvement": ("improving",),
    "grow-family": ("growing-with-room",),
    "grow-family-without-room": ("growing-without-room",),
    "starting-player": ("going-first",),
}

COSTS: Mapping[str, int] = {
    "taking-goods": 4,
    "taking-animals": 3,
    "plowing": 5,
    "sowing": 4,
    "baking": 4,
    "fencing": 6,
    "building": 5,
    "renovating": 2,
    "improving": 7,
    "growing-with-room": 1,
    "growing-without-room": 1,
    "going-first": 4,
}

PRICES: Mapping[str, Mapping[str, int]] = {
    "hearth-1": {"clay": 4},
    "hearth-2": {"clay": 5},
    "clay-oven": {"stone": 1, "clay": 3},
    "stone-oven": {"stone": 3, "clay": 1},
}
BREAD: Mapping[str, tuple[int, ...]] = {  # food for one grain, and for two where that can be done
    "hearth-1": (3,),
    "hearth-2": (3,),
    "clay-oven": (5,),
    "stone-oven": (4, 8),
}
PLAYERS = ("j1", "j2")


@dataclass(frozen=True, slots=True)
class ProblemSetting:
    """The parameters of a problem."""

    turns: int = 2
    people: int = 2
    goods: Mapping[str, int] = field(default_factory=dict)
    cards: tuple[str, ...] = tuple(CARDS)
    returning: bool = False  # the cards, every turn

    @property
    def title(self) -> str:
        return f"agricola-{self.turns}-turns-{self.people}-people"


def _cards_without(*goods: str) -> tuple[str, ...]:
    """All cards except those that give some kinds of goods."""
    return tuple(
        card for card, words in CARDS.items() if not any(word in GOODS[kind] for kind in goods for word in words)
    )


PROBLEMS: Mapping[str, tuple[ProblemSetting, str]] = {
    "1": (ProblemSetting(2, 2), "Two turns, two people each."),
    "2": (ProblemSetting(3, 2), "Three turns, two people each."),
    "3": (ProblemSetting(2, 3), "Two turns, three people each."),
    "4": (
        ProblemSetting(3, 2, cards=_cards_without("provision", "crop")),
        "Three turns, two people each; of the cards that give goods, only those for building material and animals.",
    ),
    "5": (
        ProblemSetting(3, 2, goods=dict.fromkeys(GOODS["material"], 10)),
        "Three turns, two people each; ten of each building material at the start.",
    ),
    "6": (
        ProblemSetting(3, 2, goods=dict.fromkeys(ALL_GOODS, 40), cards=_cards_without("provision", "crop", "animal")),
        "Three turns, two people each; forty of everything; of the cards that give goods, only building material.",
    ),
}
"""The six problems of the course's document, each with a description."""

_ABOUT = "games.agricola_planning.option"
OPTIONS = (
    Option("problem", str, "1", about=f"{_ABOUT}.problem", choices=tuple(PROBLEMS)),
    Option("turns", int, None, about=f"{_ABOUT}.turns", low=1, high=14),
    Option("people", int, None, about=f"{_ABOUT}.people", low=1, high=5),
    Option("cards", str, None, about=f"{_ABOUT}.cards", choices=("once", "per-turn")),
    Option("goods", str, None, about=f"{_ABOUT}.goods"),
    Option("without", str, None, about=f"{_ABOUT}.without"),
)


def problem_text(values: Mapping[str, Value]) -> str:
    """The PDDL of a problem with options: the file of one of the six, or a generated text; raises `BadInput`."""
    number = str(values["problem"])
    setting = _with_options(PROBLEMS[number][0], values)
    if setting == PROBLEMS[number][0]:
        return resource(Path(__file__).parent / "problems" / f"{number}.pddl").read_text(encoding="utf-8")
    return problem_pddl(setting)


def _with_options(setting: ProblemSetting, values: Mapping[str, Value]) -> ProblemSetting:
    if values["turns"] is not None:
        setting = replace(setting, turns=int(values["turns"]))
    if values["people"] is not None:
        setting = replace(setting, people=int(values["people"]))
    if values["cards"] is not None:
        setting = replace(setting, returning=values["cards"] == "per-turn")
    if values["goods"] is not None:
        setting = replace(setting, goods={**setting.goods, **_goods(str(values["goods"]))})
    if values["without"] is not None:
        unwanted = _words(str(values["without"]))
        for card in unwanted:
            if card not in CARDS:
                raise no_such("games.agricola_planning.noun.card", card, CARDS)
        setting = replace(setting, cards=tuple(card for card in setting.cards if card not in unwanted))
    return setting


def _goods(text: str) -> dict[str, int]:
    """The amounts in a text such as ``wood:10 clay:5``, ``material:10`` or ``all:40``.

    >>> _goods("material:2 wood:7")
    {'wood': 7, 'clay': 2, 'stone': 2, 'reed': 2}
    """
    found: dict[str, int] = {}
    for word in _words(text):
        name, _, amount = word.partition(":")
        goods = ALL_GOODS if name == "all" else GOODS.get(name, (name,))
        if not amount.isdecimal() or int(amount) > 1000:
            raise BadInput("games.agricola_planning.bad_goods", given=word)
        if goods[0] not in ALL_GOODS:
            raise no_such("games.agricola_planning.noun.good", name, (*ALL_GOODS, *GOODS, "all"))
        found.update(dict.fromkeys(goods, int(amount)))
    return found


def _words(text: str) -> list[str]:
    return text.replace("+", " ").replace(";", " ").split()


def problem_pddl(setting: ProblemSetting, about: str = "") -> str:
    """A problem as PDDL."""
    people = {player: [f"p{player[1:]}-{n}" for n in range(1, setting.people + 2)] for player in PLAYERS}
    lines = [f"; {about}"] if about else []
    lines += [
        f"(define (problem {setting.title})",
        "  (:domain agricola-planning)",
        "  (:objects",
        f"    {' '.join(PLAYERS)} - player",
        *(f"    {' '.join(names)} - person" for names in people.values()),
        *_wrapped(" ".join(setting.cards), "    ", " - card"),
        f"    {' '.join(PRICES)} - improvement)",
        "  (:init",
        f"    (= (turn) 1) (= (last-turn) {setting.turns}) (= (total-cost) 0)",
        "    (current j1) (starting j1)",
    ]
    for player in PLAYERS:
        lines += _farm(setting, player, people[player])
    lines += ["    (better wood clay) (better clay stone)", *_improvements(), *_cards(setting), *_costs()]
    return "\n".join([*lines, "  (:goal (and (finished)))", "  (:metric minimize (total-cost)))", ""])


def _farm(setting: ProblemSetting, player: str, people: list[str]) -> list[str]:
    stock = " ".join(f"(= (stock {player} {good}) {setting.goods.get(good, 0)})" for good in ALL_GOODS)
    numbers = {"done": 0, "actions": setting.people, "people": len(people), "penalty": 0}
    numbers |= {"full-pastures": 0, "sown-fields": 0, "fences": 0}
    cells = {"empty": 13, "room": 2, "field": 0, "pasture": 0}
    return [
        "    " + " ".join(f"(belongs {person} {player})" for person in people),
        *_wrapped(" ".join(f"(= ({name} {player}) {value})" for name, value in numbers.items()), "    "),
        f"    (house {player} wood) " + " ".join(f"(= (cells {player} {kind}) {n})" for kind, n in cells.items()),
        *_wrapped(stock, "    "),
    ]


def _improvements() -> list[str]:
    lines = []
    for name, price in PRICES.items():
        words = [f"(for-sale {name})", f"({('costs-one', 'costs-two')[len(price) - 1]} {name} {' '.join(price)})"]
        words += [f"(= (price {name} {good}) {amount})" for good, amount in price.items()]
        words += [f"(= (bread-of-one {name}) {BREAD[name][0]})"]
        words += [f"(bakes-two {name}) (= (bread-of-two {name}) {BREAD[name][1]})"] if len(BREAD[name]) > 1 else []
        lines.append("    " + " ".join(words))
    return lines


def _cards(setting: ProblemSetting) -> list[str]:
    lines = []
    for card in setting.cards:
        deeds = [word for word in CARDS[card] if word not in ALL_GOODS]
        words = [f"(allows {card} {deed})" for deed in deeds]
        words += [f"(gives {card} {good})" for good in CARDS[card] if good in ALL_GOODS]
        words += [f"(returns {card})"] if setting.returning else []
        lines.append("    " + " ".join(words))
    return lines


def _costs() -> list[str]:
    lines = _wrapped(" ".join(f"(= (cost {deed}) {cost})" for deed, cost in COSTS.items()), "    ")
    return [*lines[:-1], lines[-1] + ")"]


def _wrapped(text: str, indent: str, end: str = "") -> list[str]:
    """Lines of limited length, broken between words or brackets."""
    lines, line = [], ""
    words = text.replace(") (", ")\n(").split("\n") if "(" in text else text.split(" ")
    for word in words:
        if line and len(indent) + len(line) + 1 + len(word) > 116:
            lines.append(indent + line)
            line = ""
        line = f"{line} {word}" if line else word
    return [*lines, indent + line + end]
