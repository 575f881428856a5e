"""The alpha-beta player for games without compiled rules."""

from __future__ import annotations

import math
from collections.abc import Sequence

from ludoteca.core.clock import Clock
from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice, Player
from ludoteca.minds.alphabeta.bound_claim import bound_claim
from ludoteca.minds.alphabeta.budget import Budget
from ludoteca.minds.alphabeta.position_search import Line, PositionSearch
from ludoteca.minds.shared.reasons import changed_facts, consequences, expected_line, plain_number
from ludoteca.minds.shared.search.trace import Bound, Branch, SearchTree
from ludoteca.rules.kernel.solver.search_runner import Stopped


class PositionPlayer(Player):
    """A player that searches by iterative deepening until its budget is spent or all values are proven."""

    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, position: Position, history: Sequence[Move], clock: Clock) -> Choice:
        lines, proven, depth, nodes = self._deepen(position, clock)
        best, *others = lines
        assert position.turn is not None
        seat = position.game.seats[position.turn]
        texts = tuple(move.text for move in best.moves)
        args = {"margin": _margin(best), "nodes": nodes} | ({} if proven else {"depth": depth})
        claim = Message(f"minds.alphabeta.{_kind(best, proven)}", args)
        because = (*consequences(position, best.moves[0]), expected_line(texts))
        reason = Reason(claim, changed_facts(position, best.moves[0]), because=because)
        rejected = tuple(Rejected(other.moves[0].text, _rejection(other, best, proven)) for other in others)
        bound: Bound = "exact" if proven else "estimate"
        branches = tuple(Branch(line.moves[0].text, seat, _margin(line), bound) for line in lines)
        tree = SearchTree(branches, texts)
        return Choice(best.moves[0], Explanation(reason, rejected, tree, nodes, _win_estimate(best, proven)))

    def _deepen(self, position: Position, clock: Clock) -> tuple[list[Line], bool, int, int]:
        """The lines of the last complete iteration, whether they are proven, its depth, and the positions searched."""
        search = PositionSearch()
        lines, proven = search.moves_by_value(position, 1)
        depth = 1
        search.limit = clock.effort if clock.effort is not None else self.budget.nodes
        search.should_continue = self.budget.time_check(clock)
        try:
            while depth < self.budget.depth and not proven:
                lines, proven = search.moves_by_value(position, depth + 1)
                depth += 1
        except Stopped:
            pass
        return lines, proven, depth, search.nodes


def _margin(line: Line) -> float:
    return plain_number(line.value[1])


def _kind(best: Line, proven: bool) -> str:
    """The claim about the best line: a win or a loss found before the end of the search is certain all the same."""
    return "proven" if proven else {1: "wins", -1: "lost"}.get(best.value[0], "expected")


def _rejection(other: Line, best: Line, proven: bool) -> Reason:
    """The reason why another move was not chosen."""
    if other.value[0] < best.value[0]:
        claim = Message("minds.alphabeta.loses" if other.value[0] < 0 else "minds.alphabeta.does_not_win")
    else:
        claim = bound_claim(_margin(other), _margin(best), proven)
    line = tuple(move.text for move in other.moves)
    return Reason(claim, because=(expected_line(line),) if len(line) > 1 else ())


def _win_estimate(line: Line, proven: bool) -> float:
    """The estimated chance to win: certain when proven, else a logistic function of the margin."""
    won, ahead = line.value
    if proven or won:
        return 0.5 + won / 2
    return round(1 / (1 + math.exp(-ahead / 6)), 4)
