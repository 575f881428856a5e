"""Positions of Kalah from facts, and similar ones: seeds lie elsewhere, and their number stays.

Whether the swap is on offer at the end of a game is not told by facts; it is not, then.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ludoteca.core.errors import BadInput
from ludoteca.core.game import Fact, Game, Position
from ludoteca.games.kalah import rules
from ludoteca.games.kalah.facts import SEATS
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.setup import Board, Change, GivenFacts, similar_positions

_STORE = -1  # the place of a store, beside the pits of its seat


def position_of(game: Game, facts: Iterable[Fact]) -> Position:
    """The position these facts describe; raises `BadInput`."""
    assert isinstance(game, KernelGame)
    given = GivenFacts(game, facts)
    start = game.start(0)
    board = seeds_of(given, start.state.width, 2 * start.state.half)
    return given.confirmed(_set_up(start, given.turn(), given.holds("swap_offered"), board))


def similar(position: Position) -> Iterator[Position]:
    """The positions with seeds moved from one pit or store to another, one seed first; then with two such moves."""
    assert isinstance(position, KernelPosition)
    s, turn = position.state, position.turn
    if turn is None:
        return
    board = seeds_of(GivenFacts(position.game, position.facts()), s.width, 2 * s.half)
    start = position.game.start(0)
    yield from similar_positions(
        board, _moves_of_seeds, lambda change: _set_up(start, turn, bool(s.pie), {**board, **change})
    )


def seeds_of(given: GivenFacts, width: int, seeds: int) -> dict[tuple[int, int], int]:
    """The seeds in each pit and store."""
    pits = given.table("pit", SEATS, range(1, width + 1), range(seeds + 1), keys=2)
    stores = given.table("store", SEATS, range(seeds + 1), keys=1)
    board = {(SEATS.index(str(seat)), int(pit) - 1): int(held) for (seat, pit), (held,) in pits.items()}
    return board | {(SEATS.index(str(seat)), _STORE): int(held) for (seat,), (held,) in stores.items()}


def _moves_of_seeds(board: Board) -> Iterator[Change]:
    """Every move of seeds from one place to another, of few seeds first."""
    for seeds in range(1, max(board.values()) + 1):
        for source in board:
            if board[source] >= seeds:
                for target in board:
                    if target != source:
                        yield {source: board[source] - seeds, target: board[target] + seeds}


def fill(s: Any, board: Board) -> None:
    """Write the seeds into a state."""
    for (seat, pit), seeds in board.items():
        if pit == _STORE:
            s.stores[seat] = seeds
        else:
            s.pits[seat, pit] = seeds


def _set_up(start: KernelPosition, turn: int | None, swap_offered: bool, board: Board) -> KernelPosition:
    """The position with these seeds; raises `BadInput` where the rules allow no such position."""
    s = start.fields()
    if sum(board.values()) != 2 * s.half:
        raise BadInput("games.kalah.setup.seeds", found=sum(board.values()), needed=2 * s.half)
    if swap_offered and not s.pie:
        raise BadInput("games.kalah.setup.no_swap")
    fill(s, board)
    if rules.row_empty(s) != (turn is None):
        raise BadInput("games.kalah.setup.not_over" if turn is None else "games.kalah.setup.over")
    s.pie = int(swap_offered)
    if turn is not None:
        s.turn = turn
    else:
        s.over = 1
        if s.sweep:
            rules.sweep(s, None)
    return KernelPosition.of_fields(start.game, s)
