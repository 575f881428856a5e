"""Who is stronger, pair by pair: long matches, kept in ``tables/``, that go on where they stopped."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TaskID

from ludoteca.arena.match import FolderKeeper, Match, Settings, Standing
from ludoteca.games import load_game

FOLDER = Path("tables") / "kalah"
GAMES = 100
MINDS = (
    "random",
    "greedy",
    "montecarlo:simulations=2000",
    "montecarlo:seconds=0.2",
    "alphabeta:depth=8",
    "alphabeta:seconds=0.2",
)


def _follow(progress: Progress, bar: TaskID) -> Callable[[Standing], None]:
    return lambda standing: progress.update(bar, completed=len(standing.records))


def main() -> None:
    console = Console()
    values = dict(load_game("kalah").values)
    rows = [
        "| first | second | games | score of the first | 95 % interval | mean margin |",
        "|---|---|---|---|---|---|",
    ]
    with Progress(console=console) as progress:
        for first, second in itertools.combinations(MINDS, 2):
            folder = FOLDER / f"{first}-{second}".replace(":", "-")
            settings = Settings("kalah", values, (first, second), GAMES, opening=4, seed=1)
            match = Match(settings, 2, FolderKeeper(folder, settings))
            bar = progress.add_task(f"{first} – {second}", total=GAMES, completed=len(match.standing.records))
            match.play(_follow(progress, bar))
            figures = match.standing.figures()
            low, high = figures.interval
            rows.append(
                f"| {first} | {second} | {figures.games} | {100 * figures.score:.1f} % "
                f"| {100 * low:.0f}–{100 * high:.0f} % | {figures.margin:+.1f} |"
            )
    table = "\n".join(rows) + "\n"
    (FOLDER / "strength.md").write_text(table, encoding="utf-8")
    console.print(table)


if __name__ == "__main__":
    main()
