"""`society`: agents play a game together, and what each of them does is shown side by side."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from ludoteca.cli.output import console, print_json, seat_name, show_board, show_end
from ludoteca.cli.play import GameOptions, seed_of
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.game import Game
from ludoteca.core.i18n import say
from ludoteca.core.options import read_settings
from ludoteca.core.record import to_json
from ludoteca.core.society import Entry, SocietyLog
from ludoteca.games import load_game
from ludoteca.minds.schools import start_society

_MILLISECONDS = 1000
_STYLES = {
    "acts": "bold green",
    "refused": "red",
    "failed": "red",
    "fault": "bold red",
    "warning": "yellow",
    "world": "bold",
    "prints": "italic",
}


def show_society(game_name: str, files: Sequence[str], options: GameOptions) -> None:
    """Let agents live together until the game is over."""
    game = load_game(game_name, read_settings(options.settings))
    seed = seed_of(options)
    society = start_society(game, files, seed, options.seconds)
    try:
        log = society.live()
    finally:
        society.close()
    if options.as_json:
        print_json(_data(log, seed))
        return
    console.print(Text(tell("society.head", game=game.name, seed=seed), "bold"))
    console.print(_side_by_side(game, log))
    show_board(log.position)
    _show_end(game, log)


def _side_by_side(game: Game, log: SocietyLog) -> Table:
    """A column for each agent and one for the world; one row for what happened at one time."""
    table = Table(show_lines=True, pad_edge=False)
    table.add_column(tell("society.time"), justify="right", style="dim", no_wrap=True)
    for seat in game.seats:
        table.add_column(seat_name(game, seat), ratio=1, overflow="fold")
    table.add_column(tell("society.world"), ratio=1, overflow="fold")
    for row in log.rows():
        table.add_row(
            tell("society.seconds", seconds=row.time / _MILLISECONDS),
            *(_cell(column) for column in (*row.agents, row.world)),
        )
    return table


def _cell(entries: Sequence[Entry]) -> Text:
    """What happened to one agent at one time, a line each."""
    lines = []
    for entry in entries:
        line = Text(say(entry.note.claim, LANGUAGE), _STYLES.get(entry.note.kind, ""))
        if entry.note.source is not None:
            line.append(f"  {entry.note.source.file}:{entry.note.source.line}", "dim")
        lines.append(line.append(f" × {entry.count}", "dim") if entry.count > 1 else line)
    return Text("\n").join(lines)


def _show_end(game: Game, log: SocietyLog) -> None:
    if log.fault is not None:
        seat, why = log.fault
        console.print(Text(tell("forfeit", seat=seat_name(game, game.seats[seat]), reason=say(why, LANGUAGE)), "bold"))
        return
    show_end(log.position)


def _data(log: SocietyLog, seed: int) -> object:
    game = log.position.game
    return {
        "seed": seed,
        "moves": [move.text for move in log.history],
        "events": [
            {
                "time": event.time,
                "agent": None if event.agent is None else game.seats[event.agent],
                "kind": event.note.kind,
                "text": say(event.note.claim, LANGUAGE),
                "source": to_json(event.note.source),
                "moves": event.moves,
            }
            for event in log.events
        ],
        "result": list(log.position.result()) if log.position.turn is None else None,
        "fault": _fault(log),
    }


def _fault(log: SocietyLog) -> object:
    if log.fault is None:
        return None
    seat, why = log.fault
    return {"seat": log.position.game.seats[seat], "reason": say(why, LANGUAGE)}
