"""Tests of the rules, hints and pictures of Azul, also against an independent implementation."""

from __future__ import annotations

import random
import xml.etree.ElementTree as ET
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

import numba
import numpy as np
import pytest

from ludoteca.core.game import PlayedMove, Position, find_move
from ludoteca.games.azul import Azul, rules
from ludoteca.games.azul.facts import COLOUR_NAMES
from ludoteca.rules.kernel.bind import Kernel
from ludoteca.rules.kernel.game import KernelPosition
from tests.games.azul_reference import Reference

Tiles = str  # one letter a tile: b y r k w
LETTERS = "byrkw"


def counts_of(tiles: Tiles) -> list[int]:
    return [tiles.count(letter) for letter in LETTERS]


def table(
    factories: Mapping[int, Tiles],
    *,
    players: int = 2,
    centre: Tiles = "",
    marked: bool = True,
    lines: Mapping[tuple[int, int], Tiles] | None = None,
    walls: Mapping[int, Sequence[str]] | None = None,
    floors: Mapping[int, int] | None = None,
    scores: Sequence[int] = (),
    bag: Tiles | None = None,
    lid: Tiles = "",
    rounds: int = 1,
    turn: int = 0,
) -> KernelPosition:
    """A position with the given tiles: lines by seat and number, walls as five rows of text with x for a tile."""
    game = Azul({"players": players})
    records = game.start(0).states()
    s = records[0]
    s.tiles[:] = 0
    for number, tiles in factories.items():
        s.tiles[number] = counts_of(tiles)
    s.tiles[0] = counts_of(centre)
    s.offer = int(s.tiles.sum())
    s.marked, s.turn, s.rounds = marked, turn, rounds
    for (seat, line), tiles in (lines or {}).items():
        s.counts[seat, line - 1], s.colours[seat, line - 1] = len(tiles), LETTERS.index(tiles[0])
    for seat, wall in (walls or {}).items():
        s.wall[seat] = [[cell == "x" for cell in row] for row in wall]
    for seat, count in (floors or {}).items():
        s.floor[seat, :count], s.fallen[seat] = 1, count
    s.scores[: len(scores)] = scores
    if bag is not None:
        s.bag[:] = counts_of(bag)
    s.lid[:] = counts_of(lid)
    return KernelPosition(game, records.tobytes())


def play(position: Position, *texts: str) -> Any:
    for text in texts:
        position = position.after(find_move(position, text))
    return position


def kinds(position: Position, text: str) -> list[str]:
    return [event.key.rpartition(".")[2] for event in position.events(find_move(position, text))]


def holds(s: Any, seat: int, line: int) -> str:
    return LETTERS[int(s.colours[seat, line - 1])] * int(s.counts[seat, line - 1])


class TestDraft:
    def test_all_tiles_of_a_colour_are_taken_and_the_rest_goes_to_the_centre(self) -> None:
        after = play(table({1: "bbyr", 2: "kkkk"}), "1 blue 3").state
        assert holds(after, 0, 3) == "bb"
        assert list(after.tiles[0]) == counts_of("yr")
        assert list(after.tiles[1]) == counts_of("")
        assert after.turn == 1

    def test_the_first_to_take_from_the_centre_takes_the_marker_to_the_leftmost_free_space(self) -> None:
        position = table({2: "kkkk"}, centre="ry", floors={0: 2})
        after = play(position, "centre red 1").state
        assert list(after.floor[0, :4]) == [1, 1, rules.MARKER, 0]
        assert (after.starter, after.marked) == (0, 0)
        assert kinds(position, "centre red 1") == ["took_centre", "marker", "filled"]
        later = play(position, "centre red 1", "centre yellow 1").state
        assert later.starter == 0
        assert later.fallen[1] == 0

    def test_the_marker_goes_down_before_the_tiles_that_fall(self) -> None:
        after = play(table({2: "kkkk"}, centre="rr"), "centre red 1").state
        assert list(after.floor[0, :2]) == [rules.MARKER, 1 + LETTERS.index("r")]

    def test_a_marker_taken_with_a_full_floor_is_taken_and_costs_nothing(self) -> None:
        after = play(table({2: "kkkk"}, centre="r", floors={0: 7}, scores=(20, 0)), "centre red 1").state
        assert after.starter == 0
        assert after.marked == 0
        assert rules.MARKER not in after.floor[0]
        assert after.fallen[0] == 7

    def test_tiles_that_do_not_fit_fall_and_go_to_the_lid_when_the_floor_is_full(self) -> None:
        after = play(table({1: "rrrr", 2: "kkkk"}, floors={0: 6}), "1 red 2").state
        assert holds(after, 0, 2) == "rr"
        assert after.fallen[0] == 7
        assert after.lid[LETTERS.index("r")] == 1

    def test_a_line_takes_its_own_colour_until_it_is_full_and_none_that_its_row_has(self) -> None:
        position = table(
            {1: "ryyb"},
            lines={(0, 2): "r", (0, 3): "yyy", (0, 4): "rr"},
            walls={0: [".....", ".....", ".....", ".....", "..x.."]},  # row 5, column 3: colour (2 - 4) % 5, black
        )
        targets = {text.split()[2] for text in (move.text for move in position.moves) if text.startswith("1 red")}
        assert targets == {"1", "2", "4", "5", "floor"}
        yellow = {move.text.split()[2] for move in position.moves if move.text.startswith("1 yellow")}
        assert yellow == {"1", "5", "floor"}
        assert "1 black 5" not in [move.text for move in table({1: "kkkk"}, walls={0: ["....."] * 4 + ["..x.."]}).moves]

    def test_the_floor_takes_anything(self) -> None:
        after = play(table({1: "bbbb", 2: "kkkk"}), "1 blue floor").state
        assert after.fallen[0] == 4


WALLS = [
    # wall, row, column, points: a tile alone; a row; a column; both; runs broken by gaps
    ([".....", ".....", ".....", ".....", "....."], 2, 2, 1),
    ([".....", ".....", ".x...", ".....", "....."], 2, 2, 2),
    ([".....", ".....", "xx.xx", ".....", "....."], 2, 2, 5),
    (["..x..", "..x..", ".....", "..x..", "..x.."], 2, 2, 5),
    (["..x..", "..x..", "xx.xx", "..x..", "..x.."], 2, 2, 10),
    ([".....", "..x..", ".x...", ".....", "....."], 2, 2, 4),
    (["..x..", ".....", "x...x", ".....", "..x.."], 2, 2, 1),
    (["..x..", ".....", "xx..x", "..x..", "....."], 2, 2, 5),
    ([".x...", "x....", ".....", ".....", "....."], 0, 0, 4),
    (["xxxx.", "....x", "....x", "....x", "....x"], 0, 4, 10),
    ([".x.x.", "x.x.x", ".x.x.", "x.x.x", ".x.x."], 2, 2, 6),
]


class TestTiling:
    @pytest.mark.parametrize(("wall", "row", "column", "points"), WALLS)
    def test_a_tile_scores_its_runs(self, wall: list[str], row: int, column: int, points: int) -> None:
        cells = np.array([[cell == "x" for cell in line] for line in wall], np.int8)
        cells[row, column] = 1
        assert rules.tile_score(cells, row, column) == points

    def test_full_lines_are_tiled_from_top_to_bottom_each_scoring_with_those_before(self) -> None:
        # Blue belongs in column 1 of row 1, white in column 1 of row 2 and black in column 1 of row 3.
        position = table({1: "k"}, lines={(0, 1): "b", (0, 2): "ww", (0, 3): "kk"}, scores=(0, 0))
        after = play(position, "1 black 3").state
        assert [tuple(cell) for cell in np.argwhere(after.wall[0])] == [(0, 0), (1, 0), (2, 0)]
        assert after.scores[0] == 1 + 2 + 3
        assert [int(after.counts[0, line]) for line in range(5)] == [0] * 5
        assert after.lid[LETTERS.index("w")] + after.lid[LETTERS.index("k")] == 1 + 2

    def test_unfinished_lines_stay(self) -> None:
        after = play(table({1: "kk"}), "1 black 5").state
        assert holds(after, 0, 5) == "kk"
        assert after.rounds == 2

    @pytest.mark.parametrize(("count", "cost"), list(enumerate([0, 1, 2, 4, 6, 8, 11, 14])))
    def test_the_floor_costs(self, count: int, cost: int) -> None:
        after = play(table({1: "k"}, floors={1: count}, scores=(0, 30)), "1 black 5").state
        assert after.scores[1] == 30 - cost
        assert after.fallen[1] == 0

    def test_a_score_never_falls_below_zero(self) -> None:
        position = table({1: "k"}, floors={1: 7}, scores=(0, 5))
        assert play(position, "1 black 5").state.scores[1] == 0
        paid = [event for event in position.events(find_move(position, "1 black 5")) if event.key.endswith(".paid")]
        assert [event.args["points"] for event in paid] == [5]

    def test_the_holder_of_the_marker_starts_the_next_round_or_else_the_last_starter_again(self) -> None:
        assert play(table({}, centre="ry"), "centre red 1", "centre yellow 1").turn == 0
        assert play(table({}, centre="ry", turn=1), "centre red 1", "centre yellow 1").turn == 1
        assert play(table({1: "kkkk"}, turn=1), "1 black 5").turn == 0

    def test_the_marker_lies_in_the_centre_again(self) -> None:
        after = play(table({}, centre="r"), "centre red 1").state
        assert after.marked == 1
        assert rules.MARKER not in after.floor[0]


class TestOffer:
    @pytest.mark.parametrize(("players", "factories"), [(2, 5), (3, 7), (4, 9)])
    def test_every_factory_gets_four(self, players: int, factories: int) -> None:
        s = Azul({"players": players}).start(1).state
        assert [int(tiles.sum()) for tiles in s.tiles] == [0] + [4] * factories + [0] * (9 - factories)
        assert s.bag.sum() == 100 - 4 * factories

    def test_an_empty_bag_takes_the_lid_and_filling_goes_on(self) -> None:
        position = table({1: "k"}, bag="bbbbbb", lid="ryryryryryryryryryryryryry")
        after = play(position, "1 black 5").state
        assert after.tiles[1:].sum() == 20
        assert after.tiles[:, 0].sum() == 6, "what was left in the bag comes first"
        assert after.bag.sum() == 26 + 6 - 20
        assert after.lid.sum() == 0
        assert "refilled" in kinds(position, "1 black 5")

    def test_with_both_empty_factories_stay_short(self) -> None:
        after = play(table({1: "k"}, bag="bbb", lid="yyy"), "1 black 5").state
        assert [int(tiles.sum()) for tiles in after.tiles] == [0, 4, 2, 0, 0, 0, 0, 0, 0, 0]
        assert after.over == 0

    def test_without_tiles_to_offer_the_game_is_over(self) -> None:
        position = table({1: "k"}, bag="", scores=(3, 4))
        after = play(position, "1 black 5")
        assert after.turn is None
        assert kinds(position, "1 black 5")[-1] == "no_tiles"
        assert after.result() == (0, 1)

    def test_after_round_fifty_the_game_is_over(self) -> None:
        assert play(table({1: "k"}, rounds=49), "1 black 5").turn is not None
        assert play(table({1: "k"}, rounds=50), "1 black 5").turn is None


class TestEnd:
    def test_a_full_row_ends_the_game_and_bonuses_count(self) -> None:
        # The last tile finishes row 1 and column 1, and the fifth blue one stands at row 1, column 1.
        wall = [".xxxx", "xx...", "x.x..", "x..x.", "x...x"]
        position = table({1: "b"}, walls={0: wall}, scores=(10, 40))
        after = play(position, "1 blue 1")
        assert after.turn is None
        assert after.scores() == (10 + (5 + 5) + 2 + 7 + 10, 40)
        assert kinds(position, "1 blue 1")[-1] == "bonus"
        assert after.result() == (0, 1)

    def test_a_column_or_a_colour_does_not_end_it(self) -> None:
        wall = [".....", "xx...", "x.x..", "x..x.", "x...x"]
        assert play(table({1: "b"}, walls={0: wall}), "1 blue 1").turn is not None

    def test_the_round_is_finished_first(self) -> None:
        position = table({1: "b", 2: "k"}, walls={0: [".xxxx", *["....."] * 4]})
        assert play(position, "1 blue 1").turn == 1

    def test_a_tie_goes_to_more_full_rows_and_is_shared_after_that(self) -> None:
        rows = {0: ["xxxxx", *["....."] * 4], 1: ["xxxxx", "xxxxx", *["....."] * 3]}
        position = table({1: "b"}, walls=rows, scores=(14, 12))
        assert play(position, "1 blue floor").scores() == (15, 16)
        assert play(table({1: "b"}, walls=rows, scores=(15, 12)), "1 blue floor").scores() == (16, 16)
        assert play(table({1: "b"}, walls=rows, scores=(15, 12)), "1 blue floor").result() == (0, 1)
        level = {0: rows[0], 1: rows[0]}
        assert play(table({1: "b"}, walls=level, scores=(15, 14)), "1 blue floor").result() == (0.5, 0.5)
        three = dict.fromkeys(range(3), rows[0])
        shared = play(table({1: "b"}, players=3, walls=three, scores=(1, 0, 0)), "1 blue floor").result()
        assert shared == pytest.approx((1 / 3, 1 / 3, 1 / 3))


def conserved(s: Any) -> bool:
    """Whether a state has twenty tiles of each colour; simple enough to be compiled."""
    for colour in range(5):
        count = s.bag[colour] + s.lid[colour]
        for source in range(10):
            count += s.tiles[source, colour]
        for seat in range(4):
            for row in range(5):
                count += s.wall[seat, row, (row + colour) % 5]
                if s.colours[seat, row] == colour:
                    count += s.counts[seat, row]
            for space in range(7):
                if s.floor[seat, space] == colour + 1:
                    count += 1
        if count != 20:
            return False
    return True


def conserving_game(kernel: Kernel) -> Callable[[Any, Any, Any], int]:
    """A function that plays a game to its end and gives its rounds, or -1 when a tile or every move is missing."""
    moves, play, over = kernel.rules.moves, kernel.rules.play, -1
    all_there = numba.njit(conserved) if kernel.compiled else conserved

    def played(s: Any, options: Any, draws: Any) -> int:
        step = 0
        while not s.over:
            n = moves(s, options)
            if n == 0:
                return over
            play(s, options[draws[step] % n], None)
            step += 1
            if not all_there(s):
                return over
        return int(s.rounds)

    return numba.njit(played) if kernel.compiled else played


def test_a_hundred_tiles_at_every_step_of_a_thousand_games() -> None:
    played = conserving_game(Azul({}).kernel_for("playouts"))
    options, rng = np.empty(rules.MOVES, np.int64), np.random.default_rng(1)
    for players in (2, 3, 4):
        game = Azul({"players": players})
        for seed in range(1000):
            rounds = played(game.start(seed).states()[0], options, rng.integers(0, 1 << 30, 1000))
            assert 0 < rounds <= 17


def offered(position: KernelPosition) -> list[list[str]]:
    s = position.state
    return [
        [COLOUR_NAMES[colour] for colour in range(5) for _ in range(int(s.tiles[factory, colour]))]
        for factory in range(1, 2 * int(s.players) + 2)
    ]


def random_game(players: int, seed: int) -> Iterator[tuple[KernelPosition, str]]:
    position, rng = Azul({"players": players}).start(seed), random.Random(seed)
    while position.turn is not None:
        move = rng.choice(list(position.moves))
        yield position, move.text
        position = position.after(move)
    yield position, ""


@pytest.mark.parametrize(("players", "seed"), [(players, seed) for players in (2, 3, 4) for seed in range(12)])
def test_an_independent_implementation_plays_the_same_game(players: int, seed: int) -> None:
    steps = random_game(players, seed)
    position, text = next(steps)
    other = Reference(players, offered(position))
    for after, following in steps:
        assert {move.text for move in position.moves} == other.legal()
        assert position.turn == other.turn
        ended = other.play(text)
        if ended:
            other.tile()
            if after.turn is None:
                for board in other.boards:
                    board.score += board.bonus()
            else:
                other.begin(offered(after))
        s = after.state
        assert [int(points) for points in s.scores[:players]] == [board.score for board in other.boards]
        for seat, board in enumerate(other.boards):
            assert {tuple(cell) for cell in np.argwhere(s.wall[seat])} == board.wall
            assert [int(count) for count in s.counts[seat]] == [len(line) for line in board.lines]
            assert int(s.fallen[seat]) == len(board.floor)
        counted = Counter(other.lid)
        if int(s.lid.sum()) == sum(counted.values()):  # until the lid is first poured into the bag
            assert [int(count) for count in s.lid] == [counted[name] for name in COLOUR_NAMES]
        else:
            other.lid = [COLOUR_NAMES[colour] for colour in range(5) for _ in range(int(s.lid[colour]))]
        if after.turn is None:
            assert other.finished() or not any(s.bag)
        position, text = after, following


def test_the_order_of_the_bag_is_hidden() -> None:
    for position, text in random_game(3, 4):
        if position.turn is None:
            return
        one, two = position.seen_by(0, 1), position.seen_by(0, 2)
        assert one != two
        assert one != position
        assert one == position.seen_by(0, 1)
        assert one.facts() == two.facts() == position.facts()
        assert one.game.svg(one) == two.game.svg(two)
        for move in position.moves:
            assert one.events(move) == two.events(move) == position.events(move)
        assert "rng" not in repr(position)
        move = find_move(position, text)
        if position.after(move).state.rounds > position.state.rounds and one.after(move) != two.after(move):
            assert one.after(move).facts() != two.after(move).facts()


def test_the_expected_score_counts_full_lines_and_the_floor() -> None:
    position = table({1: "k"}, lines={(0, 1): "b", (0, 2): "ww"}, floors={0: 2, 1: 3}, scores=(4, 1))
    assert position.expected_scores() == (4 + 1 + 2 - 2, 0)
    assert position.scores() == (4, 1)


@pytest.mark.parametrize("narrow", [False, True])
def test_pictures_offer_every_move_in_two_steps(narrow: bool) -> None:
    for position, _ in random_game(4, 3):
        picture = ET.fromstring(position.game.svg(position, None, "en", narrow))
        picks = [pick for element in picture.iter() if (pick := element.get("data-pick"))]
        drops = [drop for element in picture.iter() if (drop := element.get("data-drop"))]
        texts = {move.text for move in position.moves}
        assert texts <= {f"{pick} {drop}" for pick in picks for drop in drops}
        names = [name for element in picture.iter() if (name := element.get("id"))]
        assert len(names) == len(set(names))


def tile_names(picture: str) -> set[str]:
    """The ids of the tiles in a picture, without the marker: it can appear when the floor was full."""
    names = (element.get("id") or "" for element in ET.fromstring(picture).iter())
    return {name for name in names if name.startswith("tile-") and "marker" not in name}


def test_in_an_animation_each_tile_keeps_its_id() -> None:
    for position, text in random_game(2, 6):
        if position.turn is None:
            return
        played = PlayedMove(position, find_move(position, text))
        pictures = position.game.animation(played)
        assert pictures[0] == position.game.svg(position)
        tiles = [tile_names(picture) for picture in pictures]
        # Tiles stay visible, also on their way to the lid; only a new round brings new ones.
        assert all(tiles[0] <= names for names in tiles)
        if len(tiles) == 2:
            assert tiles[1] == tiles[0]


def test_moves_are_written_as_source_colour_and_line() -> None:
    position = table({3: "rb"}, centre="b")
    assert {"3 red 2", "centre blue floor"} <= {move.text for move in position.moves}
    assert find_move(position, "  CENTRE  blue floor ").text == "centre blue floor"
