"""The table of schools: in every game all schools that play it meet, and the ratings ship with Ludoteca.

``python -m bench.table [--only GAME] [--games N] [--workers N] [--write]``: the games are kept in
``tables/schools`` and resumed there; more games a pair go on from fewer. With ``--write`` the results go into
``src/ludoteca/arena/school_table/table.jsonl``, game by game, and the picture of all into ``docs/images``.
Which schools play a game is asked of the schools; budgets are counts, so that the same games are played everywhere.
Kept games are known by version, options and knowledge files: after a change of a school's code within a version, remove
``tables/schools``.
"""

from __future__ import annotations

import argparse
import json
import math
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from rich.console import Console
from rich.progress import Progress

from bench.move_cost import milliseconds_a_move
from bench.strength import follow
from ludoteca import __version__
from ludoteca.arena.game_worker import GameWorker
from ludoteca.arena.school_table.cells import SchoolTable, table_games, table_schools
from ludoteca.arena.school_table.making import game_table, knowledge_digest
from ludoteca.arena.school_table.picture import table_picture
from ludoteca.arena.school_table.reading import GameTable, write_table
from ludoteca.arena.tournament.settings import Settings, pinned_settings
from ludoteca.arena.tournament.store import FolderStore
from ludoteca.arena.tournament.tournament import Tournament
from ludoteca.arena.worker_pool import LocalPool
from ludoteca.core.game import Game
from ludoteca.core.record import Record, read_record
from ludoteca.games import load_game
from ludoteca.minds.schools import minds_for

FOLDER = Path("tables") / "schools"
IMAGES = Path(__file__).parent.parent / "docs" / "images"
PICTURES = {language: IMAGES / f"table{suffix}.svg" for language, suffix in (("en", ""), ("es", ".es"))}
_LIMIT = 120.0  # seconds a move: a busy machine costs no school its game
_SEED = 3  # other games than those that strengths and levels were measured by
_RECORDS = 3  # games of a mind in which the time of its moves is measured


@dataclass(frozen=True, slots=True)
class Plan:
    """How a game is played: random moves before it, and the parameters of schools whose own would cost too much.

    A school that is not named plays with its default parameters, which are counts too.
    """

    opening: int
    budgets: dict[str, str]


PLANS = {
    "kalah": Plan(4, {"montecarlo": "simulations=2000", "alphabeta": "depth=10", "learned": "simulations=2000"}),
    "queens": Plan(2, {"montecarlo": "simulations=2000", "learned": "simulations=2000"}),
    "azul": Plan(0, {"montecarlo": "simulations=2000", "alphabeta": "nodes=20000", "learned": "simulations=2000"}),
    "agricola_planning": Plan(2, {"montecarlo": "simulations=400", "alphabeta": "nodes=3000"}),
    "agricola_classic": Plan(0, {"montecarlo": "simulations=24", "alphabeta": "nodes=100"}),
}
_NO_PLAN = Plan(0, {})  # of a game that is new


def planned_minds(game: Game) -> tuple[str, ...]:
    """All schools that play a game, with their budgets."""
    able, budgets = minds_for(game), PLANS.get(game.name, _NO_PLAN).budgets
    return tuple(f"{name}:{budgets.get(name, '')}".rstrip(":") for name in table_schools() if name in able)


def tournament_settings(game: Game, games: int) -> Settings:
    """The tournament of all schools that play a game, with at least so many games a pair, every seat as often."""
    plan, minds = PLANS.get(game.name, _NO_PLAN), planned_minds(game)
    seats = len(game.seats)
    tables = math.comb(len(minds) - 2, seats - 2)  # at which a pair meets
    group = seats * math.ceil(games / tables / seats)
    return Settings(game.name, dict(game.values), minds, group, plan.opening, _LIMIT, _SEED)


def play(name: str, games: int, workers: int, progress: Progress) -> GameTable:
    """Play the rest of a game's tournament, and measure what moves cost."""
    game, store = load_game(name), FolderStore(FOLDER / name)
    try:
        tournament = Tournament(pinned_settings(tournament_settings(game, games), game), game, store)
        bar = progress.add_task(name, total=tournament.planned, completed=tournament.games)
        tournament.play(LocalPool(GameWorker, workers), follow(progress, bar, tournament))
    finally:
        store.close()
    return game_table(tournament, _costs(tournament))


def _costs(tournament: Tournament) -> dict[str, float]:
    """The processor time of a move of each mind, in milliseconds; what was measured before is kept in a file."""
    game, path = tournament.game, FOLDER / f"{tournament.game.name}-costs.json"
    known: dict[str, float] = json.loads(path.read_text(encoding="utf-8")) if path.is_file() else {}
    found = {}
    for number, mind in enumerate(tournament.settings.minds):
        key = f"{mind} {knowledge_digest(mind, game)} {__version__}"
        if key not in known:
            cost = milliseconds_a_move(mind, game, _records(tournament, number))
            if cost is None:
                continue
            known[key] = cost
            path.write_text(json.dumps(known, indent=1), encoding="utf-8")
        found[mind] = known[key]
    return found


def _records(tournament: Tournament, number: int) -> list[Record]:
    """Some games of a mind, spread over the tournament."""
    played = [pairing for pairing, outcome in tournament.outcomes() if number in pairing.minds and not outcome.forfeits]
    chosen = played[:: max(1, len(played) // _RECORDS)][:_RECORDS]
    return [read_record(FOLDER / tournament.game.name / FolderStore.place(tournament.key(one))) for one in chosen]


def _show(table: GameTable, console: Console) -> None:
    for one in table.order:
        rating = f"{one.rating.value:+5.0f} ({one.rating.low:+.0f} … {one.rating.high:+.0f})"
        console.print(f"{one.mind:34} {rating:26} {one.games:4} games  {one.milliseconds} ms  {one.forfeits} forfeits")


def main(arguments: Sequence[str] | None = None) -> None:
    """Play the table, or the rest of it."""
    parser = argparse.ArgumentParser(description=__doc__)
    names = [game.name for game in table_games()]
    parser.add_argument("--only", metavar="GAME", action="append", choices=names, help="this game; may be repeated")
    parser.add_argument("--games", type=int, default=20, metavar="N", help="games a pair, at least")
    parser.add_argument("--workers", type=int, default=2, metavar="N", help="games at the same time")
    parser.add_argument("--write", action="store_true", help="write the results and the picture")
    given = parser.parse_args(arguments)
    console = Console(width=None if sys.stdout.isatty() else 160)
    for name in given.only or names:
        with Progress(console=console) as progress:
            table = play(name, given.games, given.workers, progress)
        _show(table, console)
        if given.write:
            write_table(table)
            for language, path in PICTURES.items():
                path.write_text(table_picture(SchoolTable.shipped(), language), encoding="utf-8")


if __name__ == "__main__":
    main()
