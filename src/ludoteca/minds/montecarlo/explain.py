"""Explains the choice of a tree search: visits, values, principal variation, and the rejected moves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Move, Position
from ludoteca.core.i18n import Argument, Message
from ludoteca.core.mind import Choice
from ludoteca.minds.montecarlo.tree import NodeStats, Tree
from ludoteca.minds.shared.reasons import changed_facts, consequences, expected_line, line_texts
from ludoteca.minds.shared.search.rewards import add_up
from ludoteca.minds.shared.search.trace import Bound, Branch, Rest, SearchTree

_MIN_VISITS = 10  # moves with fewer are left out of lines and of the shown tree
_SHOWN_DEPTH = 3  # levels of the tree in the trace
_SHOWN_WIDTH = 3  # moves of a node in the trace, below the first level
_FORCED = 6  # forced moves that are followed to the end of the game
_RESULTS = {1.0: "won", 0.0: "lost"}  # any other result is a draw


@dataclass(frozen=True, slots=True)
class SearchedMove:
    """A move in the tree: its statistics, its value, and its result for the seat that makes it if that is certain.

    The value has three decimals, in sentences as in the trace: in percent, one. It is that of the end if the result is
    certain.
    """

    move: Move
    stats: NodeStats
    value: float
    result: float | None

    @property
    def percent(self) -> float:
        """The value as sentences give it."""
        return round(100 * self.value, 1)


def explain(position: Position, tree: Tree, simulations: int) -> Choice:
    """The choice of the most visited move, with its explanation."""
    best, *others = moves = [_searched(position, child, tree) for child in tree.children()]
    line = line_texts(position, [best.move.code, *tree.principal_variation(best.stats.node, _MIN_VISITS)])
    because = (*consequences(position, best.move), expected_line(line), *_scale(tree))
    reason = Reason(_claim(best, others, tree.decided), changed_facts(position, best.move), because=because)
    rejected = tuple(Rejected(other.move.text, _rejection(position, tree, other, best)) for other in others)
    trace = SearchTree(tuple(_branch(position, tree, each, 1) for each in moves), line, max_points=tree.max_points)
    expected = best.value if tree.max_points is None else best.result  # points say nothing of the chance to win
    value = expected if tree.decided_result is None else tree.decided_result
    return Choice(best.move, Explanation(reason, rejected, trace, effort=simulations, value=value))


def look_again(choice: Choice, position: Position, tree: Tree, move: Move, simulations: int) -> Choice:
    """The choice with more about a rejected move: unless it is settled, simulations that all begin with it."""
    children = tree.children()
    best = _searched(position, children[0], tree)
    before = _searched(position, next(child for child in children if child.move == move.code), tree)
    if before.result is not None or before.stats.visits >= simulations:
        return choice
    tree.run_from(before.stats.node, simulations)
    after = next(child for child in tree.children() if child.move == move.code)
    gained = after.value * after.visits - before.stats.value * before.stats.visits
    args = {"simulations": simulations, "value": round(100 * gained / simulations, 1), "chosen": best.percent}
    reason = _rejection(position, tree, before, best)
    reason = replace(reason, because=(Reason(Message("minds.montecarlo.again", args)), *reason.because))
    rejected = tuple(Rejected(move.text, reason) if other.move == move.text else other for other in choice.why.rejected)
    return replace(choice, why=replace(choice.why, rejected=rejected))


def _scale(tree: Tree) -> tuple[Reason, ...]:
    """What the values count, where they are not results."""
    return () if tree.max_points is None else (Reason(Message("minds.montecarlo.points", {"most": tree.max_points})),)


def _searched(position: Position, child: NodeStats, tree: Tree) -> SearchedMove:
    move = next(move for move in position.moves if move.code == child.move)
    end = _certain_end(position.after(move))
    if end is None:
        return SearchedMove(move, child, round(child.value, 3), None)
    result = end.result()[child.seat]
    value = result if tree.max_points is None else round(end.scores()[child.seat] / tree.max_points, 3)
    return SearchedMove(move, child, value, result)


def _certain_end(position: Position) -> Position | None:
    """The end of a game that is over, or ends after a few forced moves; else None."""
    for _ in range(_FORCED):
        if position.turn is None or len(position.moves) > 1:
            break
        position = position.after(position.moves[0])
    return position if position.turn is None else None


def _claim(best: SearchedMove, others: Sequence[SearchedMove], decided: bool) -> Message:
    """The statement about the chosen move: its certain result, or its value, and whether another has a higher one."""
    if not others:
        return Message("minds.only")
    visits = best.stats.visits
    args: dict[str, Argument] = {"visits": visits, "total": visits + sum(each.stats.visits for each in others)}
    if best.result is not None:
        return Message(f"minds.montecarlo.ends.{_outcome(best.result)}", args)
    args["value"] = best.percent
    if decided:
        return Message("minds.montecarlo.margin_left", args)
    highest = max((each for each in others if each.stats.visits), key=lambda each: each.value, default=best)
    if highest.value <= best.value:
        return Message("minds.montecarlo.most_visited", args)
    return Message("minds.montecarlo.not_highest", {**args, "other": highest.move.text, "higher": highest.percent})


def _rejection(position: Position, tree: Tree, other: SearchedMove, best: SearchedMove) -> Reason:
    """The reason why another move was not chosen."""
    line = line_texts(position, [other.move.code, *tree.principal_variation(other.stats.node, _MIN_VISITS)])
    return Reason(_comparison(other, best), because=(expected_line(line),) if len(line) > 1 else ())


def _comparison(other: SearchedMove, best: SearchedMove) -> Message:
    """The visits and the value of another move, compared with the chosen one where both are estimates."""
    visits = other.stats.visits
    if visits == 0:
        return Message("minds.montecarlo.unvisited")
    if other.result is not None:
        return Message(f"minds.montecarlo.not.{_outcome(other.result)}", {"visits": visits})
    args: dict[str, Argument] = {"visits": visits, "value": other.percent}
    if best.result is not None:
        return Message("minds.montecarlo.not.visited", args)
    less = round(best.percent - other.percent, 1)
    if less < 0:
        return Message("minds.montecarlo.not.higher", {**args, "more": -less})
    if visits * 10 >= best.stats.visits * 9 and less <= 2:
        return Message("minds.montecarlo.not.close", args)
    if less == 0:
        return Message("minds.montecarlo.not.same", args)
    return Message("minds.montecarlo.not.less", {**args, "less": less})


def _outcome(result: float) -> str:
    return _RESULTS.get(result, "drawn")


def _branch(position: Position, tree: Tree, move: SearchedMove, depth: int) -> Branch:
    """A move with its most visited replies, for the trace."""
    shown: list[NodeStats] = []
    if depth < _SHOWN_DEPTH:
        shown = [child for child in tree.children(move.stats.node) if child.visits >= _MIN_VISITS][:_SHOWN_WIDTH]
    after, seats = position.after(move.move), position.game.seats
    below = tuple(_branch(after, tree, _searched(after, child, tree), depth + 1) for child in shown)
    bound: Bound = "estimate" if move.result is None else "exact"
    rest = _rest(move.stats, shown, add_up(position.game, tree.max_points)) if shown else None
    return Branch(move.move.text, seats[move.stats.seat], move.value, bound, move.stats.visits, below, rest)


def _rest(node: NodeStats, shown: Sequence[NodeStats], zero_sum: bool) -> Rest:
    """The visits of a move that went to none of the replies shown, with their value if the rewards add up to 1."""
    visits = node.visits - sum(child.visits for child in shown)
    if visits == 0 or not zero_sum:
        return Rest(visits)
    known = sum(child.visits * (child.value if child.seat == node.seat else 1 - child.value) for child in shown)
    return Rest(visits, round((node.visits * node.value - known) / visits, 3))
