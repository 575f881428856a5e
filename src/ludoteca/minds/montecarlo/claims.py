"""Checkers of what Monte Carlo tree search claims: visits and values by its tree, results by the referee."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from ludoteca.core.game import Move
from ludoteca.core.verdicts import Checker, Claim
from ludoteca.minds.shared.claims import is_cut, number, unless_cut
from ludoteca.minds.shared.search.trace import Branch, SearchTree
from ludoteca.rules.kernel.game import KernelPosition

_CLOSE = 2.0  # points of a percentage
_CLOSE_VISITS = 0.9


def _branches(claim: Claim) -> Sequence[Branch]:
    trace = claim.why.trace
    if not isinstance(trace, SearchTree):
        raise TypeError(trace)
    return trace.branches


def _branch(claim: Claim, move: Move) -> Branch:
    """The move's branch; raises `ValueError` unless there is one."""
    (branch,) = (branch for branch in _branches(claim) if branch.move == move.text)
    return branch


def _visits(claim: Claim, move: Move) -> int:
    return _branch(claim, move).visits or 0


def _percent(branch: Branch) -> float:
    return round(100 * branch.value, 1)


def _tree_agrees(claim: Claim) -> bool:
    """Whether the visits and the value of a claim, where it has them, are those of its move in the tree."""
    branch = _branch(claim, claim.move)
    value = "value" not in claim.args or number(claim, "value") == _percent(branch)
    return value and number(claim, "visits") == branch.visits


def _most_visited(claim: Claim) -> bool:
    visits = [branch.visits or 0 for branch in _branches(claim)]
    return _tree_agrees(claim) and number(claim, "total") == sum(visits) and number(claim, "visits") == max(visits)


def _highest(claim: Claim) -> Branch:
    """The branch with the highest value among those that were visited."""
    return max((branch for branch in _branches(claim) if branch.visits), key=lambda branch: branch.value)


def _best_in_all(claim: Claim) -> bool:
    return _most_visited(claim) and _branch(claim, claim.move).value == _highest(claim).value


def _not_highest(claim: Claim) -> bool:
    (other,) = (branch for branch in _branches(claim) if branch.move == claim.args["other"])
    higher = number(claim, "higher") == _percent(other) > number(claim, "value")
    return _most_visited(claim) and higher and other.value == _highest(claim).value


def _margin_left(claim: Claim) -> bool:
    position = claim.position
    assert isinstance(position, KernelPosition)
    return _most_visited(claim) and bool(position.game.rules.is_decided(position.state))


def _ends(agrees: Callable[[Claim], bool], result: Callable[[float], bool]) -> Checker:
    """A checker for a move after which no player has a choice until the end, and the result is such a one."""

    def check(claim: Claim) -> bool:
        position = claim.position.after(claim.move)
        while position.turn is not None:
            (only,) = position.moves
            position = position.after(only)
        return agrees(claim) and result(position.result()[claim.seat])

    return check


def _points(claim: Claim) -> bool:
    """Whether values are parts of so many points, the most that a seat can have."""
    position, trace = claim.position, claim.why.trace
    assert isinstance(position, KernelPosition) and isinstance(trace, SearchTree)
    return bool(number(claim, "most") == trace.max_points == position.game.hints.max_score(position.state))


def _unvisited(claim: Claim) -> bool:
    return _visits(claim, claim.move) == 0


def _behind(claim: Claim) -> float:
    """By how much the value is lower than that of the chosen move; below 0 when it is higher."""
    return round(_percent(_branch(claim, claim.chosen)) - number(claim, "value"), 1)


def _less(claim: Claim) -> bool:
    return _tree_agrees(claim) and number(claim, "less") == _behind(claim) > 0


def _same(claim: Claim) -> bool:
    return _tree_agrees(claim) and _behind(claim) == 0


def _higher(claim: Claim) -> bool:
    fewer = _visits(claim, claim.move) <= _visits(claim, claim.chosen)
    return _tree_agrees(claim) and number(claim, "more") == -_behind(claim) > 0 and fewer


def _close(claim: Claim) -> bool:
    often = number(claim, "visits") >= _CLOSE_VISITS * _visits(claim, claim.chosen)
    return _tree_agrees(claim) and often and 0 <= _behind(claim) <= _CLOSE


def _again(claim: Claim) -> bool | None:
    """What further simulations gave is known to the mind alone: here it can only contradict the tree."""
    possible = number(claim, "simulations") >= 1 and 0 <= number(claim, "value") <= 100
    right = number(claim, "chosen") == _percent(_branch(claim, claim.chosen)) and claim.move != claim.chosen
    return None if possible and right else False


_OUTCOMES: Mapping[str, Callable[[float], bool]] = {
    "won": lambda result: result == 1,
    "drawn": lambda result: 0 < result < 1,
    "lost": lambda result: result == 0,
}


_CHECKERS: Mapping[str, Checker] = {
    "most_visited": _best_in_all,
    "not_highest": _not_highest,
    "margin_left": _margin_left,
    "unvisited": _unvisited,
    "again": _again,
    "points": _points,
    "not.less": _less,
    "not.same": _same,
    "not.higher": _higher,
    "not.close": _close,
    "not.visited": _tree_agrees,
    **{f"ends.{name}": _ends(_most_visited, outcome) for name, outcome in _OUTCOMES.items()},
    **{f"not.{name}": _ends(_tree_agrees, outcome) for name, outcome in _OUTCOMES.items()},
}

CLAIMS = unless_cut(_CHECKERS, is_cut)
