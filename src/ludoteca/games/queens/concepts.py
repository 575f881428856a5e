"""Concepts of Queens and blocks: how few cells are free, who can end the game, what the third seat can still do."""

from __future__ import annotations

from ludoteca.core.game import Position
from ludoteca.rules.concepts import Concept

_FEW, _VERY_FEW = 4, 2  # free cells


def _count(position: Position, relation: str) -> int:
    return sum(fact.relation == relation for fact in position.facts())


def _free(position: Position) -> int:
    return _count(position, "free")


def _number(position: Position, relation: str, *args: str) -> int:
    """The last argument of the fact of a relation that begins with these arguments."""
    return next(int(fact.args[-1]) for fact in position.facts() if fact.relation == relation and fact.args[:-1] == args)


def _can_end(position: Position) -> bool:
    """Whether a move ends the game."""
    return any(position.after(move).turn is None for move in position.moves)


def _free_cells_in_line(position: Position) -> bool:
    """Whether a free cell is in line with every other one; blocks between them do not matter."""
    cells = [(int(fact.args[0]), int(fact.args[1])) for fact in position.facts() if fact.relation == "free"]
    return any(all(x == a or y == b or abs(x - a) == abs(y - b) for a, b in cells) for x, y in cells)


def _corner_is_free(position: Position) -> bool:
    last = _number(position, "size") - 1
    corners = {(0, 0), (0, last), (last, 0), (last, last)}
    return any(fact.relation == "free" and fact.args in corners for fact in position.facts())


def _queens(position: Position, seat: int) -> int:
    """The queens that a player has placed."""
    side = _number(position, "size")
    return side // 2 - _number(position, "queens_left", position.game.seats[seat])


def _blocker_goal_open(position: Position) -> bool:
    """Whether the third seat would win if the game ended now: fewer than 4n/3 queens, a third of the side."""
    side, white, black = _number(position, "size"), _queens(position, 0), _queens(position, 1)
    placed = white + black if position.game.values["blocker_goal"] == "total" else max(white, black)
    return position.game.values["variant"] == "blocks" and 3 * placed < side


CONCEPTS = (
    Concept("two_free_cells", lambda position: _free(position) <= _VERY_FEW),
    Concept("few_free_cells", lambda position: _free(position) <= _FEW),
    Concept("even_free_cells", lambda position: _free(position) % 2 == 0),
    Concept("free_cells_in_line", _free_cells_in_line),
    Concept("corner_free", _corner_is_free),
    Concept("can_end", _can_end),
    Concept("no_pieces_left", lambda position: _number(position, "pieces_left") == 0),
    Concept("blocker_goal_open", _blocker_goal_open),
    Concept("white_has_more", lambda position: _queens(position, 0) > _queens(position, 1)),
)
