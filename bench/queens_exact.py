"""What perfect play gives on 8 × 8: ``python -m bench.queens_exact``.

First, in how many openings of ``bench.learned queens`` white or black has a forced win: once both blocks stand, the
third seat has nothing to decide, and the rest is a small game of two. Second, whether white alone, against black and
the blocker together, can see to a fifth queen: then no blocker can force a win. Boards are sets of cells, as integers;
the rules are those of `ludoteca.games.queens`, written again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache

from bench.learned import MATCHES, opening_of, seed_of
from ludoteca.core.game import Position
from ludoteca.games import load_game

SIDE = 8
ALL = (1 << SIDE * SIDE) - 1
PAIRS = 100
QUEENS = 4  # that a player may place
DIRECTIONS = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if dx or dy]
PASS = -1


def ray(cell: int, dx: int, dy: int) -> int:
    """The cells from a cell on in a direction, up to the edge."""
    x, y, found = cell % SIDE + dx, cell // SIDE + dy, 0
    while 0 <= x < SIDE and 0 <= y < SIDE:
        found |= 1 << y * SIDE + x
        x, y = x + dx, y + dy
    return found


RAYS = [[ray(cell, *direction) for direction in DIRECTIONS] for cell in range(SIDE * SIDE)]


@cache
def taken(cell: int, blocks: frozenset[int]) -> int:
    """The cells that a queen takes away: its own and those that it sees."""
    found = 1 << cell
    for number, line in enumerate(RAYS[cell]):
        for block in blocks:
            if line >> block & 1:
                line &= ~(RAYS[block][number] | 1 << block)
        found |= line
    return found


def cells(of: int) -> Iterator[int]:
    """The cells of a set."""
    while of:
        yield (of & -of).bit_length() - 1
        of &= of - 1


def free_cells(queens: Iterable[int], blocks: frozenset[int]) -> int:
    """The free cells: without a piece, and seen by no queen."""
    free = ALL
    for block in blocks:
        free &= ~(1 << block)
    for queen in queens:
        free &= ~taken(queen, blocks)
    return free


class Endgame:
    """The game once all blocks stand: whether the player to move can force its own win."""

    def __init__(self, blocks: frozenset[int]) -> None:
        self._taken = [taken(cell, blocks) for cell in range(SIDE * SIDE)]
        self._known: dict[tuple[int, int, int], bool] = {}

    def forces(self, winner: int, free: int, placed: int) -> bool:
        """Whether `winner` (0 white, 1 black) wins against every defence, with so many queens placed by both."""
        if free == 0 or placed == 2 * QUEENS:
            return placed > QUEENS and winner == (placed + 1) % 2
        key = winner, free, placed
        if key not in self._known:
            after = (self.forces(winner, free & ~self._taken[cell], placed + 1) for cell in cells(free))
            self._known[key] = any(after) if placed % 2 == winner else all(after)
        return self._known[key]


def result_of(opening: Position) -> str:
    """What perfect play makes of an opening."""
    found: dict[str, list[int]] = {"queen": [], "block": [], "free": []}
    for fact in opening.facts():
        if fact.relation in found:
            x, y = (int(argument) for argument in fact.args)
            found[fact.relation].append(y * SIDE + x)
    queens, blocks = found["queen"], frozenset(found["block"])
    if len(blocks) < 2:
        return "left to a block still to come"
    endgame, free = Endgame(blocks), free_cells(queens, blocks)
    assert sorted(found["free"]) == list(cells(free)), "the referee has other free cells"
    if endgame.forces(0, free, len(queens)):
        return "won by white"
    return "won by black" if endgame.forces(1, free, len(queens)) else "won by neither"


def is_safe(queens: tuple[int, ...], blocks: frozenset[int], turn: int) -> bool:
    """Whether white sees to a fifth queen, with which the blocker cannot win, against the two others together.

    `turn` is 0 for white, 1 for black, 2 for the blocker.
    """
    free = free_cells(queens, blocks)
    placed = len(queens)
    if turn == 2:
        following = placed % 2
        if len(blocks) == 2:
            return is_safe(queens, blocks, following)
        occupied = {*queens, *blocks}
        return all(
            is_safe(queens, blocks if block == PASS else blocks | {block}, following)
            for block in range(PASS, SIDE * SIDE)
            if block not in occupied
        )
    if free == 0:
        return False
    if placed == 4:
        return True
    after = (is_safe((*queens, cell), blocks, 2) for cell in cells(free))
    return any(after) if turn == 0 else all(after)


def main() -> None:
    """Print both results."""
    game = load_game("queens", MATCHES["queens"][0])
    found = Counter(result_of(opening_of(game, seed_of(game, pair))[0][-1]) for pair in range(PAIRS))
    print(f"of {PAIRS} openings: {', '.join(f'{count} {result}' for result, count in found.most_common())}")
    safe = next((cell for cell in range(SIDE * SIDE) if is_safe((cell,), frozenset(), 2)), None)
    print("white alone has no sure way to a fifth queen" if safe is None else f"white alone has one, from cell {safe}")


if __name__ == "__main__":
    main()
