"""The service that tries games out in a child process (see `child.server`): a first position, a move, the views."""

from __future__ import annotations

import _thread
import signal
import threading

from ludoteca.arena.game_runner import with_moves
from ludoteca.child.server import serve
from ludoteca.core.loading import GameFault, place_of
from ludoteca.core.plugins import plugins
from ludoteca.games import load_game
from ludoteca.games.levels import levels_of
from ludoteca.rules.kernel.compilation import kernel_faults
from ludoteca.rules.kernel.game import KernelGame

BEGIN = 10.0
"""Seconds for a game's first position, its first move and its views."""


class TrialService:
    """Tries out one game after another."""

    def begin(self, name: str) -> None:
        """Try a game out; raises `LudotecaError`, with the line that runs when the time is up."""
        timer = threading.Timer(BEGIN, _thread.interrupt_main)
        before = signal.signal(signal.SIGINT, signal.default_int_handler)  # it may be ignored, as in a background job
        timer.start()
        try:
            try_out(name)
        except KeyboardInterrupt as stopped:
            file, line = place_of(stopped, plugins("games")[name].folder)
            raise GameFault("core.game_fault.too_slow", game=name, seconds=BEGIN, file=str(file), line=line) from None
        finally:
            timer.cancel()
            signal.signal(signal.SIGINT, before)

    def compile_rules(self, name: str) -> None:
        """See that the rules of a kernel game compile, and that searches find what they use; raises `GameFault`."""
        game = load_game(name)
        if isinstance(game, KernelGame):
            kernel = game.kernel_for("perft")
            with kernel_faults(kernel):
                _ = kernel.playouts, kernel.tree_search  # imports them, and with them rules and hints


def try_out(name: str) -> None:
    """The first position of a game, its views and a move; raises `LudotecaError`."""
    game = load_game(name)
    levels_of(game)
    start = with_moves(game.start(0))
    start.facts()
    start.scores()
    for move in start.moves[:1]:
        start.events(move)
        start.after(move)
    game.svg(start)
    game.terminal(start)


def main() -> None:
    """Serve until the input ends."""
    serve(TrialService())


if __name__ == "__main__":
    main()
