"""Checks a search tree: its moves by the referee, its numbers by each other, proven values by a search of its own."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise

from ludoteca.core.errors import IllegalMove
from ludoteca.core.explanation import Reason
from ludoteca.core.game import Position, find_move, margin
from ludoteca.core.i18n import Argument, Message
from ludoteca.core.one_story import with_story
from ludoteca.core.verdicts import Claim
from ludoteca.minds.shared.search.rewards import add_up
from ludoteca.minds.shared.search.trace import Bound, Branch, SearchTree
from ludoteca.minds.shared.search.trace.exact_values import ExactSearch, TooLarge, outcome_of
from ludoteca.rules.kernel.game import KernelPosition

_ROUNDING = 0.0005  # of a value
_SCALE = 6.0  # a margin that is worth a chance to win of about 3 in 4
_FAR = 100.0  # scales at which a chance is as good as certain
_DEEPEST = 12  # levels of a tree that is shown


def defects(trace: SearchTree, claim: Claim) -> list[Message] | None:
    """What is wrong with a search tree; None when proven values are not confirmed within the limits of the search."""
    found = [*_root_defects(trace, claim), *_line_defects(trace, claim)]
    if not found:
        found = list(_level_defects(trace.branches, trace, claim, claim.position, 1))
    if not found:
        found = list(_total_defects(trace, claim))
    return with_story(found or _unconfirmed(trace, claim), claim.why, "minds.shared.search.trace.defect")


def _defect(kind: str, **args: Argument) -> Message:
    return Message(f"minds.shared.search.trace.defect.{kind}", args)


# The moves


def _root_defects(trace: SearchTree, claim: Claim) -> Iterator[Message]:
    """Moves of the root that are missing, and another first move than the chosen one."""
    shown = {branch.move for branch in trace.branches}
    omitted = getattr(trace, "branches_omitted", None) or 0
    missing = [move.text for move in claim.position.moves if move.text not in shown]
    if len(missing) != omitted:
        yield _defect("missing", move=missing[0] if missing else trace.branches[-1].move if trace.branches else "")
    if not trace.branches or trace.branches[0].move != claim.chosen.text:
        yield _defect("first", move=claim.chosen.text)


def _line_defects(trace: SearchTree, claim: Claim) -> Iterator[Message]:
    """An expected line that does not begin with the move, cannot be played, or is not that of the tree."""
    if trace.expected[:1] != (claim.chosen.text,):
        yield _defect("line_start", move=claim.chosen.text)
        return
    told = [reason.claim.args.get("line") for reason in claim.why.reason.because if reason.claim.key == "minds.line"]
    if told and told != [trace.expected]:
        yield _defect("line_told", move=claim.chosen.text)
        return
    position, level = claim.position, trace.branches
    for number, text in enumerate(trace.expected, 1):
        if level and level[0].visits is not None and level[0].move != text:
            yield _defect("line_tree", number=number, move=text)
            return
        try:
            position = position.after(find_move(position, text))
        except IllegalMove:
            yield _defect("line", number=number, move=text)
            return
        level = next((branch.children for branch in level if branch.move == text), ())


def _level_defects(
    branches: Sequence[Branch], trace: SearchTree, claim: Claim, position: Position, depth: int
) -> Iterator[Message]:
    """The first thing wrong with the moves of a position: legality, seats, visits and values."""
    legal = {move.text: move for move in position.moves}
    seat = "" if position.turn is None else position.game.seats[position.turn]
    if len({branch.move for branch in branches}) < len(branches) or depth > _DEEPEST:
        yield _defect("twice", move=branches[0].move)
        return
    for branch in branches:
        if branch.move not in legal:
            yield _defect("illegal", move=branch.move)
            return
        after = position.after(legal[branch.move])
        kind = "seat" if branch.seat != seat else _number_difference(branch, trace, claim, after)
        if kind is not None:
            yield _defect(kind, move=branch.move, value=branch.value, visits=branch.visits or 0)
            return
        yield from _level_defects(branch.children, trace, claim, after, depth + 1)
    yield from _order_defects(branches, claim)


def _proves_wins(claim: Claim) -> bool:
    """Whether the values of a search without visits are forced wins of one among more than two seats, not margins."""
    return len(claim.position.game.seats) > 2 and "margin" not in claim.why.reason.claim.args


def _order_defects(branches: Sequence[Branch], claim: Claim) -> Iterator[Message]:
    """Moves that are not in the order of their visits, or bounds that do not fit together.

    A win that is certain comes before any margin, a loss that is certain behind all of them.
    """
    wins = _last_word(claim.why.reason) == "wins"
    lost = {other.move for other in claim.why.rejected if _last_word(other.reason) == "loses"}
    visits = {branch.visits is None for branch in branches}
    if len(visits) > 1:
        yield _defect("visits", move=branches[0].move, value=branches[0].value, visits=branches[0].visits or 0)
    bounds = [branch.bound for branch in branches]
    if branches and branches[0].visits is None and not _fit_together(bounds, _proves_wins(claim)):
        yield _defect("bounds", move=branches[0].move)
    for one, other in pairwise(branches):
        searched = one.visits is None and other.bound in ("at_most", "estimate_at_most")
        certain = wins or (other.move in lost and one.move not in lost)
        unordered = other.value > one.value and not certain if searched else (other.visits or 0) > (one.visits or 0)
        if unordered:
            yield _defect("order", move=other.move)
            return


def _fit_together(bounds: Sequence[Bound], apart: bool) -> bool:
    """Whether bounds can come from one search: a best value that is proven or not, and bounds of the same kind.

    With `apart`, it is proven of each move by itself whether it forces a win.
    """
    if apart:
        return set(bounds) <= {"exact", "at_least"}
    first, others = bounds[0], set(bounds[1:])
    return len(others) < 2 and first in _FAMILIES and others <= _FAMILIES[first]


_FAMILIES: Mapping[Bound, set[Bound]] = {"exact": {"exact", "at_most"}, "estimate": {"estimate", "estimate_at_most"}}


# The numbers


def _number_difference(branch: Branch, trace: SearchTree, claim: Claim, after: Position) -> str | None:
    """In what the numbers of a move contradict the referee or each other."""
    visits = branch.visits
    if not math.isfinite(branch.value):
        return "value"
    if visits is None:
        impossible = _proves_wins(claim) and branch.value not in ((0, 1) if branch.bound == "exact" else (0,))
        return "children" if branch.children else "value" if impossible else None
    end = _forced_end(after) if branch.bound == "exact" else after
    if branch.bound != ("exact" if end.turn is None else "estimate"):
        return "bound"
    guessed = branch.value and branch.bound != "exact"  # a certain result needs no visit
    if visits < 0 or (visits == 0 and (guessed or branch.children)):
        return "visits"
    if not 0 <= branch.value <= 1:
        return "value"
    if not _add_up(branch, visits, len(after.moves)):
        return "children"
    if end.turn is None:
        seat = after.game.seats.index(branch.seat)
        return None if branch.value == _value_at_end(end, seat, trace) else "result"
    zero_sum = add_up(after.game, trace.max_points)
    return None if _is_possible(branch, visits, zero_sum) else "mean"


def _value_at_end(end: Position, seat: int, trace: SearchTree) -> float:
    return end.result()[seat] if trace.max_points is None else round(end.scores()[seat] / trace.max_points, 3)


def _forced_end(position: Position) -> Position:
    """The position after all forced moves."""
    while len(position.moves) == 1:
        position = position.after(position.moves[0])
    return position


def _add_up(branch: Branch, visits: int, replies: int) -> bool:
    """Whether the visits of the replies shown, the most visited ones, and the rest make up those of their move.

    The first visit goes to no reply; a reply that is not shown has no more visits than one that is.
    """
    shown = [child.visits or 0 for child in branch.children]
    if not shown or branch.rest is None:
        return not shown and branch.rest is None
    left = branch.rest.visits
    return left == visits - sum(shown) and 1 <= left <= 1 + (replies - len(shown)) * min(shown)


def _is_possible(branch: Branch, visits: int, zero_sum: bool) -> bool:
    """Whether the value, a mean over the visits, comes from those of the replies and the rest.

    Where one gains what the other loses all replies count, else only those of the same seat. An exact result
    is not the mean over its visits: of these, as of all others that are not known, each may be worth from 0 to 1.
    """
    known, certain, slack = 0, 0.0, _ROUNDING * visits
    if branch.rest is not None and branch.rest.value is not None:
        known, certain = branch.rest.visits, branch.rest.visits * branch.rest.value
        slack += _ROUNDING * known
    for child in branch.children:
        if child.bound != "exact" and (zero_sum or child.seat == branch.seat):
            number = child.visits or 0
            known += number
            certain += number * (child.value if child.seat == branch.seat else 1 - child.value)
            slack += _ROUNDING * number
    total = branch.value * visits
    return certain - slack <= total <= certain + (visits - known) + slack


def _total_defects(trace: SearchTree, claim: Claim) -> Iterator[Message]:
    """Visits that are fewer than the simulations, and another value than that of the chosen move."""
    first, why = trace.branches[0], claim.why
    if first.visits is None:
        if why.value is not None and not _is_expected(why.value, first, claim):
            yield _defect("estimate", value=first.value, said=why.value)
        return
    total = sum(branch.visits or 0 for branch in trace.branches)
    if why.effort is not None and total < why.effort and not getattr(trace, "branches_omitted", None):
        yield _defect("total", total=total, effort=why.effort)
    if why.value is not None and abs(why.value - _expectation(first, claim)) > _ROUNDING:
        yield _defect("estimate", value=first.value, said=why.value)


def _is_expected(value: float, first: Branch, claim: Claim) -> bool:
    """Whether the chance to win fits a margin: certain if the result is known, else by the logistic function.

    Where wins are proven, it is the share of replies after which a win is forced, as the reasons tell it.
    """
    if _proves_wins(claim):
        told = [
            (args.get("wins"), args.get("replies")) for args in (each.claim.args for each in claim.why.reason.because)
        ]
        shares = [
            wins / replies
            for wins, replies in told
            if isinstance(wins, int) and isinstance(replies, int) and replies > 0
        ]
        return value == 1 if first.value else any(abs(value - share) < _ROUNDING for share in shares)
    known = {"wins": 1.0, "lost": 0.0}.get(_last_word(claim.why.reason))
    if first.bound == "exact":
        known = 0.5 + ((first.value > 0) - (first.value < 0)) / 2
    logistic = 1 / (1 + math.exp(-max(-_FAR, min(_FAR, first.value / _SCALE))))
    return value == known if known is not None else abs(value - logistic) < _ROUNDING


def _last_word(reason: Reason) -> str:
    """The last word of the key of a reason's claim."""
    return reason.claim.key.rpartition(".")[2]


def _expectation(first: Branch, claim: Claim) -> float:
    """What the mind expects: the value of its move, or the result where only the margin can still change."""
    position, trace = claim.position, claim.why.trace
    if isinstance(trace, SearchTree) and trace.max_points is not None and first.bound == "exact":
        return _forced_end(position.after(claim.move)).result()[claim.seat]
    if isinstance(position, KernelPosition) and position.game.rules.is_decided(position.state):
        return float(position.game.rules.final_result(position.state, claim.seat))
    return first.value


# Proven values


def _unconfirmed(trace: SearchTree, claim: Claim) -> list[Message] | None:
    """The first proven value that is wrong; None when one is not confirmed."""
    search = ExactSearch(claim.position, claim.seat)
    try:
        for branch in trace.branches:
            if not _is_confirmed(branch, claim, search):
                return [_defect("proven", move=branch.move, value=branch.value)]
    except TooLarge:
        return None
    if not _ends_as_proven(trace, claim):
        return [_defect("line_value", value=trace.branches[0].value)]
    return []


def _is_confirmed(branch: Branch, claim: Claim, search: ExactSearch) -> bool:
    """Whether a value, if it is proven, is right; raises `TooLarge`."""
    after = claim.position.after(find_move(claim.position, branch.move))
    if branch.visits is not None:
        return True  # what it says is exact is a result, which the referee has confirmed
    if _proves_wins(claim):
        return branch.bound != "exact" or search.forces_win(after) == bool(branch.value)
    if branch.bound not in ("exact", "at_most"):
        return True
    if after.chance != claim.position.chance:
        return False  # nothing is proven of what chance decides
    bound = outcome_of(branch.value)
    return search.is_at_most(after, bound) and (branch.bound == "at_most" or search.is_at_least(after, bound))


def _ends_as_proven(trace: SearchTree, claim: Claim) -> bool:
    """Whether an expected line to the end of the game ends with the value that is proven for it."""
    first = trace.branches[0]
    if first.visits is not None or first.bound != "exact" or _proves_wins(claim):
        return True
    position = claim.position
    for text in trace.expected:
        position = position.after(find_move(position, text))
    return position.turn is not None or margin(position.scores(), claim.seat) == first.value
