"""Terminal output: boards, reasons, results."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Iterable, Mapping, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING

from rich.console import Console, Group
from rich.constrain import Constrain
from rich.markup import escape
from rich.padding import Padding
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from ludoteca.arena.judgement import Judged
from ludoteca.cli import firings
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.explanation import Explanation
from ludoteca.core.explanation_text import Verdicts, details, headline, reason_text
from ludoteca.core.game import Game, PlayedMove, Position, seat_key
from ludoteca.core.i18n import Message, capitalized, full_stop, phrase, say
from ludoteca.core.outcome import outcome
from ludoteca.core.record import Result, Turn
from ludoteca.rules.kernel import compilation

if TYPE_CHECKING:
    from rich.progress import Progress

_UNWRAPPED = 10_000  # columns of output to a file or a pipe: a line stays one line, so that it can be searched
_WIDEST_BOARD = 160  # columns
console = Console(highlight=False, width=None if sys.stdout.isatty() or "COLUMNS" in os.environ else _UNWRAPPED)
JUDGING = 2.0  # seconds to check the reasons of a move that is shown; what is left then is not checked
_HUMAN, _CHOSEN_BY_PERSON = "human", "minds.human.chosen"
errors = Console(stderr=True, highlight=False)


def announce_compiling() -> None:
    """Show a spinner whenever a game's rules have to be compiled."""

    def spinner(game: str) -> AbstractContextManager[object]:
        return errors.status(tell("compiling", game=game))

    compilation.set_announcer(spinner)


def games_progress(quiet: bool) -> Progress:
    """A progress bar for games that are played, gone at the end; none if it is to be quiet."""
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, disable=quiet, transient=True)


def print_json(data: object) -> None:
    print(json.dumps(data, ensure_ascii=False, indent=2))


def seat_name(game: Game, seat: str) -> str:
    return phrase(seat_key(game, game.seats.index(seat)), LANGUAGE)


def seated(game: Game, minds: Sequence[str], at_terminal: bool = False) -> dict[str, str]:
    """Each seat with who sits there: a mind, or a person, who is "you" if it is the only one at this terminal."""
    is_alone = at_terminal and minds.count(_HUMAN) == 1
    person = tell("you" if is_alone else "person")
    who = (person if mind == _HUMAN else mind for mind in minds)
    return {seat: f"{seat_name(game, seat)} ({each})" for seat, each in zip(game.seats, who, strict=True)}


def show_head(game: Game, seed: int, who: Mapping[str, str]) -> None:
    """Print the game, who plays it and the seed."""
    console.print(escape(tell("replay.head", game=game.name, seed=seed, who=tuple(who.values()))))


def show_board(position: Position, last: PlayedMove | None = None) -> None:
    board = Constrain(position.game.terminal(position, last, LANGUAGE), min(console.width, _WIDEST_BOARD))
    console.print(Padding(board, (0, 0, 1, 0), expand=False))


def show_start(position: Position, why: bool) -> None:
    """Print the board before the first move, and the firings before it if reasons are shown."""
    for line in firings.opening_lines(position) if why else ():
        console.print(line)
    show_board(position)


def show_turn(number: int, played: PlayedMove, turn: Turn, judged: Sequence[Judged] | None, who: str) -> None:
    """Print a move, what it does and why, with all its reasons if they were judged, and the board after it."""
    position = played.position
    head = escape(tell("turn", number=number, who=who, move=turn.text))
    does = escape(say(position.game.move_sentence(position, played.move), LANGUAGE))
    console.print(f"[bold]{head}[/bold]  {does}")
    if judged is None:
        if turn.why.reason.claim.key != _CHOSEN_BY_PERSON:
            console.print(f"   [dim]{escape(sentence(turn.why))}[/dim]")
    else:
        console.print(f"   {headline(turn.why, LANGUAGE, _verdicts(judged))}")
        show_why(turn.why, position.game, judged)
        for line in firings.lines(played):
            console.print(line)
    show_board(position.after(played.move), played)


def show_remarks(warnings: Iterable[Message], printed: str, who: str) -> None:
    """Print the warnings about a mind's knowledge, and what it printed."""
    for warning in warnings:
        console.print(f"   [yellow]{escape(full_stop(say(warning, LANGUAGE)))}[/yellow]")
    for line in printed.splitlines():
        plain = "".join(letter if letter.isprintable() else " " for letter in line)  # nothing that moves the cursor
        console.print(f"   [dim]{escape(tell('printed', who=who))}[/dim] {escape(plain)}")


def show_why(why: Explanation, game: Game, judged: Sequence[Judged] = ()) -> None:
    """Print what is behind the reason of a choice."""
    for line in details(why, game, LANGUAGE, _verdicts(judged), tell("where_all")):
        console.print(line)


def _verdicts(judged: Sequence[Judged]) -> Verdicts:
    return {id(one.reason): one.verdict for one in judged}


def sentence(why: Explanation) -> str:
    """The reason in one sentence, with the file and line it comes from."""
    return reason_text(why.reason, LANGUAGE)


def show_end(position: Position, result: Result | None = None, who: Mapping[str, str] | None = None) -> None:
    """Print a panel: who won and by how much, why the game is over, and the score sheet; `who` sits where."""
    game, forfeit = position.game, None if result is None else result.forfeit
    shares = position.result() if result is None else result.result
    lines = [Text(say(outcome(game, shares, position.scores(), forfeit is None), LANGUAGE), "bold")]
    for lost in () if result is None else result.forfeits:
        reason = full_stop(say(lost.reason, LANGUAGE))
        lines.append(Text(capitalized(tell("forfeit", seat=seat_name(game, lost.seat), reason=reason))))
    if forfeit is None and (ending := game.ending(position)) is not None:
        lines.append(Text(say(ending, LANGUAGE)))
    labels = [(who or {}).get(seat, seat_name(game, seat)) for seat in game.seats]
    console.print(Panel(Group(*lines, Text(), _score_sheet(position, labels)), expand=False))


def _score_sheet(position: Position, seats: Sequence[str]) -> Table:
    """The points of each seat by category, and their sum where there are several."""
    rows = position.game.score_sheet(position)
    table = Table(box=None, padding=(0, 2, 0, 0), pad_edge=False, header_style="bold")
    table.add_column("", no_wrap=True)
    for seat in seats:
        table.add_column(escape(seat), justify="right", overflow="fold")
    for row in rows:
        table.add_row(escape(say(row.label, LANGUAGE)), *(f"{points:g}" for points in row.points))
    if len(rows) > 1:
        total = (f"{points:g}" for points in position.scores())
        table.add_row(escape(tell("total")), *total, style="bold")
    return table
