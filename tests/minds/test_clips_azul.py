"""Tests of the rules in CLIPS for Azul: positions for each merit, and its totals computed a second time in Python."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

import pytest

from ludoteca.core.clock import Clock
from ludoteca.core.game import Move, Position
from ludoteca.core.mind import Choice, Player
from ludoteca.games.azul import Azul
from ludoteca.games.azul.rules import PENALTIES, SIZE, column_of
from ludoteca.minds.schools import load_mind
from ludoteca.rules.kernel.game import KernelPosition
from tests.games.test_azul import table
from tests.minds.test_agentspeak_azul import FULL_OF_RED, denied, place

LINES_OF_RED = {(0, 1): "r", (0, 2): "r"}
LINES_ALL_RED = {(0, n): "r" for n in (2, 3, 4, 5)}


@pytest.fixture(scope="module")
def player() -> Iterator[Player]:
    game = Azul({})
    seated = load_mind("clips", game).join(game, 0, 1)
    yield seated
    seated.close()


@pytest.mark.parametrize(
    ("position", "move", "phrase"),
    [
        # Black on row 2 would lie beside two tiles: 4 points, where red and white would score 1.
        (
            table({1: "bkkw"}, walls={0: [".....", "...x.", "....x", ".....", "....."]}),
            "1 black 2",
            "its tile will score 4",
        ),
        # Red on row 1 would complete the middle column; blue and white would score as much without it.
        (
            table({1: "brw"}, walls={0: [".....", *["..x.."] * 4]}),
            "1 red 1",
            "it earns a bonus of 7",
        ),
        # Two tiles fill line 2, which is worth more than the one that falls costs.
        (table({1: "yyy"}, lines={(0, 1): "r", **{(0, n): "r" for n in (3, 4, 5)}}), "1 yellow 2", "it lets 1 fall"),
        # Four tiles would fill line 1: the one whose place is in the middle of the wall.
        (table({1: "bryk"}, lines={(0, n): "w" for n in (2, 3, 4, 5)}), "1 red 1", "its tile will score 1"),
        # Two of three spaces are worth more than two of five.
        (table({1: "ww"}, lines={**LINES_OF_RED, (0, 4): "r"}), "1 white 3", "it leaves 1 open in line 3"),
        # The white tile that line 3 lacks after this lies on factory 2, and no blue one.
        (table({1: "wwbb", 2: "w"}, lines=LINES_OF_RED | {(0, 4): "r", (0, 5): "r"}), "1 white 3", "the rest of"),
        # Line 5 has two white tiles already.
        (
            table({1: "ww"}, lines={**LINES_OF_RED, (0, 3): "r", (0, 4): "r", (0, 5): "ww"}),
            "1 white 5",
            "it adds to a line that has tiles",
        ),
        # The other player needs two whites for a full column; three blues fill a longer line here.
        (
            table({1: "wwyy", 2: "bbbk"}, walls={1: ["x....", ".....", *["x...."] * 3]}),
            "1 white 2",
            "another player would score 12 with these tiles",
        ),
        # Every line is full: one tile on the floor costs less than three.
        (table({1: "wwwy"}, lines=FULL_OF_RED, walls={1: ["x...."] * 5}), "1 yellow floor", "it lets 1 fall"),
        # The floor has four tiles: the marker would cost two points more.
        (table({1: "b"}, centre="b", floors={0: 4}), "1 blue 1", "it fills line 1"),
    ],
)
def test_a_merit_decides_where_it_should(player: Player, position: KernelPosition, move: str, phrase: str) -> None:
    choice = player.choose(position, [], Clock(60))
    assert choice.move.text == move
    assert phrase in str(choice.why.reason.claim.args["words"])


def test_a_full_row_is_good_for_a_player_who_is_behind_too(player: Player) -> None:
    """It ends the game; in games against `greedy`, players who waited for the lead lost more often."""
    position = table({1: "wk"}, lines=LINES_ALL_RED, walls={0: ["xxxx.", *["....."] * 4]}, scores=(0, 5))
    choice = player.choose(position, [], Clock(60))
    assert choice.move.text == "1 white 1"
    assert "it earns a bonus of 2" in str(choice.why.reason.claim.args["words"])


@pytest.mark.parametrize("players", [2, 4])
def test_the_totals_in_python_agree_on_random_positions(players: int) -> None:
    game = Azul({"players": players})
    seated = load_mind("clips", game).join(game, 0, 1)
    rng, position, counted = random.Random(players), game.start(players), 0
    for _ in range(30):
        if position.turn is None:
            break
        choice = seated.choose(position, [], Clock(60))
        totals = {move: total(position, move) for move in position.moves}
        assert totals[choice.move] == max(totals.values())
        for text, points in told_totals(choice):
            assert points == next(totals[move] for move in position.moves if move.text == text), text
            counted += 1
        position = position.after(choice.move if rng.random() < 0.7 else rng.choice(list(position.moves)))
    seated.close()
    assert counted > 200


def told_totals(choice: Choice) -> Iterator[tuple[str, int]]:
    """The last total of each rejected move, as the rules have it."""
    for rejected in choice.why.rejected:
        told = [str(fact) for fact in rejected.reason.claim.args.get("facts", ())]  # type: ignore[union-attr]
        found = [re.match(r'\(total \(move ".*?"\) \(points (-?\d+)\)', fact) for fact in told]
        points = [int(match[1]) for match in found if match is not None]
        if points:
            yield rejected.move, points[-1]


def total(position: Position, move: Move) -> int:
    """The total of the merits of a move, in tenths of a point."""
    assert isinstance(position, KernelPosition)
    s, me = position.state, int(position.state.turn)
    source, rest = divmod(move.code, 30)
    colour, line = divmod(rest, 6)
    count = int(s.tiles[source, colour])
    earned, fallen = 0, count
    if line < SIZE:
        free = line + 1 - int(s.counts[me, line])
        full = place(s, me, line, colour) + 20 * (line + 1)
        if count >= free:
            earned = full - 5 * abs(int(column_of(line, colour)) - 2)
        else:
            elsewhere = [int(s.tiles[other, colour]) for other in range(len(s.tiles)) if other != source]
            earned = 4 * full * count // (10 * (line + 1)) + 10 * int(s.counts[me, line] > 0)
            earned += 3 * full * count // (10 * (line + 1)) if free - count in elsewhere else 0
        fallen = max(0, count - free)
    before = int(s.fallen[me])
    filled = min(7, before + fallen + int(source == 0 and s.marked))
    return earned + denied(s, me, colour, count) * 6 // 10 - 10 * int(PENALTIES[filled] - PENALTIES[before])
