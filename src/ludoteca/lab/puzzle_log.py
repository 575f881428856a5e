"""The answers that were given to puzzles: a file in the data folder, one a line, shared by lab and command line."""

from __future__ import annotations

import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from ludoteca.lab.line_log import LineLog

PUZZLE_LOG = "puzzles.jsonl"


@dataclass(frozen=True, slots=True)
class PuzzleState:
    """Whether a puzzle that was tried is solved, and whether that was at the first try."""

    solved: bool
    first_try: bool


class PuzzleLog:
    """The answers in a file, in the order in which they were given; several processes may add to it."""

    def __init__(self, folder: Path) -> None:
        self._log = LineLog(folder / PUZZLE_LOG)

    def add(self, game: str, puzzle: str, right: bool) -> None:
        """Keep an answer; raises `StoreError`. To ask for the solution counts as a wrong one."""
        self._log.add({"game": game, "puzzle": puzzle, "right": right, "time": round(time.time(), 3)})

    def states(self, game: str) -> Mapping[str, PuzzleState]:
        """The puzzles of a game that were tried, by their ids; raises `StoreError`. Damaged lines do not count."""
        found: dict[str, PuzzleState] = {}
        for data in self._log.entries():
            with suppress(KeyError):
                if data["game"] == game:
                    key, right = str(data["puzzle"]), data["right"] is True
                    known = found.get(key, PuzzleState(solved=False, first_try=right))
                    found[key] = PuzzleState(known.solved or right, known.first_try)
        return found
