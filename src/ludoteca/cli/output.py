"""Terminal output: boards, reasons, results."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, ClassVar

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from ludoteca.arena.judgement import Judged
from ludoteca.cli import firings
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.game import Game, PlayedMove, Position, seat_key
from ludoteca.core.i18n import full_stop, phrase, say
from ludoteca.core.record import Result, Turn
from ludoteca.core.traces import trace_types
from ludoteca.core.verdicts import Verdict
from ludoteca.rules.kernel import compilation

if TYPE_CHECKING:
    from rich.progress import Progress

console = Console(highlight=False)
_MOST = 12  # moves turned down that are told one by one
JUDGING = 2.0  # seconds to check the reasons of a move that is shown; what is left then is not checked
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


def show_head(game: Game, seed: int, minds: Sequence[str]) -> None:
    """Print the game, the minds and the seed."""
    who = tuple(f"{seat_name(game, seat)} {mind}" for seat, mind in zip(game.seats, minds, strict=True))
    console.print(escape(tell("replay.head", game=game.name, seed=seed, minds=who)))


def show_board(position: Position, last: PlayedMove | None = None) -> None:
    console.print(Padding(position.game.terminal(position, last, LANGUAGE), (0, 0, 1, 0)))


def show_start(position: Position, why: bool) -> None:
    """Print the board before the first move, and the firings before it if reasons are shown."""
    for line in firings.opening_lines(position) if why else ():
        console.print(line)
    show_board(position)


def show_turn(number: int, played: PlayedMove, turn: Turn, judged: Sequence[Judged] | None) -> None:
    """Print a move, with its reasons if they were judged, else as one line, and the board after it."""
    game = played.position.game
    head = escape(tell("turn", number=number, seat=seat_name(game, turn.seat), move=turn.text))
    if judged is None:
        console.print(f"[bold]{head}[/bold]  [dim]{escape(_headline(turn.why))}[/dim]")
    else:
        marks = _Marks(judged)
        console.print(f"[bold]{head}[/bold]  {marks.of(turn.why.reason)}[dim]{escape(sentence(turn.why))}[/dim]")
        show_why(turn.why, game, marks)
        for line in firings.lines(played):
            console.print(line)
    show_board(played.position.after(played.move), played)


class _Marks:
    """The marks before reasons, by verdict; none before those that were not judged."""

    _SIGNS: ClassVar = {
        Verdict.TRUE: "[green]✓[/green] ",
        Verdict.FALSE: "[red]✗[/red] ",
        Verdict.UNCHECKABLE: "[dim]·[/dim] ",
    }

    def __init__(self, judged: Sequence[Judged] = ()) -> None:
        self._verdicts = {id(one.reason): one.verdict for one in judged}

    def of(self, reason: Reason) -> str:
        verdict = self._verdicts.get(id(reason))
        return "" if verdict is None else self._SIGNS[verdict]


def show_why(why: Explanation, game: Game, marks: _Marks | None = None) -> None:
    """Print a whole explanation."""
    marks = marks or _Marks()
    because = list(_because(why.reason, 1, marks))
    for line in because[:_MOST]:
        console.print(line)
    if len(because) > _MOST:
        console.print(f"  [dim]{escape(tell('because_more', n=len(because) - _MOST))}[/dim]")
    if why.trace is not None:
        drawn = trace_types()[why.trace.kind].draw(why.trace, game, LANGUAGE)
        console.print(Padding(drawn, (0, 0, 0, 2)))
    for rejected in why.rejected[:_MOST]:
        text = tell("not", move=rejected.move, reason=reason_text(rejected.reason))
        console.print(f"  [red]–[/red] {marks.of(rejected.reason)}{escape(text)}")
        expected = [reason for reason in rejected.reason.because if reason.claim.key == "minds.line"]
        for reason in expected:
            console.print(f"      {marks.of(reason)}[dim]{escape(say(reason.claim, LANGUAGE))}[/dim]")
    more = len(why.rejected[_MOST:]) + (why.rejected_omitted or 0)
    if more:
        console.print(f"  [dim]{escape(tell('not_more', n=more))}[/dim]")


def sentence(why: Explanation) -> str:
    """The reason in one sentence, with the file and line it comes from."""
    return reason_text(why.reason)


def reason_text(reason: Reason) -> str:
    """A reason in one sentence, with the file and line it comes from."""
    said = say(reason.claim, LANGUAGE)
    if reason.source is None:
        return said
    return tell("place", sentence=said, file=reason.source.file, line=reason.source.line)


def _headline(why: Explanation) -> str:
    """The reason in one sentence; of a move that only has events behind it, as a person's has, what it did."""
    events = [say(because.claim, LANGUAGE) for because in why.reason.because]
    return "; ".join(events) if why.reason.claim.key == "minds.human.chosen" and events else sentence(why)


def _because(reason: Reason, depth: int, marks: _Marks) -> Iterator[str]:
    for because in reason.because:
        yield f"{'  ' * depth}[green]•[/green] {marks.of(because)}{escape(reason_text(because))}"
        yield from _because(because, depth + 1, marks)


def show_result(game: Game, result: Result) -> None:
    if result.forfeit is not None:
        reason = full_stop(say(result.forfeit.reason, LANGUAGE))
        console.print(escape(tell("forfeit", seat=seat_name(game, result.forfeit.seat), reason=reason)))
    scores = " · ".join(
        f"{seat_name(game, seat)} {points:g}" for seat, points in zip(game.seats, result.scores, strict=True)
    )
    if result.winner is None:
        text = tell("draw", scores=scores)
    else:
        text = tell("won", seat=seat_name(game, result.winner), scores=scores)
    console.print(f"[bold]{escape(text)}[/bold]")
