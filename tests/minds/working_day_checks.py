"""What the shipped knowledge says of moves in Agricola's working day, checked on the referee's board."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludoteca.core.game import Move, Position

Check = Callable[..., bool]  # of a position, a move and the numbers and names in a phrase

_GOODS_COST = 4


def numbers(position: Position) -> dict[tuple[str, ...], int]:
    """The functions of the domain: `("stock", "j1", "clay")` and its value."""
    told = ((fact.relation, *map(str, fact.args[:-1]), fact.args[-1]) for fact in position.facts() if fact.args)
    return {tuple(map(str, name)): value for *name, value in told if isinstance(value, int)}


def turns_left(position: Position) -> int:
    values = numbers(position)
    return values[("last_turn",)] - values[("turn",)] + 1


def cost(position: Position, move: Move) -> int:
    assert position.turn is not None
    return int(position.scores()[position.turn] - position.after(move).scores()[position.turn])


def final_cost(position: Position, move: Move) -> int:
    later = _GOODS_COST * turns_left(position) if "grows the family" in move.text else 0
    return cost(position, move) + later


def is_cheapest(position: Position, move: Move) -> bool:
    return final_cost(position, move) == min(final_cost(position, each) for each in position.moves)


def cards_return(position: Position) -> bool:
    return any(fact.relation == "returns" for fact in position.facts())


def begins(position: Position, move: Move) -> bool:
    return "the starting player" in move.text and turns_left(position) > 1 and not cards_return(position)


def good_taken(move: Move) -> str:
    """The good that a move takes; empty for other moves."""
    return move.text.split()[2] if " takes " in move.text else ""


def leaves_material(position: Position, move: Move) -> bool:
    return good_taken(move) in ("food", "grain", "vegetable")


def lacks(position: Position, move: Move, good: str | None = None) -> bool:
    """Whether a renovation needs more of the good that is taken than there is, and the cards can give all it lacks."""
    assert position.turn is not None
    values, seat, facts = numbers(position), position.game.seats[position.turn], position.facts()
    (old,) = (fact.args[1] for fact in facts if fact.relation == "house" and fact.args[0] == seat)
    need = {"wood": {"clay": 5, "reed": 2}, "clay": {"stone": 5, "reed": 2}, "stone": {}}[str(old)]
    missing = {
        each: count * values["cells", seat, "room"] - values["stock", seat, each] for each, count in need.items()
    }
    used = {fact.args[0] for fact in facts if fact.relation == "used"}
    open_cards = [fact.args[1] for fact in facts if fact.relation == "gives" and fact.args[0] not in used]
    in_reach = cards_return(position) or all(5 * open_cards.count(each) >= lack for each, lack in missing.items())
    return missing.get(good or good_taken(move), 0) > 0 and in_reach and good in (None, good_taken(move))


SENTENCES: Mapping[str, Check] = {
    r"1\. Begin the next turn: .*": lambda position, move: begins(position, move) and is_cheapest(position, move),
    r"2\. Of the moves that cost least, .* can give\.": lambda position, move: (
        lacks(position, move) and is_cheapest(position, move)
    ),
    r"3\. Of the moves that cost least, .* food or a crop\.": lambda position, move: (
        leaves_material(position, move) and is_cheapest(position, move)
    ),
    r"4\. A move that costs least, .* counted as taking goods\.": is_cheapest,
}
PHRASES: Mapping[str, Check] = {
    r"it costs (\d+)": lambda position, move, points: final_cost(position, move) == int(points),
    r"it costs (\d+) now and the child's work (\d+) more at (\d+) an action": lambda position, move, now, later, each: (
        "grows the family" in move.text
        and int(each) == _GOODS_COST
        and (cost(position, move), final_cost(position, move)) == (int(now), int(now) + int(later))
    ),
    r"I choose first in the next turn": begins,
    r"it takes no building material": leaves_material,
    r"my next renovation lacks (\w+)": lacks,
}
