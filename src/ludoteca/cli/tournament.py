"""`tournament`: many minds meet, with a rating table, a cross table, and reports as CSV, JSON and HTML."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.markup import escape
from rich.table import Table

from ludoteca.arena.game_worker import GameWorker
from ludoteca.arena.tournament.report import Kind, report, report_data
from ludoteca.arena.tournament.schedule import Pairing
from ludoteca.arena.tournament.settings import FORMATS, Settings, check_minds, labels, pinned_settings, without_digest
from ludoteca.arena.tournament.standings import Row, Standings
from ludoteca.arena.tournament.store import FolderStore
from ludoteca.arena.tournament.tournament import GamePool, Tournament
from ludoteca.arena.worker_pool import LocalPool
from ludoteca.cli.match import play_with_progress, show_forfeits
from ludoteca.cli.output import announce_compiling, console, print_json, seat_name
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.cli.tournament_file import checked_settings, read_toml
from ludoteca.core.errors import BadInput, no_such
from ludoteca.core.options import read_settings
from ludoteca.games import open_game


@dataclass(frozen=True, slots=True)
class Output:
    """Where the games and the reports go."""

    record: Path | None
    csv: Path | None
    html: Path | None
    as_json: bool


def tournament(
    name: str,
    minds: Sequence[str],
    options: Sequence[str],
    given: Mapping[str, Any],
    workers: int | str,
    output: Output,
) -> None:
    """Play a tournament, or what is left of it; Ctrl-C keeps what is finished.

    `workers` is their number, or the address of a cluster.
    """
    announce_compiling()
    _check_files(output)
    played = _prepared(name, minds, options, given, output)
    with worker_pool(workers) as pool:
        play_with_progress(played, pool, quiet=output.as_json)
    _write_reports(played, output)
    if output.as_json:
        print_json(report_data(played, LANGUAGE))
        return
    _show(played)
    if not played.finished:
        console.print(tell("match.go_on") if output.record is not None else tell("match.lost"))


@contextmanager
def worker_pool(workers: int | str) -> Iterator[GamePool]:
    """A pool of so many workers here, or of those at an address."""
    if isinstance(workers, int):
        yield LocalPool(GameWorker, workers)
        return
    from ludoteca.arena.cluster import ClusterPool

    with closing(ClusterPool(workers)) as cluster:
        yield cluster


def _prepared(
    name: str, minds: Sequence[str], options: Sequence[str], given: Mapping[str, Any], output: Output
) -> Tournament:
    """The tournament of a file or of the command line, with what is recorded of it."""
    named = {field: value for field, value in given.items() if value is not None}
    if named.get("format", FORMATS[0]) not in FORMATS:
        raise no_such("value", named["format"], FORMATS, prefix="--format=")
    if name.endswith(".toml"):
        if minds:
            raise BadInput("cli.tournament.minds_twice", path=name)
        data = read_toml(Path(name)) | named
    else:
        data = {"game": name, "minds": list(minds), **named}
    found = checked_settings(data, name)
    game = open_game(found.game, {**found.options, **read_settings(options)})
    fields = found.model_dump(exclude={"game", "minds", "options"})
    settings = pinned_settings(Settings(game=game.name, options={}, minds=tuple(found.minds), **fields), game)
    check_minds(game, settings.minds)  # before a folder is made for a tournament that cannot be
    return Tournament(settings, game, None if output.record is None else FolderStore(output.record))


def _check_files(output: Output) -> None:
    """Refuse files that cannot be written, before hours of play."""
    for path in (output.csv, output.html):
        if path is not None and not path.absolute().parent.is_dir():
            raise BadInput("cli.tournament.exists_not", path=str(path.parent))
        if path is not None and path.is_dir():
            raise BadInput("core.record.folder", path=str(path))


def _write_reports(played: Tournament, output: Output) -> None:
    kinds: tuple[tuple[Path | None, Kind], ...] = ((output.csv, "csv"), (output.html, "html"))
    for path, kind in kinds:
        if path is not None:
            text = report(played, kind, LANGUAGE, _links(played, output.record, path))
            path.write_text(text, encoding="utf-8")


def _links(played: Tournament, record: Path | None, page: Path) -> Callable[[Pairing], str | None]:
    """The records' places relative to a page."""
    if record is None:
        return lambda pairing: None
    folder = os.path.relpath(record, page.absolute().parent)

    def link(pairing: Pairing) -> str:
        return Path(folder, FolderStore.place(played.key(pairing))).as_posix()

    return link


def _show(played: Tournament) -> None:
    standings, names = played.standings(), [without_digest(name) for name in labels(played.settings.minds)]
    if not standings.games:
        console.print(tell("match.nothing"))
        return
    console.print(_rating_table(standings, names))
    console.print(_cross_table(standings, names))
    seats = [
        tell("tournament.seat", name=seat_name(played.game, seat), value=of.value, low=of.low, high=of.high)
        for seat, of in zip(played.game.seats, standings.seats, strict=True)
    ]
    console.print(escape(tell("tournament.seats", seats=tuple(seats))))
    for cycle in standings.cycles:
        shown = " → ".join(names[mind] for mind in (*cycle, cycle[0]))
        console.print(escape(tell("tournament.cycle", cycle=shown)))
    show_forfeits(names, standings)
    console.print(tell("match.games", n=standings.games, distinct=standings.distinct))


def _rating_table(standings: Standings, names: Sequence[str]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    columns = ("rank", "mind", "rating", "interval", "games", "results", "score", "points", "margin", "forfeits")
    for column in columns:
        is_name = column == "mind"
        head = tell(f"tournament.{column}")
        table.add_column(head, justify="left" if is_name else "right", overflow="fold", no_wrap=not is_name)
    for rank, row in enumerate(standings.rows, 1):
        table.add_row(str(rank), escape(names[row.mind]), *_figures(row))
    return table


def _figures(row: Row) -> list[str]:
    return [
        f"{row.rating.value:+.0f}",
        f"{row.rating.low:+.0f} … {row.rating.high:+.0f}",
        str(row.games),
        f"{row.wins}-{row.shared}-{row.losses}",
        _decimal(f"{100 * row.score:.1f} %"),
        "–" if row.points is None else _decimal(f"{row.points:.1f}"),
        "–" if row.margin is None else _decimal(f"{row.margin:+.1f}"),
        str(row.forfeits or ""),
    ]


def _decimal(text: str) -> str:
    return text.replace(".", ",") if LANGUAGE == "es" else text


def _cross_table(standings: Standings, names: Sequence[str]) -> Table:
    """The scores of all pairs; an interval above or below a half has a colour."""
    order = [row.mind for row in standings.rows]
    title = tell("tournament.cross")
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, title=title, title_justify="left")
    table.add_column("")
    for rank in range(1, len(order) + 1):
        table.add_column(str(rank), justify="right")
    for rank, mind in enumerate(order, 1):
        table.add_row(f"{rank}. {escape(names[mind])}", *(_cross_cell(standings, mind, other) for other in order))
    return table


def _cross_cell(standings: Standings, mind: int, other: int) -> str:
    cell = standings.cell(mind, other)
    if mind == other or cell is None or cell.score is None:
        return "–" if mind == other else ""
    colour = "green" if cell.interval[0] > 0.5 else "red" if cell.interval[1] < 0.5 else "default"
    return f"[{colour}]{100 * cell.score:.0f}[/{colour}]"
