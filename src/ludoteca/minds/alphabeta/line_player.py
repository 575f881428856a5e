"""The alpha-beta player for games with chance, with more than two seats, or without compiled rules."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, Player
from ludoteca.minds.alphabeta.bound_claim import bound_claim
from ludoteca.minds.alphabeta.budget import Budget
from ludoteca.minds.alphabeta.lines import HIGHEST, LOWEST, Iteration, Line, LineSearch, iterate
from ludoteca.minds.shared.reasons import changed_facts, consequences, expected_line, line_texts, plain_number
from ludoteca.minds.shared.search.trace import Bound, Branch, SearchTree
from ludoteca.rules.kernel.solver.search_runner import Stopped

_FAR = 600.0  # a margin at which a win is as good as certain


@dataclass(frozen=True, slots=True)
class _SearchedAgain:
    """A move that was searched again for a question: its value instead of a bound, and the positions searched."""

    line: Line
    nodes: int


class LinePlayer(Player):
    """A player that searches by iterative deepening until its budget is spent or no line is cut short by the depth."""

    def __init__(self, budget: Budget, search: LineSearch) -> None:
        self.budget = budget
        self.search = search

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        found = self._deepen(position, clock)
        return self._choice(position, found, self.search.nodes, None)

    def why_not(self, position: Position, history: Sequence[Move], move: Move, clock: Clock) -> Choice:
        """It searches the move again, to the same depth, for its value: to choose, a bound was enough."""
        found = self._deepen(position, clock)
        nodes = self.search.nodes
        again = None
        if move != found.best.move and not self.search.max_n:
            again = self._look_again(position, move, found, clock)
        return self._choice(position, found, nodes, again)

    def _deepen(self, position: Position, clock: Clock) -> Iteration:
        """The last complete iteration; the first one is completed in any case, so that there is a choice."""
        self.search.begin()
        found = iterate(self.search, position, 1)
        self.search.limit, self.search.should_continue = self.budget.limit(clock), self.budget.time_check(clock)
        try:
            while found.depth < self.budget.depth and found.at_horizon:
                found = iterate(self.search, position, found.depth + 1, found)
        except Stopped:
            pass
        return found

    def _look_again(self, position: Position, move: Move, found: Iteration, clock: Clock) -> _SearchedAgain | None:
        """A move searched by itself, as deep as it was to choose; None if the budget does not allow it."""
        before = self.search.nodes
        self.search.limit, self.search.should_continue = self.budget.second_look(clock, before, 0)
        try:
            line = self.search.line(position, move, found.depth, LOWEST, HIGHEST)
        except Stopped:
            return None
        (bound,) = (each for each in found.lines if each.move == move)
        # A table of deeper values can give another value: what was said of the move then stands.
        return _SearchedAgain(line, self.search.nodes - before) if line.value <= bound.value else None

    def _choice(self, position: Position, found: Iteration, nodes: int, again: _SearchedAgain | None) -> Choice:
        best, kind = found.best, _kind(found, self.search.max_n)
        others = [
            again.line if again is not None and again.line.move == line.move else line for line in found.lines[1:]
        ]
        others.sort(key=lambda line: line.value, reverse=True)
        assert position.turn is not None
        seat = position.game.seats[position.turn]
        texts = _texts(position, best)
        args = {"margin": _margin(best), "nodes": nodes}
        args |= {} if kind in ("proven", "to_chance") else {"depth": found.depth}
        because = (*consequences(position, best.move), *self._assumption(position), expected_line(texts))
        claim = Message(f"minds.alphabeta.{kind}", args)
        reason = Reason(claim, changed_facts(position, best.move), because=because)
        rejected = tuple(
            Rejected(other.move.text, _rejection(position, other, best, kind == "proven", again)) for other in others
        )
        first, rest = _bounds(kind, self.search.max_n)
        branches = (
            Branch(best.move.text, seat, _margin(best), first),
            *(Branch(other.move.text, seat, _margin(other), rest) for other in others),
        )
        tree = SearchTree(branches, texts)
        return Choice(best.move, Explanation(reason, rejected, tree, nodes, _win_estimate(best, kind)))

    def _assumption(self, position: Position) -> tuple[Reason, ...]:
        """What the search takes for granted of the others, where there are several."""
        if len(position.game.seats) == 2:
            return ()
        return (Reason(Message(f"minds.alphabeta.{'maxn' if self.search.max_n else 'paranoid'}")),)


def _kind(found: Iteration, max_n: bool) -> str:
    """The claim about the best line: what is proven of it, or how far it was searched."""
    won = found.best.value[0]
    if max_n:
        return "expected" if found.at_horizon or not found.after_chance else "to_chance"
    if not (found.at_horizon or found.after_chance) and all(map(_is_plain, found.lines)):
        return "proven"
    if won:
        return "wins" if won > 0 else "lost"  # certain before the end of the search
    return "expected" if found.at_horizon or not found.after_chance else "to_chance"


def _is_plain(line: Line) -> bool:
    """Whether the margin tells who wins; a tie-break can decide between level scores."""
    won, ahead = line.value
    return won == (ahead > 0) - (ahead < 0)


def _bounds(kind: str, max_n: bool) -> tuple[Bound, Bound]:
    """What the values of the best move and of all others are."""
    if max_n:
        return "estimate", "estimate"
    return ("exact", "at_most") if kind == "proven" else ("estimate", "estimate_at_most")


def _margin(line: Line) -> float:
    return plain_number(line.value[1])


def _texts(position: Position, line: Line) -> tuple[str, ...]:
    return line_texts(position, list(line.codes))


def _rejection(position: Position, other: Line, best: Line, proven: bool, again: _SearchedAgain | None) -> Reason:
    """The reason why another move was not chosen."""
    if other.value[0] < best.value[0] and not proven:
        claim = Message("minds.alphabeta.loses" if other.value[0] < 0 else "minds.alphabeta.does_not_win")
    else:
        claim = bound_claim(_margin(other), _margin(best), proven)
    because = [expected_line(_texts(position, other))] if len(other.codes) > 1 else []
    if again is not None and again.line is other:
        key = "minds.alphabeta.again" if proven else "minds.alphabeta.estimated.again"
        because.append(Reason(Message(key, {"margin": _margin(other), "nodes": again.nodes})))
    return Reason(claim, because=tuple(because))


def _win_estimate(line: Line, kind: str) -> float:
    """The estimated chance to win: certain when proven, else a logistic function of the margin."""
    won, ahead = line.value
    if kind in ("proven", "wins", "lost"):
        return 0.5 + won / 2
    return round(1 / (1 + math.exp(-max(-_FAR, min(_FAR, ahead)) / 6)), 4)
