"""Compilation of kernel games: each driver is compiled by a small first run, with a notice to the user."""

from __future__ import annotations

import contextlib
import re
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from ludoteca.child.forking import preload
from ludoteca.core.errors import LudotecaError
from ludoteca.core.loading import GameFault, fault_at, place_of
from ludoteca.core.operating_system import wait_for_lock
from ludoteca.rules.encoding import encoding_of
from ludoteca.rules.kernel.bind import Kernel, bind, records, sources_of, state_words
from ludoteca.rules.kernel.network_arrays import NetworkSize, blank_network, scratch_for

if TYPE_CHECKING:
    from ludoteca.rules.kernel.game import KernelGame

Announcer = Callable[[str], AbstractContextManager[object]]


def _no_announcement(_game: str) -> AbstractContextManager[object]:
    return contextlib.nullcontext()


_announce: Announcer = _no_announcement
_PLACE = re.compile(r'(?:File "|[\s:])([^"\s]+\.py)(?:", line | \()(\d+)')
_COLOUR = re.compile(r"\x1b\[[0-9;]*m")
RUNTIME = "ludoteca.rules.kernel.numba_runtime"
_CACHED = re.compile(r"\s*Raised from \S+ \(\d+\)")
_PATIENCE = 30  # seconds that a process waits for another one to compile what it needs too
_IMPORTED = re.compile(r"cannot import name '(\w+)'")
_GAME_FILES = ("rules.py", "hints.py", "vector.py")
_lock = threading.Lock()
_ready: set[tuple[Path, str]] = set()


def set_announcer(announcer: Announcer) -> None:
    """Set the notice of compilations: a context manager entered with the game's name while one runs."""
    global _announce
    _announce = announcer


def is_compiled(game: KernelGame, driver: str) -> bool:
    """Whether the cache holds the driver compiled for the current sources of the game."""
    return _marker(sources_of(game.name, game.folder), driver).exists()


def prepare(game: KernelGame, driver: str) -> None:
    """Compile a driver unless the cache holds it; the processes that use it are forked from one that has numba."""
    if is_compiled(game, driver):
        preload(RUNTIME)
    else:
        kernel_for(game, driver)


def kernel_for(game: KernelGame, driver: str) -> Kernel:
    """The kernel of a game with one driver compiled, or loaded from the cache, by a small first run."""
    kernel = bind(game.name, game.folder)
    if not kernel.compiled:
        return kernel
    with _lock:
        if (kernel.folder, driver) not in _ready:
            marker = _marker(kernel.folder, driver)
            with contextlib.nullcontext() if marker.exists() else _compiling(game.name, marker), kernel_faults(kernel):
                _FIRST_RUNS[driver](game, kernel)
            marker.touch()
            _ready.add((kernel.folder, driver))
            preload(RUNTIME)
    return kernel


@contextlib.contextmanager
def _compiling(name: str, marker: Path) -> Iterator[None]:
    """Announce a compilation; only one process compiles a driver, and the others load what it has compiled.

    A process that holds the lock may be paused: after a while, another one no longer waits for it.
    """
    until = time.monotonic() + _PATIENCE
    with _announce(name), marker.with_suffix(".lock").open("wb", buffering=0) as file:
        wait_for_lock(file, lambda: not marker.exists() and time.monotonic() < until)
        yield


@contextlib.contextmanager
def kernel_faults(kernel: Kernel) -> Iterator[None]:
    """Raise errors of compiled rules as a `GameFault` with the line in the game's own file.

    A compilation error names the line in the cached copy, which has the same lines. An error at run time names no
    line; an interpreted run, with ``NUMBA_DISABLE_JIT=1``, does.
    """
    try:
        yield
    except LudotecaError:
        raise
    except Exception as error:
        if isinstance(error, ImportError) and (lacking := _undefined(error, kernel)):
            raise lacking from error
        places = [(Path(file).name, int(line)) for file, line in _PLACE.findall(str(error))]
        own = [(kernel.source_folder / name, line) for name, line in places if name in _GAME_FILES]
        file, line = own[0] if own else place_of(error, kernel.source_folder)
        text = _first_sentence(str(error)).rstrip(".")
        raise fault_at(kernel.game, file, line, type(error).__name__, text) from error


def _undefined(error: ImportError, kernel: Kernel) -> GameFault | None:
    """The fault of a game whose rules or hints lack what a driver imports; None when the error is another one."""
    name, path = _IMPORTED.search(str(error)), Path(error.path or "")
    if name is None or path.name not in _GAME_FILES:
        return None
    file, interface = str(kernel.source_folder / path.name), f"{path.stem}.pyi"
    return GameFault("core.game_fault.not_defined", game=kernel.game, name=name[1], file=file, interface=interface)


def _first_sentence(text: str) -> str:
    """The line of a compilation error that states the cause."""
    lines = [line.strip() for line in _CACHED.sub("", _COLOUR.sub("", text)).splitlines() if line.strip()]
    causes = [line for line in lines if not line.startswith(("Failed in", "File ", "-", "During", "<", "^", "def "))]
    return (causes or lines or [""])[0][:200]


def _marker(folder: Path, driver: str) -> Path:
    """The file that marks a driver as compiled in a cache folder."""
    return folder / f"{driver}.compiled"


def _first_playouts(game: KernelGame, kernel: Kernel) -> None:
    options, points = np.empty(kernel.rules.MOVES, np.int64), np.zeros(len(game.seats), np.int64)
    kernel.playouts.random_games(game.start(0).states(2), 1, options, np.ones(1, np.uint64), points)
    ends = np.zeros((1, len(game.seats)))
    kernel.playouts.play_out(game.start(0).states(), options, np.ones(1, np.uint64), ends, np.zeros(1, np.int64))


def _first_perft(game: KernelGame, kernel: Kernel) -> None:
    kernel.perft.count(game.start(0).states(1), np.empty((1, kernel.rules.MOVES), np.int64), 0)


def _first_tree_search(game: KernelGame, kernel: Kernel) -> None:
    nodes = records(4 * kernel.rules.MOVES, kernel.tree_search.NODE)
    used = kernel.tree_search.new_tree(nodes)
    options, rng = np.empty(kernel.rules.MOVES, np.int64), np.ones(1, np.uint64)
    kernel.tree_search.run_simulations(game.start(0).states(2), nodes, used, 2, 1.0, 1, 0.0, rng, options)
    kernel.subtree.reroot(nodes, 0, records(len(nodes), kernel.tree_search.NODE))
    kernel.rules.is_decided(game.start(0).states()[0])


def _first_alphabeta(game: KernelGame, kernel: Kernel) -> None:
    driver, hints = kernel.alphabeta, kernel.hints
    stack, frames, table = game.start(0).states(8), records(8, driver.FRAME), records(64, driver.ENTRY)
    counters, endgame = np.array([0, 20, 0, -1], np.int64), np.frombuffer(b"", np.int8)
    driver.start_search(frames, 1, 2, counters)
    driver.search(stack, frames, table, endgame, counters)
    state = game.start(0).states()[0]
    driver.lookup(table, state)
    for hint in (hints.max_remaining, hints.margin_step, hints.settled_margin):
        hint(state)
    kernel.rules.moves(state, np.empty(kernel.rules.MOVES, np.int16))
    kernel.rules.play(state, game.start(0).moves[0].code, None)
    kernel.boards.seeds_left(state)
    kernel.boards.number_of(kernel.states(1)[0])


def no_sowings(kernel: Kernel, seeds: int) -> Any:
    """An array for the sowings of a game, by pit and seeds in it."""
    row = kernel.boards.MAX_ROW
    return records(row * (seeds + 1), kernel.sowings.SOWING).reshape(row, -1)


def _first_endgame(game: KernelGame, kernel: Kernel) -> None:
    stack, options, values = game.start(0).states(2), np.empty(kernel.rules.MOVES, np.int64), np.zeros(1, np.int8)
    sowings = no_sowings(kernel, 1)
    kernel.sowings.learn_sowings(sowings, stack)
    kernel.endgame.fill(stack, options, values, sowings, 0, 1)


def _first_sowing_search(game: KernelGame, kernel: Kernel) -> None:
    driver, boards, state = kernel.sowing_search, kernel.boards, game.start(0).states()[0]
    stack, frames, table = game.start(0).states(2), records(4, driver.FRAME), records(64, driver.ENTRY)
    counters, endgame = np.array([0, 2, 0, -1], np.int64), np.frombuffer(b"", np.int8)
    sowings = no_sowings(kernel, boards.MAX_SEEDS)
    kernel.sowings.learn_sowings(no_sowings(kernel, 1), game.start(0).states(2))
    driver.start_search(frames, boards.packed_row(state, 0), boards.packed_row(state, 1), 1, 1, counters)
    driver.search(stack, frames, sowings, table, endgame, counters, boards.pits_in_row(state), 1)
    for hint in (kernel.hints.max_remaining, kernel.hints.margin_step, kernel.hints.settled_margin):
        hint(state)
    boards.seeds_left(state)
    boards.number_of(kernel.states(1)[0])


def _first_coalition(game: KernelGame, kernel: Kernel) -> None:
    driver = kernel.coalition
    stack, frames, table = game.start(0).states(8), records(8, driver.FRAME), records(64, driver.ENTRY)
    counters = np.array([0, 20, 0, 0], np.int64)
    driver.start_search(frames, 0, 2, counters)
    driver.search(stack, frames, table, counters)
    state = game.start(0).states()[0]
    kernel.rules.moves(state, np.empty(kernel.rules.MOVES, np.int16))
    kernel.hints.expected_score(state, 0)
    kernel.rules.play(state, game.start(0).moves[0].code, None)


def _first_horizon_search(game: KernelGame, kernel: Kernel) -> None:
    driver, stack = kernel.horizon_search, game.start(0).states(8)
    words, frames, table = state_words(stack), records(8, driver.FRAME), records(64, driver.ENTRY)
    first = game.start(0).moves[0].code
    for viewer in (0, driver.MAX_N):
        counters = np.array([0, 20, 0, viewer], np.int64)
        driver.start_search(frames, first, 2, -driver.INFINITE, driver.INFINITE, counters)
        driver.search(stack, words, frames, table, counters)
    driver.best_move(table, words)
    kernel.rules.play(stack[0], first, None)
    kernel.hints.chance_events(stack[0])


def _first_vectors(game: KernelGame, kernel: Kernel) -> None:
    kernel.vectors.encode_all(game.start(0).states(), np.zeros(1, np.int64), np.zeros((1, 0), np.float32)[:0])


def _first_network_search(game: KernelGame, kernel: Kernel) -> None:
    encoding = encoding_of(game)
    components = encoding.size
    driver, network = kernel.network_search, blank_network(components, NetworkSize(1, 2, 1, 1, len(game.seats)))
    nodes = records(4 * kernel.rules.MOVES, driver.NODE)
    options, rng = np.empty(kernel.rules.MOVES, np.int64), np.ones(1, np.uint64)
    numbers = np.zeros(max(kernel.rules.MOVES, 1 + encoding.classes.max()), np.int32)
    context, scratch = np.zeros(1, np.float32), scratch_for(components, 2)
    used, settings, states = driver.new_tree(nodes), np.ones(5), game.start(0).states(2)
    driver.run_simulations(states, nodes, used, 2, 0, settings, rng, numbers, network, context, scratch, options)
    kernel.subtree.reroot(nodes, 0, records(len(nodes), driver.NODE))
    outputs, rewards = np.zeros(2 * len(game.seats), np.float32), np.zeros(len(game.seats))
    logits = np.zeros(1, np.float32)
    kernel.network.evaluate(states[0], network, context, scratch, logits, outputs)
    kernel.network.evaluate_vector(network, context, scratch, logits, outputs)
    kernel.network.active_rows(network[0], context, scratch)
    kernel.vector.encode(states[0], 0, kernel.network.vector_in(network[0], scratch))
    driver.expected_rewards(states[0], outputs, settings[1:], rewards)
    kernel.rules.is_decided(states[0])
    kernel.rules.final_result(states[0], 0)


# A small run of each driver, with all functions that its callers use, which makes numba compile them.
_FIRST_RUNS: dict[str, Callable[[KernelGame, Kernel], None]] = {
    "playouts": _first_playouts,
    "perft": _first_perft,
    "tree_search": _first_tree_search,
    "alphabeta": _first_alphabeta,
    "endgame": _first_endgame,
    "sowing_search": _first_sowing_search,
    "coalition": _first_coalition,
    "horizon_search": _first_horizon_search,
    "vectors": _first_vectors,
    "network_search": _first_network_search,
    "self_play": _first_network_search,  # and what each caller adds
}
