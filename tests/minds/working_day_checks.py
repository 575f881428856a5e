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


def is_scarce(position: Position) -> bool:
    """Whether fewer cards for goods or for starting are left than actions."""
    values, facts = numbers(position), position.facts()
    used = {fact.args[0] for fact in facts if fact.relation == "used"}
    allowed = [fact.args for fact in facts if fact.relation == "allows" and fact.args[0] not in used]
    cards = {card for card, deed in allowed if deed in ("taking-goods", "going-first")}
    left = [values["actions", seat] * turns_left(position) - values["done", seat] for seat in position.game.seats]
    return len(cards) < sum(left)


def begins(position: Position, move: Move) -> bool:
    return "the starting player" in move.text and turns_left(position) > 1 and is_scarce(position)


def lacks(position: Position, move: Move, good: str | None = None) -> bool:
    """Whether a renovation needs more of the good that is taken than there is."""
    assert position.turn is not None
    values, seat = numbers(position), position.game.seats[position.turn]
    (old,) = (fact.args[1] for fact in position.facts() if fact.relation == "house" and fact.args[0] == seat)
    need = {"wood": {"clay": 5, "reed": 2}, "clay": {"stone": 5, "reed": 2}, "stone": {}}[str(old)]
    taken = good or move.text.split()[2]
    has = values["stock", seat, taken]
    return f" takes {taken} by" in move.text and has < need.get(taken, 0) * values["cells", seat, "room"]


SENTENCES: Mapping[str, Check] = {
    r"1\. Begin the next turn: .*": lambda position, move: begins(position, move) and is_cheapest(position, move),
    r"2\. Of the moves that cost least, .* lacks\.": lambda position, move: (
        lacks(position, move) and is_cheapest(position, move)
    ),
    r"3\. A move that costs least, .* counted as taking goods\.": is_cheapest,
}
PHRASES: Mapping[str, Check] = {
    r"it costs (\d+)": lambda position, move, points: final_cost(position, move) == int(points),
    r"it costs (\d+) now and the child's work (\d+) more at (\d+) an action": lambda position, move, now, later, each: (
        "grows the family" in move.text
        and int(each) == _GOODS_COST
        and (cost(position, move), final_cost(position, move)) == (int(now), int(now) + int(later))
    ),
    r"fewer cards for goods or for starting are left than actions to do": begins,
    r"my next renovation lacks (\w+)": lacks,
}
