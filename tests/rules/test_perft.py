"""Every game's perft counts, compiled and interpreted; a game without any fails."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from ludoteca.core.game import Position
from ludoteca.games import game_names, load_game
from ludoteca.rules.kernel.game import KernelGame

FOLDER = Path(__file__).parent.parent / "perft"
SLOW = 3000  # leaves that the interpreted rules count in reasonable time


def cases(compiled: bool = False) -> Iterator[Any]:
    for name in game_names():
        if compiled and not isinstance(load_game(name), KernelGame):
            continue
        for case in tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))["counts"]:
            label = ",".join(f"{option}={value}" for option, value in case["options"].items())
            yield pytest.param(name, case["options"], case["leaves"], id=f"{name}:{label or 'standard'}")


def count(position: Position, depth: int) -> int:
    if depth == 0 or position.turn is None:
        return 1
    return sum(count(position.after(move), depth - 1) for move in position.moves)


@pytest.mark.parametrize("name", game_names())
def test_every_game_has_perft_counts(name: str) -> None:
    assert (FOLDER / f"{name}.toml").is_file()


@pytest.mark.parametrize(("name", "options", "leaves"), list(cases()))
def test_positions_count_right(name: str, options: dict[str, object], leaves: list[int]) -> None:
    start = load_game(name, options).start(0)
    for depth, expected in enumerate(leaves, 1):
        if expected <= SLOW:
            split = {move.text: count(start.after(move), depth - 1) for move in start.moves}
            assert sum(split.values()) == expected, split


@pytest.mark.compiled
@pytest.mark.parametrize(("name", "options", "leaves"), list(cases(compiled=True)))
def test_the_kernel_counts_right(name: str, options: dict[str, object], leaves: list[int]) -> None:
    game = load_game(name, options)
    assert isinstance(game, KernelGame)
    kernel = game.kernel_for("perft")
    for depth, expected in enumerate(leaves, 1):
        stack = kernel.states(depth + 1)
        stack[depth] = game.start(0).states()[0]
        assert kernel.perft.count(stack, np.empty((depth + 1, kernel.rules.MOVES), np.int64), depth) == expected
