"""`solve` and `perft`: exact figures about a game."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future, wait
from typing import Generic, TypeVar

import numpy as np

from ludoteca.cli.screen import announce_compiling, console, print_json
from ludoteca.cli.words import tell
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.language import Message, say
from ludoteca.core.options import read_settings
from ludoteca.games import load_game
from ludoteca.minds.alphabeta.search import Bounds, Search, refusal
from ludoteca.minds.alphabeta.solve import Solution
from ludoteca.minds.alphabeta.solve import solve as search_to_the_end
from ludoteca.rules.kernel.game import KernelGame

T = TypeVar("T")
_GLANCE = 0.2  # seconds between two looks at a search under way


def solve(game_name: str, settings: Sequence[str], memory: int, as_json: bool) -> None:
    """The value of a game for the seat that moves first, and all moves that reach it."""
    announce_compiling()
    game = _kernel_game(game_name, settings, refusal)
    search = Search(game.kernel_for("alphabeta"), memory)
    bounds = search.bounds(game.start(0))
    solution = _solved(search, game, bounds, quiet=as_json)
    value = solution.low if solution.proven else None
    if as_json:
        print_json(
            {
                "game": game.name,
                "options": dict(game.values),
                "value": value,
                "low": solution.low,
                "high": solution.high,
                "best": list(solution.best),
                "proven": solution.proven,
                "nodes": solution.nodes,
                "seconds": round(solution.seconds, 3),
            }
        )
        return
    figures = {"nodes": solution.nodes, "seconds": round(solution.seconds, 2)}
    if value is None:
        console.print(tell("solve.stopped", low=solution.low, high=solution.high, **figures))
    else:
        console.print(tell("solve.proven", value=value, best=solution.best, **figures))


def _solved(search: Search, game: KernelGame, bounds: Bounds, quiet: bool) -> Solution:
    """Search where Ctrl-C can be heard: it ends the search with what is proven by then."""
    going = threading.Event()
    going.set()
    search.going = going.is_set
    work = _Background(lambda: search_to_the_end(search, game.start(0), bounds))
    with console.status(tell("solve.searching", nodes=0, low=bounds.low, high=bounds.high)) as status:
        while True:
            try:
                if work.done(_GLANCE):
                    return work.result()
                if not quiet:
                    status.update(tell("solve.searching", nodes=search.nodes, low=bounds.low, high=bounds.high))
            except KeyboardInterrupt:
                going.clear()


class _Background(Generic[T]):
    """Compiled work in a thread of its own: the main thread would not hear Ctrl-C until it is done."""

    def __init__(self, work: Callable[[], T]) -> None:
        self._future: Future[T] = Future()
        self._work = work
        threading.Thread(target=self._run, daemon=True).start()

    def done(self, seconds: float) -> bool:
        """Wait a little; whether there is a result."""
        return bool(wait([self._future], seconds).done)

    def result(self) -> T:
        return self._future.result()

    def _run(self) -> None:
        try:
            self._future.set_result(self._work())
        except BaseException as error:
            self._future.set_exception(error)


def perft(game_name: str, settings: Sequence[str], depth: int, as_json: bool) -> None:
    """The number of lines of play to a depth, split by first move."""
    announce_compiling()
    game = _kernel_game(game_name, settings, lambda game: None)
    work = _Background(lambda: _split(game, depth))
    while not work.done(_GLANCE):
        pass
    split = work.result()
    leaves = sum(split.values()) if depth else 1
    if as_json:
        print_json({"game": game.name, "options": dict(game.values), "depth": depth, "leaves": leaves, "split": split})
        return
    for text, count in split.items():
        console.print(tell("perft.row", move=text, leaves=count))
    console.print(tell("perft.leaves", depth=depth, leaves=leaves))


def _split(game: KernelGame, depth: int) -> dict[str, int]:
    kernel, start = game.kernel_for("perft"), game.start(0)
    split = {}
    for move in start.moves if depth else ():
        stack = kernel.states(depth)
        stack[depth - 1] = start.after(move).states()[0]
        options = np.empty((depth, kernel.rules.MOVES), np.int64)
        split[move.text] = int(kernel.perft.count(stack, options, depth - 1))
    return split


def _kernel_game(name: str, settings: Sequence[str], refuses: Callable[[Game], Message | None]) -> KernelGame:
    game = load_game(name, read_settings(settings))
    reason = refuses(game) or (None if isinstance(game, KernelGame) else Message("minds.needs.kernel"))
    if reason is not None:
        raise BadInput("cli.cannot", game=name, reason=say(reason))
    assert isinstance(game, KernelGame)
    return game
