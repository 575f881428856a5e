"""Checkers of the claims that all schools share, and what checkers of several schools use: numbers, and/or search."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from ludoteca.core.game import Fact, Move, Position, find_move, margin
from ludoteca.core.verdicts import Checker, Claim
from ludoteca.core.vocabulary import perceive
from ludoteca.minds.shared.search.trace import SearchTree
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.python.game import PythonPosition

MANY = "…"  # after the last move of a line that is not told in full
_POSITIONS, _SLOW_POSITIONS = 2000, 100  # searched for one claim; a claim that takes more is not checked
_MOST_PLIES = 150


def number(claim: Claim, name: str) -> float:
    """An argument of a claim that is a number; raises `TypeError`."""
    value = claim.args[name]
    if isinstance(value, bool) or not isinstance(value, int | float):
        raise TypeError(name)
    return value


def texts(claim: Claim, name: str) -> tuple[str, ...]:
    """An argument of a claim that is a list of texts; raises `TypeError`."""
    value = claim.args[name]
    if not isinstance(value, tuple):
        raise TypeError(name)
    return value


def is_cut(claim: Claim) -> bool:
    """Whether rejected moves, or branches of the search tree, were left out of the explanation."""
    trace = claim.why.trace
    return bool(claim.why.rejected_omitted or (isinstance(trace, SearchTree) and trace.branches_omitted))


@lru_cache(maxsize=2)
def percepts(position: Position) -> tuple[Fact, ...]:
    """The facts that the seat to move is told."""
    return perceive(position)


@lru_cache(maxsize=256)
def made(position: Position, move: Move) -> Position:
    """The position after a move; kept, since all reasons of an explanation ask for the same ones."""
    return position.after(move)


def expected_margin_gain(position: Position, move: Move) -> float:
    """What a move adds to the margin of expected points of the seat that makes it."""
    seat = position.turn
    assert seat is not None
    return margin(made(position, move).expected_scores(), seat) - margin(position.expected_scores(), seat)


class TooLarge(Exception):
    """A search has reached its limit."""


class AndOrSearch:
    """An and/or search over the referee's positions: whether a seat reaches a goal, whatever the others do.

    It has reached its limit when it has looked at `most` positions; the caller may then grant more. `by_chance` is
    the answer after a chance event, which proves nothing: the opposite of what is to be shown.
    """

    def __init__(self, seat: int, goal: Callable[[Position], bool], most: int, by_chance: bool = False) -> None:
        self.most = most
        self._by_chance = by_chance
        self.positions = 0
        self._seat = seat
        self._goal = goal
        self._known: dict[tuple[Position, int | None], bool] = {}

    def forced(self, position: Position, depth: int | None = None, ply: int = 0) -> bool:
        """Whether the goal is forced from a position, within `depth` moves (None: of any number); raises `TooLarge`."""
        if (position, depth) not in self._known:
            if self.positions >= self.most or ply == _MOST_PLIES:
                raise TooLarge
            self.positions += 1
            self._known[position, depth] = self._search(position, depth, ply)
        return self._known[position, depth]

    def _search(self, position: Position, depth: int | None, ply: int) -> bool:
        if position.turn is None:
            return self._goal(position)
        if depth == 0:
            return False
        left = None if depth is None else depth - 1
        outcomes = (self._forced_by(position, move, left, ply) for move in position.moves)
        return any(outcomes) if position.turn == self._seat else all(outcomes)

    def _forced_by(self, position: Position, move: Move, depth: int | None, ply: int) -> bool:
        after = position.after(move)
        return self._by_chance if after.chance != position.chance else self.forced(after, depth, ply + 1)


def most_positions(position: Position) -> int:
    """How many positions are searched for one claim: rules that are not plain functions take longer."""
    return _POSITIONS if isinstance(position, KernelPosition | PythonPosition) else _SLOW_POSITIONS


def can_force(
    position: Position,
    seat: int,
    goal: Callable[[Position], bool],
    depth: int | None = None,
    by_chance: bool = False,
) -> bool | None:
    """Whether a seat can force a goal at the end of the game; None when that takes too long to find out."""
    try:
        return AndOrSearch(seat, goal, most_positions(position), by_chance).forced(position, depth)
    except TooLarge:
        return None


def negated(found: bool | None) -> bool | None:
    """The opposite of a finding."""
    return None if found is None else not found


def unless_cut(claims: Mapping[str, Checker], is_cut: Callable[[Claim], bool]) -> Mapping[str, Checker]:
    """Checkers that find nothing false where a part of the explanation was left out: it may be shown there."""

    def careful(checker: Checker) -> Checker:
        def check(claim: Claim) -> bool | None:
            try:
                found = checker(claim)
            except (LookupError, TypeError, ValueError):
                if not is_cut(claim):
                    raise
                found = None
            return None if found is False and is_cut(claim) else found

        return check

    return {key: careful(checker) for key, checker in claims.items()}


def for_their_moves(claims: Mapping[str, Checker], *rejected: str) -> Mapping[str, Checker]:
    """Checkers that refuse claims `not.…`, and some others, about the chosen move, and the rest about rejected ones."""

    def strict(key: str, checker: Checker) -> Checker:
        of_rejected = key.startswith("not.") or key in rejected
        return lambda claim: checker(claim) if (claim.move != claim.chosen) is of_rejected else False

    return {key: strict(key, checker) for key, checker in claims.items()}


def is_legal_line(claim: Claim) -> bool:
    """Whether a line begins with the move and every move in it is legal."""
    position, line = claim.position, texts(claim, "line")
    told = line[:-1] if line[-1] == MANY else line
    for text in told:
        position = position.after(find_move(position, text))
    return told[:1] == (claim.move.text,)


def _only(claim: Claim) -> bool:
    return [move.text for move in claim.position.moves] == [claim.move.text]


def _words(claim: Claim) -> bool | None:
    """Whether a program gave words, about the chosen move; not what they say."""
    return None if claim.args["words"] and claim.move == claim.chosen else False


def _returned(claim: Claim) -> bool | None:
    """Whether it is the chosen move; that the program returned it, only asking it again can show."""
    return None if claim.move == claim.chosen else False


def _other(claim: Claim) -> bool | None:
    """Whether another move was chosen, the one that is named; that the program returned it, only asking can show."""
    return None if claim.args["move"] == claim.chosen.text != claim.move.text else False


OWN_WORDS: Mapping[str, Checker] = {"words": _words, "returned": _returned, "other": _other}
"""The checkers of schools whose programs say in their own words why they chose a move."""
CLAIMS: Mapping[str, Checker] = {"line": is_legal_line, "only": _only}
