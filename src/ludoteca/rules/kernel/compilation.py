"""Compiling drivers before they are needed, and telling people while they wait."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from ludoteca.rules.kernel.bind import Kernel, bind, records, sources_of

if TYPE_CHECKING:
    from ludoteca.rules.kernel.game import KernelGame

Announcer = Callable[[str], AbstractContextManager[object]]


def _silently(_game: str) -> AbstractContextManager[object]:
    return contextlib.nullcontext()


_announce: Announcer = _silently
_one_at_a_time = threading.Lock()
_warm: set[tuple[Path, str]] = set()


def announce_with(announcer: Announcer) -> None:
    """Say how to tell people that a game is being compiled: a context entered while it lasts."""
    global _announce
    _announce = announcer


def is_compiled(game: KernelGame, driver: str) -> bool:
    """Whether this machine's cache has the driver compiled for the game as it is now."""
    return _mark(sources_of(game.name, game.folder), driver).exists()


def kernel_for(game: KernelGame, driver: str) -> Kernel:
    """A game's kernel with one driver compiled, or loaded, by a first small run of it."""
    kernel = bind(game.name, game.folder)
    if not kernel.compiled:
        return kernel
    with _one_at_a_time:
        if (kernel.folder, driver) not in _warm:
            mark = _mark(kernel.folder, driver)
            with contextlib.nullcontext() if mark.exists() else _announce(game.name):
                _FIRST_RUNS[driver](game, kernel)
            mark.touch()
            _warm.add((kernel.folder, driver))
    return kernel


def _mark(folder: Path, driver: str) -> Path:
    return folder / f"{driver}.compiled"


def _run_playouts(game: KernelGame, kernel: Kernel) -> None:
    options, points = np.empty(kernel.rules.MOVES, np.int64), np.zeros(len(game.seats), np.int64)
    kernel.playouts.random_games(game.start(0).states(2), 1, options, np.ones(1, np.uint64), points)


def _run_perft(game: KernelGame, kernel: Kernel) -> None:
    kernel.perft.count(game.start(0).states(1), np.empty((1, kernel.rules.MOVES), np.int64), 0)


def _run_tree(game: KernelGame, kernel: Kernel) -> None:
    nodes = records(4 * kernel.rules.MOVES, kernel.tree_search.NODE)
    used = kernel.tree_search.plant(nodes)
    options, rng = np.empty(kernel.rules.MOVES, np.int64), np.ones(1, np.uint64)
    kernel.tree_search.grow(game.start(0).states(2), nodes, used, 2, 1.0, rng, options)
    kernel.tree_search.keep(nodes, 0, records(len(nodes), kernel.tree_search.NODE))
    kernel.rules.is_decided(game.start(0).states()[0])


def _run_alphabeta(game: KernelGame, kernel: Kernel) -> None:
    driver, hints = kernel.alphabeta, kernel.hints
    stack, frames, table = game.start(0).states(8), records(8, driver.FRAME), records(64, driver.ENTRY)
    counters = np.array([0, 20, 0], np.int64)
    driver.ask(frames, 1, 2, counters)
    driver.search(stack, frames, table, counters)
    state = game.start(0).states()[0]
    driver.recall(table, state)
    for hint in (hints.max_remaining, hints.margin_step, hints.settled_margin):
        hint(state)
    kernel.rules.play(state, game.start(0).moves[0].code, None)


def _run_coalition(game: KernelGame, kernel: Kernel) -> None:
    driver = kernel.coalition
    stack, frames, table = game.start(0).states(8), records(8, driver.FRAME), records(64, driver.ENTRY)
    counters = np.array([0, 20, 0, 0], np.int64)
    driver.ask(frames, 0, 2, counters)
    driver.search(stack, frames, table, counters)
    state = game.start(0).states()[0]
    kernel.rules.moves(state, np.empty(kernel.rules.MOVES, np.int16))
    kernel.hints.expected_score(state, 0)
    kernel.rules.play(state, game.start(0).moves[0].code, None)


_FIRST_RUNS: dict[str, Callable[[KernelGame, Kernel], None]] = {
    "playouts": _run_playouts,
    "perft": _run_perft,
    "tree_search": _run_tree,
    "alphabeta": _run_alphabeta,
    "coalition": _run_coalition,
}
