"""`replay`: show a record, or verify it."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import typer
from rich.markup import escape

from ludoteca.arena.judgement import judge_played
from ludoteca.arena.replay import game_of, referee, start_of
from ludoteca.arena.replay import replay as moves_of
from ludoteca.arena.verify import Report, verify
from ludoteca.cli.firings import TraceFile
from ludoteca.cli.output import (
    JUDGING,
    announce_compiling,
    console,
    print_json,
    seated,
    show_end,
    show_head,
    show_start,
    show_turn,
)
from ludoteca.cli.play import summary
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.game import Game
from ludoteca.core.i18n import Message, say
from ludoteca.core.record import Record, read_record, to_json
from ludoteca.core.verdicts import Verdict
from ludoteca.games import open_game

_EXIT_CODES = {Verdict.TRUE: 0, Verdict.REPRODUCED: 0, Verdict.FALSE: 1, Verdict.UNCHECKABLE: 3}


def replay(path: Path, check: bool, why: bool, trace: Path | None, as_json: bool) -> None:
    """Show a record, or verify it: exit code 1 when something in it is false, 3 when it is not fully checked.

    A record holds no firings, since they follow from its moves: `trace` is the file to write them to.
    """
    record = read_record(path)
    if check:
        announce_compiling()
        report = verify(record, game_of(record, open_game))
        _show_report(report, as_json)
        raise typer.Exit(_EXIT_CODES[report.verdict])
    game = game_of(record, open_game)
    referee(record, game, str(path))
    firings = {} if trace is None else {"firings": _traced(record, game, trace)}
    if as_json:
        print_json(summary(record) | firings)
    else:
        _show(record, game, why)


def _traced(record: Record, game: Game, path: Path) -> list[dict[str, str | int | None]]:
    """Write the firings of a record to a new file; returns them as rows."""
    with closing(TraceFile(path, start_of(record, game))) as file:
        for number, (played, _) in enumerate(moves_of(record, game), 1):
            file.add(played, number)
    return file.rows


def _show(record: Record, game: Game, why: bool) -> None:
    who = seated(game, record.header.minds)
    show_head(game, record.header.seed, who)
    position = start_of(record, game)
    for number, (played, turn) in enumerate(moves_of(record, game), 1):
        if number == 1:
            show_start(position, why)
        judged = judge_played(record.header, number - 1, played, turn.why, JUDGING) if why else None
        show_turn(number, played, turn, judged, who[turn.seat])
        position = played.position.after(played.move)
    if record.result is None:
        console.print(tell("replay.breaks_off"))
    else:
        show_end(position, record.result, who)


def _show_report(report: Report, as_json: bool) -> None:
    counts = {verdict.value: report.verdicts[verdict] for verdict in Verdict}
    if as_json:
        print_json(
            {
                "verdict": report.verdict.value,
                "moves": report.moves,
                "derived": report.derived,
                "verdicts": counts,
                "unchecked": [{"move": number, **_said(message)} for number, message in report.unchecked],
                "problems": [{"move": number, **_said(message)} for number, message in report.problems],
            }
        )
        return
    for number, message in report.problems:
        console.print(f"[red]✗[/red] {escape(_at([number], say(message, LANGUAGE)))}")
    for text, numbers in _grouped(report).items():
        console.print(f"[yellow]?[/yellow] {escape(_at(numbers, text))}")
    console.print(tell(f"replay.verdict.{report.verdict.value}"))
    console.print(tell("replay.moves", moves=report.moves, derived=report.derived))
    console.print(tell("replay.counts", reasons=report.verdicts.total(), **counts))


def _at(numbers: list[int], text: str) -> str:
    """A sentence about some moves; number 0 is the record as a whole."""
    if numbers == [0]:
        return text
    key = "replay.at" if len(numbers) == 1 else "replay.at_many"
    return tell(key, number=numbers[0], last=numbers[-1], moves=len(numbers), text=text)


def _grouped(report: Report) -> dict[str, list[int]]:
    """The reasons why moves could not be checked, each once, with its moves."""
    found: dict[str, list[int]] = {}
    for number, message in report.unchecked:
        found.setdefault(say(message, LANGUAGE), []).append(number)
    return found


def _said(message: Message) -> dict[str, object]:
    return {"sentence": say(message, LANGUAGE), **to_json(message)}
