"""Checkers of what a network and its search claim: numbers by the trace, which is checked itself, results by it too."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.core.verdicts import Checker, Claim, certified
from ludoteca.minds.learned.trace import NetworkSearch, SearchedMove
from ludoteca.minds.learned.trace.check import network_of, probes_of
from ludoteca.minds.shared.claims import number, unless_cut
from ludoteca.rules.concepts import concept_key, concepts_of
from ludoteca.rules.kernel.game import KernelPosition


def _trace(claim: Claim) -> NetworkSearch:
    trace = claim.why.trace
    if not isinstance(trace, NetworkSearch):
        raise TypeError(trace)
    return trace


def _move(claim: Claim, text: str) -> SearchedMove:
    """A move of the trace; raises `ValueError` unless it has it once."""
    (found,) = (move for move in _trace(claim).moves if move.move == text)
    return found


def _percent(share: float) -> float:
    return round(100 * share, 1)


def _is_cut(claim: Claim) -> bool:
    trace = claim.why.trace
    return bool(claim.why.rejected_omitted or (isinstance(trace, NetworkSearch) and trace.moves_omitted))


def _agrees(claim: Claim) -> bool:
    """Whether visits, value and prior of a claim, where it has them, are those of its move in the trace."""
    move = _move(claim, claim.move.text)
    known = {"visits": move.visits, "value": _percent(move.value), "prior": _percent(move.prior)}
    return all(number(claim, name) == value for name, value in known.items() if name in claim.args)


def _chosen(claim: Claim) -> bool:
    """Whether it is the chosen move, and all visits are counted."""
    total = sum(move.visits for move in _trace(claim).moves)
    return _agrees(claim) and claim.move == claim.chosen and number(claim, "total") == total


def _favourite(claim: Claim) -> SearchedMove:
    return max(_trace(claim).moves, key=lambda move: move.prior)


def _is_preferred(claim: Claim) -> bool:
    """Whether nothing is proven of the move, and no other is proven to win or, unproven, was visited more often."""
    chosen = _move(claim, claim.move.text)
    others = _trace(claim).moves
    best = all(move.value < 1 if move.proven else move.visits <= chosen.visits for move in others)
    return best and not chosen.proven


def _confirmed(claim: Claim) -> bool:
    first = _move(claim, claim.move.text).prior == _favourite(claim).prior
    return _chosen(claim) and first and _is_preferred(claim)


def _changed(claim: Claim) -> bool:
    favourite, other = _favourite(claim), _move(claim, str(claim.args["other"]))
    preferred = other.prior == favourite.prior > _move(claim, claim.move.text).prior
    told = number(claim, "other_prior") == _percent(favourite.prior)
    return _chosen(claim) and preferred and told and _is_preferred(claim)


def _margin_left(claim: Claim) -> bool:
    position = claim.position
    assert isinstance(position, KernelPosition)
    return _chosen(claim) and bool(position.game.rules.is_decided(position.state))


def _is_proven(claim: Claim, low: float, high: float) -> bool:
    move = _move(claim, claim.move.text)
    return move.proven and low <= move.value <= high


def _proven(low: float, high: float) -> Checker:
    """A checker for the chosen move with a proven result, the best that is proven; the trace's check searches again."""

    def check(claim: Claim) -> bool | None:
        best = all(move.value <= high for move in _trace(claim).moves if move.proven)
        return certified(claim) if _chosen(claim) and _is_proven(claim, low, high) and best else False

    return check


def _lost(claim: Claim) -> bool | None:
    """Whether all moves are proven to lose."""
    return _proven(0, 0)(claim) if all(move.proven for move in _trace(claim).moves) else False


def _not(low: float, high: float) -> Checker:
    return lambda claim: certified(claim) if _is_other(claim) and _is_proven(claim, low, high) else False


def _is_other(claim: Claim) -> bool:
    return _agrees(claim) and claim.move != claim.chosen


def _unvisited(claim: Claim) -> bool:
    return _visited(claim) and _move(claim, claim.move.text).visits == 0


def _visited(claim: Claim) -> bool:
    return _is_other(claim) and not _move(claim, claim.move.text).proven


def _first_sight(claim: Claim) -> bool:
    return number(claim, "value") == _percent(_trace(claim).first_sight)


def _carries(claim: Claim, sign: int) -> bool:
    """Whether the trace has the fact with that value without it, and the value is lower (or higher) than with it."""
    weights = {str(weight.fact): _percent(weight.without) for weight in _trace(claim).facts}
    difference = number(claim, "value") - number(claim, "without")
    told = weights[str(claim.args["fact"])] == number(claim, "without")
    return _first_sight(claim) and told and sign * difference > 0


def _sees(holds: bool) -> Checker:
    """A checker of a concept that the network sees: its probability by the trace, and by the referee if it holds."""

    def check(claim: Claim) -> bool | None:
        if probes_of(_trace(claim), claim) is None:
            return None
        game, key = claim.position.game, str(claim.args["concept"])
        (seen,) = (each for each in _trace(claim).concepts if concept_key(game, each.concept) == key)
        (concept,) = (each for each in concepts_of(game) if each.name == seen.concept)
        told = number(claim, "probability") == round(seen.probability, 2) and seen.probability > 0.5
        return told and concept.holds(claim.position) == seen.holds == holds

    return check


def _by_weights(checker: Checker) -> Checker:
    """A checker of what the weights say: that cannot be found out where they are not there any more."""

    def check(claim: Claim) -> bool | None:
        found = checker(claim)
        return None if found and network_of(_trace(claim), claim) is None else found

    return check


_DRAWN = (0.01, 0.99)
_CHECKERS: Mapping[str, Checker] = {
    "confirmed": _by_weights(_confirmed),
    "changed": _by_weights(_changed),
    "margin_left": _by_weights(_margin_left),
    "proven.won": _proven(1, 1),
    "proven.drawn": _proven(*_DRAWN),
    "proven.lost": _lost,
    "not.won": _not(1, 1),
    "not.drawn": _not(*_DRAWN),
    "not.lost": _not(0, 0),
    "not.unvisited": _by_weights(_unvisited),
    "not.visited": _by_weights(_visited),
    "first_sight": _by_weights(_first_sight),
    "sees.rightly": _sees(True),
    "sees.wrongly": _sees(False),
    "carries.for": _by_weights(lambda claim: _carries(claim, 1)),
    "carries.against": _by_weights(lambda claim: _carries(claim, -1)),
}

CLAIMS = unless_cut(_CHECKERS, _is_cut)
