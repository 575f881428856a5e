"""What a mind may lean on in Queens and blocks. None of it is law.

Whoever of the players takes the last free cell wins, unless the blocker has held both down: white is one queen ahead
then, or black level.
"""

from __future__ import annotations

from typing import Any

from ludoteca.rules.kernel.drivers.rng import draw

from .rules import (
    BLACK,
    THIRD,
    WHITE,
    State,
    most_queens,
    standing,
)

HORIZON = 1  # chance never steps in
VICTORY = 2000  # in cells: more than there are on any board


def tally(s: State, seat: int) -> int:
    """The free cells it has taken away, and a victory for whoever wins when there are none left.

    With no free cell left the game is not over yet while the third seat may free some.
    """
    if s.over or s.free == 0:
        return int(s.taken[seat]) + VICTORY * int(standing(s, seat))
    return int(s.taken[seat])


def share(s: State, seat: int) -> float:
    """For a player, queens placed and being ahead; for the third seat, queens that were not placed."""
    white, black = int(s.queens[WHITE]), int(s.queens[BLACK])
    if seat == THIRD:
        return 1.0 - (white + black) / (2.0 * most_queens(s))
    mine = white if seat == WHITE else black
    ahead = (white > black) == (seat == WHITE)
    return 0.5 * int(ahead) + 0.5 * mine / most_queens(s)


def epoch(s: State) -> int:
    """Chance never steps in."""
    return 0


def lean(s: State, options: Any, n: int, rng: Any) -> Any:
    """Any of the moves."""
    return options[draw(rng, n)]


def weigh(s: State, move: int) -> float:
    """All alike."""
    return 1.0
