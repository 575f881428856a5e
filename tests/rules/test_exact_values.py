"""Tests of exact values: against plain minimax by the referee, at the end of a game, and stopped."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import ClassVar

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.games.kalah import Kalah
from ludoteca.rules.kernel import bind as binding
from ludoteca.rules.kernel.game import KernelPosition
from ludoteca.rules.kernel.solver import endgame_table, exact_values, proven_values
from ludoteca.rules.kernel.solver.endgame_table import NO_TABLE, can_pack, table_for
from ludoteca.rules.kernel.solver.exact_values import ExactValues
from ludoteca.rules.kernel.solver.margin_search import MarginSearch
from ludoteca.rules.kernel.solver.proven_values import OpeningBook, ProvenValues, board_of, shipped_values
from ludoteca.rules.kernel.solver.search_runner import Stopped
from ludoteca.rules.kernel.solver.solve import solve
from ludoteca.rules.kernel.solver.sowing_search import SowingSearch, exact_search
from tests.rules.minimax import margin


@pytest.fixture(autouse=True, scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """An empty folder for tables."""
    kept, tables = binding.cache_folder, tmp_path_factory.mktemp("endgames")
    with pytest.MonkeyPatch.context() as patch:
        for module in (endgame_table, proven_values):
            patch.setattr(module, "cache_folder", lambda kind: tables if kind == "endgames" else kept(kind))
        yield tables


def played(game: Kalah, choices: list[int]) -> KernelPosition:
    """The position after some moves, which may be the end of the game."""
    position = game.start(0)
    for index in choices:
        if position.turn is not None:
            position = position.after(position.moves[index % len(position.moves)])
    return position


VARIANTS = [
    *(
        {"capture": capture, "sweep": sweep, "lap": lap}
        for capture, sweep, lap in product(("opposite", "empty"), (True, False), ("full", "store"))
    ),
    {"pie": True},
]


@pytest.mark.parametrize("options", VARIANTS)
@settings(max_examples=4, deadline=None)
@given(choices=st.lists(st.integers(0, 5), max_size=20))
def test_values_equal_plain_minimax(options: dict[str, object], choices: list[int]) -> None:
    game = Kalah({"pits": 3, "seeds": 2, **options})
    position = played(game, choices)
    sign = -1 if position.turn == 1 else 1
    value = sign * margin(position)
    of_moves = {move: sign * margin(position.after(move)) for move in position.moves}
    for left in (None, 0):
        exact = ExactValues(game, 1, left=left)
        assert exact.value(position) == value
        assert exact.move_values(position) == of_moves


@pytest.mark.parametrize("options", VARIANTS)
def test_the_search_on_packed_boards_solves_what_the_rules_solve(options: dict[str, object]) -> None:
    """Also with rows that few hands reach the end of, and with hands that go around the board."""
    for form in ({"pits": 1, "seeds": 12}, {"pits": 2, "seeds": 6}, {"pits": 4, "seeds": 2}, {"pits": 8, "seeds": 1}):
        game = Kalah({**form, **options})
        expected = solve(MarginSearch.of(game, 1), game.start(0))
        for left in (-1, 3):
            packed = exact_search(game, 1, table_for(game, left) if left >= 0 else NO_TABLE)
            assert isinstance(packed, SowingSearch) != bool(options.get("pie"))
            found = solve(packed, game.start(0))
            assert (found.low, found.best) == (expected.low, expected.best), form


class SlicedSearch(SowingSearch):
    slice: ClassVar[int] = 7


def test_a_search_goes_on_where_it_paused() -> None:
    game = Kalah({"pits": 4, "seeds": 3})
    whole, sliced = SowingSearch.of(game, 1), SlicedSearch.of(game, 1)
    assert sliced.value(game.start(0), None, 0) == whole.value(game.start(0), None, 0)
    assert sliced.nodes == whole.nodes


def test_wide_rows_and_swaps_are_searched_by_the_rules() -> None:
    assert not can_pack(Kalah({"pits": 9}))
    assert not can_pack(Kalah({"pie": True}))
    assert can_pack(Kalah({"pits": 8, "seeds": 12}))


def test_the_table_is_built_once_with_progress(folder: Path) -> None:
    game, seen = Kalah({"pits": 4, "seeds": 2, "lap": "store"}), list[tuple[int, int]]()
    for smaller in folder.glob("kalah/*"):  # of other tests: it would go on from there
        smaller.unlink()

    def progress(written: int, boards: int) -> bool:
        seen.append((written, boards))
        return True

    assert ExactValues(game, 1, progress).search.endgame.left == 6
    assert seen == [(0, 3003)]
    assert ExactValues(game, 1, progress).search.endgame.left == 6
    assert len(seen) == 1


def test_values_that_took_long_are_kept_for_later_processes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(exact_values, "_LONG", 1000)
    game = Kalah({"pits": 4, "seeds": 3})
    exact = ExactValues(game, 1)
    value, moves = exact.value(game.start(0)), exact.move_values(game.start(0))
    assert exact.proven is not None
    kept = ExactValues(game, 1)
    assert kept.proven is not None
    assert kept.proven.margins == exact.proven.margins != {}
    assert kept.value(game.start(0)) == value == max(moves.values())
    assert kept.search.nodes == 0
    content = kept.proven.kept.read_bytes()
    kept.proven.kept.write_bytes(content.replace(b"3", b"2", 1)[:-2] + b"\nno line\n")
    assert len(ProvenValues(game).margins) == max(0, len(kept.proven.margins) - 2)


def with_board(game: Kalah, board: tuple[int, ...]) -> KernelPosition:
    """A position of Kalah(6, 4) with empty stores and the first seat to move."""
    rows = game.start(0).states()
    rows[0].pits[:, :6] = np.array(board).reshape(2, 6)
    rows[0].half = sum(board) // 2
    return KernelPosition(game, rows.tobytes())


def test_a_short_search_agrees_with_the_values_that_ship() -> None:
    """It proves bounds of them: whether a margin far from a value is reached takes few positions to answer."""
    game, proven = Kalah({}), 0
    search = exact_search(game, 16, table_for(game, 8))
    for board, value in sorted(shipped_values(game))[::10]:
        for beta in (value - 30, value - 20, value + 2, value + 22, value + 32):
            search.limit = search.nodes + 20_000
            with contextlib.suppress(Stopped):
                assert search.can_reach(with_board(game, board), beta) == (value >= beta)
                proven += 1
    assert proven > 0


def test_the_book_has_the_best_first_moves() -> None:
    start = Kalah({}).start(0)
    found = OpeningBook(start.game).best_moves(start)
    assert next((move.text, value) for move, value in found.items()) == ("3", 8)
    assert len(found) == 6
    assert OpeningBook(Kalah({"pie": True})).best_moves(Kalah({"pie": True}).start(0)) == {}
    assert OpeningBook(Kalah({"seeds": 3})).best_moves(Kalah({"seeds": 3}).start(0)) == {}


def test_the_values_that_ship_agree_with_each_other() -> None:
    """Each board whose moves all lead to shipped boards has the best of their values."""
    game = Kalah({})
    margins = dict(shipped_values(game))
    assert margins[(4,) * 12] == 8
    checked = 0
    for board, remaining in margins.items():
        position = with_board(game, board)
        after = [position.after(move) for move in position.moves]
        if all(board_of(each) in margins for each in after):
            found = [
                each.scores()[0] - each.scores()[1] + (1 if each.turn == 0 else -1) * margins[board_of(each)]
                for each in after
            ]
            assert remaining == max(found), board
            checked += 1
    assert checked > 0


def test_building_and_searching_can_be_stopped() -> None:
    game = Kalah({"pits": 6, "seeds": 3})
    with pytest.raises(Stopped):
        ExactValues(game, 1, lambda written, boards: False)
    exact = ExactValues(game, 1, left=2)
    exact.should_continue = lambda: False
    with pytest.raises(Stopped):
        exact.move_values(game.start(0))
    exact.should_continue = lambda: exact.search.nodes < 1 << 16
    with pytest.raises(Stopped):
        exact.value(game.start(0))
    assert 1 << 16 <= exact.search.nodes < 1 << 17
