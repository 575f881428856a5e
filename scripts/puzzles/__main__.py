"""Builds the puzzles of games: ``python -m scripts.puzzles [GAME ...]``; part of ``make puzzles``.

Games between minds are played by their seeds, so that the same puzzles are found again. What is found is kept game by
game in the cache folder: a build that was stopped goes on where it was.
"""

from __future__ import annotations

import inspect
import json
import sys
import time
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from ludoteca.arena.puzzles import FILE, Puzzle
from ludoteca.core.record import from_data, to_json, to_line
from ludoteca.games import folder_of, load_game
from ludoteca.rules.kernel.bind import cache_folder
from scripts.puzzles.azul import AzulPuzzles
from scripts.puzzles.kalah import KalahPuzzles
from scripts.puzzles.positions import Met
from scripts.puzzles.queens import QueensPuzzles


@dataclass(frozen=True, slots=True)
class Build:
    """How the puzzles of a game are built: from so many games, with at most so many of one grade."""

    finder: type[KalahPuzzles] | type[AzulPuzzles] | type[QueensPuzzles]
    games: int
    most_of_a_grade: int


BUILDS = {
    "kalah": Build(KalahPuzzles, 500, 300),
    "azul": Build(AzulPuzzles, 200, 100),
    "queens": Build(QueensPuzzles, 500, 100),
}


def build(name: str) -> None:
    """Build the puzzles of one game and write them to its folder."""
    plan, started = BUILDS[name], time.monotonic()
    cache = cache_folder("puzzles")
    cache.mkdir(parents=True, exist_ok=True)
    kept = cache / f"{name}-{_version(plan)}.jsonl"
    done = _read(kept)
    missing = [seed for seed in range(plan.games) if seed not in done]
    if missing:
        finder = plan.finder()
        for seed in missing:
            done[seed] = list(finder.of_game(seed))
            with kept.open("a", encoding="utf-8") as file:
                file.write(json.dumps({"seed": seed, "puzzles": to_json(done[seed])}) + "\n")
            if sys.stderr.isatty():
                print(f"\r{name}: game {seed + 1} of {plan.games}", end="", file=sys.stderr, flush=True)
    chosen = _chosen((puzzle for seed in range(plan.games) for puzzle in done[seed]), plan.most_of_a_grade)
    shipped = folder_of(load_game(name)) / FILE
    shipped.write_text("".join(f"{to_line(puzzle)}\n" for puzzle in chosen), "utf-8")
    print(f"{name}: {len(chosen)} puzzles of {plan.games} games in {time.monotonic() - started:.0f} s")
    print("  by grade:", dict(sorted(Counter(puzzle.grade for puzzle in chosen).items())))
    print("  by difficulty:", dict(Counter(puzzle.difficulty for puzzle in chosen)))
    print("  by theme:", dict(Counter(theme for puzzle in chosen for theme in puzzle.themes)))


def _version(plan: Build) -> str:
    """A digest of the code that finds the puzzles: what another version has found is not used."""
    sources = (Path(inspect.getfile(part)) for part in (plan.finder, Met))
    return sha256(b"".join(path.read_bytes() for path in sources)).hexdigest()[:12]


def _read(kept: Path) -> dict[int, list[Puzzle]]:
    """The puzzles that were found before, by the seed of their game; a line that was cut short does not count."""
    found = {}
    for line in kept.read_text("utf-8").splitlines() if kept.is_file() else ():
        try:
            data = json.loads(line)
        except ValueError:
            continue
        found[int(data["seed"])] = [from_data(Puzzle, each) for each in data["puzzles"]]
    return found


def _chosen(puzzles: Iterable[Puzzle], most: int) -> list[Puzzle]:
    """Different puzzles, at most so many of a grade; sorted by grade, then by id."""
    found: dict[str, Puzzle] = {}
    grades: Counter[int] = Counter()
    for puzzle in puzzles:
        if puzzle.id not in found and grades[puzzle.grade] < most:
            found[puzzle.id] = puzzle
            grades[puzzle.grade] += 1
    return sorted(found.values(), key=lambda each: (each.grade, each.id))


def main(names: list[str]) -> None:
    unknown = [name for name in names if name not in BUILDS]
    if unknown:
        sys.exit(f"There are no puzzles of {unknown[0]} to build; there are: {', '.join(BUILDS)}.")
    for name in names or BUILDS:
        build(name)


if __name__ == "__main__":
    main(sys.argv[1:])
