"""`match`: many games, with a progress bar and what they come to."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from ludoteca.arena.match import Match, Settings, Standing
from ludoteca.cli.screen import announce_compiling, console, print_json
from ludoteca.cli.words import tell
from ludoteca.core.mind import MindName
from ludoteca.core.options import read_settings
from ludoteca.games import load_game


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
    game = load_game(game_name, read_settings(settings))
    names = tuple(str(MindName.read(mind)) for mind in minds)
    plan = Settings(game.name, dict(game.values), names, games, opening, seconds, seed)
    contest = Match(plan, workers, folder)
    standing = _played(contest, quiet=as_json)
    if as_json:
        print_json(standing.summary())
    else:
        _show(standing)
        if len(standing.records) < games:
            console.print(tell("match.go_on") if folder is not None else tell("match.lost"))


def _played(contest: Match, quiet: bool) -> Standing:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=console, disable=quiet, transient=True) as progress:
        bar = progress.add_task(tell("match.playing"), total=contest.settings.games)
        progress.update(bar, completed=len(contest.standing.records))
        try:
            return contest.play(lambda standing: progress.update(bar, completed=len(standing.records)))
        except KeyboardInterrupt:
            return contest.standing


def _show(standing: Standing) -> None:
    figures = standing.summary()
    if not standing.records:
        console.print(tell("match.nothing"))
        return
    wins, forfeits, minds = figures["wins"], figures["forfeits"], standing.settings.minds
    assert isinstance(wins, list) and isinstance(forfeits, list)
    for number, mind in enumerate(minds):
        lost = f"  ({tell('match.forfeits', n=forfeits[number])})" if forfeits[number] else ""
        console.print(f"[bold]{mind}[/bold]: {tell('match.wins', n=wins[number])}{lost}", markup=True)
    console.print(tell("match.draws", n=_number(figures["draws"])))
    console.print(tell("match.games", n=_number(figures["games"]), distinct=_number(figures["distinct"])))
    low, high = _pair(figures["interval"])
    score = 100 * _number(figures["score"])
    console.print(tell("match.score", mind=minds[0], score=score, low=100 * low, high=100 * high))
    if figures["margin_interval"] is None:
        console.print(tell("match.margin_alone", mind=minds[0], margin=_number(figures["margin"])))
    else:
        low, high = _pair(figures["margin_interval"])
        console.print(tell("match.margin", mind=minds[0], margin=_number(figures["margin"]), low=low, high=high))


def _number(figure: object) -> int | float:
    assert isinstance(figure, int | float)
    return figure


def _pair(figure: object) -> tuple[float, float]:
    assert isinstance(figure, list)
    low, high = figure
    return float(low), float(high)
