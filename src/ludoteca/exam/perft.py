"""Perft counts: the number of lines of play by depth, in `exam/perft.toml` of a game's folder."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.game import Game, Position
from ludoteca.core.resources import has_tables
from ludoteca.core.toml_files import read_toml
from ludoteca.games import folder_of
from ludoteca.rules.kernel.batches import perft
from ludoteca.rules.kernel.game import KernelGame

_MOST = 3_000  # leaves that are counted through `after`
_WRITTEN = 500  # leaves of the deepest count that is written


@dataclass(frozen=True, slots=True)
class PerftCase:
    """Counts for a game with some options, from depth 1 on."""

    options: dict[str, object]
    leaves: tuple[int, ...]


def perft_file(folder: Path) -> Path:
    return folder / "exam" / "perft.toml"


def perft_cases(folder: Path) -> list[PerftCase]:
    """The counts of the game in a folder; none when there is no file."""
    path = perft_file(folder)
    if not has_tables(path):
        return []
    return [PerftCase(case["options"], tuple(case["leaves"])) for case in read_toml(path, ("counts",))["counts"]]


def count(position: Position, depth: int) -> int:
    """Lines of play to a depth, counted through `after`; a finished game is one line."""
    if depth == 0 or position.turn is None:
        return 1
    if depth == 1:  # each move is one line, whatever it leads to
        return len(position.moves)
    return sum(count(position.after(move), depth - 1) for move in position.moves)


def wrong_count(game: Game, case: PerftCase) -> tuple[int, int, int] | None:
    """The first depth at which the rules count otherwise, with the wanted and the found count; None when all agree."""
    for depth, expected in enumerate(case.leaves, 1):
        if expected <= _MOST and (found := count(game.start(0), depth)) != expected:
            return depth, expected, found
    return None


def wrong_compiled_count(game: KernelGame, case: PerftCase) -> tuple[int, int, int] | None:
    """The same for the compiled rules, to every depth."""
    for depth, expected in enumerate(case.leaves, 1):
        if (found := sum(perft(game.start(0), depth).values())) != expected:
            return depth, expected, found
    return None


def write_perft(game: Game) -> Path:
    """Write the counts of a game with its default options, as deep as takes little time."""
    leaves = [count(game.start(0), 1)]
    while leaves[-1] <= _WRITTEN and len(leaves) < 6:
        leaves.append(count(game.start(0), len(leaves) + 1))
    path = perft_file(folder_of(game))
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"[[counts]]\noptions = {{}}\nleaves = {leaves}\n", encoding="utf-8")
    return path
