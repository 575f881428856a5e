"""What a Monte Carlo search says of its choice: visits, values, the line it expects, why not the others."""

from __future__ import annotations

from ludoteca.core.explanation import Explanation, Reason, Rejected
from ludoteca.core.game import Move, Position
from ludoteca.core.i18n import Message
from ludoteca.core.mind import Choice
from ludoteca.minds.montecarlo.tree import Tree, Visited
from ludoteca.minds.shared.reasons import consequences, expectation, texts_along, touched
from ludoteca.minds.shared.search.trace import Branch, SearchTree

_FEWEST = 10  # visits below which a move says nothing about what to expect
_DEEPEST = 3  # levels of the tree that are shown …
_WIDEST = 3  # … and moves a level below the first


def explain(position: Position, search: Tree, simulations: int) -> Choice:
    """The most visited move and its reasons."""
    best, *others = search.children()
    move = _move(position, best.move)
    total = sum(child.visits for child in (best, *others))
    claim = Message(
        "minds.montecarlo.margin_left" if search.decided else "minds.montecarlo.most_visited",
        {"visits": best.visits, "total": total, "value": round(100 * best.value, 1)},
    )
    line = texts_along(position, [best.move, *search.line(best.node, _FEWEST)])
    because = (*consequences(position, move), expectation(line))
    trace = SearchTree(tuple(_branch(position, search, child, 1) for child in (best, *others)), line)
    rejected = tuple(
        Rejected(_move(position, other.move).text, _turned_down(position, search, other, best)) for other in others
    )
    reason = Reason(claim, touched(position, move), because=because)
    return Choice(move, Explanation(reason, rejected, trace, effort=simulations, value=round(best.value, 4)))


def _turned_down(position: Position, search: Tree, other: Visited, best: Visited) -> Reason:
    if other.visits == 0:
        return Reason(Message("minds.montecarlo.unseen"))
    close = other.visits * 10 >= best.visits * 9 and other.value >= best.value - 0.02
    claim = Message(
        "minds.montecarlo.close" if close else "minds.montecarlo.less",
        {
            "visits": other.visits,
            "value": round(100 * other.value, 1),
            "less": round(round(100 * best.value, 1) - round(100 * other.value, 1), 1),
        },
    )
    line = texts_along(position, [other.move, *search.line(other.node, _FEWEST)])
    return Reason(claim, because=(expectation(line),) if len(line) > 1 else ())


def _branch(position: Position, search: Tree, child: Visited, depth: int) -> Branch:
    move = _move(position, child.move)
    below: tuple[Branch, ...] = ()
    if depth < _DEEPEST:
        after = position.after(move)
        shown = [grandchild for grandchild in search.children(child.node) if grandchild.visits >= _FEWEST]
        below = tuple(_branch(after, search, grandchild, depth + 1) for grandchild in shown[:_WIDEST])
    seat = position.game.seats[child.seat]
    return Branch(move.text, seat, round(child.value, 4), visits=child.visits, children=below)


def _move(position: Position, code: int) -> Move:
    return next(move for move in position.moves if move.code == code)
