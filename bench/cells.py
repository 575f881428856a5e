"""Whether every school is worth meeting: matches against ``random`` and ``greedy``, kept in ``tables/cells``.

``python -m bench.cells [--only GAME] [--school NAME] [--minutes N] [--workers N] [--write]`` goes on where it stopped;
with ``--write`` the tables go into cells.md, unfinished matches with the games they have; rows of which no game is kept
stay as they are. Budgets are those of ``bench.table``, in counts, so that the same games are played on every machine.
Kept games are known by version, options and knowledge files: after a change of a school's code within a version, remove
``tables/cells``.
"""

from __future__ import annotations

import argparse
import math
import sys
import threading
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from statistics import fmean
from typing import ClassVar

from rich.console import Console
from rich.progress import Progress

from bench import strength
from bench.table import planned_minds
from ludoteca.arena.game_worker import GameTask, GameWorker
from ludoteca.arena.school_table.cells import table_games
from ludoteca.arena.statistics import score_interval
from ludoteca.arena.tournament.settings import Settings, pinned_settings, without_digest
from ludoteca.arena.tournament.store import FolderStore
from ludoteca.arena.tournament.tournament import GamePool, Tournament
from ludoteca.arena.worker_pool import LocalPool, WorkerPool
from ludoteca.core.mind import MindName
from ludoteca.core.record import Record
from ludoteca.games import load_game

FOLDER = strength.FOLDER / "cells"
DOCUMENT = Path(__file__).parent / "cells.md"
AIMS = {"random": 0.95, "greedy": 0.55}  # of the points
_LEFT_OUT = {"random", "agenda"}  # players without knowledge or search
_LIMIT = 120.0  # seconds a move: a busy machine costs no school its game
_SEED = 4  # other games than those of strengths, levels and the table of schools


@dataclass(frozen=True, slots=True)
class Cells:
    """A plan of matches: each school at every seat in turn, an opponent at all others.

    With `seats`, each of them is a row of its own; the games at other seats do not count, and are not played.
    """

    head: ClassVar[str] = """| mind | against | games | share of points | 95 % interval | aim | reached |
|---|---|---|---|---|---|---|
"""
    game: str
    games: int = 100  # of a row
    openings: Mapping[str, int] = field(default_factory=dict)  # random moves first, by opponent
    seats: tuple[str, ...] = ()

    def matches(self) -> list[Settings]:
        """The settings of all matches."""
        game = load_game(self.game)
        seats = len(game.seats)
        games = self.games * seats if self.seats else self.games
        return [
            Settings(
                self.game,
                dict(game.values),
                (mind, *[opponent] * (seats - 1)),
                games,
                self.openings.get(opponent, 0),
                _LIMIT,
                _SEED,
            )
            for mind in planned_minds(game)
            for opponent in AIMS
            if (school := MindName.read(mind).school) not in _LEFT_OUT and school != opponent
        ]

    def row(self, match: Tournament) -> str:
        """The rows of a match so far: the points of its first mind."""
        names = load_game(self.game).seats
        played: dict[str, dict[int, list[float]]] = {}  # by seat or "", then by opening
        for pairing, outcome in match.outcomes():
            seat = pairing.minds.index(0)
            if not self.seats or names[seat] in self.seats:
                groups = played.setdefault(names[seat] if self.seats else "", {})
                groups.setdefault(pairing.seed, []).append(outcome.result[seat])
        return "".join(_row(match.settings, seat, list(groups.values())) for seat, groups in sorted(played.items()))


class _CountedGames(WorkerPool[GameTask, Record]):
    """A pool that stops after the games in which a mind sits at one of some seats."""

    def __init__(self, pool: GamePool, mind: str, seats: Collection[int]) -> None:
        super().__init__()
        self._pool, self._mind, self._seats = pool, mind, seats

    def run(self, jobs: Iterable[GameTask], finished: Callable[[GameTask, Record], None]) -> None:
        self._pool.run([job for job in jobs if job.minds.index(self._mind) in self._seats], finished)
        self.stop()


def _row(settings: Settings, seat: str, groups: Sequence[Sequence[float]]) -> str:
    mind, opponent = map(without_digest, settings.minds[:2])
    scores = [score for group in groups for score in group]
    share, aim = fmean(scores), AIMS[opponent]
    low, high = score_interval(groups)
    return (
        f"| `{mind}`{', ' * bool(seat)}{seat} | `{opponent}` | {len(scores)} | {100 * share:.1f} % "
        f"| {100 * low:.0f}–{100 * high:.0f} % | {100 * aim:.0f} % | {'yes' if share >= aim else '**missed**'} |\n"
    )


PLANS = (
    Cells("kalah", openings={"random": 4, "greedy": 4}),
    Cells("azul"),
    Cells("queens", openings={"random": 2, "greedy": 2}, seats=("white", "black")),
    Cells("agricola_planning", openings={"greedy": 2}),  # without them `greedy` would play the same game every time
    Cells("agricola_classic"),
)


def table(plan: Cells, schools: Sequence[str], pool: GamePool, progress: Progress) -> str:
    """Play the rest of a plan's matches until the pool is stopped. Returns the rows of all games played."""
    rows = ""
    game, store = load_game(plan.game), FolderStore(FOLDER / plan.game)
    for settings in plan.matches():
        match = Tournament(pinned_settings(settings, game), game, store)
        if not pool.stopped and (not schools or MindName.read(settings.minds[0]).school in schools):
            bar = progress.add_task(" – ".join(settings.minds[:2]), total=match.planned, completed=match.games)
            seats = [game.seats.index(seat) for seat in plan.seats or game.seats]
            match.play(_CountedGames(pool, match.settings.minds[0], seats), strength.follow(progress, bar, match))
        rows += plan.row(match)
    store.close()
    return rows


def with_earlier(plan: Cells, played: str, document: str) -> str:
    """The table of a plan: the rows that were played, and of the others those that the document has."""
    section = document.partition(f"<!-- cells: {plan.game} -->")[2].partition("<!-- end -->")[0]
    rows = {_names(row): row for row in (*section.splitlines(), *played.splitlines()) if row.startswith("| `")}
    matches = [settings.minds[:2] for settings in plan.matches()]
    names = sorted((matches.index(match), match, seat) for match, seat in rows if match in matches)
    return plan.head + "".join(f"{rows[match, seat]}\n" for _, match, seat in names)


def _names(row: str) -> tuple[tuple[str, str], str]:
    """The mind and the opponent of a row, and the mind's seat or ""."""
    mind, against = row.split(" | ")[:2]
    name, _, seat = mind.removeprefix("| `").partition("`, ")
    return (name.strip("`"), against.strip("`")), seat


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the matches, or the rest of them."""
    parser = argparse.ArgumentParser(description=__doc__)
    names = [game.name for game in table_games()]
    parser.add_argument("--only", metavar="GAME", action="append", choices=names, help="this game; may be repeated")
    parser.add_argument("--school", metavar="NAME", action="append", default=[], help="this school; may be repeated")
    parser.add_argument("--minutes", type=float, default=math.inf, metavar="N", help="stop after; 0 plays nothing")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="games at the same time")
    parser.add_argument("--write", action="store_true", help="write the tables")
    given = parser.parse_args(arguments)
    console = Console(width=None if sys.stdout.isatty() else 160)
    pool: GamePool = LocalPool(GameWorker, given.workers)
    timer = threading.Timer(min(60 * given.minutes, threading.TIMEOUT_MAX), pool.stop)
    timer.daemon = True
    timer.start()
    if given.minutes <= 0:
        pool.stop()
    for plan in PLANS:
        if given.only and plan.game not in given.only:
            continue
        with Progress(console=console) as progress:
            rows = table(plan, given.school, pool, progress)
        console.print(plan.head + rows, soft_wrap=True)
        if given.write:
            text = with_earlier(plan, rows, DOCUMENT.read_text(encoding="utf-8"))
            strength.write_section(DOCUMENT, f"cells: {plan.game}", text)


if __name__ == "__main__":
    main()
