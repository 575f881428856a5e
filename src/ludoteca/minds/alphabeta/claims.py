"""Checkers of what alpha-beta claims: proven values by an and/or search without its table, the rest by its numbers."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any

from ludoteca.core.explanation import Reason
from ludoteca.core.game import Move, Position, margin
from ludoteca.core.mind import MindName
from ludoteca.core.verdicts import Checker, Claim
from ludoteca.minds.shared.claims import (
    AndOrSearch,
    TooLarge,
    can_force,
    expected_margin_gain,
    is_cut,
    made,
    most_positions,
    negated,
    number,
    unless_cut,
)
from ludoteca.minds.shared.search.trace import Bound, SearchTree
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.proven_values import OpeningBook

_PREFIX = "minds.alphabeta."
_DEPTH = 10  # that the mind searches by default
_ROUNDING = 0.02  # of estimated margins, which are searched in hundredths of a point


def _in_tree(claim: Claim, bound: Bound) -> bool:
    """Whether the margin of a claim is that of its move in the tree."""
    trace = claim.why.trace
    if not isinstance(trace, SearchTree):
        raise TypeError(trace)
    (branch,) = (branch for branch in trace.branches if branch.move == claim.move.text)
    return (branch.value, branch.bound) == (number(claim, "margin"), bound)


def _counted(claim: Claim) -> bool:
    return number(claim, "nodes") == claim.why.effort


def _is_deep(claim: Claim) -> bool:
    """Whether the mind may search as deep as it says: a budget of seconds has no limit of depth."""
    settings = MindName.read(claim.mind).settings
    deepest = math.inf if "seconds" in settings else int(settings.get("depth", _DEPTH))
    return 1 <= number(claim, "depth") <= deepest


def _chosen_margin(claim: Claim) -> float:
    """The margin that is claimed for the chosen move."""
    args: Mapping[str, Any] = claim.why.reason.claim.args
    return float(args["margin"])


# Margins: between two seats, or of one against all others


def _outcome(end: Position, seat: int) -> tuple[int, float]:
    """The result for a seat at the end, 1 for a win and -1 for a loss; then its margin."""
    share = end.result()[seat]
    return (share == 1) - (share == 0), margin(end.scores(), seat)


_Goal = Callable[[tuple[int, float]], bool]


def _forces(claim: Claim, goal: _Goal, depth: int | None = None) -> bool | None:
    """Whether the move forces such an outcome without chance, within `depth` more moves if that is given."""
    return _can_force(claim, goal, depth, by_chance=False)


def _forces_not(claim: Claim, goal: _Goal) -> bool | None:
    """Whether the move does not force such an outcome, not even if chance helps."""
    return negated(_can_force(claim, goal, None, by_chance=True))


def _can_force(claim: Claim, goal: _Goal, depth: int | None, by_chance: bool) -> bool | None:
    after = made(claim.position, claim.move)
    if after.chance != claim.position.chance:
        return by_chance
    return can_force(after, claim.seat, lambda end: goal(_outcome(end, claim.seat)), depth, by_chance)


def _value(claim: Claim) -> tuple[int, float]:
    """The outcome with the margin of a claim: who is ahead wins."""
    ahead = number(claim, "margin")
    return (ahead > 0) - (ahead < 0), ahead


def _proven(claim: Claim) -> bool | None:
    if not (_counted(claim) and _in_tree(claim, "exact")):
        return False
    return _is_value(claim)


def _book(claim: Claim) -> bool:
    """Whether the values that ship with the game prove the margin of the move, and that no other one has more."""
    if claim.why.effort != 0 or not _in_tree(claim, "exact") or not isinstance(claim.position, KernelPosition):
        return False
    known = OpeningBook(claim.position.game).best_moves(claim.position)
    return known.get(claim.move) == number(claim, "margin") == max(known.values(), default=None)


def _is_value(claim: Claim) -> bool | None:
    """Whether the move forces the margin of a claim, and no better one."""
    value = _value(claim)
    return _both(_forces(claim, lambda found: found >= value), _forces_not(claim, lambda found: found > value))


def _at_most(claim: Claim) -> bool | None:
    """Whether a rejected move gives no more than its margin, which is so much less than that of the chosen one."""
    value, less = _value(claim), claim.args.get("less", 0)
    if _chosen_margin(claim) - value[1] != less or not _in_tree(claim, "at_most"):
        return False
    return _forces_not(claim, lambda found: found > value)


def _again(claim: Claim) -> bool | None:
    """Whether the value of a rejected move is its margin."""
    if number(claim, "nodes") < 0 or not _in_tree(claim, "at_most"):
        return False
    return _is_value(claim)


def _estimated_again(claim: Claim) -> bool | None:
    return None if number(claim, "nodes") >= 0 and _in_tree(claim, "estimate_at_most") else False


def _searched(claim: Claim) -> bool | None:
    """How many positions were searched for a question is known to the mind alone."""
    return None if number(claim, "nodes") >= 0 and claim.move != claim.chosen else False


def _expected(claim: Claim) -> bool | None:
    """An estimate is no more than the mind's own: it can only contradict itself."""
    consistent = _counted(claim) and _is_deep(claim) and _in_tree(claim, "estimate")
    return None if consistent else False


def _to_chance(claim: Claim) -> bool | None:
    """Whether plain minimax to the next chance event finds the same margin, where the game's own estimates begin."""
    if not (_counted(claim) and _in_tree(claim, "estimate")):
        return False
    if _opponents(claim) == "maxn":
        return None
    try:
        found = PlainMinimax(claim.seat, most_positions(claim.position)).value(claim.position, claim.move)
    except TooLarge:
        return None
    return found[0] == 0 and abs(found[1] - number(claim, "margin")) <= _ROUNDING


class PlainMinimax:
    """A search for one seat against all others, without a table, to the next chance event or the end of the game.

    It raises `TooLarge` after `most` of the referee's positions.
    """

    def __init__(self, seat: int, most: int) -> None:
        self._seat = seat
        self._left = most

    def value(self, position: Position, move: Move) -> tuple[int, float]:
        """The outcome of a move, 0 where chance falls; then the margin, which is the game's own estimate there."""
        self._left -= 1
        if self._left < 0:
            raise TooLarge
        after = position.after(move)
        if after.chance != position.chance:
            return 0, margin(_estimated_scores(after), self._seat)
        if after.turn is None:
            return _outcome(after, self._seat)
        values = [self.value(after, reply) for reply in after.moves]
        return max(values) if after.turn == self._seat else min(values)


def _estimated_scores(position: Position) -> tuple[float, ...]:
    """The points of all seats as the hints of the game estimate them, or those it expects."""
    if isinstance(position, KernelPosition) and position.turn is not None:
        estimate = getattr(position.game.hints, "estimated_score", position.game.hints.expected_score)
        return tuple(estimate(position.state, seat) for seat in range(len(position.game.seats)))
    return position.expected_scores()


def _opponents(claim: Claim) -> str:
    """What a mind takes the others to play for."""
    return MindName.read(claim.mind).settings.get("opponents", "paranoid") if len(claim.position.game.seats) > 2 else ""


def _assumed(opponents: str) -> Checker:
    """The checker of what a mind takes for granted: its parameters must say the same."""
    return lambda claim: None if _opponents(claim) == opponents else False


def _estimated_at_most(claim: Claim) -> bool | None:
    less = claim.args.get("less", 0)
    in_tree = _in_tree(claim, "estimate") or _in_tree(claim, "estimate_at_most")
    return None if in_tree and _chosen_margin(claim) - number(claim, "margin") == less else False


def _wins(claim: Claim) -> bool | None:
    if not (_counted(claim) and _is_deep(claim) and _in_tree(claim, "estimate")):
        return False
    return _forces(claim, lambda found: found >= (1, number(claim, "margin")), _moves_left(claim))


def _moves_left(claim: Claim) -> int:
    """The moves ahead that a claim speaks of, without the move itself."""
    return int(number(claim, "depth")) - 1


def _lost(claim: Claim) -> bool | None:
    if not (_counted(claim) and _is_deep(claim) and _in_tree(claim, "estimate")):
        return False
    seat = claim.seat
    return negated(can_force(claim.position, seat, lambda end: _outcome(end, seat) >= (0,), by_chance=True))


def _loses(claim: Claim) -> bool | None:
    return _forces_not(claim, lambda found: found >= (0,))


def _does_not_win(claim: Claim) -> bool | None:
    """That no win was found is known to the mind alone; the chosen move must have found one."""
    return None if claim.why.reason.claim.key in (f"{_PREFIX}wins", f"{_PREFIX}proven") else False


# More seats: a forced win against all others


def _is_win(seat: int) -> Callable[[Position], bool]:
    return lambda end: end.result()[seat] == 1


@lru_cache(maxsize=4)
def _forced_wins(position: Position, seat: int, depth: int | None) -> Mapping[Move, bool | None]:
    """Which moves force a win of a seat, within `depth` more moves if that is given; None where that is not known.

    Every move has the same share of the positions to search: a verdict does not depend on what was asked before.
    """
    proof = AndOrSearch(seat, _is_win(seat), 0)
    found: dict[Move, bool | None] = {}
    for move in position.moves:
        proof.most = proof.positions + 2 * most_positions(position) // len(position.moves)
        try:
            found[move] = proof.forced(position.after(move), depth)
        except TooLarge:
            found[move] = None
    return found


def _forces_win(claim: Claim) -> bool | None:
    return _forced_wins(claim.position, claim.seat, None)[claim.move]


def _forces_win_first(claim: Claim) -> bool | None:
    return _forces_win(claim) if _counted(claim) else False


def _refuted(claim: Claim) -> bool | None:
    return negated(_forces_win(claim))


def _no_force(claim: Claim) -> bool | None:
    if not (_counted(claim) and _is_best(claim)):
        return False
    forced = _forced_wins(claim.position, claim.seat, None).values()
    return False if True in forced else None if None in forced else True


def _no_force_found(claim: Claim) -> bool | None:
    return _open(claim) if _counted(claim) and _is_best(claim) else False


def _open(claim: Claim) -> bool | None:
    """Whether no win is forced within the depth of the claim."""
    if not _is_deep(claim):
        return False
    return negated(_forced_wins(claim.position, claim.seat, _moves_left(claim))[claim.move])


def _not_needed(claim: Claim) -> bool | None:
    """How far it was searched is known to the mind alone; the chosen move must force the win."""
    return None if claim.why.reason.claim.key == f"{_PREFIX}forces" else False


def _replies(claim: Claim) -> bool | None:
    after, wins = claim.position.after(claim.move), number(claim, "wins")
    if not 0 <= wins <= number(claim, "replies") == len(after.moves):
        return False
    proof = AndOrSearch(claim.seat, _is_win(claim.seat), most_positions(after))
    try:
        return wins == 0 or sum(proof.forced(after.after(reply)) for reply in after.moves) >= wins
    except TooLarge:
        return None


def _gain(claim: Claim) -> bool:
    return number(claim, "gain") == expected_margin_gain(claim.position, claim.move)


def _is_best(claim: Claim) -> bool:
    """Whether the chosen move is best, by what the explanation says of all: not refuted, winning replies, gain."""
    chosen, others = claim.why.reason, [each.reason for each in claim.why.rejected]
    refuted = chosen.claim.key == f"{_PREFIX}no_force"
    return all(_rank(chosen, refuted) >= _rank(other, other.claim.key == f"{_PREFIX}refuted") for other in others)


def _rank(reason: Reason, refuted: bool) -> tuple[bool, float, float]:
    said: dict[str, Mapping[str, Any]] = {below.claim.key: below.claim.args for below in reason.because}
    replies = said.get(f"{_PREFIX}replies", {"wins": 0, "replies": 1})
    return not refuted, replies["wins"] / replies["replies"], said[f"{_PREFIX}gain"]["gain"]


def _both(one: bool | None, other: bool | None) -> bool | None:
    """Whether two things are true; false as soon as one is."""
    if one is False or other is False:
        return False
    return None if one is None or other is None else True


_CHECKERS: Mapping[str, Checker] = {
    "expected": _expected,
    "to_chance": _to_chance,
    "paranoid": _assumed("paranoid"),
    "maxn": _assumed("maxn"),
    "proven": _proven,
    "book": _book,
    "wins": _wins,
    "lost": _lost,
    "at_most": _at_most,
    "no_better": _at_most,
    "estimated.at_most": _estimated_at_most,
    "estimated.no_better": _estimated_at_most,
    "again": _again,
    "estimated.again": _estimated_again,
    "searched": _searched,
    "loses": _loses,
    "does_not_win": _does_not_win,
    "forces": _forces_win_first,
    "also_forces": _forces_win,
    "no_force": _no_force,
    "no_force_found": _no_force_found,
    "refuted": _refuted,
    "open": _open,
    "not_needed": _not_needed,
    "replies": _replies,
    "gain": _gain,
}

CLAIMS = unless_cut(_CHECKERS, is_cut)
