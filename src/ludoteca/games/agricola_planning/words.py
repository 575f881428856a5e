"""Moves and facts of Agricola's working day, and the end of a game, in words."""

from __future__ import annotations

from ludoteca.core.game import Fact, Move, Position, seat_key
from ludoteca.core.i18n import Argument, Message, quoted, sentence
from ludoteca.core.vocabulary import word_of
from ludoteca.games.shared.agricola.amounts import amount_of
from ludoteca.rules.planning.game import PlanningPosition

_ROOT = "games.agricola_planning"
_FACTS = f"{_ROOT}.words.fact"
_TAKEN = {"take-goods": 5, "take-animals": 2}  # how much a card gives


def move_name(position: Position, move: Move) -> Message:
    """What is done, at which card, by which person."""
    return Message(f"{_ROOT}.words.move", _parts(position, move, "name"))


def move_sentence(position: Position, move: Move) -> Message:
    """What a move does and costs, and whether it ends the game."""
    assert isinstance(position, PlanningPosition) and position.turn is not None
    after = position.after(move)
    cost = round(position.scores()[position.turn] - after.scores()[position.turn])
    clauses = [Message(f"{_ROOT}.words.deed", {**_parts(position, move, "does"), "cost": cost})]
    if after.stuck is not None:
        clauses.append(Message(f"{_ROOT}.words.stuck", {"seat": seat_key(position.game, after.stuck)}))
    elif after.turn is None:
        clauses.append(Message(f"{_ROOT}.words.ends"))
    return sentence(*clauses)


def _parts(position: Position, move: Move, form: str) -> dict[str, Argument]:
    """The arguments of a message about a move: what is done in the form of a name or of a sentence, card, person."""
    assert isinstance(position, PlanningPosition)
    action = position.chosen(move)
    bound = {name.removeprefix("?"): value for name, value in action.bound.items()}
    args: dict[str, Argument] = {name: f"{_ROOT}.name.{bound[name]}" for name in bound.keys() & {"g", "i", "m", "n"}}
    kind = action.schema.name
    if kind in _TAKEN:
        args["goods"] = quoted(amount_of(bound["g"], _TAKEN[kind]))
    what = Message(f"{_ROOT}.words.{form}.{word_of(kind)}", args)
    return {"what": quoted(what), "card": f"{_ROOT}.name.{bound['c']}", "person": person_number(bound["p"])}


def person_number(name: str) -> str:
    """The number of a person in the family: the last part of a name such as `p1-2`."""
    return name.rpartition("-")[2]


def fact_words(fact: Fact) -> Message | None:
    """What a player has."""
    match fact.relation, fact.args:
        case "stock", (seat, str(good), int(amount)):
            return Message(f"{_FACTS}.stock", {"seat": _seat(seat), "goods": quoted(amount_of(good, amount))})
        case "cells", (seat, str(kind), int(count)):
            return Message(f"{_FACTS}.cells.{kind}", {"seat": _seat(seat), "n": count})
        case ("fences" | "sown_fields" | "full_pastures") as what, (seat, int(count)):
            return Message(f"{_FACTS}.{what}", {"seat": _seat(seat), "n": count})
        case "owns", (seat, improvement):
            return Message(f"{_FACTS}.owns", {"seat": _seat(seat), "improvement": f"{_ROOT}.name.{improvement}"})
        case "for_sale", (improvement,):
            return Message(f"{_FACTS}.for_sale", {"improvement": f"{_ROOT}.name.{improvement}"})
        case "house", (seat, material):
            return Message(f"{_FACTS}.house", {"seat": _seat(seat), "material": f"{_ROOT}.name.{material}"})
    return None


def _seat(name: object) -> str:
    return f"{_ROOT}.seat.{name}"


def ending(position: Position) -> Message | None:
    """All actions are done; of a seat that is stuck, the rules of planning tell."""
    assert isinstance(position, PlanningPosition)
    return Message(f"{_ROOT}.words.all_done") if position.stuck is None else None
