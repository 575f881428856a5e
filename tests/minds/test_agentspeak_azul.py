"""Tests of the agent for Azul: positions for each of its plans, and its worths computed a second time in Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.game import Move, Position
from ludoteca.core.i18n import say
from ludoteca.core.mind import Player
from ludoteca.games.azul import Azul
from ludoteca.games.azul.rules import PENALTIES, SIZE, can_place, column_of, tile_score
from ludoteca.minds.schools import load_mind
from ludoteca.rules.kernel.game import KernelPosition
from tests.games.test_azul import table


@pytest.fixture(scope="module")
def player() -> Iterator[Player]:
    game = Azul({})
    seated = load_mind("agentspeak", game).join(game, 0, 1)
    yield seated
    seated.close()


FULL_OF_RED = {(0, n): "r" * n for n in range(1, 6)}


# A position, the move of the greatest worth, and the reason for it; the player in Prolog counts the same worths.
POSITIONS: list[tuple[KernelPosition, str, str]] = [
    # Black on row 2 would lie beside two tiles: 4 points, where red and white would score 1.
    (
        table({1: "bkkw"}, walls={0: [".....", "...x.", "....x", ".....", "....."]}),
        "1 black 2",
        "Fill a line without a tile on the floor",
    ),
    # Three tiles fill line 2, which is worth more than one of them on the floor costs.
    (
        table({1: "yyy"}, lines={(0, 1): "r", (0, 3): "r", (0, 4): "r", (0, 5): "r"}),
        "1 yellow 2",
        "Fill a line and let tiles fall",
    ),
    # Two of three spaces of line 3 are worth more than two of five.
    (
        table({1: "ww"}, lines={(0, 1): "r", (0, 2): "r", (0, 4): "r"}),
        "1 white 3",
        "Add to a line that stays open",
    ),
    # Every line is full: one tile on the floor costs less than three.
    (table({1: "wwwy"}, lines=FULL_OF_RED, walls={1: ["x...."] * 5}), "1 yellow floor", "Let all tiles fall"),
    # The other player needs two whites for a full column: they are taken, although three blues fill a longer line.
    (
        table({1: "wwyy", 2: "bbbk"}, walls={1: ["x....", ".....", *["x...."] * 3]}),
        "1 white 2",
        "Fill a line without a tile on the floor",
    ),
]


@pytest.mark.parametrize(("position", "move", "reason"), POSITIONS)
def test_each_plan_acts_where_it_should(player: Player, position: KernelPosition, move: str, reason: str) -> None:
    choice = player.choose(position, [], Clock(60))
    assert (choice.move.text, say(choice.why.reason.claim).partition(":")[0]) == (move, reason)


def no_better(position: Position, move: Move) -> bool:
    """Whether no move is worth more than this one, by the worths of the agent's program."""
    assert isinstance(position, KernelPosition)
    return worth(position, move) == max(worth(position, other) for other in position.moves)


def worth(position: KernelPosition, move: Move) -> int:
    """The worth of a move, in tenths of a point."""
    s, me = position.state, int(position.state.turn)
    source, rest = divmod(move.code, 30)
    colour, line = divmod(rest, 6)
    count = int(s.tiles[source, colour])
    earned, fallen = 0, count
    if line < SIZE:
        free = line + 1 - int(s.counts[me, line])
        whole = place(s, me, line, colour) + 10 * (line + 1)
        elsewhere = [int(s.tiles[other, colour]) for other in range(len(s.tiles)) if other != source]
        percent = 60 if free - count in elsewhere else 30
        earned = whole if count >= free else whole * count * percent // (100 * (line + 1))
        fallen = max(0, count - free)
    before = int(s.fallen[me])
    filled = min(7, before + fallen + int(source == 0 and s.marked))
    return earned + denied(s, me, colour, count) * 6 // 10 - 10 * int(PENALTIES[filled] - PENALTIES[before])


def denied(s: Any, me: int, colour: int, count: int) -> int:
    """The best place for which another seat needs exactly this number of tiles."""
    lines = [(seat, line) for seat in range(int(s.players)) if seat != me for line in range(SIZE)]
    needed = [(seat, line) for seat, line in lines if line + 1 - int(s.counts[seat, line]) == count]
    return max((place(s, seat, line, colour) for seat, line in needed if can_place(s, seat, line, colour)), default=0)


def place(s: Any, seat: int, row: int, colour: int) -> int:
    """What a tile would score on a wall, bonuses included, in tenths of a point."""
    wall = s.wall[seat].copy()
    for line in range(SIZE):
        if s.counts[seat, line] > line:
            wall[line, column_of(line, int(s.colours[seat, line]))] = 1
    column = column_of(row, colour)
    alike = sum(int(wall[each, column_of(each, colour)]) for each in range(SIZE))
    points = tile_score(wall, row, column)
    points += 2 * (wall[row].sum() == 4) + 7 * (wall[:, column].sum() == 4) + 10 * (alike == 4)
    return 10 * int(points)
