"""The vocabulary of Agricola classic: working memory as facts, firings as events."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ludoteca.core.game import Event, Fact, Relation
from ludoteca.core.i18n import Argument, has_words, phrase
from ludoteca.core.vocabulary import word_of
from ludoteca.rules.production.firing import Firing
from ludoteca.rules.production.game import ProductionPosition
from ludoteca.rules.production.values import Value
from ludoteca.rules.production.working_memory import Element

SEATS = ("one", "two")
_ROOT = "games.agricola_classic"
EVERYBODY = 3  # the player of a round card that has been turned up


def _relation(name: str, *args: str) -> Relation:
    return Relation(name, args, f"{_ROOT}.relation.{name}")


RELATIONS = (
    _relation("turn", "seat"),
    _relation("over"),
    _relation("round", "number"),
    _relation("phase", "name"),
    _relation("starting", "seat"),
    _relation("goods", "seat", "good", "amount"),
    _relation("family", "seat", "person", "newborn", "place"),
    _relation("count", "seat", "what", "amount"),
    _relation("empty", "seat", "cell"),
    _relation("room", "seat", "cell", "material"),
    _relation("field", "seat", "cell", "crop", "amount"),
    _relation("pasture", "seat", "cell", "cells", "fences", "stables"),
    _relation("animals", "seat", "cell", "animal", "amount"),
    _relation("card", "card"),
    _relation("lies", "card", "good", "amount"),
    _relation("taken", "card"),
    _relation("improvement", "card", "owner"),
)


def seat_of(player: Value) -> str:
    """The seat of a player's number, `none` for any other number."""
    return SEATS[player - 1] if isinstance(player, int) and 1 <= player <= len(SEATS) else "none"


def facts_of(position: ProductionPosition) -> tuple[Fact, ...]:
    """The facts of a position."""
    turn = position.turn
    facts = [Fact("over", ()) if turn is None else Fact("turn", (SEATS[turn],))]
    for element in position.state.elements:
        facts += facts_of_element(element)
    return tuple(facts)


def facts_of_element(element: Element) -> Iterator[Fact]:
    """The facts that an element of working memory stands for."""
    v = element.values
    seat = seat_of(v.get("player", 0))
    match element.kind:
        case "PHASE":
            yield Fact("round", (_plain(v["round"]),))
            yield Fact("phase", (_word(v["now"]),))
        case "PLAYER" if v["starting"] == "TRUE":
            yield Fact("starting", (seat_of(v["id"]),))
        case "PERSON":
            newborn = "yes" if v["newborn"] == "TRUE" else "no"
            yield Fact("family", (seat, _plain(v["id"]), newborn, _word(v["action"])))
        case "EMPTY-LAND":
            yield Fact("empty", (seat, _cell(v)))
        case "ROOM":
            yield Fact("room", (seat, _cell(v), _word(v["material"])))
            yield from _animals(seat, v)
        case "FIELD":
            yield Fact("field", (seat, _cell(v), _word(v["crop"]), _plain(v["amount"])))
        case "PASTURE":
            cells, fences, stables = (_plain(v[slot]) for slot in ("cells", "fences", "stables"))
            yield Fact("pasture", (seat, _cell(v), cells, fences, stables))
            yield from _animals(seat, v)
        case "ROUND-CARD" if v["player"] == EVERYBODY:
            yield Fact("card", (_word(v["title"]),))
        case "ONE-RESOURCE-IMPROVEMENT" | "TWO-RESOURCES-IMPROVEMENT":
            yield Fact("improvement", (_word(v["title"]), seat))
        case _:
            yield from _counted(element, seat)


def _counted(element: Element, seat: str) -> Iterator[Fact]:
    """Goods, counters, piles of goods on cards, and cards that are taken."""
    v = element.values
    if "young" in v:
        yield Fact("goods", (seat, _word(v["good"]), _plain(v["amount"])))
    elif "counts" in v:
        yield Fact("count", (seat, _word(v["counts"]), _plain(v["amount"])))
    elif v.get("total", 0):
        yield Fact("lies", (_word(v["card"]), _word(v["good"]), _plain(v["total"])))
    if v.get("occupied") == "TRUE" and v["id"] == 1:
        yield Fact("taken", (_word(v["card"]),))


def _animals(seat: str, v: Mapping[str, Value]) -> Iterator[Fact]:
    if v["animals"]:
        yield Fact("animals", (seat, _cell(v), _word(v["animal"]), _plain(v["animals"])))


def _cell(v: Mapping[str, Value]) -> int:
    """The number of a land's cell; of the first cell if it has two."""
    cells = v["id"]
    return int(cells[0]) if isinstance(cells, tuple) else int(cells)


def _plain(value: Value) -> str | int:
    return value if isinstance(value, int) else str(value)


def _word(value: Value) -> str:
    return word_of(str(value))


def heading(moment: tuple[str, ...], language: str) -> str:
    """The round and the phase in words."""
    number, phase = moment
    return phrase(f"{_ROOT}.moment", language, round=number, phase=f"{_ROOT}.phase.{_word(phase)}")


def event_of(firing: Firing) -> Event:
    """A firing as an event: its rule and the bindings of the rule's variables."""
    activation = firing.activation
    args = {name: _argument(name, value) for name, value in activation.bindings}
    return Event(f"{_ROOT}.rule.{word_of(activation.rule)}", args)


def _argument(name: str, value: Value) -> Argument:
    """A value as a message argument: players and the game's words as message keys, others as they are."""
    if name == "player" and isinstance(value, int):
        return f"{_ROOT}.seat.{seat_of(value)}"
    if isinstance(value, str) and has_words(f"{_ROOT}.word.{_word(value)}"):
        return f"{_ROOT}.word.{_word(value)}"
    return value if isinstance(value, int) else str(value)
