"""Explains the choice of a tree search: visits, values, principal variation, and the rejected moves."""

from __future__ import annotations

from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice
from ludoteca.minds.montecarlo.tree import NodeStats, Tree
from ludoteca.minds.shared.reasons import changed_facts, consequences, expected_line, line_texts
from ludoteca.minds.shared.search.trace import Branch, SearchTree

_MIN_VISITS = 10  # moves with fewer are left out of lines and of the shown tree
_SHOWN_DEPTH = 3  # levels of the tree in the trace
_SHOWN_WIDTH = 3  # moves of a node in the trace, below the first level


def explain(position: Position, tree: Tree, simulations: int) -> Choice:
    """The choice of the most visited move, with its explanation."""
    best, *others = tree.children()
    move = _move(position, best.move)
    total = sum(child.visits for child in (best, *others))
    claim = Message(
        "minds.montecarlo.margin_left" if tree.decided else "minds.montecarlo.most_visited",
        {"visits": best.visits, "total": total, "value": round(100 * best.value, 1)},
    )
    line = line_texts(position, [best.move, *tree.principal_variation(best.node, _MIN_VISITS)])
    because = (*consequences(position, move), expected_line(line))
    trace = SearchTree(tuple(_branch(position, tree, child, 1) for child in (best, *others)), line)
    rejected = tuple(
        Rejected(_move(position, other.move).text, _rejection(position, tree, other, best)) for other in others
    )
    reason = Reason(claim, changed_facts(position, move), because=because)
    return Choice(move, Explanation(reason, rejected, trace, effort=simulations, value=round(best.value, 4)))


def _rejection(position: Position, tree: Tree, other: NodeStats, best: NodeStats) -> Reason:
    """The reason why another move was not chosen."""
    if other.visits == 0:
        return Reason(Message("minds.montecarlo.unvisited"))
    close = other.visits * 10 >= best.visits * 9 and other.value >= best.value - 0.02
    claim = Message(
        "minds.montecarlo.close" if close else "minds.montecarlo.less",
        {
            "visits": other.visits,
            "value": round(100 * other.value, 1),
            "less": round(round(100 * best.value, 1) - round(100 * other.value, 1), 1),
        },
    )
    line = line_texts(position, [other.move, *tree.principal_variation(other.node, _MIN_VISITS)])
    return Reason(claim, because=(expected_line(line),) if len(line) > 1 else ())


def _branch(position: Position, tree: Tree, child: NodeStats, depth: int) -> Branch:
    """A move with its most visited replies, for the trace."""
    move = _move(position, child.move)
    below: tuple[Branch, ...] = ()
    if depth < _SHOWN_DEPTH:
        after = position.after(move)
        shown = [grandchild for grandchild in tree.children(child.node) if grandchild.visits >= _MIN_VISITS]
        below = tuple(_branch(after, tree, grandchild, depth + 1) for grandchild in shown[:_SHOWN_WIDTH])
    seat = position.game.seats[child.seat]
    return Branch(move.text, seat, round(child.value, 4), visits=child.visits, children=below)


def _move(position: Position, code: int) -> Move:
    """The legal move with a code."""
    return next(move for move in position.moves if move.code == code)
