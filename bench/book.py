"""The proven values of the first positions of Kalah(6, 4), which ship with the game: searches of seconds each.

``python -m bench.book [--write] [MOVES] [SECONDS]`` values every position after at most so many moves, for so many
seconds at most. Values are kept in the cache folder as they are found, so that the next run goes on from there. With
``--write`` those found so far are written to the file that ships.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator

from ludoteca.games.kalah import Kalah
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver.exact_values import ExactValues
from ludoteca.rules.kernel.solver.proven_values import Board, board_of
from ludoteca.rules.kernel.solver.search_runner import Stopped

MEMORY = 512  # MiB for the transposition table


def positions(position: KernelPosition, moves: int, seen: dict[Board, int]) -> Iterator[KernelPosition]:
    """A position and those after at most so many moves, later ones first.

    `seen` has the boards so far, with the moves that were made from them.
    """
    if position.turn is None or seen.get(board_of(position), -1) >= moves:
        return
    seen[board_of(position)] = moves
    for move in position.moves if moves else ():
        yield from positions(position.after(move), moves - 1, seen)
    yield position


def main(moves: int, seconds: float) -> None:
    game, started = Kalah({}), time.monotonic()
    exact = ExactValues(game, MEMORY)
    exact.should_continue = lambda: time.monotonic() - started < seconds
    proven, valued = exact.proven, 0
    assert proven is not None
    try:
        for depth in range(moves + 1):
            for position in positions(game.start(0), depth, {}):
                margin = exact.value(position) - exact.search.settled_margin(position)
                if board_of(position) not in proven.margins:
                    proven.add(board_of(position), margin)
                valued += 1
    except Stopped:
        pass
    early = {board_of(position) for position in positions(game.start(0), moves, {})} & proven.margins.keys()
    print(f"{valued:,} positions valued, the values of {len(early):,} first positions are known")
    if "--write" in sys.argv:
        proven.ship(early)


if __name__ == "__main__":
    numbers = [float(argument) for argument in sys.argv[1:] if argument != "--write"]
    main(int(numbers[0]) if numbers else 2, numbers[1] if len(numbers) > 1 else 3600.0)
