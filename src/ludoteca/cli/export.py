"""`export explanations`: a data set of explanations, with a progress bar."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape

from ludoteca.arena.explanation_data import CARD, DATA, JUDGED, Counts, Plan, write_data_set
from ludoteca.cli.output import announce_compiling, console, games_progress, print_json
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.options import read_settings
from ludoteca.core.verdicts import Verdict
from ludoteca.games import game_names, open_game


def export_explanations(
    folder: Path,
    games: Sequence[str],
    minds: Sequence[str],
    settings: Sequence[str],
    times: int,
    seed: int,
    seconds: float,
    as_json: bool,
) -> None:
    """Write a data set into a new folder; Ctrl-C leaves nothing behind."""
    announce_compiling()
    opened = tuple(open_game(name, read_settings(settings)) for name in dict.fromkeys(games or game_names()))
    plan = Plan(opened, times, seed, tuple(dict.fromkeys(minds)), seconds)
    counts = _written(folder, plan, quiet=as_json)
    verdicts = sum(counts.verdicts.values(), Counter[Verdict]())
    figures = {"games": counts.games, "explanations": counts.choices.total(), "forfeits": counts.forfeits}
    figures |= {verdict.value: verdicts[verdict] for verdict in JUDGED}
    if as_json:
        print_json({"folder": str(folder), "data": DATA, "card": CARD, **figures})
    else:
        console.print(escape(tell("export.done", folder=str(folder), **figures)))


def _written(folder: Path, plan: Plan, quiet: bool) -> Counts:
    with games_progress(quiet) as progress:
        bar = progress.add_task(tell("match.playing"), total=plan.times * len(plan.tables()))
        return write_data_set(folder, plan, LANGUAGE, lambda counts: progress.update(bar, completed=counts.games))
