"""`watch` and `play`: one game in the terminal."""

from __future__ import annotations

import contextlib
import random
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ludoteca.arena.game_runner import GameRunner, Watcher
from ludoteca.arena.judgement import judge_played
from ludoteca.arena.questions import Situation, situation
from ludoteca.arena.seat import Fault, LocalSeat, Seat, seat_for
from ludoteca.cli.ask import SEARCHING, show_what_if, show_why_not
from ludoteca.cli.facts_file import read_facts
from ludoteca.cli.firings import TraceFile
from ludoteca.cli.output import (
    JUDGING,
    announce_compiling,
    print_json,
    seat_name,
    seated,
    sentence,
    show_board,
    show_end,
    show_head,
    show_remarks,
    show_start,
    show_turn,
    show_why,
)
from ludoteca.cli.text import LANGUAGE
from ludoteca.core.errors import BadInput, LudotecaError, no_such
from ludoteca.core.game import Game, PlayedMove
from ludoteca.core.i18n import say
from ludoteca.core.options import read_settings
from ludoteca.core.record import Record, Recorder, Turn, to_json
from ludoteca.games import open_game
from ludoteca.games.levels import level_of
from ludoteca.minds.human import HumanPlayer
from ludoteca.minds.schools import suggested_mind

_DEFAULT_MIND = "random"
_SEEDS = 1 << 31


@dataclass(frozen=True, slots=True)
class GameOptions:
    """The options of one game in the terminal."""

    settings: Sequence[str]
    seed: int | None
    why: bool
    record: Path | None
    seconds: float
    as_json: bool
    start: Path | None = None  # a file with the facts of the first position
    trace: Path | None = None
    opening: int = 0  # random moves before the minds play


def seed_of(options: GameOptions) -> int:
    """The seed that was given, or a random one."""
    return random.randrange(_SEEDS) if options.seed is None else options.seed


def _open(game_name: str, options: GameOptions) -> Game:
    """The game with its options, starting from the position of a file if one is given; raises `BadInput`."""
    game = open_game(game_name, read_settings(options.settings))
    return game if options.start is None else game.starting_from(read_facts(options.start))


def watch(game_name: str, minds: Sequence[str], options: GameOptions) -> None:
    """Play a game between minds."""
    game = _open(game_name, options)
    if len(minds) > len(game.seats):
        raise BadInput("arena.seats.too_many", game=game.name, seats=len(game.seats), minds=len(minds))
    _run(game, [*minds, *[_DEFAULT_MIND] * (len(game.seats) - len(minds))], options)


def play(game_name: str, seat: str | None, against: Sequence[str], level: str | None, options: GameOptions) -> None:
    """Play a game with a person at one seat, against some minds or those of a level."""
    game = _open(game_name, options)
    seat = {seat_name(game, name): name for name in game.seats}.get(seat or "", seat or game.seats[0])
    if seat not in game.seats:
        raise no_such("seat", seat, game.seats)
    if against and level is not None:
        raise BadInput("cli.level_or_against")
    others = [level_of(game, level).mind] if level else list(against) or [suggested_mind(game, "exhibition")]
    if len(others) == 1:
        others *= len(game.seats) - 1
    if len(others) != len(game.seats) - 1:
        raise BadInput("arena.seats.too_many", game=game.name, seats=len(game.seats), minds=len(others) + 1)
    others.insert(game.seats.index(seat), "human")
    _run(game, others, options)


def _run(game: Game, minds: Sequence[str], options: GameOptions) -> None:
    announce_compiling()
    seats = [seat_for(mind, game) for mind in minds]
    seed = seed_of(options)
    runner = GameRunner(game, seats, seed, options.seconds)
    who = seated(game, runner.header.minds, at_terminal=True)
    trace = TraceFile(options.trace, runner.position) if options.trace is not None else None
    recorder = Recorder(options.record) if options.record is not None else None
    screen = None if options.as_json else _Screen(runner, seats, who, options.why)
    if screen is not None:
        show_head(game, seed, who)
        show_start(runner.position, options.why)
    try:
        # With --json, what a person is asked goes to the other stream.
        with contextlib.redirect_stdout(sys.stderr if options.as_json else sys.stdout):
            record = runner.play(
                options.opening,
                watch=_watcher(screen, runner, trace),
                record=recorder.keep if recorder is not None else None,
                taken_back=lambda: show_board(runner.position),
            )
        if screen is not None:
            screen.show_remarks()
    finally:
        for seat in seats:
            seat.close()
        for file in (recorder, trace):
            if file is not None:
                file.close()
    assert record.result is not None
    if options.as_json:
        print_json(summary(record) | ({} if trace is None else {"firings": trace.rows}))
    else:
        show_end(runner.position, record.result, who)


def _watcher(screen: _Screen | None, runner: GameRunner, trace: TraceFile | None) -> Watcher:
    """Shows each move on the screen, if there is one, and writes its firings to a trace file, if there is one."""

    def watch(played: PlayedMove, turn: Turn) -> None:
        if screen is not None:
            screen.show(played, turn)
        if trace is not None:
            trace.add(played, len(runner.turns))

    return watch


class _Screen:
    """Shows each move, and answers people at the terminal who ask about the last one against them."""

    def __init__(self, runner: GameRunner, seats: Sequence[Seat], who: Mapping[str, str], why: bool) -> None:
        self._table = runner
        self._who = who
        self._people = [seat for seat in seats if isinstance(seat, LocalSeat)]
        self._why = why
        self._asked = 0  # moves before the one that is asked about
        self._warned = set[str]()

    def show_remarks(self) -> None:
        """Print the warnings about the minds' knowledge, each once, and what they have printed."""
        for name, seat in zip(self._table.game.seats, self._table.seats, strict=True):
            with contextlib.suppress(Fault):
                remarks = seat.remarks()
                new = [warning for warning in remarks.warnings if say(warning) not in self._warned]
                self._warned.update(map(say, new))
                show_remarks(new, remarks.printed, self._who[name])

    def show(self, played: PlayedMove, turn: Turn) -> None:
        self.show_remarks()
        number, header = len(self._table.turns), self._table.header
        judged = judge_played(header, number - 1, played, turn.why, JUDGING) if self._why else None
        show_turn(number, played, turn, judged, self._who[turn.seat])
        mover = self._table.seats[played.position.turn or 0]
        if isinstance(mover, LocalSeat):
            return
        self._asked = number - 1
        for seat in self._people:
            if isinstance(seat.player, HumanPlayer):
                seat.player.explainer = self

    def why(self) -> None:
        why = self._table.turns[self._asked].why
        print(sentence(why))
        show_why(why, self._table.game)

    def why_not(self, move: str) -> None:
        with _errors_shown():
            show_why_not(self._situation(), move)

    def what_if(self, move: str) -> None:
        with _errors_shown():
            show_what_if(self._situation(), move, SEARCHING)

    def _situation(self) -> Situation:
        return situation(self._table, self._asked)


@contextlib.contextmanager
def _errors_shown() -> Iterator[None]:
    """A question that cannot be answered does not end the game."""
    try:
        yield
    except LudotecaError as error:
        print(say(error.message, LANGUAGE))


def summary(record: Record) -> dict[str, object]:
    """A game as one object: what `--json` prints; one that breaks off has no scores yet."""
    header, result = record.header, record.result
    return {
        "game": header.game,
        "options": dict(header.options),
        "seed": header.seed,
        **({"start": [str(fact) for fact in header.start]} if header.start else {}),
        "seats": list(header.seats),
        "minds": list(header.minds),
        "moves": [
            {
                "seat": turn.seat,
                "text": turn.text,
                "why": {"sentence": sentence(turn.why), **to_json(turn.why)},
                "seconds": turn.seconds,
            }
            for turn in record.turns
        ],
        "scores": list(result.scores) if result else None,
        "result": list(result.result) if result else None,
        "winner": result.winner if result else None,
        "forfeit": to_json(result.forfeit) if result else None,
    }
