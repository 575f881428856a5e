"""Checkers of what conflict resolution claims: the inference engine of the game orders the agenda again."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.core.mind import MindName
from ludoteca.core.verdicts import Checker, Claim
from ludoteca.minds.shared.claims import number
from ludoteca.rules.production.engine import STRATEGIES, order_key
from ludoteca.rules.production.firing import Activation
from ludoteca.rules.production.game import ProductionPosition

_RANDOM = "random"  # its order depends on the seed, which only the mind knows


def _strategy(claim: Claim) -> str:
    return MindName.read(claim.mind).settings.get("strategy", STRATEGIES[0])


def _agenda(claim: Claim) -> tuple[Activation, ...]:
    if not isinstance(claim.position, ProductionPosition):
        raise TypeError(claim.position)
    return claim.position.game.engine.agenda(claim.position.state, _strategy(claim))


def _moves(claim: Claim) -> dict[str, Activation]:
    """The first activation of each legal move, in the order of the agenda."""
    legal = {move.text for move in claim.position.moves}
    found: dict[str, Activation] = {}
    for each in _agenda(claim):
        if each.seat == claim.seat and each.text in legal:
            found.setdefault(each.text, each)
    return found


def _first(claim: Claim) -> bool | None:
    moves = _moves(claim)
    own = moves[claim.move.text]
    highest = max(activation.salience for activation in moves.values())
    said = (claim.args["strategy"], claim.args["rule"], claim.args["moves"], claim.args["activations"])
    if said != (_strategy(claim), own.rule, len(moves), len(_agenda(claim))):
        return False
    if not number(claim, "salience") == own.salience == highest:
        return False
    return None if _strategy(claim) == _RANDOM else next(iter(moves)) == claim.move.text


def _later(claim: Claim) -> bool | None:
    moves = _moves(claim)
    if moves[claim.move.text].rule != claim.args["rule"] or not 2 <= number(claim, "place") <= len(moves):
        return False
    return None if _strategy(claim) == _RANDOM else list(moves)[int(number(claim, "place")) - 1] == claim.move.text


def _lower(claim: Claim) -> bool:
    moves = _moves(claim)
    own, first = moves[claim.move.text].salience, moves[claim.chosen.text].salience
    return (number(claim, "salience"), number(claim, "first")) == (own, first) and own < first


def _order(claim: Claim) -> bool:
    return claim.args["order"] == order_key(_strategy(claim))


CLAIMS: Mapping[str, Checker] = {
    "first": _first,
    "later": _later,
    "lower": _lower,
    "order": _order,
}
