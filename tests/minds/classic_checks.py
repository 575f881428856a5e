"""What the Prolog farmer says of moves in Agricola classic, checked on the referee's board."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from ludoteca.core.game import Move, Position

Check = Callable[..., bool]  # of a position and a move

_HARVESTS = (4, 7, 9, 11, 13, 14)
_RAW = ("food", "grain", "vegetable")


def events(position: Position, move: Move) -> list[tuple[str, Mapping[str, object]]]:
    return [(event.key.rpartition(".")[2], event.args) for event in position.events(move)]


def begins_with(*rules: str) -> Check:
    """Whether the first rule that fires is one of these."""
    return lambda position, move: events(position, move)[0][0].replace("-", "_") in rules


def points(position: Position, move: Move) -> int:
    assert position.turn is not None
    return int(position.after(move).scores()[position.turn] - position.scores()[position.turn])


def held(position: Position, relation: str, what: str) -> int:
    assert position.turn is not None
    seat = position.game.seats[position.turn]
    facts = (fact.args for fact in position.facts() if fact.relation == relation)
    (found,) = (int(args[2]) for args in facts if args[:2] == (seat, what))
    return found


def taken(position: Position, move: Move) -> tuple[str, int]:
    """The good that a move takes from its card, and how much of it; nothing for other moves."""
    kind, args = events(position, move)[0]
    if kind.replace("-", "_") != "take_goods":
        return "", 0
    return str(args["good"]).rpartition(".")[2], int(str(args["amount"]))


def food(position: Position, move: Move) -> int:
    """The food that a move brings at once."""
    kind, args = events(position, move)[0]
    if kind.replace("-", "_") in ("bake_bread", "take_animal_to_cook"):
        return int(str(args["food"]))
    good, amount = taken(position, move)
    return amount if good == "food" else 0


def is_most(measure: Callable[[Position, Move], int]) -> Check:
    """Whether no move has more of something, and this one has some."""
    return lambda position, move: 0 < measure(position, move) == max(measure(position, each) for each in position.moves)


def is_hungry(position: Position) -> bool:
    (now,) = (int(fact.args[0]) for fact in position.facts() if fact.relation == "round")
    near = any(0 <= harvest - now <= 1 for harvest in _HARVESTS)
    return near and sum(held(position, "goods", good) for good in _RAW) < 2 * held(position, "count", "person")


def sows_best(position: Position, move: Move) -> bool:
    sows = begins_with("sow", "sow_next")
    return sows(position, move) and points(position, move) == max(
        points(position, each) for each in position.moves if sows(position, each)
    )


def lacking(position: Position, move: Move) -> int:
    """How much of a good that the next room lacks the move takes."""
    assert position.turn is not None
    seat = position.game.seats[position.turn]
    material = next(str(f.args[2]) for f in position.facts() if f.relation == "room" and f.args[0] == seat)
    good, amount = taken(position, move)
    needed = {material: 5, "reed": 2}.get(good, 0)
    return amount if needed and held(position, "goods", good) < needed else 0


def has_room_to_build(position: Position) -> bool:
    return held(position, "count", "room") == held(position, "count", "person") < 5


def gains_none(position: Position) -> bool:
    return all(points(position, each) <= 0 for each in position.moves)


def loses_fewest(position: Position, move: Move) -> bool:
    return points(position, move) == max(points(position, each) for each in position.moves) <= 0


SENTENCES: Mapping[str, Check] = {
    r"1\. A child: .*": begins_with("grow_family", "grow_family_without_room"),
    r"2\. A room: .*": begins_with("build_room", "build_next_room"),
    r"3\. The harvest is near, .*": lambda position, move: is_hungry(position) and is_most(food)(position, move),
    r"4\. Sow: .*": sows_best,
    r"5\. Material for the next room: .*": lambda position, move: (
        has_room_to_build(position) and is_most(lacking)(position, move)
    ),
    r"6\. The move that gains most points, .*": is_most(points),
    r"7\. No move gains points: .*": lambda position, move: (
        gains_none(position) and is_most(lambda at, each: taken(at, each)[1])(position, move)
    ),
    r"8\. No move gains points or takes goods: .*": lambda position, move: (
        loses_fewest(position, move) and not any(taken(position, each)[1] for each in position.moves)
    ),
}
