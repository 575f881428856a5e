"""Editing of positions of Queens and blocks: queens, blocks and holes are placed on cells, and taken away."""

from __future__ import annotations

from collections.abc import Iterable

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact, Game, Position
from ludoteca.games.queens.facts import SEATS, board_cells, cell_name
from ludoteca.games.queens.rules import BLACK_QUEEN, BLOCK, EMPTY, HOLE, WHITE_QUEEN
from ludoteca.games.queens.setup import ORDER, pieces_of, put
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.setup import Board, GivenFacts

_TOOLS = {"white_queen": WHITE_QUEEN, "black_queen": BLACK_QUEEN, "block": BLOCK, "hole": HOLE}


def tools(game: Game) -> tuple[str, ...]:
    """What can be placed: the queens of both players, blocks, and holes where there are any."""
    return tuple(name for name, piece in _TOOLS.items() if piece != HOLE or game.seats == SEATS["holes"])


def draft_of(game: Game, facts: Iterable[Fact]) -> Position:
    """The position with the pieces of these facts, whether or not they can be there; raises `BadInput`."""
    assert isinstance(game, KernelGame)
    given, start = GivenFacts(game, facts), game.start(0)
    return _draft(start, given.turn(), pieces_of(given, start.state))


def edited(position: Position, place: str, tool: str, remove: bool) -> Position:
    """A draft with another piece on a cell, or none; raises `BadInput`. A place is the name of a cell."""
    assert isinstance(position, KernelPosition)
    board = {cell: int(position.state.cells[cell]) for cell in board_cells(position.state)}
    cell = next((cell for cell in board if cell_name(cell) == place), None)
    if cell is None:
        raise BadInput("rules.setup.no_place", place=place)
    if remove and board[cell] == EMPTY:
        raise BadInput("rules.setup.nothing")
    board[cell] = EMPTY if remove else _TOOLS[tool]
    return _draft(position.game.start(0), position.turn, board)


def _draft(start: KernelPosition, turn: int | None, board: Board) -> KernelPosition:
    """The position with these pieces and this turn, unchecked."""
    s = start.fields()
    for _, cell, piece in sorted((ORDER[piece], cell, piece) for cell, piece in board.items() if piece != EMPTY):
        put(s, cell, piece, checked=False)
    s.turn, s.over = turn or 0, int(turn is None)
    return KernelPosition.of_fields(start.game, s)
