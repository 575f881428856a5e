"""Checkers of comparisons between two moves, which all schools share: the rejected move against the chosen one."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping

from ludoteca.core.game import Event, Move, Position, find_move, seat_key
from ludoteca.core.i18n import Message, unquoted
from ludoteca.core.verdicts import Checker, Claim
from ludoteca.minds.shared.claims import can_force, expected_margin_gain, is_legal_line, made, negated, number, texts
from ludoteca.minds.shared.search.trace.exact_values import ExactSearch, Outcome, TooLarge, outcome_of

_POSITIONS = 1_000  # searched for one value; one that takes more is not checked
_KEPT = 256  # outcomes
_UNKNOWN: Outcome = (0, 0.0)


def outcome_message(margin: float) -> Message:
    """A final margin in words.

    >>> print(outcome_message(8), outcome_message(-2), outcome_message(0), sep=", ")
    wins by 8, loses by 2, ends level
    """
    name = "wins" if margin > 0 else "loses" if margin < 0 else "level"
    return Message(f"minds.outcome.{name}", {"margin": abs(margin)} if margin else {})


def _event(claim: Claim, name: str = "event") -> Event:
    """The event that a claim tells."""
    message = unquoted(claim.args[name])
    return Event(message.key, dict(message.args))


def _keys(position: Position, move: Move) -> set[str]:
    return {event.key for event in position.events(move)}


def _gives_up(claim: Claim) -> bool:
    """Whether the chosen move causes the event, and the rejected one none of its kind."""
    event = _event(claim)
    return event in claim.position.events(claim.chosen) and event.key not in _keys(claim.position, claim.move)


def _causes(claim: Claim) -> bool:
    """Whether the rejected move causes the event, and the chosen one none of its kind."""
    event = _event(claim)
    return event in claim.position.events(claim.move) and event.key not in _keys(claim.position, claim.chosen)


def _differs(claim: Claim) -> bool:
    """Whether both moves cause an event of one kind, once each, and not the same."""
    own, other = _event(claim), _event(claim, "other")
    events = (claim.position.events(move) for move in (claim.move, claim.chosen))
    found = [[event for event in each if event.key == own.key] for each in events]
    return found == [[own], [other]] and own != other


def _allows(claim: Claim) -> bool:
    """Whether another seat's reply to the rejected move causes the event, and none of its replies to the chosen one."""
    event, after, instead = _event(claim), made(claim.position, claim.move), made(claim.position, claim.chosen)
    if after.turn in (None, claim.seat) or after.turn != instead.turn:
        return False
    possible = event in after.events(find_move(after, str(claim.args["reply"])))
    return possible and not any(event in instead.events(reply) for reply in instead.moves)


def _then(claim: Claim) -> bool:
    """Whether a line begins with the move, and its last move causes the event."""
    if not is_legal_line(claim):
        return False
    position, line = claim.position, texts(claim, "line")
    for text in line[:-1]:
        position = position.after(find_move(position, text))
    return _event(claim) in position.events(find_move(position, line[-1]))


def _gain(claim: Claim) -> bool:
    gains = (expected_margin_gain(claim.position, move) for move in (claim.move, claim.chosen))
    return (number(claim, "gain"), number(claim, "other")) == tuple(gains)


class _Outcomes:
    """The outcomes of positions with best play, as far as they are found with few positions; the last ones are kept.

    A review goes back through a game: where a position took too long, those before it are not even tried.
    """

    def __init__(self) -> None:
        self._kept: OrderedDict[tuple[Position, int], Outcome | None] = OrderedDict()

    def of(self, position: Position, seat: int) -> Outcome | None:
        """The outcome of a position for a seat; None where that takes too long to find out."""
        if (position, seat) not in self._kept:
            self._kept[position, seat] = self._found(position, seat)
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return self._kept[position, seat]

    def _found(self, position: Position, seat: int) -> Outcome | None:
        if any(self._kept.get((position.after(move), seat), _UNKNOWN) is None for move in position.moves):
            return None
        try:
            return ExactSearch(position, seat, _POSITIONS).outcome(position)
        except TooLarge:
            return None


_outcomes = _Outcomes()


def _has_value(claim: Claim, position: Position, margin: float) -> bool | None:
    """Whether a margin is the value of a position for the seat that chose; None where that cannot be found out."""
    found = _outcomes.of(position, claim.seat)
    return None if found is None else found == outcome_of(margin)


def _all(*found: bool | None) -> bool | None:
    return False if False in found else None if None in found else True


def _tells(claim: Claim, name: str, margin: float) -> bool:
    return unquoted(claim.args[name]) == outcome_message(margin)


def _best(claim: Claim) -> bool | None:
    """Whether the margin is the value of the chosen move, and of the position."""
    margin = number(claim, "margin")
    positions = (made(claim.position, claim.move), claim.position)  # the smaller one first
    return _tells(claim, "outcome", margin) and _all(*(_has_value(claim, each, margin) for each in positions))


def _proven(claim: Claim) -> bool | None:
    """Whether the rejected move and the chosen one have the margins of a claim, and the chosen one the higher."""
    margin, other = number(claim, "margin"), number(claim, "other")
    if margin >= other or not (_tells(claim, "outcome", margin) and _tells(claim, "better", other)):
        return False
    values = ((claim.move, margin), (claim.chosen, other))
    return _all(*(_has_value(claim, made(claim.position, move), value) for move, value in values))


def _estimated(claim: Claim) -> bool | None:
    """What a search found is known to it alone: here its numbers can only contradict each other."""
    low, high, cost = number(claim, "low"), number(claim, "high"), number(claim, "cost")
    value, other = number(claim, "value"), number(claim, "other")
    return None if low <= cost <= high and abs(other - value - cost) < _ROUNDING else False


_ROUNDING = 0.11  # of three numbers with one decimal


def _choice(claim: Claim) -> bool | None:
    return None if claim.move == claim.chosen else False


def _wins(position: Position, seat: int) -> bool | None:
    return can_force(position, seat, lambda end: end.result()[seat] == 1)


def _forces(claim: Claim) -> bool | None:
    return _wins(made(claim.position, claim.move), claim.seat)


def _loses_to(claim: Claim) -> bool | None:
    """Whether the seat that a claim names can force its win after the move."""
    game = claim.position.game
    named = [seat for seat in range(len(game.seats)) if seat_key(game, seat) == claim.args["seat"]]
    return bool(named) and named[0] != claim.seat and _wins(made(claim.position, claim.move), named[0])


def _safe(claim: Claim) -> bool | None:
    """Whether no seat but the one that chose can force its win after the move."""
    others = (seat for seat in range(len(claim.position.game.seats)) if seat != claim.seat)
    return _all(*(negated(_wins(made(claim.position, claim.move), seat)) for seat in others))


CLAIMS: Mapping[str, Checker] = {
    "compare.gives_up": _gives_up,
    "compare.causes": _causes,
    "compare.differs": _differs,
    "compare.allows": _allows,
    "compare.gain": _gain,
    "compare.line": is_legal_line,
    "compare.then": _then,
    "compare.best": _best,
    "compare.proven": _proven,
    "compare.estimated.chance": _estimated,
    "compare.estimated.points": _estimated,
    "compare.choice.chance": _choice,
    "compare.choice.points": _choice,
    "compare.forces": _forces,
    "compare.loses_to": _loses_to,
    "compare.safe": _safe,
    "compare.forces_not": lambda claim: negated(_forces(claim)),
}
