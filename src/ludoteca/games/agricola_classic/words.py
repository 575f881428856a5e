"""Moves and facts of Agricola classic, and the end of a game, in words.

A move is a rule that fires. Forced actions follow it, its player's own or the other's; those that people care about are
told with it, the same ones of a player together.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from ludoteca.core.game import Event, Fact, Move, Position, seat_key
from ludoteca.core.i18n import Argument, Message, quoted, quoted_all, sentence, sentences
from ludoteca.core.vocabulary import word_of
from ludoteca.games.agricola_classic.facts import SEATS
from ludoteca.games.shared.agricola.amounts import amount_of
from ludoteca.rules.production.game import ProductionPosition

_ROOT = "games.agricola_classic"
_RULES_BY_CLAUSE = {
    "take": "take_goods",
    "bake": "bake_bread",
    "starting_player": "become_starting_player",
    "house": "take_animal_into_room next_animal_into_room",
    "pasture": "take_animal_into_pasture next_animal_into_pasture",
    "cook": "take_animal_to_cook next_animal_to_cook",
    "plow": "plow",
    "sow": "sow sow_next",
    "fence_single": "fence_single_pasture next_fence_single_pasture",
    "fence_double": "fence_double_pasture next_fence_double_pasture",
    "fence_further": "fence_begun_pasture next_fence_begun_pasture",
    "stable": "build_stable build_next_stable",
    "room": "build_room build_next_room",
    "renovate": "renovate",
    "child": "grow_family grow_family_without_room",
    "buy_for_one": "buy_for_one_resource buy_hearth_for_clay then_buy_for_one_resource then_buy_hearth_for_clay",
    "buy_for_two": "buy_for_two_resources then_buy_for_two_resources",
    "hand_in": "buy_hearth_for_fireplace then_buy_hearth_for_fireplace",
    "exchange": "exchange_goods",
    "exchange_house": "exchange_animal_of_house",
    "exchange_pasture": "exchange_animal_of_pasture",
    "eat": "eat_crop",
    "young_house": "settle_young_in_room",
    "young_pasture": "settle_young_in_pasture",
    "beg": "beg",
}
"""For each clause the rules that it is about."""
_CLAUSES = {rule: clause for clause, rules in _RULES_BY_CLAUSE.items() for rule in rules.split()}
_DETAILS = {
    "take": ("amount", "good", "card"),
    "bake": ("amount", "food", "oven"),
    "sow": ("crop",),
    "room": ("material",),
    "renovate": ("rooms", "old", "new"),
    "buy_for_one": ("improvement",),
    "buy_for_two": ("improvement", "good-1", "cost-1", "good-2", "cost-2"),
    "hand_in": ("improvement", "fireplace"),
    "exchange": ("amount", "good", "food"),
    "exchange_house": ("animal", "food"),
    "exchange_pasture": ("animal", "food"),
    "eat": ("crop",),
    **dict.fromkeys(("house", "pasture", "young_house", "young_pasture"), ("animal",)),
    "cook": ("animal", "food"),
}
"""The variables of its rules that a clause tells; firings that agree in them are counted together."""


@dataclass(frozen=True, slots=True)
class _Deed:
    """What a player did: a clause with its details, in terms of the knowledge base."""

    seat: str
    clause: str
    details: tuple[tuple[str, str | int], ...]


def move_name(position: Position, move: Move) -> Message:
    """What a player chooses to do, with everything that tells it from the other choices."""
    assert isinstance(position, ProductionPosition)
    offer = position.offers[move.text]
    bound = {name: value if isinstance(value, int) else word_of(str(value)) for name, value in offer.bindings}
    clause = _CLAUSES[word_of(offer.rule)]
    is_first = any(name.startswith("[person-") for name in offer.matched)  # it sends a person to a card
    return Message(f"{_ROOT}.name.{_name_key(clause, offer.rule, is_first)}", arguments(bound))


def _name_key(clause: str, rule: str, is_first: bool) -> str:
    if clause == "sow" and not is_first:
        return "sow_next"
    return "child_without_room" if rule == "grow-family-without-room" else clause


def arguments(bound: Mapping[str, str | int]) -> dict[str, Argument]:
    """The arguments of a message: words by their keys, and goods with their amounts."""
    args: dict[str, Argument] = {
        name: value if isinstance(value, int) else f"{_ROOT}.word.{value}" for name, value in bound.items()
    }
    for amount, good in (("amount", "good"), ("cost-1", "good-1"), ("cost-2", "good-2")):
        if amount in bound and good in bound:
            args[f"{amount}_of"] = quoted(amount_of(str(bound[good]), int(bound[amount])))
    if "card" in bound:
        args["place"] = f"{_ROOT}.place.{bound['card']}"
    if {"cells", "stables", "animals", "animal"} <= bound.keys():
        args["which"] = quoted(_pasture(bound))
    return args


def _pasture(bound: Mapping[str, str | int]) -> Message:
    """Which pasture: its size, its stables and its animals."""
    animals, animal = int(bound["animals"]), str(bound["animal"])
    inside = amount_of(animal, animals) if animals else Message(f"{_ROOT}.name.no_animals")
    args = {"cells": bound["cells"], "stables": bound["stables"], "inside": quoted(inside)}
    return Message(f"{_ROOT}.name.which", args)


def move_sentence(position: Position, move: Move) -> Message:
    """What a move does; what the other player must do then is told in a second sentence."""
    assert isinstance(position, ProductionPosition) and position.turn is not None
    done = _counted(position.events(move))
    mover = SEATS[position.turn]
    own = [_clause(deed, times) for deed, times in done.items() if deed.seat == mover]
    if position.after(move).turn is None:
        own.append(Message(f"{_ROOT}.does.ends"))
    said = sentence(*own)
    others = [_clause(deed, times) for deed, times in done.items() if deed.seat != mover]
    if not others:
        return said
    other = seat_key(position.game, 1 - position.turn)
    return sentences(said, sentence(Message(f"{_ROOT}.does.other", {"seat": other, "clauses": quoted_all(others)})))


def _counted(events: Iterable[Event]) -> dict[_Deed, int]:
    """The deeds among some events, in order, and how often each was done."""
    counts: dict[_Deed, int] = {}
    for event in events:
        clause = _CLAUSES.get(event.key.rpartition(".")[2])
        if clause is not None:
            seat = _symbol(event.args["player"])
            details = tuple((name, _symbol(event.args[name])) for name in _DETAILS.get(clause, ()))
            deed = _Deed(str(seat), clause, details)
            counts[deed] = counts.get(deed, 0) + 1
    return _fences_together(counts)


def _fences_together(counts: Mapping[_Deed, int]) -> dict[_Deed, int]:
    """All fences of a player as one deed."""
    merged: dict[_Deed, int] = {}
    for deed, times in counts.items():
        one = _Deed(deed.seat, "fence", ()) if deed.clause.startswith("fence_") else deed
        merged[one] = merged.get(one, 0) + times
    return merged


def _symbol(argument: Argument) -> str | int:
    """The symbol that the argument of an event stands for."""
    return argument if isinstance(argument, int) else str(argument).rpartition(".")[2]


def _clause(deed: _Deed, times: int) -> Message:
    bound = dict(deed.details)
    args = {**arguments(bound), "times": times}
    for name in ("animal", "crop"):
        if name in bound:
            args[f"{name}s"] = quoted(amount_of(str(bound[name]), times))
    if "food" in bound and deed.clause != "bake":
        args["food"] = int(bound["food"]) * times
    if "amount" in bound and "good" in bound:
        args["amount_of"] = quoted(amount_of(str(bound["good"]), int(bound["amount"]) * times))
    return Message(f"{_ROOT}.does.{deed.clause}", args)


def fact_words(fact: Fact) -> Message | None:
    """The goods of a player, on a card or on a field."""
    match fact.relation, fact.args:
        case "goods", (seat, str(good), int(amount)):
            goods = quoted(amount_of(good, amount))
            return Message(f"{_ROOT}.fact.goods", {"seat": f"{_ROOT}.seat.{seat}", "goods": goods})
        case "lies", (card, str(good), int(amount)):
            goods = quoted(amount_of(good, amount))
            return Message(f"{_ROOT}.fact.lies", {"card": f"{_ROOT}.word.{card}", "goods": goods})
        case "field", (seat, cell, str(crop), int(amount)) if crop != "none":
            crops = quoted(amount_of(crop, amount))
            place = {"seat": f"{_ROOT}.seat.{seat}", "cell": cell}
            return Message(f"{_ROOT}.fact.field", {**place, "goods": crops})
    return None


def ending(position: Position) -> Message:
    """Fourteen rounds are over."""
    return Message(f"{_ROOT}.does.last_round")
