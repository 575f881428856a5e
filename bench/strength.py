"""Who is stronger, pair by pair: long matches, kept in ``tables/``, that go on where they stopped.

``python -m bench.strength [--write]``; with ``--write`` the tables go into results.md.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import Progress, TaskID

from bench.__main__ import RESULTS
from ludoteca.arena.match import Figures, FolderKeeper, Match, Settings, Standing
from ludoteca.games import load_game

FOLDER = Path("tables")
HEAD = """| first | second | games | score of the first | 95 % interval | points a side | mean margin |
|---|---|---|---|---|---|---|
"""


@dataclass(frozen=True, slots=True)
class Plan:
    """Every pair of these minds, and besides some minds against themselves."""

    game: str
    minds: tuple[str, ...]
    games: int
    opening: int
    alone: tuple[str, ...] = ()
    alone_games: int = 0

    def matches(self) -> list[Settings]:
        values = dict(load_game(self.game).values)
        pairs = [(pair, self.games) for pair in itertools.combinations(self.minds, 2)]
        pairs += [((mind, mind), self.alone_games) for mind in self.alone]
        return [Settings(self.game, values, pair, games, self.opening, seed=1) for pair, games in pairs]


PLANS = (
    Plan(
        "azul",
        ("random", "greedy", "prolog", "montecarlo:seconds=0.2"),
        games=40,
        opening=0,
        alone=("montecarlo:seconds=1",),
        alone_games=20,
    ),
    Plan(
        "kalah",
        ("random", "greedy", "prolog", "montecarlo:seconds=0.2", "alphabeta:seconds=0.2"),
        games=60,
        opening=4,
    ),
)


def _follow(progress: Progress, bar: TaskID) -> Callable[[Standing], None]:
    return lambda standing: progress.update(bar, completed=len(standing.records))


def _row(figures: Figures) -> str:
    low, high = figures.interval
    points = " – ".join(f"{points:.1f}" for points in figures.points)
    return (
        f"| {figures.minds[0]} | {figures.minds[1]} | {figures.games} | {100 * figures.score:.1f} % "
        f"| {100 * low:.0f}–{100 * high:.0f} % | {points} | {figures.margin:+.1f} |\n"
    )


def table(plan: Plan, progress: Progress) -> str:
    """Play what is left of a plan, and say what it came to."""
    rows = ""
    for settings in plan.matches():
        first, second = settings.minds
        keeper = FolderKeeper(FOLDER / plan.game / f"{first}-{second}".replace(":", "-"), settings)
        match = Match(settings, 2, keeper)
        bar = progress.add_task(f"{first} – {second}", total=settings.games, completed=len(match.standing.records))
        match.play(_follow(progress, bar))
        keeper.close()
        rows += _row(match.standing.figures())
    return HEAD + rows


def main() -> None:
    console = Console(width=None if sys.stdout.isatty() else 160)
    for plan in PLANS:
        with Progress(console=console) as progress:
            text = table(plan, progress)
        console.print(text)
        if "--write" in sys.argv:
            _write(plan.game, text)


def _write(game: str, text: str) -> None:
    """Put a game's table into the results, in the place of its last one."""
    results = RESULTS.read_text(encoding="utf-8")
    section = re.compile(rf"(?<=<!-- strength: {game} -->\n).*?(?=<!-- end -->)", re.DOTALL)
    RESULTS.write_text(section.sub(lambda _: f"\n{text}\n", results, count=1), encoding="utf-8")


if __name__ == "__main__":
    main()
