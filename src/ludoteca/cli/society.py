"""`society`: agents play a game together, and what each of them does is shown side by side."""

from __future__ import annotations

from collections.abc import Sequence

from rich.table import Table
from rich.text import Text

from ludoteca.child import ChildError
from ludoteca.cli.output import console, print_json, seat_name, show_board
from ludoteca.cli.play import GameOptions, seed_of
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.errors import BadInput
from ludoteca.core.game import Game
from ludoteca.core.i18n import say
from ludoteca.core.options import read_settings
from ludoteca.core.record import to_json
from ludoteca.games import load_game
from ludoteca.minds.agentspeak import AgentSpeak
from ludoteca.minds.agentspeak.society import Chronicle, Entry, Society, knowledge_for
from ludoteca.minds.agentspeak.trace.terminal import note_line
from ludoteca.minds.shared.knowledge import BadKnowledge

_MILLISECONDS = 1000
_STYLES = {
    "acts": "bold green",
    "refused": "red",
    "failed": "red",
    "fault": "bold red",
    "warning": "yellow",
    "world": "bold",
}


def show_society(game_name: str, files: Sequence[str], options: GameOptions) -> None:
    """Let agents live together until the game is over."""
    game = load_game(game_name, read_settings(options.settings))
    seed, mind = seed_of(options), AgentSpeak.with_defaults()
    try:
        society = Society(game, knowledge_for(game, files), seed, mind.steps, options.seconds)
    except (BadKnowledge, ChildError) as error:
        raise BadInput(error.message.key, **error.message.args) from None
    try:
        chronicle = society.live()
    finally:
        society.close()
    if options.as_json:
        print_json(_data(chronicle, seed))
        return
    console.print(Text(tell("society.head", game=game.name, seed=seed), "bold"))
    console.print(_side_by_side(game, chronicle))
    show_board(chronicle.position)
    _show_end(game, chronicle)


def _side_by_side(game: Game, chronicle: Chronicle) -> Table:
    """A column for each agent and one for the world; one row for what happened at one time."""
    table = Table(show_lines=True, pad_edge=False)
    table.add_column(tell("society.time"), justify="right", style="dim", no_wrap=True)
    for seat in game.seats:
        table.add_column(seat_name(game, seat), ratio=1, overflow="fold")
    table.add_column(tell("society.world"), ratio=1, overflow="fold")
    for row in chronicle.rows():
        table.add_row(
            tell("society.seconds", seconds=row.time / _MILLISECONDS),
            *(_cell(column) for column in (*row.agents, row.world)),
        )
    return table


def _cell(entries: Sequence[Entry]) -> Text:
    """What happened to one agent at one time, a line each."""
    lines = []
    for entry in entries:
        line = note_line(entry.note, LANGUAGE)
        line.stylize(_STYLES.get(entry.note.kind, ""))
        lines.append(line.append(f" × {entry.count}", "dim") if entry.count > 1 else line)
    return Text("\n").join(lines)


def _show_end(game: Game, chronicle: Chronicle) -> None:
    if chronicle.fault is not None:
        seat, why = chronicle.fault
        console.print(Text(tell("forfeit", seat=seat_name(game, game.seats[seat]), reason=say(why, LANGUAGE)), "bold"))
        return
    points = zip(game.seats, chronicle.position.scores(), strict=True)
    scores = " · ".join(f"{seat_name(game, seat)} {count:g}" for seat, count in points)
    winner = chronicle.winner
    text = tell("draw", scores=scores) if winner is None else _won(game, winner, scores)
    console.print(Text(text, "bold"))


def _won(game: Game, winner: int, scores: str) -> str:
    return tell("won", seat=seat_name(game, game.seats[winner]), scores=scores)


def _data(chronicle: Chronicle, seed: int) -> object:
    game = chronicle.position.game
    return {
        "seed": seed,
        "moves": [move.text for move in chronicle.history],
        "moments": [
            {
                "time": moment.time,
                "agent": None if moment.agent is None else game.seats[moment.agent],
                "kind": moment.note.kind,
                "text": say(moment.note.claim, LANGUAGE),
                "source": to_json(moment.note.source),
                "moves": moment.moves,
            }
            for moment in chronicle.moments
        ],
        "result": list(chronicle.position.result()) if chronicle.position.turn is None else None,
        "fault": _fault(chronicle),
    }


def _fault(chronicle: Chronicle) -> object:
    if chronicle.fault is None:
        return None
    seat, why = chronicle.fault
    return {"seat": chronicle.position.game.seats[seat], "reason": say(why, LANGUAGE)}
