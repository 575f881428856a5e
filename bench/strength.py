"""Who is stronger, pair by pair: long matches, kept in ``tables/``, that go on where they stopped.

``python -m bench.strength [GAME …] [--write]``; with ``--write`` the tables go into results.md.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import ClassVar

from rich.console import Console
from rich.progress import Progress, TaskID

from bench.__main__ import RESULTS
from ludoteca.arena.match import Match
from ludoteca.arena.match_results import MatchResults, Settings, pairings
from ludoteca.arena.match_store import FolderStore
from ludoteca.arena.statistics import score_interval
from ludoteca.games import load_game

FOLDER = Path("tables")


@dataclass(frozen=True, slots=True)
class Pairs:
    """Every pair of these minds, and besides some minds against themselves."""

    head: ClassVar[
        str
    ] = """| first | second | games | score of the first | 95 % interval | points a side | mean margin |
|---|---|---|---|---|---|---|
"""
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

    def row(self, standing: MatchResults) -> str:
        figures = standing.figures()
        low, high = figures.interval
        points = " – ".join(f"{points:.1f}" for points in figures.points)
        return (
            f"| {figures.minds[0]} | {figures.minds[1]} | {figures.games} | {100 * figures.score:.1f} % "
            f"| {100 * low:.0f}–{100 * high:.0f} % | {points} | {figures.margin:+.1f} |\n"
        )


@dataclass(frozen=True, slots=True)
class Seats:
    """Each of these minds at every seat of a game, the others taken by one and the same mind."""

    game: str
    minds: tuple[str, ...]
    others: str
    games: int  # a seat
    opening: int

    @property
    def head(self) -> str:
        seats = load_game(self.game).seats
        columns = "".join(f" wins as {seat} | 95 % interval |" for seat in seats)
        return f"| mind | games a seat |{columns}\n|---|---|{'---|---|' * len(seats)}\n"

    def matches(self) -> list[Settings]:
        game = load_game(self.game)
        seats = len(game.seats)
        tables = [(mind, *[self.others] * (seats - 1)) for mind in self.minds]
        return [
            Settings(self.game, dict(game.values), minds, seats * self.games, self.opening, seed=1) for minds in tables
        ]

    def row(self, standing: MatchResults) -> str:
        """Seats are swapped from game to game: the first mind sits at each of them in turn."""
        cells = ""
        for seat in range(len(load_game(self.game).seats)):
            results = [
                result.result[seat]
                for pairing in pairings(standing.settings)
                if pairing.minds[seat] == 0 and (result := standing.records[pairing.number].result) is not None
            ]
            low, high = score_interval([[result] for result in results])
            cells += f" {100 * fmean(results):.0f} % | {100 * low:.0f}–{100 * high:.0f} % |"
        return f"| {standing.settings.minds[0]} | {self.games} |{cells}\n"


PLANS: tuple[Pairs | Seats, ...] = (
    Pairs(
        "azul",
        ("random", "greedy", "prolog", "montecarlo:seconds=0.2"),
        games=40,
        opening=0,
        alone=("montecarlo:seconds=1",),
        alone_games=20,
    ),
    Seats("queens", ("random", "greedy", "agentspeak", "montecarlo:seconds=0.2"), others="greedy", games=60, opening=2),
    Pairs("agricola_classic", ("random", "agenda:strategy=lex", "greedy", "clips"), games=16, opening=0),
    Pairs(
        "kalah",
        ("random", "greedy", "prolog", "montecarlo:seconds=0.2", "alphabeta:seconds=0.2"),
        games=60,
        opening=4,
    ),
)


def _follow(progress: Progress, bar: TaskID) -> Callable[[MatchResults], None]:
    return lambda standing: progress.update(bar, completed=len(standing.records))


def table(plan: Pairs | Seats, progress: Progress) -> str:
    """Play what is left of a plan, and say what it came to."""
    rows = ""
    for settings in plan.matches():
        name = "-".join(settings.minds).replace(":", "-")
        keeper = FolderStore(FOLDER / plan.game / name, settings)
        match = Match(settings, 2, keeper)
        bar = progress.add_task(" – ".join(settings.minds), total=settings.games, completed=len(match.results.records))
        match.play(_follow(progress, bar))
        keeper.close()
        rows += plan.row(match.results)
    return plan.head + rows


def main() -> None:
    console = Console(width=None if sys.stdout.isatty() else 160)
    wanted = [word for word in sys.argv[1:] if word != "--write"]
    for plan in PLANS:
        if wanted and plan.game not in wanted:
            continue
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
