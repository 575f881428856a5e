"""Tests of endgame tables: every value against plain minimax by the referee, numbering, files, and searches."""

from __future__ import annotations

import multiprocessing
import threading
from itertools import product
from math import comb
from pathlib import Path

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from ludoteca.core import operating_system
from ludoteca.core.game import Position
from ludoteca.games import load_game
from ludoteca.games.kalah import Kalah
from ludoteca.rules.kernel import bind as binding
from ludoteca.rules.kernel.bind import bind
from ludoteca.rules.kernel.compilation import no_sowings
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.kernel.solver import endgame_table
from ludoteca.rules.kernel.solver.endgame_table import (
    NO_TABLE,
    EndgameTable,
    best_table,
    build_table,
    cached_table,
    large_table,
    largest_table,
    table_for,
    usual_table,
)
from ludoteca.rules.kernel.solver.margin_search import MarginSearch
from ludoteca.rules.kernel.solver.search_runner import Stopped
from ludoteca.rules.kernel.solver.solve import solve
from tests.rules.minimax import margin
from tests.waiting import PATIENCE

VARIANTS = [
    {"capture": capture, "sweep": sweep, "lap": lap}
    for capture, sweep, lap in product(("opposite", "empty"), (True, False), ("full", "store"))
]


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder for tables."""
    kept = binding.cache_folder
    monkeypatch.setattr(endgame_table, "cache_folder", lambda kind: tmp_path if kind == "endgames" else kept(kind))
    return tmp_path / "kalah"


def with_board(game: KernelGame, own: list[int], other: list[int], turn: int) -> KernelPosition:
    """A position with empty stores; the first row is that of the seat to move."""
    rows = game.start(0).states()
    rows[0].turn, rows[0].half = turn, (sum(own) + sum(other)) // 2
    rows[0].pits[turn, : len(own)], rows[0].pits[1 - turn, : len(own)] = own, other
    return KernelPosition(game, rows.tobytes())


def boards(game: KernelGame, left: int) -> list[tuple[int, list[int], list[int]]]:
    """Every board with at most `left` seeds: its number, and both rows."""
    kernel, pits = bind("kalah", game.folder), game.values["pits"]
    assert isinstance(pits, int)
    found = []
    for cells in product(range(left + 1), repeat=2 * pits):
        if sum(cells) <= left:
            own, other = list(cells[:pits]), list(cells[pits:])
            state = with_board(game, own, other, 0).states()[0]
            found.append((int(kernel.boards.number_of(state)), own, other))
    return found


@pytest.mark.parametrize(("pits", "left"), [(1, 9), (2, 6), (3, 4), (4, 3)])
def test_boards_are_numbered_without_gaps(pits: int, left: int) -> None:
    game, kernel = Kalah({"pits": pits}), bind("kalah", Kalah.folder)
    found = sorted(boards(game, left))
    assert [number for number, _, _ in found] == list(range(int(kernel.boards.FEWER[pits, left + 1])))
    assert sorted(sum(own) + sum(other) for _, own, other in found) == [
        sum(own) + sum(other) for _, own, other in found
    ]
    row, both = kernel.boards.board_at(0, pits)
    for number, own, other in found:
        state = with_board(game, own, other, 0).states()[0]
        own_row, other_row = kernel.boards.packed_row(state, 0), kernel.boards.packed_row(state, 1)
        assert (row, both) == (own_row, own_row + other_row) == kernel.boards.board_at(number, pits)
        row, both = kernel.boards.next_board(row, both, pits)


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize(("pits", "left"), [(1, 20), (2, 8), (3, 5), (4, 4)])
def test_every_value_equals_plain_minimax(options: dict[str, object], pits: int, left: int) -> None:
    game = Kalah({"pits": pits, **options})
    table = build_table(game, left)
    assert table.left == left
    for number, own, other in boards(game, left):
        if any(own) and any(other):
            assert table.values[number] == margin(with_board(game, own, other, 0)), (own, other)
            assert -table.values[number] == margin(with_board(game, own, other, 1)), (own, other)


@pytest.mark.parametrize("options", VARIANTS)
@settings(max_examples=6, deadline=None)
@given(cells=st.lists(st.integers(0, 4), min_size=12, max_size=12), turn=st.integers(0, 1))
def test_values_of_the_usual_board_equal_a_search_without_the_table(
    options: dict[str, object], cells: list[int], turn: int
) -> None:
    while sum(cells) > 10 or sum(cells) % 2:
        cells[cells.index(max(cells))] -= 1
    if not (any(cells[:6]) and any(cells[6:])):
        return
    game = Kalah(options)
    position = with_board(game, cells[:6], cells[6:], turn)
    values = _table(game).values
    number = bind("kalah", game.folder).boards.number_of(position.states()[0])
    assert values[number] == MarginSearch.of(game, 1).value(position, None, 0).margin


_TABLES: dict[tuple[object, ...], EndgameTable] = {}


def _table(game: KernelGame) -> EndgameTable:
    """The table of 10 seeds of a game, built once for these tests."""
    key = tuple(game.values.values())
    if key not in _TABLES:
        _TABLES[key] = build_table(game, 10)
    return _TABLES[key]


@pytest.mark.parametrize("options", VARIANTS)
@pytest.mark.parametrize("pits", [1, 2, 5, 6, 8])
def test_sowings_foretell_the_rules(options: dict[str, object], pits: int) -> None:
    """Almost every move is learned, and those that are give what the referee gives, on boards not learned from."""
    game = Kalah({"pits": pits, **options})
    kernel, rng = game.kernel_for("endgame"), np.random.default_rng(pits)
    stack, sowings = game.start(0).states(2), no_sowings(game.kernel_for("endgame"), 31)
    kernel.sowings.learn_sowings(sowings, stack)
    assert sowings.is_known[:pits, 1:].mean() > (0.8 if pits > 2 else 0.2)
    for _ in range(300):
        cells = rng.multinomial(int(rng.integers(2, 32)), np.full(2 * pits, 0.5 / pits))
        own, other = cells[:pits].tolist(), cells[pits:].tolist()
        position = with_board(game, own, other, 0)
        for move in position.moves if any(other) else ():
            sowing = sowings[move.code, own[move.code]]
            after = position.after(move)
            if not sowing.is_known or after.turn is None:
                continue
            rows = position.states()
            made = kernel.sowings.sow(
                sowing, kernel.boards.packed_row(rows[0], 0), kernel.boards.packed_row(rows[0], 1)
            )
            rows[0] = after.states()[0]
            rows[0].turn = 0
            expected = kernel.boards.packed_row(rows[0], 0), kernel.boards.packed_row(rows[0], 1), after.scores()[0]
            assert made == expected
            assert bool(sowing.again) == (after.turn == 0)


@pytest.mark.parametrize("options", [*VARIANTS, {"pie": True}])
def test_a_solution_with_a_table_is_the_same(options: dict[str, object]) -> None:
    game = Kalah({"pits": 3, "seeds": 3, **options})
    plain = solve(MarginSearch.of(game, 1), game.start(0))
    for left in (usual_table(game), 18):
        found = solve(MarginSearch.of(game, 1, table_for(game, left)), game.start(0))
        assert (found.low, found.high, found.best) == (plain.low, plain.high, plain.best)
        assert found.nodes <= plain.nodes


@settings(max_examples=10, deadline=None)
@given(choices=st.lists(st.integers(0, 5), max_size=40))
@example(choices=[3, 4, 2, 3, 3, 3, 1, 3])  # every move gives the least margin there can be: no move is named best
def test_lines_and_bounds_by_the_table_hold(choices: list[int]) -> None:
    game = Kalah({"pits": 3, "seeds": 2})
    position = game.start(0)
    for index in choices:
        after = position.after(position.moves[index % len(position.moves)])
        if after.turn is None:
            break
        position = after
    search = MarginSearch.of(game, 1, table_for(game, 7))
    found = search.value(position, 40, 0)
    sign = 1 if position.turn == 0 else -1
    assert (found.margin, found.proven) == (sign * margin(position), True)
    end: Position = position
    first = found.best if found.best >= 0 else position.moves[0].code
    for code in search.principal_variation(position, first):
        end = end.after(next(move for move in end.moves if move.code == code))
    assert margin(end) == margin(position)
    for move in position.moves:
        assert search.move_bound(position, move, found.margin, None).at_most >= sign * margin(position.after(move))


def test_a_table_is_read_from_its_file_and_larger_ones_hold_smaller_ones(folder: Path) -> None:
    game = Kalah({})
    assert cached_table(game, 6) is None
    built = build_table(game, 7)
    (file,) = folder.iterdir()
    read = table_for(game, 6)
    assert read.left == 6
    assert (read.values == built.values[: len(read.values)]).all()
    assert not read.values.flags.writeable
    assert [file] == list(folder.iterdir())
    assert cached_table(Kalah({"seeds": 6, "pie": True}), 7) is not None
    assert cached_table(Kalah({"capture": "empty"}), 6) is None
    assert cached_table(Kalah({"pits": 5}), 6) is None


@pytest.mark.parametrize("damage", ["empty", "cut", "longer", "header", "value", "other sources"])
def test_a_damaged_file_is_built_again(folder: Path, damage: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = Kalah({"pits": 3})
    whole = build_table(game, 5).values.tobytes()
    (file,) = folder.iterdir()
    content = bytearray(file.read_bytes())
    if damage == "header":
        content[20] ^= 1
    elif damage == "value":
        content[-1] ^= 1
    changed = {"empty": bytearray(), "cut": content[:-1], "longer": content + b"\0"}.get(damage, content)
    file.write_bytes(changed)
    if damage == "other sources":
        monkeypatch.setattr(endgame_table, "sources_digest", lambda game: "0123456789abcdef")
        file.rename(file.with_name(file.name.replace(file.stem.rpartition("-")[2], "0123456789abcdef")))
    assert cached_table(game, 5) is None
    assert table_for(game, 5).values.tobytes() == whole
    assert cached_table(game, 5) is not None


def test_building_reports_progress_and_can_be_stopped(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endgame_table, "_SLICE", 100)
    seen: list[tuple[int, int]] = []

    def progress(written: int, boards: int) -> bool:
        seen.append((written, boards))
        return len(seen) < 4

    with pytest.raises(Stopped):
        build_table(Kalah({}), 5, progress)
    assert seen == [(0, 6188), (100, 6188), (200, 6188), (300, 6188)]
    assert not folder.exists()


def test_a_table_that_cannot_be_kept_is_still_used(folder: Path) -> None:
    folder.write_text("in the way")
    assert len(table_for(Kalah({}), 3).values) == 455
    assert cached_table(Kalah({}), 3) is None


def test_a_table_can_be_built_in_another_process(folder: Path) -> None:
    process = multiprocessing.get_context("fork").Process(target=build_table, args=(Kalah({}), 6))
    process.start()
    process.join(PATIENCE)
    assert process.exitcode == 0
    read = cached_table(Kalah({}), 6)
    assert read is not None
    assert (read.values == build_table(Kalah({}), 6).values).all()


def test_a_second_process_waits_for_the_table_and_reports_its_progress(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(endgame_table, "_SLICE", 1000)
    monkeypatch.setattr(operating_system, "_BETWEEN_TRIES", 0.001)
    seen: list[int] = []
    heard = threading.Event()

    def hear(written: int, boards: int) -> bool:
        seen.append(written)
        if written >= 2000:
            heard.set()
        return True

    def build(written: int, boards: int) -> bool:
        if written == 2000:
            waiting.start()
        return written != 3000 or heard.wait(PATIENCE)

    found: list[EndgameTable] = []
    waiting = threading.Thread(target=lambda: found.append(table_for(Kalah({}), 5, hear)))
    built = table_for(Kalah({}), 5, build)
    waiting.join(PATIENCE)
    assert set(seen) <= {2000, 3000, 4000, 5000, 6000}
    assert {2000, 3000} & set(seen)
    assert (found[0].values == built.values).all()
    assert [file.suffix for file in folder.iterdir()] == [".table"]


def test_games_without_the_hints_have_no_tables() -> None:
    game = load_game("azul")
    assert isinstance(game, KernelGame)
    assert largest_table(game) == usual_table(game) == -1
    assert table_for(game, 12) is NO_TABLE


def test_a_larger_table_goes_on_from_a_smaller_one(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game, seen = Kalah({"pits": 3}), list[int]()
    whole = build_table(game, 6).values.tobytes()
    (file,) = folder.iterdir()
    file.unlink()
    smaller = table_for(game, 5)

    def progress(written: int, boards: int) -> bool:
        seen.append(written)
        return True

    assert table_for(game, 6, progress).values.tobytes() == whole
    assert seen == [len(smaller.values)]
    monkeypatch.setattr(endgame_table, "usual_table", lambda game: 5)
    assert best_table(game).left == 6
    monkeypatch.setattr(endgame_table, "usual_table", lambda game: 7)
    assert best_table(game).left == 7


def test_tables_are_as_large_as_they_are_useful(monkeypatch: pytest.MonkeyPatch) -> None:
    assert largest_table(Kalah({})) == 26
    for pits in range(1, 9):  # the numbers of boards are clipped above those of the largest table
        left = largest_table(Kalah({"pits": pits}))
        assert bind("kalah", Kalah.folder).boards.FEWER[pits, left + 1] == comb(left + 2 * pits, left)
    assert usual_table(Kalah({})) == usual_table(Kalah({"seeds": 5})) == 20
    monkeypatch.setattr(endgame_table, "_ROOM", 1)
    assert large_table(Kalah({"seeds": 3})) == 19
    monkeypatch.setattr(endgame_table, "_ROOM", 1 << 60)
    assert large_table(Kalah({})) == -1
    assert usual_table(Kalah({"pits": 4, "seeds": 3})) == 10
