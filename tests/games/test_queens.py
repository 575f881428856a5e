"""Tests of the rules of Queens and blocks, also against an independent implementation."""

from __future__ import annotations

import random
import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.core.game import Fact, Position, find_move
from ludoteca.core.vocabulary import perceive
from ludoteca.games.queens import Queens, rules
from ludoteca.rules.kernel.game import KernelPosition
from tests.games.queens_positions import cells_of_event, finished, free, game, kinds, play, random_game, turn, winner
from tests.games.queens_reference import Reference, named, perft

PERFT = Path(rules.__file__).parent / "exam" / "perft.toml"
OPTIONS = st.fixed_dictionaries(
    {
        "n": st.sampled_from([1, 1, 2, 2, 2, 3, 4, 5, 6, 7, 8]),
        "variant": st.sampled_from(["blocks", "holes"]),
        "blocker_goal": st.sampled_from(["each", "total"]),
    }
)
THIRDS = {"blocker", "configurer"}
ALL_BUT_TWO = ["b1", "f2", "a5", "e6"]  # queens on side 8 that do not see each other, and leave only g7 and h8 free


def reference_of(options: dict[str, Any]) -> Reference:
    holes, total = options.get("variant") == "holes", options.get("blocker_goal") == "total"
    return Reference(options.get("n", 2), holes, total)


class TestQueens:
    def test_a_queen_sees_along_rows_columns_and_diagonals(self) -> None:
        after = game("queen b2", n=1)
        assert free(after) == {"d1", "d3", "a4", "c4"}
        assert after.state.free == 4

    def test_a_queen_takes_away_cells_whatever_its_colour(self) -> None:
        position = game("queen b2", "pass", n=1)
        assert cells_of_event(position, "queen d1", "took_away") == 2
        assert free(play(position, "queen d1")) == {"c4"}

    def test_a_queen_goes_only_where_it_is_free(self) -> None:
        position = game("queen b2", "block d3", n=1)
        assert [move.text for move in position.moves] == ["queen d1", "queen a4", "queen c4"]

    def test_a_block_stops_the_lines_of_queens_that_come_later(self) -> None:
        open_line, stopped = game("queen a8", "pass", "queen f2"), game("queen a8", "block d4", "queen f2")
        assert free(stopped) - free(open_line) == {"c5", "b6"}

    def test_holes_do_not_stop_a_line(self) -> None:
        after = game("queen a8", "hole d4", "queen f2", variant="holes")
        assert "c5" not in free(after)
        assert "d4" not in free(after)

    def test_an_event_has_the_cells_a_queen_takes_away_even_if_none(self) -> None:
        position = game("queen b2", "pass", "queen d1", "pass", n=1)
        assert kinds(position, "queen c4") == ["put_queen", "took_away"]
        assert cells_of_event(position, "queen c4", "took_away") == 0


class TestThirdSeat:
    def test_a_block_frees_cells_that_only_the_stopped_line_saw(self) -> None:
        position = game("queen a1")
        after = play(position, "block d4")
        assert cells_of_event(position, "block d4", "freed") == 4
        assert free(after) - free(position) == {"e5", "f6", "g7", "h8"}

    def test_cells_that_another_queen_sees_are_not_freed(self) -> None:
        position = game("queen a1", "pass", "queen f8")
        assert free(play(position, "block d4")) - free(position) == {"e5"}

    def test_a_block_outside_all_lines_takes_one_cell_and_frees_none(self) -> None:
        position = game("queen a1")
        assert kinds(position, "block c2") == ["put_block"]
        assert free(position) - free(play(position, "block c2")) == {"c2"}

    def test_one_block_can_stop_lines_of_several_queens(self) -> None:
        position = game("queen a4", "pass", "queen d8")
        assert cells_of_event(position, "block d4", "freed") == 5
        assert free(play(position, "block d4")) - free(position) == {"e4", "f4", "g4", "d3", "d2"}

    def test_a_hole_frees_nothing(self) -> None:
        position = game("queen a1", variant="holes")
        assert kinds(position, "hole d4") == ["put_hole"]
        assert free(play(position, "hole d4")) == free(position)

    def test_it_moves_after_each_queen_on_any_cell_without_a_piece(self) -> None:
        position = game("queen b2", n=1)
        assert turn(position) == "blocker"
        assert len(position.moves) == 15 + 1
        assert [move.text for move in position.moves][-1] == "pass"
        assert "block b2" not in {move.text for move in position.moves}

    def test_blocks_and_holes_of_a_configurer_are_counted_together(self) -> None:
        position = game("queen b2", n=1, variant="holes")
        assert turn(position) == "configurer"
        assert len(position.moves) == 2 * 15 + 1
        assert turn(play(position, "hole d1")) == "black"
        assert turn(play(position, "hole d1", "queen d3")) == "white"

    def test_its_turn_is_left_out_once_its_pieces_are_used(self) -> None:
        after_one = game("queen a1", "block h2", "queen b3")
        assert turn(after_one) == "blocker"
        assert turn(play(after_one, "block h4")) == "white"
        assert turn(play(after_one, "block h4", "queen c5")) == "black"

    def test_a_pass_costs_no_piece(self) -> None:
        position = game("queen a1", "pass", "queen b3", "pass", "queen c5", "pass", "queen d2")
        assert turn(position) == "blocker"
        assert Fact("pieces_left", (2,)) in position.facts()

    def test_its_turn_is_left_out_after_blacks_last_queen(self) -> None:
        position = game("queen b1", "pass", "queen d2", "pass", "queen a3", "pass", n=1)
        assert turn(position) == "black"
        assert kinds(position, "queen c4") == ["put_queen", "took_away", "all_placed"]
        assert turn(play(position, "queen c4")) is None


class TestEnd:
    def test_a_player_without_a_free_cell_ends_the_game(self) -> None:
        position = game("queen a2", "block c1", "queen d3", n=1)
        assert kinds(position, "queen b4") == ["put_queen", "took_away", "stuck"]
        after = play(position, "queen b4")
        assert turn(after) is None
        assert list(after.moves) == []
        assert after.scores() == (2, 1, 0)
        assert winner(after) == "white"

    def test_while_the_third_seat_is_to_move_it_is_not_over(self) -> None:
        position = game("queen a1", "pass", "queen d2", "pass", "queen c4", n=1)
        assert free(position) == set()
        assert turn(position) == "blocker"
        assert kinds(position, "pass") == ["passed", "stuck"]
        assert winner(play(position, "pass")) == "white"
        assert kinds(position, "block a2") == ["put_block", "freed"]
        freed = play(position, "block a2")
        assert (turn(freed), free(freed)) == ("black", {"a3"})

    def test_after_blacks_last_queen_black_wins(self) -> None:
        after = game("queen b1", "pass", "queen d2", "pass", "queen a3", "pass", "queen c4", n=1)
        assert (after.scores(), winner(after)) == ((2, 2, 0), "black")

    def test_the_blocker_wins_on_side_4_by_taking_the_last_free_cell(self) -> None:
        moves = ("queen b2", "pass", "queen d1")
        assert winner(game(*moves, "block c4", n=1)) == "blocker"
        assert winner(game(*moves, "block c4", n=1, blocker_goal="total")) == "black"
        assert winner(game(*moves, "block c4", n=1, variant="holes")) == "black"
        assert winner(game(*moves, "hole c4", n=1, variant="holes")) == "black"

    def test_the_blocker_wins_on_side_8(self) -> None:
        first, second, third, fourth = (f"queen {cell}" for cell in ALL_BUT_TWO)
        position = game(first, "pass", second, "pass", third, "block g7", fourth)
        assert free(position) == {"h8"}
        assert kinds(position, "block h8") == ["put_block", "stuck"]
        after = play(position, "block h8")
        assert (after.scores(), winner(after)) == ((2, 2, 0), "blocker")

    @pytest.mark.parametrize(
        ("n", "white", "black", "each", "total", "holes"),
        [
            (1, 1, 1, "blocker", "black", "black"),
            (1, 1, 0, "blocker", "blocker", "white"),
            (1, 2, 1, "white", "white", "white"),
            (1, 2, 2, "black", "black", "black"),
            (2, 2, 2, "blocker", "black", "black"),
            (2, 2, 1, "blocker", "white", "white"),
            (2, 1, 1, "blocker", "blocker", "black"),
            (2, 3, 2, "white", "white", "white"),
            (2, 3, 3, "black", "black", "black"),
            (2, 4, 3, "white", "white", "white"),
            (3, 3, 3, "blocker", "black", "black"),
            (3, 2, 1, "blocker", "blocker", "white"),
            (3, 2, 2, "blocker", "black", "black"),  # as few as 4N/3 together is not fewer
            (3, 4, 3, "white", "white", "white"),  # nor is 4 of one
            (8, 10, 10, "blocker", "black", "black"),
            (8, 11, 10, "white", "white", "white"),
            (8, 16, 16, "black", "black", "black"),
        ],
    )
    def test_who_wins(self, n: int, white: int, black: int, each: str, total: str, holes: str) -> None:
        assert winner(finished(n, white, black)) == each
        assert winner(finished(n, white, black, blocker_goal="total")) == total
        assert winner(finished(n, white, black, variant="holes")) == holes
        assert winner(finished(n, white, black, variant="holes", blocker_goal="total")) == holes
        assert sum(finished(n, white, black).result()) == 1


@cache
def sights(side: int) -> list[int]:
    """For each cell of an empty board, the bit set of the cells that a queen there takes away, by the tested rules."""
    start = Queens({"n": side // 4}).start(0)
    cells = [(x, y) for y in range(side) for x in range(side)]
    taken = []
    for move in start.moves:
        left = free(start.after(move))
        taken.append(sum(1 << i for i, cell in enumerate(cells) if named(cell) not in left))
    return taken


def covers(side: int, queens: int, first: int = 0, taken: int = 0) -> int:
    """The number of sets of queens that do not see each other and leave no free cell."""
    if queens == 0:
        return int(taken == (1 << side * side) - 1)
    sight = sights(side)
    places = (cell for cell in range(first, side * side) if not taken >> cell & 1)
    return sum(covers(side, queens - 1, cell + 1, taken | sight[cell]) for cell in places)


def test_three_queens_leave_no_free_cell_on_side_4_and_no_fewer_do() -> None:
    assert [covers(4, queens) for queens in (1, 2)] == [0, 0]
    assert covers(4, 3) > 0


def test_five_queens_leave_no_free_cell_on_side_8_in_728_ways_and_no_fewer_do() -> None:
    assert [covers(8, queens) for queens in (1, 2, 3, 4, 5)] == [0, 0, 0, 0, 728]


class TestIndependentImplementation:
    @settings(deadline=None, max_examples=40)
    @given(OPTIONS, st.randoms(use_true_random=False))
    def test_it_plays_the_same_game(self, options: dict[str, Any], rng: random.Random) -> None:
        position: Any = Queens(options).start(0)
        other = reference_of(options)
        while True:
            self.compare(position, other)
            if position.turn is None:
                break
            move = rng.choice(list(position.moves))
            position = position.after(move)
            other.play(move.text)
        seat = "third" if (won := winner(position)) in THIRDS else won
        assert seat == other.winner()

    def compare(self, position: KernelPosition, other: Reference) -> None:
        s: Any = position.state
        to_move = None if other.over else other.to_move
        assert ("third" if (seat := turn(position)) in THIRDS else seat) == to_move
        assert [move.text for move in position.moves] == other.legal()
        assert s.free == len(other.free()) == len(free(position))
        watched = Counter(other.watched())
        assert all(s.seen[rules.cell_at(x, y)] == watched[x, y] for x, y in other.cells())
        white, black = (len(queens) for queens in other.queens)
        assert position.scores() == (white, black, 0)
        assert white - black in (0, 1)
        assert int(s.taken.sum()) == other.side**2 - s.free

    @pytest.mark.parametrize("case", tomllib.loads(PERFT.read_text(encoding="utf-8"))["counts"], ids=str)
    def test_it_counts_the_same_lines_of_play(self, case: dict[str, Any]) -> None:
        for depth, leaves in enumerate(case["leaves"], 1):
            if leaves < 5_000:
                assert perft(reference_of(case["options"]), depth) == leaves


@pytest.mark.parametrize(
    "options", [{"n": 1}, {}, {"variant": "holes"}, {"n": 5, "variant": "holes"}, {"n": 8}], ids=str
)
def test_compiled_and_interpreted_rules_agree(options: dict[str, object]) -> None:
    kernel = Queens(options).kernel_for("playouts")
    codes = np.empty(rules.MOVES, np.int64)
    for seed in range(5):
        s = Queens(options).start(0).states()[0]
        for position, code in random_game(options, seed):
            assert s.tobytes() == bytes.fromhex(position.save())
            n = kernel.rules.moves(s, codes)
            assert codes[:n].tolist() == [move.code for move in position.moves]
            kernel.rules.play(s, code, None)
        assert s.over


class TestVocabulary:
    def test_columns_after_z_have_two_letters(self) -> None:
        texts = [move.text for move in Queens({"n": 8}).start(0).moves]
        assert texts[24:28] == ["queen y1", "queen z1", "queen aa1", "queen ab1"]
        assert texts[-1] == "queen af32"
        assert game("queen af32", "block ab5", n=8).state.cells[rules.cell_at(27, 4)] == rules.BLOCK

    def test_moves_are_actions_and_facts(self) -> None:
        position = game("queen d5", variant="holes")
        facts = {move.text: position.move_facts(move) for move in position.moves}
        actions = {move.text: str(position.action(move)) for move in position.moves}
        assert facts["block c3"] == (Fact("puts_block", ("block c3", 2, 2)),)
        assert facts["hole a1"] == (Fact("puts_hole", ("hole a1", 0, 0)),)
        assert facts["pass"] == (Fact("passes", ("pass",)),)
        assert (actions["block c3"], actions["hole a1"], actions["pass"]) == ("block(2, 2)", "hole(0, 0)", "pass()")
        start = Queens({}).start(0)
        move = find_move(start, "queen d5")
        assert (str(start.action(move)), start.move_facts(move)) == (
            "queen(3, 4)",
            (Fact("puts_queen", ("queen d5", 3, 4)),),
        )

    def test_the_player_to_move_is_told_but_not_at_first_nor_in_the_third_seats_turns_nor_at_the_end(self) -> None:
        moves = ["queen b2", "pass", "queen d1", "pass", "queen c4", "pass"]
        facts = [self.of(game(*moves[:made], n=1), "player") for made in range(len(moves) + 1)]
        assert facts == [[], [], [(1,)], [], [(0,)], [], []]

    def test_facts_name_the_owner_of_each_piece(self) -> None:
        position = game("queen d5", "hole a1", "queen g6", variant="holes")
        assert self.of(position, "queen") == [(3, 4), (6, 5)]
        assert self.of(position, "hole") == [(0, 0)]
        assert set(self.of(position, "placed")) == {("white", 3, 4), ("black", 6, 5), ("configurer", 0, 0)}
        assert self.of(position, "queens_left") == [("white", 3), ("black", 3)]
        assert self.of(position, "pieces_left") == [(1,)]
        assert self.of(position, "size") == [(8,)]

    def of(self, position: Position, relation: str) -> list[Sequence[str | int]]:
        return [fact.args for fact in position.facts() if fact.relation == relation]

    @pytest.mark.parametrize("variant", ["blocks", "holes"])
    def test_players_are_told_their_number_and_the_third_seat_none(self, variant: str) -> None:
        queens = Queens({"variant": variant})
        own = [[fact for fact in perceive(queens.start(0), seat) if fact.relation == "playAs"] for seat in range(3)]
        assert own == [[Fact("playAs", (0,))], [Fact("playAs", (1,))], []]
