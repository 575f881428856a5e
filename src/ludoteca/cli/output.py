"""Terminal output: boards, reasons, results."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager

from rich.console import Console
from rich.markup import escape
from rich.padding import Padding

from ludoteca.cli import firings
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.explanation import Explanation, Reason
from ludoteca.core.game import Game, PlayedMove, Position, seat_key
from ludoteca.core.i18n import full_stop, phrase, say
from ludoteca.core.record import Result, Turn
from ludoteca.core.traces import trace_types
from ludoteca.rules.kernel import compilation

console = Console(highlight=False)
_MOST = 12  # moves turned down that are told one by one
errors = Console(stderr=True, highlight=False)


def announce_compiling() -> None:
    """Show a spinner whenever a game's rules have to be compiled."""

    def spinner(game: str) -> AbstractContextManager[object]:
        return errors.status(tell("compiling", game=game))

    compilation.set_announcer(spinner)


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


def show_turn(number: int, played: PlayedMove, turn: Turn, why: bool) -> None:
    """Print a move, with its reasons or as one line, and the board after it."""
    game = played.position.game
    head = tell("turn", number=number, seat=seat_name(game, turn.seat), move=turn.text)
    console.print(f"[bold]{escape(head)}[/bold]  [dim]{escape(sentence(turn.why))}[/dim]")
    if why:
        show_why(turn.why, game)
        for line in firings.lines(played):
            console.print(line)
    show_board(played.position.after(played.move), played)


def show_why(why: Explanation, game: Game) -> None:
    """Print a whole explanation."""
    because = list(_because(why.reason, 1))
    for line in because[:_MOST]:
        console.print(line)
    if len(because) > _MOST:
        console.print(f"  [dim]{escape(tell('because_more', n=len(because) - _MOST))}[/dim]")
    if why.trace is not None:
        drawn = trace_types()[why.trace.kind].draw(why.trace, game, LANGUAGE)
        console.print(Padding(drawn, (0, 0, 0, 2)))
    for rejected in why.rejected[:_MOST]:
        text = tell("not", move=rejected.move, reason=_reason_text(rejected.reason))
        console.print(f"  [red]✗[/red] {escape(text)}")
        expected = [reason for reason in rejected.reason.because if reason.claim.key == "minds.line"]
        for reason in expected:
            console.print(f"      [dim]{escape(say(reason.claim, LANGUAGE))}[/dim]")
    more = len(why.rejected[_MOST:]) + (why.rejected_omitted or 0)
    if more:
        console.print(f"  [dim]{escape(tell('not_more', n=more))}[/dim]")


def sentence(why: Explanation) -> str:
    """The reason in one sentence, with the file and line it comes from."""
    return _reason_text(why.reason)


def _reason_text(reason: Reason) -> str:
    said = say(reason.claim, LANGUAGE)
    if reason.source is None:
        return said
    return tell("place", sentence=said, file=reason.source.file, line=reason.source.line)


def _because(reason: Reason, depth: int) -> Iterator[str]:
    for because in reason.because:
        yield f"{'  ' * depth}[green]•[/green] {escape(_reason_text(because))}"
        yield from _because(because, depth + 1)


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
