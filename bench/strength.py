"""Tables of playing strength: long matches between minds, kept in ``tables/`` and resumed there.

``python -m bench.strength [GAME …] [--write]``; with ``--write`` the tables go into results.md.
"""

from __future__ import annotations

import itertools
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean
from typing import ClassVar, Protocol

from rich.console import Console
from rich.progress import Progress, TaskID

from bench.__main__ import RESULTS
from ludoteca.arena.game_worker import GameWorker
from ludoteca.arena.statistics import score_interval
from ludoteca.arena.tournament.settings import Settings, pinned_settings, without_digest
from ludoteca.arena.tournament.store import FolderStore
from ludoteca.arena.tournament.tournament import Tournament
from ludoteca.arena.worker_pool import LocalPool
from ludoteca.games import load_game

FOLDER = Path("tables")


@dataclass(frozen=True, slots=True)
class Pairs:
    """A plan of matches: all pairs of some minds, and some minds against themselves."""

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
        """The settings of all matches."""
        values = dict(load_game(self.game).values)
        pairs = [(pair, self.games) for pair in itertools.combinations(self.minds, 2)]
        pairs += [((mind, mind), self.alone_games) for mind in self.alone]
        return [Settings(self.game, values, pair, games, self.opening, seed=1) for pair, games in pairs]

    def row(self, match: Tournament) -> str:
        """The row of a match."""
        standings, minds = match.standings(), [without_digest(mind) for mind in match.settings.minds]
        first = standings.row(0)
        low, high = first.interval
        points = " – ".join(f"{standings.row(mind).points or 0:.1f}" for mind in range(2))
        return (
            f"| {minds[0]} | {minds[1]} | {standings.games} | {100 * first.score:.1f} % "
            f"| {100 * low:.0f}–{100 * high:.0f} % | {points} | {first.margin or 0:+.1f} |\n"
        )


@dataclass(frozen=True, slots=True)
class Seats:
    """A plan of matches: each of some minds at each seat of a game, with one other mind at the other seats."""

    game: str
    minds: tuple[str, ...]
    others: str
    games: int  # a seat
    opening: int

    @property
    def head(self) -> str:
        """The head of the table."""
        seats = load_game(self.game).seats
        columns = "".join(f" wins as {seat} | 95 % interval |" for seat in seats)
        return f"| mind | games a seat |{columns}\n|---|---|{'---|---|' * len(seats)}\n"

    def matches(self) -> list[Settings]:
        """The settings of all matches."""
        game = load_game(self.game)
        seats = len(game.seats)
        tables = [(mind, *[self.others] * (seats - 1)) for mind in self.minds]
        return [
            Settings(self.game, dict(game.values), minds, seats * self.games, self.opening, seed=1) for minds in tables
        ]

    def row(self, match: Tournament) -> str:
        """The row of a match: the wins of its first mind at each seat."""
        cells = ""
        for seat in range(len(load_game(self.game).seats)):
            scores = [outcome.result[seat] for pairing, outcome in match.outcomes() if pairing.minds[seat] == 0]
            low, high = score_interval([[score] for score in scores])
            cells += f" {100 * fmean(scores):.0f} % | {100 * low:.0f}–{100 * high:.0f} % |"
        return f"| {without_digest(match.settings.minds[0])} | {self.games} |{cells}\n"


class Plan(Protocol):
    """Matches of a game, and the table of their results."""

    @property
    def game(self) -> str: ...

    @property
    def head(self) -> str: ...

    def matches(self) -> list[Settings]: ...

    def row(self, match: Tournament) -> str: ...


PLANS: tuple[Plan, ...] = (  # budgets are counts: a busy machine changes nothing
    Pairs(
        "kalah",
        ("random", "greedy", "prolog", "montecarlo:simulations=2000", "alphabeta:depth=10"),
        games=60,
        opening=4,
    ),
    Seats(
        "queens",
        ("random", "greedy", "agentspeak:file=document.asl", "agentspeak", "clips", "montecarlo:simulations=2000"),
        others="greedy",
        games=60,
        opening=2,
    ),
    Pairs(
        "azul",
        ("random", "greedy", "prolog:file=document.pl", "prolog", "montecarlo:simulations=2000"),
        games=40,
        opening=0,
        alone=("montecarlo:simulations=50000",),  # about a second a move
        alone_games=20,
    ),
    Pairs("agricola_classic", ("random", "agenda:strategy=lex", "greedy", "clips"), games=16, opening=0),
)


def follow(progress: Progress, bar: TaskID, match: Tournament) -> Callable[[], None]:
    """A callback that shows the progress of a match."""
    return lambda: progress.update(bar, completed=match.games)


def table(plan: Plan, progress: Progress, folder: Path = FOLDER) -> str:
    """Play the rest of a plan's matches, kept in a folder. Returns its table."""
    rows = ""
    game, store = load_game(plan.game), FolderStore(folder / plan.game)
    for settings in plan.matches():
        match = Tournament(pinned_settings(settings, game), game, store)
        bar = progress.add_task(" – ".join(settings.minds), total=match.planned, completed=match.games)
        match.play(LocalPool(GameWorker, 2), follow(progress, bar, match))
        rows += plan.row(match)
    store.close()
    return plan.head + rows


def play(plans: Sequence[Plan], folder: Path, document: Path, kind: str) -> None:
    """Play the plans of the games named on the command line, or all; ``--write`` puts the tables into a document."""
    console = Console(width=None if sys.stdout.isatty() else 160)
    wanted = [word for word in sys.argv[1:] if word != "--write"]
    for plan in plans:
        if wanted and plan.game not in wanted:
            continue
        with Progress(console=console) as progress:
            text = table(plan, progress, folder)
        console.print(text)
        if "--write" in sys.argv:
            write_section(document, f"{kind}: {plan.game}", text)


def write_section(document: Path, section: str, text: str) -> None:
    """Replace the table of a section."""
    before = document.read_text(encoding="utf-8")
    place = re.compile(rf"(?<=<!-- {section} -->\n).*?(?=<!-- end -->)", re.DOTALL)
    document.write_text(place.sub(lambda _: f"\n{text}\n", before, count=1), encoding="utf-8")


if __name__ == "__main__":
    play(PLANS, FOLDER, RESULTS, "strength")
