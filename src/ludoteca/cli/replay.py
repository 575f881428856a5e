"""`replay`: show a record, or verify it."""

from __future__ import annotations

from pathlib import Path

import typer
from rich.markup import escape

from ludoteca.arena.verify import Report, game_of, referee, verify
from ludoteca.arena.verify import replay as moves_of
from ludoteca.cli.output import announce_compiling, console, print_json, show_head, show_result, show_start, show_turn
from ludoteca.cli.play import summary
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.game import Game
from ludoteca.core.i18n import Message, say
from ludoteca.core.record import Record, read_record, to_json
from ludoteca.games import open_game


def replay(path: Path, check: bool, why: bool, as_json: bool) -> None:
    """Show a record, or verify it: exit code 1 when something in it is not true."""
    record = read_record(path)
    if check:
        announce_compiling()
        report = verify(record, game_of(record, open_game))
        _show_report(report, as_json)
        if report.problems:
            raise typer.Exit(1)
        return
    game = game_of(record, open_game)
    referee(record, game, str(path))
    if as_json:
        print_json(summary(record))
    else:
        _show(record, game, why)


def _show(record: Record, game: Game, why: bool) -> None:
    show_head(game, record.header.seed, record.header.minds)
    for number, (played, turn) in enumerate(moves_of(record, game), 1):
        if number == 1:
            show_start(played.position, why)
        show_turn(number, played, turn, why)
    if record.result is None:
        console.print(tell("replay.breaks_off"))
    else:
        show_result(game, record.result)


def _show_report(report: Report, as_json: bool) -> None:
    if as_json:
        print_json(
            {
                "verified": not report.problems,
                "moves": report.moves,
                "evidence": report.evidence,
                "derived": report.derived,
                "unchecked": [{"move": number, **_said(message)} for number, message in report.unchecked],
                "problems": [{"move": number, **_said(message)} for number, message in report.problems],
            }
        )
        return
    for number, message in report.problems:
        console.print(f"[red]✗[/red] {escape(tell('replay.at', number=number, text=say(message, LANGUAGE)))}")
    for text, numbers in _grouped(report).items():
        key = "replay.at" if len(numbers) == 1 else "replay.at_many"
        line = tell(key, number=numbers[0], last=numbers[-1], moves=len(numbers), text=text)
        console.print(f"[yellow]?[/yellow] {escape(line)}")
    figures = {"moves": report.moves, "evidence": report.evidence, "derived": report.derived}
    console.print(tell(f"replay.{_verdict(report)}", **figures))


def _grouped(report: Report) -> dict[str, list[int]]:
    """The reasons why moves could not be checked, each once, with its moves."""
    found: dict[str, list[int]] = {}
    for number, message in report.unchecked:
        found.setdefault(say(message, LANGUAGE), []).append(number)
    return found


def _verdict(report: Report) -> str:
    if report.problems:
        return "false"
    reasons = {message.key for _, message in report.unchecked}
    if "arena.verify.no_result" in reasons:
        return "so_far"
    return "true" if reasons <= {"arena.verify.person", "arena.verify.forfeit"} else "partly"


def _said(message: Message) -> dict[str, object]:
    return {"sentence": say(message, LANGUAGE), **to_json(message)}
