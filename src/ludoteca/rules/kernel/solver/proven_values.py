"""Proven values of boards that took long to search: those that ship with a game, and those kept in the cache folder.

A file has one line a board: the seeds in the pits of the seat to move and of the other, and the remaining margin for
the seat to move. Kept lines have a checksum as well: processes append whole lines, and a damaged one is left out.
"""

from __future__ import annotations

import contextlib
import zlib
from collections.abc import Collection, Iterator
from pathlib import Path

from ludoteca.core.game import Move
from ludoteca.core.resources import resource
from ludoteca.rules.kernel.bind import cache_folder
from ludoteca.rules.kernel.game import KernelGame, KernelPosition
from ludoteca.rules.kernel.solver.endgame_table import can_pack, sources_digest

Board = tuple[int, ...]
"""The seeds in the pits of the seat to move, then in those of the other one."""


class ProvenValues:
    """The remaining margins of boards for the seat to move."""

    def __init__(self, game: KernelGame) -> None:
        name = _name(game)
        self.shipped = shipped_file(game)
        self.kept = cache_folder("endgames") / game.name / f"{name}-{sources_digest(game)}.values"
        self.margins: dict[Board, int] = {**dict(shipped_values(game)), **dict(read_values(self.kept))}

    def add(self, board: Board, margin: int) -> None:
        """Keep a value, for other processes too; on a full or read-only disk for this one alone."""
        self.margins[board] = margin
        with contextlib.suppress(OSError):
            self.kept.parent.mkdir(parents=True, exist_ok=True)
            with self.kept.open("ab", buffering=0) as file:
                file.write(_line(board, margin))

    def ship(self, boards: Collection[Board]) -> None:
        """Write the values of some boards to the file that ships with the game."""
        self.shipped.parent.mkdir(exist_ok=True)
        lines = (" ".join(map(str, (*board, self.margins[board]))) for board in sorted(boards))
        self.shipped.write_text("".join(f"{line}\n" for line in lines), encoding="ascii")


class OpeningBook:
    """The moves that the values which ship with a game prove to be best; empty for a game that has none."""

    def __init__(self, game: KernelGame) -> None:
        self._margins = dict(shipped_values(game)) if can_pack(game) else {}

    def best_moves(self, position: KernelPosition) -> dict[Move, int]:
        """The final margins of the moves whose values ship, for the seat to move, the best first.

        Empty unless a best move is among them: the value of the position ships too, or those of all moves.
        """
        if not self._margins or position.turn is None:
            return {}
        found = {move: self._margin(position.after(move), position.turn) for move in position.moves}
        margins = {move: margin for move, margin in found.items() if margin is not None}
        value = self._margin(position, position.turn)
        is_known = value in margins.values() if value is not None else len(margins) == len(found)
        return dict(sorted(margins.items(), key=lambda each: -each[1])) if is_known else {}

    def _margin(self, position: KernelPosition, seat: int) -> int | None:
        """The final margin of a position for a seat, if its value ships or the game is over."""
        settled = int(position.game.hints.settled_margin(position.state)) * (1 - 2 * seat)
        if position.turn is None:
            return settled
        margin = self._margins.get(board_of(position))
        return None if margin is None else settled + (margin if position.turn == seat else -margin)


def shipped_file(game: KernelGame) -> Path:
    """The file with the values that ship with a game."""
    return game.folder / "proven_values" / f"{_name(game)}.txt"


def _name(game: KernelGame) -> str:
    """The pits in a row and the options that values depend on, as they stand in the names of files."""
    state = game.start(0).state
    return f"{game.hints.pits_in_row(state)}-{game.hints.endgame_options(state)}"


def board_of(position: KernelPosition) -> Board:
    """The board of a position."""
    state, hints = position.state, position.game.hints
    return tuple(int(hints.seeds_in(state, row, pit)) for row in (0, 1) for pit in range(hints.pits_in_row(state)))


def shipped_values(game: KernelGame) -> Iterator[tuple[Board, int]]:
    """The boards whose values ship with a game, with their margins; none if it has no file."""
    file = resource(shipped_file(game))
    for line in file.read_text(encoding="ascii").splitlines() if file.is_file() else ():
        *board, margin = map(int, line.split())
        yield tuple(board), margin


def read_values(file: Path) -> Iterator[tuple[Board, int]]:
    """The boards that a file keeps, with their margins; none if there is no file."""
    try:
        lines = file.read_bytes().splitlines(keepends=True)
    except OSError:
        return
    for line in lines:
        with contextlib.suppress(ValueError):
            *board, margin, _ = map(int, line.split())
            if line == _line(tuple(board), margin):
                yield tuple(board), margin


def _line(board: Board, margin: int) -> bytes:
    """The line of a board, with its checksum."""
    text = " ".join(map(str, (*board, margin)))
    return f"{text} {zlib.crc32(text.encode())}\n".encode()
