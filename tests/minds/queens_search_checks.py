"""What the players that search say of moves in Queens and blocks, checked on the referee's board."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from ludoteca.core.game import Move, Position, find_move

Check = Callable[..., bool]  # of a position, a move and the numbers in a phrase

_FEW, _FEW_TO_BLOCK = 28, 16


def count(position: Position, relation: str) -> int:
    return sum(fact.relation == relation for fact in position.facts())


def passed(position: Position) -> Position:
    """The position after the third seat puts nothing, if it is to move."""
    return position.after(find_move(position, "pass")) if position.turn == 2 else position


class LastQueen:
    """A search of the referee's positions: can the seat to move win by the last queen, while the third puts nothing?"""

    def __init__(self, position: Position) -> None:
        assert position.turn is not None
        self.position, self.seat = position, position.turn
        self._known: dict[tuple[int, tuple[Move, ...]], bool] = {}  # by the number of queens and the free cells

    def wins(self, position: Position, move: Move) -> bool:
        """Whether the seat wins after this move of its own against every reply."""
        after = passed(position.after(move))
        if after.turn is None:
            return after.result()[self.seat] == 1
        return all(self._answered(after, reply) for reply in after.moves)

    def refutations(self, move: Move) -> int:
        """How many replies to a move leave the seat without a move that wins."""
        after = passed(self.position.after(move))
        return sum(not self._answered(after, reply) for reply in after.moves)

    def ensured(self) -> bool:
        """Whether some move wins."""
        return any(self.wins(self.position, move) for move in self.position.moves)

    def _answered(self, position: Position, reply: Move) -> bool:
        after = passed(position.after(reply))
        key = int(sum(after.scores())), tuple(after.moves)
        if key not in self._known:
            self._known[key] = any(self.wins(after, mine) for mine in after.moves)
        return self._known[key]


def wins_last(position: Position, move: Move) -> bool:
    return LastQueen(position).wins(position, move)


def last_against_every_reply(position: Position, move: Move) -> bool:
    return count(position, "free") <= _FEW and wins_last(position, move)


def smallest_share_of_refutations(position: Position, move: Move) -> bool:
    """Whether no queen that leaves a cell has a smaller share of replies that refute it, and none wins outright."""
    search, replies = LastQueen(position), {each: count(position.after(each), "free") for each in position.moves}
    shares = {each: 1000 * search.refutations(each) // number for each, number in replies.items() if number}
    few = count(position, "free") <= _FEW
    return few and not search.ensured() and shares.get(move) == min(shares.values())


def fewest_refutations_with_a_cell_left(position: Position, move: Move) -> bool:
    """Whether no queen that leaves a cell has fewer replies that refute it, and none wins outright."""
    search = LastQueen(position)
    open_moves = [each for each in position.moves if count(position.after(each), "free")]
    few = count(position, "free") <= _FEW
    fewest = min(map(search.refutations, open_moves))
    return few and not search.ensured() and move in open_moves and search.refutations(move) == fewest


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


def in_line(position: Position, move: Move) -> int:
    """The free cells in line with the cell of a move, with itself if it is free; blocks between them do not count."""
    ((x, y),) = (tuple(map(int, fact.args[1:])) for fact in position.move_facts(move))
    at = [tuple(map(int, fact.args)) for fact in position.facts() if fact.relation == "free"]
    return sum(column == x or row == y or abs(column - x) == abs(row - y) for column, row in at)


def fewest_in_line(position: Position, move: Move) -> bool:
    free = {fact.args for fact in position.facts() if fact.relation == "free"}
    blocks = [each for each in position.moves if any(fact.args[1:] in free for fact in position.move_facts(each))]
    return move in blocks and in_line(position, move) == min(in_line(position, each) for each in blocks)


def too_few_queens(position: Position, move: Move) -> bool:
    """Whether no cell is left after a queen, and white, who has at least as many as black, has fewer than 4N/3."""
    (side,) = (int(fact.args[0]) for fact in position.facts() if fact.relation == "size")
    after = position.after(move)
    return not count(after, "free") and 3 * ((count(after, "queen") + 1) // 2) < side


_LAST: Mapping[str, Check] = {
    re.escape("1. With few free cells: a queen after which I put the last one against every reply, ")
    + r".*": last_against_every_reply,
    r"3\. The queen that takes fewest free cells away: .*": takes_fewest,
}
PROLOG: Mapping[str, Check] = {
    **_LAST,
    r"2\. I find no such queen: of those that leave a free cell, .*": smallest_share_of_refutations,
    re.escape("4. Wait: after as many more queens as I have pieces, no player has 4N/3 of them yet."): waits,
    r"5\. The piece on a free cell that leaves fewest free cells after the best reply; .*": (leaves_fewest),
    re.escape("6. Put nothing: no cell is free, or too many are."): lambda position, move: (
        move.text == "pass" and not 0 < count(position, "free") <= _FEW_TO_BLOCK
    ),
}
AGENTS: Mapping[str, Check] = {
    **_LAST,
    r"2\. I find no such queen: of those that leave a free cell, .*": fewest_refutations_with_a_cell_left,
    re.escape("Wait: after as many more queens as I have pieces, no player has 4N/3 of them yet."): waits,
    r"Block the free cell that is in line with fewest free cells: .*": fewest_in_line,
}
RULES: Mapping[str, Check] = {
    r"after every reply I can put the last queen": wins_last,
    r"replies to which I find no answer: (\d+)": lambda position, move, replies: (
        LastQueen(position).refutations(move) == int(replies)
    ),
    r"it leaves no free cell, and no player has 4N/3 queens": too_few_queens,
    r"after as many more queens as I have pieces, no player has 4N/3 of them": waits,
    r"its lines hold (\d+) free cells": lambda position, move, cells: in_line(position, move) == int(cells),
}
