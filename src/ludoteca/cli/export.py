"""`export`: a data set of explanations, with a progress bar, and records as tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from rich.markup import escape

from ludoteca.arena.explanation_data import CARD, JUDGED, Counts, GameSelection, data_file, write_data_set
from ludoteca.arena.record_table import FORMS, read_records, turn_rows, write_table
from ludoteca.cli.output import announce_compiling, console, games_progress, print_json
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import no_such
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
    form: str,
) -> None:
    """Write a data set into a new folder; Ctrl-C leaves nothing behind."""
    data = data_file(form)
    announce_compiling()
    opened = tuple(open_game(name, read_settings(settings)) for name in dict.fromkeys(games or game_names()))
    plan = GameSelection(opened, times, seed, tuple(dict.fromkeys(minds)), seconds)
    counts = _written(folder, plan, data, quiet=as_json)
    verdicts = sum(counts.verdicts.values(), Counter[Verdict]())
    figures = {"games": counts.games, "explanations": counts.choices.total(), "forfeits": counts.forfeits}
    figures |= {verdict.value: verdicts[verdict] for verdict in JUDGED}
    if as_json:
        print_json({"folder": str(folder), "data": data, "card": CARD, **figures})
    else:
        console.print(escape(tell("export.done", folder=str(folder), **figures)))


def _written(folder: Path, plan: GameSelection, data: str, quiet: bool) -> Counts:
    with games_progress(quiet) as progress:
        bar = progress.add_task(tell("match.playing"), total=plan.times * len(plan.tables()))
        return write_data_set(folder, plan, LANGUAGE, lambda counts: progress.update(bar, completed=counts.games), data)


def export_records(file: Path, paths: Sequence[Path], form: str, as_json: bool) -> None:
    """Write the turns of some records as a table into a new file."""
    if form not in FORMS:
        raise no_such("value", form, FORMS, prefix="format=")
    records = list(read_records(paths))
    rows = list(turn_rows(records))
    write_table(file, rows, "csv" if form == "csv" else "parquet")
    figures: dict[str, int | str] = {"file": str(file), "records": len(records), "rows": len(rows)}
    if as_json:
        print_json(figures)
    else:
        console.print(escape(tell("export.records_done", **figures)))
