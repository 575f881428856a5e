"""Positions of Queens and blocks for tests, and functions that read them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

from ludoteca.core.game import Position, find_move
from ludoteca.games.queens import Queens
from ludoteca.rules.kernel.game import KernelPosition
from tests.games.queens_reference import named


def play(position: Position, *texts: str) -> Any:
    for text in texts:
        position = position.after(find_move(position, text))
    return position


def game(*texts: str, **options: object) -> Any:
    """The position after moves from the start."""
    return play(Queens(options).start(0), *texts)


def kinds(position: Position, text: str) -> list[str]:
    return [event.key.rpartition(".")[2] for event in position.events(find_move(position, text))]


def cells_of_event(position: Position, text: str, kind: str) -> int:
    """The number of cells in the event of a kind."""
    (cells,) = (event.args["cells"] for event in position.events(find_move(position, text)) if event.key.endswith(kind))
    assert isinstance(cells, int)
    return cells


def free(position: Position) -> set[str]:
    return {named((int(x), int(y))) for fact in position.facts() if fact.relation == "free" for x, y in [fact.args]}


def turn(position: Position) -> str | None:
    return None if position.turn is None else position.game.seats[position.turn]


def finished(n: int, white: int, black: int, **options: object) -> KernelPosition:
    """A finished game with the given numbers of queens."""
    queens = Queens({"n": n, **options})
    records = queens.start(0).states()
    records[0].queens[:] = white, black
    records[0].over = 1
    return KernelPosition(queens, records.tobytes())


def winner(position: Position) -> str:
    return position.game.seats[position.result().index(1)]


def random_game(options: dict[str, object], seed: int) -> Iterator[tuple[KernelPosition, int]]:
    """The positions of a random game, each with the code of the move made in it."""
    position, rng = Queens(options).start(0), random.Random(seed)
    while position.turn is not None:
        move = rng.choice(list(position.moves))
        yield position, move.code
        position = position.after(move)
