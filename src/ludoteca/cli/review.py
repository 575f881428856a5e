"""`review`: every move of a record graded by what it cost, with the better move and the reason."""

from __future__ import annotations

import threading
from pathlib import Path

from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from ludoteca.arena.judgement import reasons_of
from ludoteca.arena.replay import Replayed, game_of, referee
from ludoteca.arena.review import Grade, Review, ReviewedMove
from ludoteca.arena.review import review as review_of
from ludoteca.cli.background import GLANCE, Background
from ludoteca.cli.output import announce_compiling, console, errors, print_json, seat_name, seated, show_head
from ludoteca.cli.text import LANGUAGE, tell
from ludoteca.core.claim_text import claim_sentence
from ludoteca.core.errors import no_such
from ludoteca.core.game import Game, find_move
from ludoteca.core.i18n import Message, phrase, say
from ludoteca.core.record import Record, read_record, to_json
from ludoteca.core.verdicts import Verdict
from ludoteca.games import open_game

SIGNS = {Grade.BEST: "★", Grade.GOOD: "✓", Grade.INACCURACY: "?!", Grade.MISTAKE: "?", Grade.BLUNDER: "??"}
_COLOURS = {
    Grade.BEST: "bold green",
    Grade.GOOD: "green",
    Grade.INACCURACY: "yellow",
    Grade.MISTAKE: "dark_orange",
    Grade.BLUNDER: "bold red",
}
VERDICT_MARKS = {Verdict.TRUE: "[green]✓[/green]", Verdict.FALSE: "[red]✗[/red]"}


def review(path: Path, seat: str | None, mistakes: bool, as_json: bool) -> None:
    """Review a record and print it; Ctrl-C prints what is reviewed by then."""
    announce_compiling()
    record = read_record(path)
    game = game_of(record, open_game)
    referee(record, game, str(path))
    if seat is not None and seat not in game.seats:
        raise no_such("seat", seat, game.seats)
    found = _reviewed(record, game, as_json)
    shown = [
        move
        for move in found.moves
        if (seat is None or game.seats[move.seat] == seat) and (move.is_error or not mistakes)
    ]
    if as_json:
        print_json(_as_data(found, shown, game))
    else:
        _Printer(found, record, game).show(shown)


def _reviewed(record: Record, game: Game, quiet: bool) -> Review:
    """The review, worked out in another thread, with a progress bar; Ctrl-C ends it with what is done."""
    latest, going = Review(len(game.seats), len(record.turns)), threading.Event()
    going.set()

    def note(so_far: Review) -> bool:
        nonlocal latest
        latest = so_far
        return going.is_set()

    work = Background(lambda: review_of(record, note, game))
    columns = (TextColumn("{task.description}"), BarColumn(), TaskProgressColumn(), TimeRemainingColumn())
    with Progress(*columns, console=errors, disable=quiet, transient=True) as bar:
        task = bar.add_task(tell("review.moves"), total=1.0)
        while True:
            try:
                if work.done(GLANCE):
                    return work.result()
                building = latest.building
                share = building if building is not None else len(latest.moves) / max(1, latest.total)
                what = "review.moves" if building is None else "review.building"
                bar.update(task, description=tell(what), completed=share)
            except KeyboardInterrupt:
                going.clear()


class _Printer:
    """Prints a review as text."""

    def __init__(self, found: Review, record: Record, game: Game) -> None:
        self._review = found
        self._record = record
        self._game = game
        self._positions = Replayed(record, game).positions
        self._who = seated(game, record.header.minds)

    def show(self, moves: list[ReviewedMove]) -> None:
        show_head(self._game, self._record.header.seed, self._who)
        if not self._review.complete:
            console.print(tell("review.stopped", done=len(self._review.moves), total=self._review.total))
        for move in moves:
            self._show_move(move)
        if not moves:
            console.print(tell("review.nothing"))
        console.print()
        for seat in range(len(self._game.seats)):
            self._show_seat(seat)
        self._show_turning_points()
        console.print(f"[dim]{escape(tell('review.exact' if self._review.exact else 'review.estimated'))}[/dim]")

    def _name(self, move: ReviewedMove, text: str) -> str:
        position = self._positions[move.number - 1]
        return say(position.game.move_name(position, find_move(position, text)), LANGUAGE)

    def _show_move(self, move: ReviewedMove) -> None:
        who = self._who[self._game.seats[move.seat]]
        head = escape(tell("turn", number=move.number, who=who, move=self._name(move, move.move)))
        parts = [f"[bold]{head}[/bold]", _grade_text(move.grade)]
        if move.is_error and move.cost is not None and move.best is not None:
            parts.append(escape(self._cost(move.cost)))
            parts.append(f"[bold]{escape(tell('review.better', move=self._name(move, move.best)))}[/bold]")
        if move.turning_point:
            parts.append(f"[bold magenta]↯ {escape(tell('review.turning'))}[/bold magenta]")
        console.print("  ".join(parts))
        if move.withheld is not None:
            console.print(f"      [dim]{escape(say(move.withheld, LANGUAGE))}[/dim]")
        if move.is_error:
            self._show_reasons(move)

    def _cost(self, cost: float) -> str:
        unit = self._review.scale.unit
        return tell(f"review.cost.{unit}", cost=100 * cost if unit == "chance" else cost)

    def _show_reasons(self, move: ReviewedMove) -> None:
        """What is said against the played move, then the play that is expected after the better one."""
        assert move.why is not None
        assert move.best is not None
        judged = list(zip(reasons_of(move.best, move.why), move.verdicts, strict=True))
        against = [(reason, verdict) for (text, reason), verdict in judged if text == move.move]
        position = self._positions[move.number - 1]
        for reason, verdict in against:
            sentence = claim_sentence(position, move.move, reason.claim, LANGUAGE)
            console.print(f"      {VERDICT_MARKS.get(verdict, '[dim]·[/dim]')} {escape(sentence)}")
        if len(move.line) > 1:
            expected = Message("minds.compare.line", {"line": tuple(move.line)})
            line = claim_sentence(position, move.best, expected, LANGUAGE)
            console.print(f"      [dim]{escape(tell('review.better', move=line))}[/dim]")

    def _show_seat(self, seat: int) -> None:
        who, accuracy = self._who[self._game.seats[seat]], self._review.accuracy(seat)
        if accuracy is None:
            console.print(escape(tell("review.no_accuracy", who=who)))
            return
        counts = self._review.counts(seat)
        grades = "  ".join(f"{_grade_text(grade)} {counts[grade]}" for grade in Grade if counts[grade])
        console.print(f"[bold]{escape(tell('review.accuracy', accuracy=accuracy, who=who))}[/bold]  {grades}")

    def _show_turning_points(self) -> None:
        points = tuple(
            tell(
                "review.turning_point",
                number=move.number,
                seat=seat_name(self._game, self._game.seats[move.seat]),
                move=self._name(move, move.move),
            )
            for move in self._review.moves
            if move.turning_point
        )
        if points:
            console.print(escape(tell("review.turning_points", moves=points)))


def _grade_text(grade: Grade | None) -> str:
    """A grade with its sign, in its colour."""
    if grade is None:
        return "[dim]–[/dim]"
    word = escape(phrase(f"arena.review.grade.{grade.value}", LANGUAGE))
    return f"[{_COLOURS[grade]}]{SIGNS[grade]} {word}[/]"


def _as_data(found: Review, moves: list[ReviewedMove], game: Game) -> dict[str, object]:
    return {
        "game": game.name,
        "options": dict(game.values),
        "exact": found.exact,
        "scale": to_json(found.scale),
        "reviewed": len(found.moves),
        "total": found.total,
        "accuracy": {name: found.accuracy(seat) for seat, name in enumerate(game.seats)},
        "turning_points": [move.number for move in found.moves if move.turning_point],
        "moves": [{**to_json(move), "cost": move.cost} for move in moves],
    }
