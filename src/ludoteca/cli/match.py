"""`match`: many games between minds, with a progress bar and a table of results."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape

from ludoteca.arena.game_worker import GameWorker
from ludoteca.arena.tournament.settings import Settings, check_minds, pinned_settings
from ludoteca.arena.tournament.standings import Standings
from ludoteca.arena.tournament.store import FolderStore
from ludoteca.arena.tournament.tournament import GamePool, Tournament
from ludoteca.arena.worker_pool import LocalPool
from ludoteca.cli.output import announce_compiling, console, games_progress, print_json
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput
from ludoteca.core.i18n import full_stop, say
from ludoteca.core.options import read_settings
from ludoteca.games import open_game


def match(
    game_name: str,
    minds: Sequence[str],
    settings: Sequence[str],
    games: int,
    opening: int,
    seconds: float,
    seed: int,
    workers: int,
    folder: Path | None,
    as_json: bool,
) -> None:
    """Play a match, or go on with one; Ctrl-C keeps what is finished."""
    announce_compiling()
    game = open_game(game_name, read_settings(settings))
    if len(minds) != len(game.seats):
        raise BadInput("cli.match.seats", game=game.name, seats=len(game.seats), minds=len(minds))
    plan = pinned_settings(Settings(game.name, {}, tuple(minds), games, opening, seconds, seed), game)
    check_minds(game, plan.minds)  # before a folder is made for a match that cannot be
    tournament = Tournament(plan, game, FolderStore(folder) if folder is not None else None)
    play_with_progress(tournament, LocalPool(GameWorker, workers), quiet=as_json)
    standings = tournament.standings()
    if as_json:
        print_json(_figures(tournament, standings))
        return
    _show(plan.minds, standings)
    if not tournament.finished:
        console.print(tell("match.go_on") if folder is not None else tell("match.lost"))


def play_with_progress(tournament: Tournament, pool: GamePool, quiet: bool) -> None:
    """Play a tournament, with a progress bar unless it is to be quiet; Ctrl-C keeps what is finished."""
    with games_progress(quiet) as progress:
        bar = progress.add_task(tell("match.playing"), total=tournament.planned, completed=tournament.games)
        try:
            tournament.play(pool, lambda: progress.update(bar, completed=tournament.games))
        except KeyboardInterrupt:
            pool.stop()


def _figures(tournament: Tournament, standings: Standings) -> dict[str, object]:
    """The match as data: for each mind its wins, forfeits, mean result and points; the rest for the first mind."""
    rows = [standings.row(mind) for mind in range(len(tournament.settings.minds))]
    first = rows[0]
    return {
        "minds": tournament.settings.minds,
        "games": standings.games,
        "planned": tournament.planned,
        "distinct": standings.distinct,
        "wins": [row.wins for row in rows],
        "draws": standings.games - standings.unwon - sum(row.wins for row in rows),
        "forfeits": [row.forfeits for row in rows],
        "results": [row.score for row in rows],
        "points": [row.points for row in rows],
        "score": first.score,
        "interval": first.interval,
        "margin": first.margin,
        "margin_interval": first.margin_interval,
    }


def _show(minds: Sequence[str], standings: Standings) -> None:
    if not standings.games:
        console.print(tell("match.nothing"))
        return
    rows = [standings.row(mind) for mind in range(len(minds))]
    for mind, row in zip(minds, rows, strict=True):
        mean = "" if row.points is None else f", {tell('match.points', points=row.points)}"
        lost = f"  ({tell('match.forfeits', n=row.forfeits)})" if row.forfeits else ""
        console.print(f"[bold]{escape(mind)}[/bold]: {tell('match.wins', n=row.wins)}{mean}{lost}")
    show_forfeits(minds, standings)
    console.print(tell("match.draws", n=standings.games - standings.unwon - sum(row.wins for row in rows)))
    console.print(tell("match.games", n=standings.games, distinct=standings.distinct))
    first, (low, high) = rows[0], rows[0].interval
    console.print(tell("match.score", mind=minds[0], score=100 * first.score, low=100 * low, high=100 * high))
    if first.margin is not None and first.margin_interval is not None:
        low, high = first.margin_interval
        console.print(tell("match.margin", mind=minds[0], margin=first.margin, low=low, high=high))
    elif first.margin is not None:
        console.print(tell("match.margin_alone", mind=minds[0], margin=first.margin))


def show_forfeits(names: Sequence[str], standings: Standings) -> None:
    """Print each reason of a forfeit once, with the number of games."""
    for forfeit in standings.forfeits:
        reason, games = full_stop(say(forfeit.reason, LANGUAGE)), tell("match.forfeits", n=forfeit.games)
        console.print(f"  [red]✗[/red] {escape(names[forfeit.mind])}, {games}: {escape(reason)}")
