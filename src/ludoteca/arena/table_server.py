"""The service that builds the endgame tables of all games in a child process (see `child.server`); a thread works."""

from __future__ import annotations

import contextlib
import threading

from ludoteca.child.server import serve
from ludoteca.core.errors import LudotecaError
from ludoteca.games import game_names, load_game
from ludoteca.rules.kernel.game import KernelGame
from ludoteca.rules.kernel.solver.endgame_table import large_table, table_for, usual_table


class TableService:
    """Builds the tables that are not in the cache: those that reviews wait for first, then larger ones."""

    def __init__(self) -> None:
        self._built = dict[str, int]()
        self._over = False

    def start(self) -> None:
        """Begin to build the tables of every game that has any, with its usual options."""
        threading.Thread(target=self.build, daemon=True).start()

    def snapshot(self) -> dict[str, object]:
        """The seeds of the largest table of each game so far. `over` when all are built."""
        return {"over": self._over, "built": dict(self._built)}

    def build(self) -> None:
        """Build the tables, one after the other."""
        games = [game for name in game_names() if (game := _kernel_game(name)) is not None]
        for seeds_of in (usual_table, large_table):
            for game in games:
                with contextlib.suppress(LudotecaError):  # not enough memory: searches go on without it
                    if (left := seeds_of(game)) > self._built.get(game.name, -1):
                        self._built[game.name] = table_for(game, left).left
        self._over = True


def _kernel_game(name: str) -> KernelGame | None:
    """A game with its usual options if it has compiled rules and is not broken."""
    with contextlib.suppress(LudotecaError):
        game = load_game(name)
        return game if isinstance(game, KernelGame) else None
    return None


def main() -> None:
    """Serve until the input ends."""
    serve(TableService())


if __name__ == "__main__":
    main()
