"""`match`: many games between minds, with a progress bar and a table of results."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape

from ludoteca.arena.match import Match, check_minds
from ludoteca.arena.match_results import MatchResults, Settings
from ludoteca.arena.match_store import FolderStore
from ludoteca.cli.output import announce_compiling, console, games_progress, print_json
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.i18n import full_stop, say
from ludoteca.core.options import read_settings
from ludoteca.games import open_game
from ludoteca.minds import pinned


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
    names = tuple(pinned(mind, game) for mind in minds)
    plan = Settings(game.name, dict(game.values), names, games, opening, seconds, seed)
    check_minds(game, names)  # before a folder is claimed for a match that cannot be
    contest = Match(plan, workers, FolderStore(folder, plan) if folder is not None else None)
    standing = _played(contest, quiet=as_json)
    if as_json:
        print_json(dataclasses.asdict(standing.figures()))
    else:
        _show(standing)
        if len(standing.numbers) < games:
            console.print(tell("match.go_on") if folder is not None else tell("match.lost"))


def _played(contest: Match, quiet: bool) -> MatchResults:
    with games_progress(quiet) as progress:
        bar = progress.add_task(tell("match.playing"), total=contest.settings.games)
        progress.update(bar, completed=len(contest.results.numbers))
        try:
            return contest.play(lambda standing: progress.update(bar, completed=len(standing.numbers)))
        except KeyboardInterrupt:
            return contest.results


def _show(standing: MatchResults) -> None:
    if not standing.numbers:
        console.print(tell("match.nothing"))
        return
    figures = standing.figures()
    rows = zip(figures.minds, figures.wins, figures.points, figures.forfeits, strict=True)
    for mind, wins, points, forfeits in rows:
        lost = f"  ({tell('match.forfeits', n=forfeits)})" if forfeits else ""
        mean = tell("match.points", points=points)
        console.print(f"[bold]{escape(mind)}[/bold]: {tell('match.wins', n=wins)}, {mean}{lost}")
    for mind, reason in _faults(standing):
        console.print(f"  [red]✗[/red] {escape(mind)}: {escape(reason)}")
    console.print(tell("match.draws", n=figures.draws))
    console.print(tell("match.games", n=figures.games, distinct=figures.distinct))
    first, (low, high) = figures.minds[0], figures.interval
    console.print(tell("match.score", mind=first, score=100 * figures.score, low=100 * low, high=100 * high))
    if figures.margin_interval is None:
        console.print(tell("match.margin_alone", mind=first, margin=figures.margin))
    else:
        low, high = figures.margin_interval
        console.print(tell("match.margin", mind=first, margin=figures.margin, low=low, high=high))


def _faults(standing: MatchResults) -> list[tuple[str, str]]:
    """The forfeits of each mind, each reason once."""
    minds = standing.settings.minds
    told = [(minds[mind], full_stop(say(reason, LANGUAGE))) for mind, reason, _ in standing.forfeits]
    return list(dict.fromkeys(told))
