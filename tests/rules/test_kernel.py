"""Tests of compiled kernels: they agree with interpreted rules, pause and resume, and are rebuilt after edits."""

from __future__ import annotations

import itertools
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ludoteca.games import game_names, load_game
from ludoteca.rules.kernel import bind as binding
from ludoteca.rules.kernel.bind import Kernel, bind, records
from ludoteca.rules.kernel.game import KernelGame, KernelPosition

KERNEL_GAMES = [name for name in game_names() if isinstance(load_game(name), KernelGame)]


def kernels(game: KernelGame) -> tuple[Kernel, Kernel]:
    return bind(game.name, game.folder), bind(game.name, game.folder, compiled=False)


def positions_of(game: KernelGame, choices: list[int]) -> list[KernelPosition]:
    """The positions of a game in which each number selects a move."""
    positions = [game.start(0)]
    for index in choices:
        moves = positions[-1].moves
        if not moves:
            break
        positions.append(positions[-1].after(moves[index % len(moves)]))
    return positions


def kernel_game(name: str) -> KernelGame:
    game = load_game(name)
    assert isinstance(game, KernelGame)
    return game


def search(kernel: Kernel, position: KernelPosition, limit: int, depth: int, beta: int) -> tuple[int, int, bytes]:
    """The answer of alpha-beta, its number of nodes, and its transposition table."""
    driver = kernel.alphabeta
    stack, frames, table = position.states(64), records(64, driver.FRAME), records(256, driver.ENTRY)
    counters, endgame = np.array([0, limit, 0, -1], np.int64), np.frombuffer(b"", np.int8)
    driver.start_search(frames, beta, depth, counters)
    answer = driver.search(stack, frames, table, endgame, counters)
    return int(answer), int(counters[driver.NODES]), table.tobytes()


def tree(kernel: Kernel, position: KernelPosition, simulations: int) -> bytes:
    """A search tree as bytes."""
    nodes: Any = records(2048, kernel.tree_search.NODE)
    options, rng = np.empty(kernel.rules.MOVES, np.int64), np.array([77], np.uint64)
    used = kernel.tree_search.new_tree(nodes)
    kernel.tree_search.run_simulations(position.states(2), nodes, used, simulations, 0.7, 20, 0.0, rng, options)
    return bytes(nodes.tobytes())


@pytest.mark.parametrize("name", KERNEL_GAMES)
@settings(max_examples=12, deadline=None)
@given(choices=st.lists(st.integers(0, 100), max_size=40), beta=st.integers(-6, 6))
def test_compiled_searches_equal_interpreted_ones(name: str, choices: list[int], beta: int) -> None:
    game = kernel_game(name)
    compiled, interpreted = kernels(game)
    position = positions_of(game, choices)[-1]
    if position.turn is None:
        return
    if hasattr(game.hints, "settled_margin"):
        assert search(compiled, position, 60, 4, beta) == search(interpreted, position, 60, 4, beta)
    assert tree(compiled, position, 20) == tree(interpreted, position, 20)


def test_the_compiler_can_be_turned_off(monkeypatch: pytest.MonkeyPatch) -> None:
    compiled, interpreted = kernels(kernel_game("kalah"))
    assert compiled.compiled
    monkeypatch.setenv("NUMBA_DISABLE_JIT", "1")
    assert bind("kalah", kernel_game("kalah").folder) is interpreted
    assert not interpreted.compiled


@pytest.mark.parametrize("name", KERNEL_GAMES)
@settings(max_examples=25, deadline=None)
@given(choices=st.lists(st.integers(0, 100), max_size=80))
def test_compiled_moves_equal_interpreted_ones(name: str, choices: list[int]) -> None:
    game = kernel_game(name)
    compiled, _ = kernels(game)
    options = np.empty(compiled.rules.MOVES, np.int64)
    positions = positions_of(game, choices)
    for before, after in itertools.pairwise(positions):
        n = compiled.rules.moves(before.states()[0], options)
        assert [int(code) for code in options[:n]] == [move.code for move in before.moves]
        results = set()
        for code in options[:n]:
            rows = before.states()
            compiled.rules.play(rows[0], code, None)
            results.add(rows.tobytes().hex())
        assert after.save() in results


def test_a_paused_search_resumes_with_the_same_result() -> None:
    game = kernel_game("kalah")
    kernel, _ = kernels(game)
    driver = kernel.alphabeta

    def run(slice_: int) -> tuple[int, int, bytes]:
        stack, frames, table = game.start(0).states(64), records(64, driver.FRAME), records(4096, driver.ENTRY)
        counters, endgame = np.array([0, 0, 0, -1], np.int64), np.frombuffer(b"", np.int8)
        driver.start_search(frames, 2, 7, counters)
        answer = driver.UNKNOWN
        while answer == driver.UNKNOWN:
            counters[driver.LIMIT] += slice_
            answer = driver.search(stack, frames, table, endgame, counters)
        return int(answer), int(counters[driver.NODES]), table.tobytes()

    assert run(7) == run(1_000_000)


@pytest.mark.parametrize("edited", ["rules.py", "hints.py", "drivers/playouts.py"])
def test_an_edit_in_any_source_makes_a_new_kernel(edited: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = kernel_game("kalah")
    shutil.copytree(game.folder, tmp_path / "kalah")
    shutil.copytree(Path(binding.__file__).parent / "drivers", tmp_path / "drivers")
    monkeypatch.setattr(binding, "_DRIVERS", tmp_path / "drivers")
    before = bind("kalah", tmp_path / "kalah")
    file = tmp_path / edited if edited.startswith("drivers") else tmp_path / "kalah" / edited
    source = file.read_text(encoding="utf-8")
    changes = {
        "rules.py": ("return int(s.stores[seat])", "return int(s.stores[seat]) + 1000"),
        "hints.py": ("return int(s.stores[0] - s.stores[1])", "return int(s.stores[0] - s.stores[1]) + 1000"),
        "drivers/playouts.py": ("points[seat] += score(states[1], seat)", "points[seat] += 1000"),
    }
    assert changes[edited][0] in source
    file.write_text(source.replace(*changes[edited]), encoding="utf-8")
    after = bind("kalah", tmp_path / "kalah")
    assert after.folder != before.folder
    assert outcome(before, game) < 500
    assert outcome(after, game) >= 500


def outcome(kernel: Kernel, game: KernelGame) -> int:
    """A number that each of the edits above changes."""
    points = np.zeros(2, np.int64)
    options, rng = np.empty(kernel.rules.MOVES, np.int64), np.array([5], np.uint64)
    kernel.playouts.random_games(game.start(0).states(2), 1, options, rng, points)
    return max(int(points[0]), int(kernel.hints.settled_margin(game.start(0).states()[0])))


def test_one_of_two_processes_compiles_and_both_get_the_same_result(tmp_path: Path) -> None:
    script = (
        "from ludoteca.exam.perft import PerftCase, wrong_compiled_count\n"
        "from ludoteca.games import load_game\n"
        "game = load_game('kalah', {'pits': 3, 'seeds': 3})\n"
        "print(wrong_compiled_count(game, PerftCase({}, (3, -1))))\n"
        "print(sum(game.kernel_for('perft').perft.count.stats.cache_misses.values()))\n"
    )
    environment = {**os.environ, "LUDOTECA_CACHE": str(tmp_path)}
    command = [sys.executable, "-c", script]
    running = [subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    answers = [process.communicate()[0].splitlines() for process in running]
    assert answers[0][0] == answers[1][0]
    assert answers[0][0].startswith("(2, -1, ")
    assert sorted(int(misses) for _, misses in answers) == [0, 1]
    assert list(tmp_path.glob("kernels/kalah/*/perft.compiled"))


def test_single_moves_do_not_import_numba() -> None:
    script = (
        "import sys\nfrom ludoteca.games import load_game\n"
        "position = load_game('kalah').start(0)\nposition.after(position.moves[0]).facts()\n"
        "assert 'numba' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_temporary_cache_replaces_one_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    script = (
        "from ludoteca.games.kalah import GAME\nfrom ludoteca.rules.kernel.bind import bind\n"
        "bind('kalah', GAME.folder)\n"
    )
    environment = {**os.environ, "LUDOTECA_CACHE": str(tmp_path / "file")}
    subprocess.run([sys.executable, "-c", script], env=environment, check=True)
