"""What the Prolog player says of moves in Queens and blocks, checked on the referee's board."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ludoteca.core.game import Move, Position, find_move

Check = Callable[..., bool]  # of a position and a move

_VERY_FEW, _FEW, _FEW_TO_BLOCK = 16, 28, 16


def count(position: Position, relation: str) -> int:
    return sum(fact.relation == relation for fact in position.facts())


def passed(position: Position) -> Position:
    """The position after the third seat puts nothing, if it is to move."""
    return position.after(find_move(position, "pass")) if position.turn == 2 else position


def wins_last(position: Position, move: Move, seat: int) -> bool:
    """Whether the seat wins after this move of its own against every reply, while the third seat puts nothing."""
    after = passed(position.after(move))
    if after.turn is None:
        return after.result()[seat] == 1
    replied = [passed(after.after(reply)) for reply in after.moves]
    return all(any(wins_last(each, mine, seat) for mine in each.moves) for each in replied)


def last_against_every_reply(position: Position, move: Move) -> bool:
    assert position.turn is not None
    return count(position, "free") <= _FEW and wins_last(position, move, position.turn)


def fewest_refutations(position: Position, move: Move) -> bool:
    """Whether no queen has fewer replies after which the seat cannot win by the last queen; none wins outright."""
    seat = position.turn
    assert seat is not None

    def refutations(each: Move) -> int:
        after = passed(position.after(each))
        replied = [passed(after.after(reply)) for reply in after.moves]
        return sum(not any(wins_last(now, mine, seat) for mine in now.moves) for now in replied)

    ensured = any(wins_last(position, each, seat) for each in position.moves)
    few = count(position, "free") <= _VERY_FEW
    return few and not ensured and refutations(move) == min(map(refutations, position.moves))


def takes_fewest(position: Position, move: Move) -> bool:
    left = [count(position.after(each), "free") for each in position.moves]
    return count(position.after(move), "free") == max(left)


def waits(position: Position, move: Move) -> bool:
    (side,) = (int(fact.args[0]) for fact in position.facts() if fact.relation == "size")
    (pieces,) = (int(fact.args[0]) for fact in position.facts() if fact.relation == "pieces_left")
    most = (count(position, "queen") + pieces + 1) // 2  # of one player, white
    return move.text == "pass" and 3 * most < side


def leaves_fewest(position: Position, move: Move) -> bool:
    free = {fact.args for fact in position.facts() if fact.relation == "free"}

    def most_left(each: Move) -> int:
        after = passed(position.after(each))
        return max((count(after.after(queen), "free") + 1 for queen in after.moves), default=0)

    pieces = [each for each in position.moves if any(fact.args[1:] in free for fact in position.move_facts(each))]
    left = {each: most_left(each) for each in pieces}
    best = {each.text.split()[0] for each in pieces if left[each] == min(left.values())}
    return len(free) <= _FEW_TO_BLOCK and left[move] == min(left.values()) and move.text.split()[0] == max(best)


SENTENCES: Mapping[str, Check] = {
    re.escape("1. With few free cells: a queen after which I put the last one against every reply, ")
    + r".*": last_against_every_reply,
    r"2\. No queen ensures that, and very few cells are free: .*": fewest_refutations,
    r"3\. The queen that takes fewest free cells away: .*": takes_fewest,
    re.escape("4. Wait: after as many more queens as I have pieces, no player has 4N/3 of them yet."): waits,
    r"5\. The piece on a free cell that leaves fewest free cells after the best reply; .*": (leaves_fewest),
    re.escape("6. Put nothing: no cell is free, or too many are."): lambda position, move: (
        move.text == "pass" and not 0 < count(position, "free") <= _FEW_TO_BLOCK
    ),
}
