"""The service that lets learners learn side by side in a child process (see `child.server`), slice by slice."""

from __future__ import annotations

from pathlib import Path

from ludoteca.child.server import serve
from ludoteca.core.options import Value
from ludoteca.games import load_game
from ludoteca.training.loop import Limit
from ludoteca.training.side_by_side import Report, SideBySide


class WatchServer:
    """One run of learners side by side."""

    def __init__(self) -> None:
        self._run: SideBySide | None = None

    def start(
        self,
        game: str,
        options: dict[str, Value],
        seed: int,
        seconds: float | None,
        positions: int | None,
        checkpoints: int,
        folder: str,
        name: str,
    ) -> None:
        """Prepare the learners, each with the same limit of seconds or positions."""
        limit = Limit(positions=positions) if positions is not None else Limit(seconds or 0.0)
        self._run = SideBySide(load_game(game, options), seed, limit, Path(folder), name, checkpoints)

    def advance(self) -> Report:
        """Let them learn for a moment."""
        assert self._run is not None
        return self._run.advance()

    def stop(self) -> None:
        """Let them end with what they have learnt; `advance` takes the last checkpoints."""
        assert self._run is not None
        self._run.stop()


def main() -> None:
    """Serve until the input ends."""
    serve(WatchServer())


if __name__ == "__main__":
    main()
