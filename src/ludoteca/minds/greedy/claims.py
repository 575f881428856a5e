"""Checkers of what greedy search claims: every legal move is made on the referee's board."""

from __future__ import annotations

from collections.abc import Mapping

from ludoteca.core.game import Move
from ludoteca.core.verdicts import Checker, Claim
from ludoteca.minds.shared.claims import expected_margin_gain, made, number


def _gain_is_right(claim: Claim) -> bool:
    return number(claim, "gain") == expected_margin_gain(claim.position, claim.move)


def _moves_again(claim: Claim, move: Move) -> bool:
    return made(claim.position, move).turn == claim.seat


def _wins(claim: Claim, move: Move) -> bool:
    after = made(claim.position, move)
    return after.turn is None and after.result()[claim.seat] == 1


def _gains(claim: Claim) -> bool:
    most = max(expected_margin_gain(claim.position, move) for move in claim.position.moves)
    return _gain_is_right(claim) and number(claim, "gain") == most


def _gains_again(claim: Claim) -> bool:
    return _gains(claim) and _moves_again(claim, claim.move)


def _ends_with_a_win(claim: Claim) -> bool:
    return _gain_is_right(claim) and _wins(claim, claim.move)


def _no_win(claim: Claim) -> bool:
    return _gain_is_right(claim) and not _wins(claim, claim.move) and _wins(claim, claim.chosen)


def _only(claim: Claim) -> bool:
    return _gain_is_right(claim) and len(claim.position.moves) == 1


def _as_much(claim: Claim) -> bool:
    """Whether the move gains as much as the chosen one."""
    return _gain_is_right(claim) and number(claim, "gain") == expected_margin_gain(claim.position, claim.chosen)


def _same(claim: Claim) -> bool:
    order = [move.text for move in claim.position.moves]
    alike = _moves_again(claim, claim.move) == _moves_again(claim, claim.chosen)
    return _as_much(claim) and alike and order.index(claim.chosen.text) < order.index(claim.move.text)


def _not_again(claim: Claim) -> bool:
    return _as_much(claim) and _moves_again(claim, claim.chosen) and not _moves_again(claim, claim.move)


def _less(claim: Claim) -> bool:
    behind = expected_margin_gain(claim.position, claim.chosen) - number(claim, "gain")
    return _gain_is_right(claim) and number(claim, "less") == behind > 0


CLAIMS: Mapping[str, Checker] = {
    "gains": _gains,
    "gains_again": _gains_again,
    "wins": _ends_with_a_win,
    "no_win": _no_win,
    "only": _only,
    "same": _same,
    "not_again": _not_again,
    "less": _less,
}
