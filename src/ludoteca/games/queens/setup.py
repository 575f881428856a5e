"""Positions of Queens and blocks from facts, and similar ones: other pieces, or pieces elsewhere.

A board can be set up if no queen sees another, and if both players and the third seat can have placed so many pieces by
this turn. Whether there is an order in which each block came in time is not asked. Facts do not tell which seat took
away how many free cells: it is counted as if blocks and holes came first and queens after them, row by row; in a
similar position, as if the changed queens came last.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any

import numpy as np

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact, Game, Position
from ludoteca.games.queens import rules
from ludoteca.games.queens.facts import OWNERS, PIECES, board_cells, cell_name, place_of, seats_of
from ludoteca.games.queens.rules import (
    BLACK,
    BLACK_QUEEN,
    BLOCK,
    EMPTY,
    HOLE,
    THIRD,
    WHITE,
    WHITE_QUEEN,
    cell_at,
    is_free,
    max_queens,
)
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.setup import Board, Change, GivenFacts, contradiction, similar_positions

_WORDS = "games.queens.setup"
ORDER = {piece: order for order, piece in enumerate((BLOCK, HOLE, WHITE_QUEEN, BLACK_QUEEN))}


def position_of(game: Game, facts: Iterable[Fact]) -> Position:
    """The position these facts describe; raises `BadInput`."""
    assert isinstance(game, KernelGame)
    given = GivenFacts(game, facts)
    start = game.start(0)
    return given.confirmed(_set_up(start, given.turn(), pieces_of(given, start.state), {}))


def similar(position: Position) -> Iterator[Position]:
    """The positions with one piece more, less, replaced or moved; then those with two such changes."""
    assert isinstance(position, KernelPosition)
    s, turn, start = position.state, position.turn, position.game.start(0)
    if turn is None:
        return
    board = {cell: int(s.cells[cell]) for cell in board_cells(s)}
    kinds = [EMPTY, *(piece for piece in PIECES if piece != HOLE or s.holes)]
    taken = s.taken - _set_up(start, turn, board, {}).state.taken  # its pieces came in an order of their own

    def changes(board: Board) -> Iterator[Change]:
        yield from ({cell: new} for cell, old in board.items() for new in kinds if new != old)
        empty = [cell for cell, piece in board.items() if piece == EMPTY]
        yield from ({cell: EMPTY, to: piece} for cell, piece in board.items() if piece != EMPTY for to in empty)

    pieces = {cell: piece for cell, piece in board.items() if piece != EMPTY}
    yield from similar_positions(board, changes, lambda change: _set_up(start, turn, pieces, change, taken))


def pieces_of(given: GivenFacts, s: Any) -> dict[int, int]:
    """The piece on each cell."""
    side = range(s.side)
    cells: dict[int, int] = dict.fromkeys(board_cells(s), EMPTY)
    for name in dict.fromkeys(PIECES.values()):
        for x, y in given.table(name, side, side, keys=2, complete=False):
            cell = cell_at(int(x), int(y))
            if cells[cell] != EMPTY:
                raise contradiction(Fact(PIECES[cells[cell]], (x, y)), Fact(name, (x, y)))
            cells[cell] = _piece(given, s, name, cell)
    return cells


def _piece(given: GivenFacts, s: Any, name: str, cell: int) -> int:
    """The piece with this name on a cell: for a queen, that of the player who placed it."""
    for piece, owner in OWNERS.items():
        if PIECES[piece] == name and given.holds("placed", seats_of(s)[owner], *place_of(cell)):
            return piece
    raise BadInput("rules.setup.missing", fact=str(Fact("placed", ("…", *place_of(cell)))))


def _set_up(start: KernelPosition, turn: int | None, board: Board, change: Change, taken: Any = 0) -> KernelPosition:
    """The position with these pieces, changed; raises `BadInput` where the rules allow no such position.

    `taken` is added to the free cells that each seat has taken away.
    """
    kept = sorted((ORDER[piece], cell, piece) for cell, piece in board.items() if piece != EMPTY and cell not in change)
    new = sorted((ORDER[piece], cell, piece) for cell, piece in change.items() if piece != EMPTY)
    _check_numbers(start.state, turn, [piece for _, _, piece in (*kept, *new)])
    queens = [place for place in new if place[2] in (WHITE_QUEEN, BLACK_QUEEN)]
    others = [place for place in new if place not in queens]
    s = _placed(start, tuple((cell, piece) for _, cell, piece in sorted((*others, *kept)))).fields()
    for _, cell, piece in queens:
        put(s, cell, piece)
    _give_turn(s, turn)
    s.taken += np.asarray(taken, s.taken.dtype)
    return KernelPosition.of_fields(start.game, s)


@lru_cache(maxsize=1000)
def _placed(start: KernelPosition, pieces: tuple[tuple[int, int], ...]) -> KernelPosition:
    """The board after placing these cells' pieces in order; similar positions share most of them."""
    s = start.fields()
    for cell, piece in pieces:
        put(s, cell, piece)
    return KernelPosition.of_fields(start.game, s)


def _check_numbers(s: Any, turn: int | None, pieces: list[int]) -> None:
    """Raises `BadInput` for more pieces than there are, or than can have been placed by this turn."""
    white, black = pieces.count(WHITE_QUEEN), pieces.count(BLACK_QUEEN)
    if max(white, black) > max_queens(s):
        raise BadInput(f"{_WORDS}.queens", found=max(white, black), most=max_queens(s))
    if white - black not in (0, 1):
        raise BadInput(f"{_WORDS}.uneven", white=white, black=black)
    others = len(pieces) - white - black
    last_placed = turn == THIRD or black == max_queens(s)  # the third seat has not answered the last queen
    most = min(s.n, max(0, white + black - int(last_placed)))
    if others > most:
        raise BadInput(f"{_WORDS}.pieces", found=others, most=most)
    if turn == THIRD and white == 0:
        raise BadInput(f"{_WORDS}.turn", seat=f"games.queens.seat.{seats_of(s)[WHITE]}")
    if HOLE in pieces and not s.holes:
        raise BadInput(f"{_WORDS}.holes")


def put(s: Any, cell: int, piece: int, checked: bool = True) -> None:
    """Place a piece by the rules; raises `BadInput` for a queen that another one sees, if that is checked."""
    if piece == BLOCK:
        rules.put_block(s, cell, None)
    elif piece == HOLE:
        rules.put_hole(s, cell, None)
    else:
        if checked and not is_free(s, cell):
            raise BadInput(f"{_WORDS}.attacked", cell=cell_name(cell))
        s.turn = OWNERS[piece]
        rules.put_queen(s, cell, None)


def _give_turn(s: Any, turn: int | None) -> None:
    """Give the turn to the seat to move, as after the move before; raises `BadInput` if it is not that seat's turn."""
    s.turn = THIRD
    if turn == THIRD:
        s.turn = WHITE if s.queens[WHITE] > s.queens[BLACK] else BLACK
    rules.end_turn(s, None)
    if turn is None and not s.over:
        raise BadInput(f"{_WORDS}.not_over")
    if turn is not None and s.over:
        raise BadInput(f"{_WORDS}.over")
    if turn is not None and s.turn != turn:
        raise BadInput(f"{_WORDS}.turn", seat=f"games.queens.seat.{seats_of(s)[s.turn]}")
